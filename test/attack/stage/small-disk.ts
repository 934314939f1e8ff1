/** A small separate file system, which an attack can fill without harm to the machine. */
import { execFileSync } from 'node:child_process'
import { appendFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { NotRun } from '../attack.ts'
import type { Stage } from './stage.ts'

export interface SmallDisk {
  folder: string
  /** Fills the free space. */
  fill(): void
  /** Frees the filled space. */
  makeRoom(): void
  /** Makes the disk read-only; fails while files are open for writing. */
  makeReadOnly(): void
}

/** One page, because smaller pieces would leave free space. */
const PIECE = Buffer.alloc(4_096)

/** @param options of `mount -t tmpfs`, such as `size=64m` */
export function mountSmallDisk(stage: Stage, options: string): SmallDisk {
  if (process.getuid?.() !== 0) throw new NotRun('only root can mount a small file system')
  const folder = stage.folder()
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'watchkeeper-attack', folder])
  stage.after(() => void execFileSync('umount', ['--lazy', folder]))
  const filler = join(folder, 'filler')
  return {
    folder,
    fill() {
      try {
        for (;;) appendFileSync(filler, PIECE)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      }
    },
    makeRoom: () => rmSync(filler, { force: true }),
    makeReadOnly: () => void execFileSync('mount', ['-o', 'remount,ro', folder]),
  }
}
