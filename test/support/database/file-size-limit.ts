/** A full disk without privileges: the system refuses to let any file of this process grow. */
import koffi from 'koffi'
import type { Cleanup } from './stores.ts'

/** Source: <sys/resource.h> of Linux and macOS. */
const RLIMIT_FSIZE = 1

const program = koffi.load(null)
const limits = koffi.struct('rlimit', { soft: 'uint64', hard: 'uint64' })
const getrlimit = program.func('getrlimit', 'int', ['int', koffi.out(koffi.pointer(limits))])
const setrlimit = program.func('setrlimit', 'int', ['int', koffi.pointer(limits)])

interface Limits {
  soft: number | bigint
  hard: number | bigint
}

export interface FileSizeLimit {
  /** Refuses writes beyond this offset of any file. Node ignores the signal that the system sends. */
  set(bytes: number): void
  clear(): void
}

export function createFileSizeLimit(t: Cleanup): FileSizeLimit {
  const before = {} as Limits
  if (getrlimit(RLIMIT_FSIZE, before) !== 0) throw new Error('getrlimit failed')
  const change = (soft: Limits['soft']) => {
    if (setrlimit(RLIMIT_FSIZE, { soft, hard: before.hard }) !== 0) throw new Error('setrlimit failed')
  }
  const lift = () => change(before.soft)
  t.after(lift)
  return { set: change, clear: lift }
}
