/** Inspects the data folder: whether it is writable, who can read it, its free space, and which server uses it. */
import { accessSync, constants, existsSync, type Stats, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describeCause } from '../../core/platform/errors.ts'
import { getKeyFile } from '../../runtime/data-dir.ts'
import { lockFile } from '../../store/platform/sqlite/file-lock.ts'
import { createFailure, createPass, createWarning, type Finding } from './finding.ts'

const TOPIC = 'Data folder'

/** The write-ahead log can take several hundred megabytes in a busy hour. */
const LOW_BYTES = 1e9
const MIN_BYTES = 100e6

const LOW_FILES = 100

/** Types of statfs(2) on which the locks and the log of SQLite are unreliable. */
const REMOTE: Readonly<Record<number, string>> = {
  26985: 'NFS',
  4283649346: 'CIFS',
  4266872130: 'SMB',
  20859: 'SMB',
}

interface FolderFacts {
  dataDir: string
  /** Whether the folder contains the database file. */
  holdsDatabase: boolean
  /** The name of the user of this process; absent when the environment has none. */
  user?: string | undefined
}

export async function inspectFolder({ dataDir, holdsDatabase, user = getUserId() }: FolderFacts): Promise<Finding[]> {
  if (!existsSync(dataDir)) return [createMissingFinding(dataDir, user)]
  const stats = statSync(dataDir)
  if (!stats.isDirectory())
    return [createFailure(TOPIC, `${dataDir} is a file`, 'Move the file, or set WK_DATA_DIR to another folder.')]
  const refusal = findAccessError(dataDir)
  if (refusal !== null) return [createNotWritable(dataDir, stats, refusal, user)]
  const findings = [...inspectPrivacy(dataDir, stats), ...(await inspectDisk(dataDir, holdsDatabase))]
  if (holdsDatabase) findings.push(inspectLock(dataDir))
  return findings
}

function createMissingFinding(dataDir: string, user: string): Finding {
  let parent = dirname(dataDir)
  while (!existsSync(parent)) parent = dirname(parent)
  const refusal = statSync(parent).isDirectory() ? findAccessError(parent) : `${parent} is a file`
  if (refusal === null) return createPass(TOPIC, `${dataDir} will be created on first start`)
  return createFailure(
    TOPIC,
    `${dataDir} does not exist, and this user cannot create it: ${refusal}`,
    describeOwnership(dataDir, user),
  )
}

const describeOwnership = (dataDir: string, user: string): string =>
  `As root: install -d -m 700 -o ${user} ${dataDir}. Or set WK_DATA_DIR to another folder.`

const getUserId = (): string => String(process.getuid?.() ?? 'watchkeeper')

function findAccessError(path: string): string | null {
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
    return null
  } catch (error) {
    return describeCause(error)
  }
}

function createNotWritable(dataDir: string, { uid }: Stats, reason: string, user: string): Finding {
  const text = `${dataDir} is not writable by this user: ${reason}; it is owned by user ${uid}`
  return createFailure(
    TOPIC,
    text,
    `Run this command as the same user as the server. Or, as root: chown -R ${user} ${dataDir}`,
  )
}

/** Inspects the permissions of the folder and of its private files. */
function inspectPrivacy(dataDir: string, stats: Stats): Finding[] {
  const files = [getKeyFile(dataDir), join(dataDir, 'watchkeeper.db')].filter((file) => existsSync(file))
  const isClosed = (stats.mode & 0o077) === 0
  const open = isClosed ? [] : files.filter((file) => (statSync(file).mode & 0o077) !== 0)
  const others = open.length > 0 ? open : isClosed ? [] : [dataDir]
  if (others.length === 0) return [createPass(TOPIC, `${dataDir} is not readable by other users`)]
  const text = `other users of this machine can read ${others.join(' and ')}`
  return [createWarning(TOPIC, text, `chmod 700 ${dataDir}${open.length > 0 ? ` && chmod 600 ${open.join(' ')}` : ''}`)]
}

async function inspectDisk(dataDir: string, holdsDatabase: boolean): Promise<Finding[]> {
  const { bavail, bsize, files, ffree, type } = await statfs(dataDir)
  return judgeDisk({ free: bavail * bsize, filesLeft: files > 0 ? ffree : null, type }, holdsDatabase)
}

interface Disk {
  /** Bytes. */
  free: number
  /** Free inodes; null when the file system has no limit. */
  filesLeft: number | null
  /** The type reported by statfs(2). */
  type: number
}

export function judgeDisk({ free, filesLeft, type }: Disk, holdsDatabase: boolean): Finding[] {
  const topic = 'Disk'
  const text = `${(free / 1e9).toFixed(1)} GB of disk space left`
  const advice =
    'Free up space, or move the folder to a larger disk and set WK_DATA_DIR. Nothing works when the disk is full.'
  const findings: Finding[] = []
  if (free < MIN_BYTES) findings.push(createFailure(topic, text, advice))
  else findings.push(free < LOW_BYTES ? createWarning(topic, text, advice) : createPass(topic, text))
  if (filesLeft !== null && filesLeft < LOW_FILES)
    findings.push(
      createFailure(
        topic,
        `the disk has room for only ${filesLeft} more files`,
        'Delete small files on the disk: it is running out of inodes.',
      ),
    )
  const remote = REMOTE[type]
  if (holdsDatabase && remote !== undefined)
    findings.push(
      createFailure(
        topic,
        `the folder is on ${remote}`,
        'SQLite can lose data there. Use a local disk, or set DATABASE_URL to use PostgreSQL.',
      ),
    )
  return findings
}

function inspectLock(dataDir: string): Finding {
  const file = join(dataDir, 'serve.lock')
  if (!existsSync(file)) return createPass('Server', `no server has used ${dataDir} yet`)
  const release = lockFile(file)
  release?.()
  return createPass(
    'Server',
    release === null ? `a server is running from ${dataDir}` : `no server is running from ${dataDir}`,
  )
}
