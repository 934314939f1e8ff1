/** Resource use of a process as counted by the kernel, independent of other work on the machine. Source: proc(5) */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { NotRun } from '../attack.ts'

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new NotRun(`not run: ${file} cannot be read; the process has ended, or this is not Linux`)
  }
}

/** Returns the memory in use, MiB. */
export const memoryMiB = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))![1]) / 1024

/** Makes the current memory the peak. */
export const resetPeakMemory = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5')

/** Returns the peak memory use, MiB. */
export const peakMemoryMiB = (pid: number): number =>
  Number(/^VmHWM:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))![1]) / 1024

export interface ThreadTimes {
  /** Processor time so far, ms. */
  busyMs: number
  /** Time that the thread was ready to run but had no processor, ms. */
  queuedMs: number
}

/** Returns the times of the main thread, which answers all requests. */
export function threadTimes(pid: number): ThreadTimes {
  const [busy, queued] = read(`/proc/${pid}/task/${pid}/schedstat`).split(' ').map(Number)
  return { busyMs: busy! / 1e6, queuedMs: queued! / 1e6 }
}

/** Returns the processor time of the main thread during the work, ms. */
export async function threadCost(pid: number, work: () => Promise<unknown>): Promise<number> {
  const before = threadTimes(pid).busyMs
  await work()
  return threadTimes(pid).busyMs - before
}

/** Counts open files and connections. */
export const countHandles = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
