/** Explains to the operator why a file cannot be written. */
import { closeSync, fsyncSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { describeCause } from '../core/platform/errors.ts'
import { findSqliteTrouble } from '../store/platform/database-errors.ts'

const MESSAGES: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota of this user is used up',
  EFBIG: 'the file would exceed the maximum file size (see "ulimit -f")',
  EROFS: 'the file system is read-only',
  EIO: 'the disk reports an I/O error',
  EMFILE: 'this process has too many open files (see "ulimit -n")',
  ENFILE: 'the system has too many open files',
  ENOTDIR: 'part of the path is a file',
  EEXIST: 'it is a file',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
}

/**
 * Describes an error of the file system or of SQLite. SQLite reports only that a write failed, so a small file is
 * written to find out the reason.
 *
 * @param folder the folder of the file; null when it is unknown
 */
export function describeDiskError(error: unknown, folder: string | null): string {
  const trouble = findSqliteTrouble(error)
  if (trouble === 'full') return describe('ENOSPC', folder)
  if (trouble === 'read-only' || trouble === 'disk-error')
    return (folder !== null && findAccessError(folder)) || (error as Error).message
  return describe(describeCause(error), folder)
}

function describe(code: string, folder: string | null): string {
  if (code === 'ENOSPC' && folder !== null && hasNoInodes(folder)) return 'the disk has no free inodes'
  return MESSAGES[code] ?? code
}

function hasNoInodes(folder: string): boolean {
  try {
    const { files, ffree, bavail } = statfsSync(folder)
    return files > 0 && ffree === 0 && bavail > 0
  } catch {
    return false
  }
}

/** @returns null when a small file can be written */
function findAccessError(folder: string): string | null {
  const file = join(folder, `.write-check.${process.pid}`)
  try {
    const descriptor = openSync(file, 'wx', 0o600)
    try {
      writeSync(descriptor, Buffer.alloc(SMALL_FILE))
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
      rmSync(file, { force: true })
    }
    return null
  } catch (error) {
    return describe(describeCause(error), folder)
  }
}

/** The amount that SQLite writes at once, bytes. */
const SMALL_FILE = 8_192
