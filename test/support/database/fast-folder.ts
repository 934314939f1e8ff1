/** Folders in memory, for databases that need not survive a restart of the machine. */
import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/**
 * Avoids disk waits: SQLite waits 2 ms for a disk at each commit, and a new PostgreSQL database has a thousand small
 * files.
 */
const SHARED_MEMORY = '/dev/shm'
const NEEDED_BYTES = 1024 ** 3

/** Returns the folder of shared memory if it has enough space, otherwise the usual folder for temporary files. */
export function findFastFolder(): string {
  if (!existsSync(SHARED_MEMORY)) return tmpdir()
  const { bavail, bsize } = statfsSync(SHARED_MEMORY)
  return bavail * bsize > NEEDED_BYTES ? SHARED_MEMORY : tmpdir()
}
