/** The folder that belongs to one server: its database, the key that signs its sessions, and the lock on both. */
import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { ServiceSecret } from '../core/platform/service-secret.ts'
import { StartError } from '../core/platform/start-error.ts'
import { isLeftOpen } from '../store/platform/private-file.ts'
import { lockFile } from '../store/platform/sqlite/file-lock.ts'
import { describeDiskError } from './disk-errors.ts'

export const getDatabaseFile = (dataDir: string): string => join(dataDir, 'watchkeeper.db')

/** @throws StartError */
export function createDataDir(dataDir: string): void {
  explainDiskErrors(dataDir, () => createFolder(resolve(dataDir)))
}

/** One folder after the other: Node's own recursive way never returns where nothing can be made, such as in /proc. */
function createFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return
  if (!existsSync(dirname(folder))) createFolder(dirname(folder))
  mkdirSync(folder, { mode: 0o700 })
}

/**
 * Takes the rights of other users from the files of the folder.
 *
 * @returns those that belong to another user and can still be read
 */
export const restrictFiles = (dataDir: string): string[] =>
  PRIVATE_FILES.map((name) => join(dataDir, name)).filter(isLeftOpen)

const PRIVATE_FILES = [
  'watchkeeper.db',
  'watchkeeper.db-wal',
  'watchkeeper.db-shm',
  'session.key',
  'serve.lock',
  'probe-connection.json',
]

const KEY_BYTES = 32

/** Of the key that serves where no secret is given. */
export const getKeyFile = (dataDir: string): string => join(dataDir, 'session.key')

/**
 * What signs sessions and seals secrets: the given text, or the key file, made at the first start. Whoever begins to give
 * a text has what the key file sealed opened by that.
 *
 * @param previous what it was before
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

/** Written aside and linked into place: the file is whole or absent, and of two servers only one makes it. */
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
 * Keeps a second server away from the folder, until this process ends.
 *
 * @returns releases it
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
    const words = describeDiskError(error, dataDir)
    throw new StartError(`Cannot write to ${dataDir}: ${words}. Fix the problem, or set WK_DATA_DIR to another folder.`)
  }
}
