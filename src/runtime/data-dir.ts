/** The data folder of one server: its database, the key that signs its sessions, and a lock. */
import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { StartError } from '../core/platform/errors.ts'
import type { ServiceSecret } from '../core/platform/sealing/service-secret.ts'
import { lockFile, restrictToOwner } from '../store/platform/sqlite/file-lock.ts'
import { describeDiskError } from './disk-errors.ts'

export const getDatabaseFile = (dataDir: string): string => join(dataDir, 'watchkeeper.db')

/** @throws StartError */
export function createDataDir(dataDir: string): void {
  explainDiskErrors(dataDir, () => createFolder(resolve(dataDir)))
}

/**
 * Creates the parent folders one by one: Node's recursive mkdir never returns where creation is impossible, such as in
 * /proc.
 */
function createFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return
  if (!existsSync(dirname(folder))) createFolder(dirname(folder))
  mkdirSync(folder, { mode: 0o700 })
}

/**
 * Removes the permissions of other users from the files of the folder.
 *
 * @returns files that belong to another user and are still readable
 */
export const restrictFiles = (dataDir: string): string[] =>
  PRIVATE_FILES.map((name) => join(dataDir, name)).filter(restrictToOwner)

const PRIVATE_FILES = [
  'watchkeeper.db',
  'watchkeeper.db-wal',
  'watchkeeper.db-shm',
  'session.key',
  'serve.lock',
  'probe-connection.json',
]

const KEY_BYTES = 32

/** Returns the path of the key that is used when no secret is set. */
export const getKeyFile = (dataDir: string): string => join(dataDir, 'session.key')

/**
 * Loads the secrets for signing and encryption: the given text, or the key file, which the first start creates. With a
 * given text, the key file still opens data that was encrypted with it.
 *
 * @param previous the former secret
 * @throws StartError
 */
export function loadSecret(given: string | null, dataDir: string, previous: string | null = null): ServiceSecret {
  const former = previous === null ? [] : [Buffer.from(previous)]
  const file = getKeyFile(dataDir)
  if (given === null)
    return [explainDiskErrors(dataDir, () => validateKey(file, readKey(file) ?? createKey(file))), ...former]
  const key = explainDiskErrors(dataDir, () => readKey(file))
  return [Buffer.from(given), ...former, ...(key && key.length >= KEY_BYTES ? [key] : [])]
}

function validateKey(file: string, key: Buffer): Buffer {
  if (key.length >= KEY_BYTES) return key
  throw new StartError(
    `${file} is not a valid key. Restore the original file, because the secrets in the database are encrypted with it. If it is lost, ` +
      'delete the file and run "watchkeeper accept-secret".',
  )
}

function readKey(file: string): Buffer | null {
  try {
    return Buffer.from(readFileSync(file, 'utf8').trim(), 'hex')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/**
 * The file is written under a temporary name and then linked. It is complete or absent, and only one of two servers
 * creates it.
 */
function createKey(file: string): Buffer {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${randomBytes(KEY_BYTES).toString('hex')}\n`, { mode: 0o600 })
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
  return readKey(file)!
}

/**
 * Prevents a second server from using the folder until this process ends.
 *
 * @returns releases the lock
 * @throws StartError when another process has it
 */
export function lockDataDir(dataDir: string): () => void {
  const release = explainDiskErrors(dataDir, () => lockFile(join(dataDir, 'serve.lock')))
  if (release) return release
  throw new StartError(`Another Watchkeeper server is using ${dataDir}. Stop it, or set WK_DATA_DIR to another folder.`)
}

function explainDiskErrors<T>(dataDir: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof StartError) throw error
    const reason = describeDiskError(error, dataDir)
    throw new StartError(
      `Cannot write to ${dataDir}: ${reason}. Fix the problem, or set WK_DATA_DIR to another folder.`,
    )
  }
}
