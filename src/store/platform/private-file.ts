/** Files that only their owner may read, whatever the umask and the folder allow. */
import { chmodSync, closeSync, openSync, statSync } from 'node:fs'

const MODE = 0o600
const OF_OTHERS = 0o077

/** Creates the file, empty, unless it is there. @throws what the file system reports when it cannot be created or written */
export function ensureFile(file: string): void {
  closeSync(openSync(file, 'a', MODE))
}

/** Takes all rights from other users. @returns whether they still have any, because the file belongs to another user */
export function isLeftOpen(file: string): boolean {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (!stats?.isFile() || (stats.mode & OF_OTHERS) === 0) return false
  try {
    chmodSync(file, stats.mode & ~OF_OTHERS)
    return false
  } catch {
    return true
  }
}
