/** Files that only their owner may read, whatever the umask and the folder allow. */
import { chmodSync, closeSync, openSync, statSync } from 'node:fs'

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
