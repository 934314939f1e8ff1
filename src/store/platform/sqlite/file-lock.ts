import { DatabaseSync } from 'node:sqlite'
import { ensureFile } from '../private-file.ts'

/** Whoever takes a lock and forgets how to release it has it all the same: what nobody knows of is closed as garbage. */
const openLocks = new Set<DatabaseSync>()

/**
 * Takes a lock that one process at a time can have. It is SQLite's own, on an empty database, and therefore the
 * operating system's: it ends with the process, however that ends.
 *
 * @returns what releases it; null when somebody else has it
 * @throws what the file system says, when the file cannot be made
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
