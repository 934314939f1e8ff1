/** A small file system of its own, which an attack can fill without harm to the machine. */
import { execFileSync } from 'node:child_process'
import { appendFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { NotRun } from '../attack.ts'
import type { Stage } from './stage.ts'

export interface SmallDisk {
  folder: string
  /** Takes all the room that is left. */
  fill(): void
  /** Gives it back. */
  makeRoom(): void
  /** From now on nothing can be written; fails while files are open for writing. */
  makeReadOnly(): void
}

/** One page: smaller ones would leave room. */
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
