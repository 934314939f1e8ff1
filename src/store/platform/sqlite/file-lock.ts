import { chmodSync, closeSync, openSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/**
 * Keeps locks open even if the caller drops the release function: an unreferenced database is closed by garbage
 * collection.
 */
const openLocks = new Set<DatabaseSync>()

/**
 * Takes a lock that only one process can hold. It is SQLite's lock on an empty database, and therefore the operating
 * system's: it ends with the process, even after a crash.
 *
 * @returns a function that releases it; null when another process has it
 * @throws the file system's error when the file cannot be created
 */
export function lockFile(file: string): (() => void) | null {
  ensureFile(file)
  const lock = new DatabaseSync(file)
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return null
    throw error
  }
  openLocks.add(lock)
  return () => {
    openLocks.delete(lock)
    lock.close()
  }
}

/** Source: https://sqlite.org/rescode.html#busy */
const SQLITE_BUSY = 5

const MODE = 0o600
const OF_OTHERS = 0o077

/**
 * Creates an empty file unless it exists.
 *
 * @throws the file system's error when it cannot be created or written
 */
export function ensureFile(file: string): void {
  closeSync(openSync(file, 'a', MODE))
}

/**
 * Removes all rights of other users.
 *
 * @returns whether other users still have rights, because the file belongs to another user
 */
export function restrictToOwner(file: string): boolean {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (!stats?.isFile() || (stats.mode & OF_OTHERS) === 0) return false
  try {
    chmodSync(file, stats.mode & ~OF_OTHERS)
    return false
  } catch {
    return true
  }
}
