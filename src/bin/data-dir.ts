/** The folder that belongs to one server: its database, the key that signs its sessions, and the lock on both. */
import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { lockFile } from '../store/file-lock.ts'
import { reasonOf, StartError } from './start-error.ts'

export const databaseFile = (dataDir: string): string => join(dataDir, 'watchkeeper.db')

/** @throws StartError */
export function makeDataDir(dataDir: string): void {
  refusingPlainly(dataDir, () => makeFolder(resolve(dataDir)))
}

/** One folder after the other: Node's own recursive way never returns where nothing can be made, such as in /proc. */
function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return
  if (!existsSync(dirname(folder))) makeFolder(dirname(folder))
  mkdirSync(folder, { mode: 0o700 })
}

const KEY_BYTES = 32

/**
 * What signs sessions: the given text, or the key file, made at the first start.
 *
 * @throws StartError
 */
export function loadSecret(given: string | null, dataDir: string): Uint8Array {
  if (given !== null) return Buffer.from(given)
  const file = join(dataDir, 'session.key')
  const key = refusingPlainly(dataDir, () => readKey(file) ?? makeKey(file))
  if (key.length < KEY_BYTES)
    throw new StartError(`${file} is not a key. Delete it: a new one is made, and everybody logs in again.`)
  return key
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
function makeKey(file: string): Buffer {
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
  const release = refusingPlainly(dataDir, () => lockFile(join(dataDir, 'serve.lock')))
  if (release) return release
  throw new StartError(`Another Watchkeeper serves from ${dataDir}. Stop it, or set WK_DATA_DIR to another folder.`)
}

const ADVICE: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EROFS: 'it is on a read-only file system',
  ENOTDIR: 'part of the path is a file',
  EEXIST: 'it is a file',
  EACCES: 'no permission',
  EPERM: 'no permission',
}

function refusingPlainly<T>(dataDir: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof StartError) throw error
    const reason = reasonOf(error)
    throw new StartError(
      `${dataDir} cannot be written: ${ADVICE[reason] ?? reason}. Mend it, or set WK_DATA_DIR to another folder.`,
    )
  }
}
