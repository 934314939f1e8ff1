/**
 * Ends the server when its main thread has worked for a minute without a turn of its event loop. Every input has limits of
 * its own; this is the last one, for work that none of them foresaw. A supervisor then starts the server again, and no
 * acknowledged write is lost.
 */
import { readFileSync, writeSync } from 'node:fs'
import { MINUTE_MS, SECOND_MS } from '../core/platform/time/time.ts'

/** Number of beats of the main thread, in memory that other threads read. */
export type Pulse = Int32Array<SharedArrayBuffer>

/** The pulse of this process, for the threads that the main thread starts. */
export const PULSE: Pulse = new Int32Array(new SharedArrayBuffer(4))

const BEAT_MS = SECOND_MS

/** Begins the beats. Until the first one, the main thread may take any time to start. */
export function startPulse(): void {
  setInterval(() => Atomics.add(PULSE, 0, 1), BEAT_MS).unref()
}

/** Longer than any work that a limit allows on a slow machine. */
const WATCHDOG_LIMIT_MS = MINUTE_MS

interface Watch {
  pulse: Pulse
  limitMs: number
  /** Processor time of the main thread, ms; null where the system does not report it. */
  readMainCpuMs: () => number | null
  onSilent: () => void
}

/**
 * Watches the main thread from another thread. A main thread that waits, such as for a disk or a debugger, uses no
 * processor time. Where the system does not report this time, looks are counted instead: a stopped process does not look.
 *
 * @returns the look, to be repeated every `BEAT_MS`
 */
export function createLook({ pulse, limitMs, readMainCpuMs, onSilent }: Watch): () => void {
  let seen = 0
  let looks = 0
  let cpuBefore: number | null = null
  return () => {
    const beats = Atomics.load(pulse, 0)
    if (beats === 0 || beats !== seen) {
      seen = beats
      looks = 0
      cpuBefore = null
      return
    }
    looks++
    const cpu = readMainCpuMs()
    cpuBefore ??= cpu
    const busyMs = cpu === null || cpuBefore === null ? looks * BEAT_MS : cpu - cpuBefore
    if (busyMs >= limitMs) onSilent()
  }
}

export function watchMainThread(pulse: Pulse, limitMs = WATCHDOG_LIMIT_MS): void {
  setInterval(createLook({ pulse, limitMs, readMainCpuMs, onSilent: endProcess }), BEAT_MS)
}

/** Clock ticks per second in `/proc`, a constant of Linux. Source: proc(5), sysconf(_SC_CLK_TCK) */
const TICKS_PER_SECOND = 100

function readMainCpuMs(): number | null {
  try {
    const stat = readFileSync(`/proc/self/task/${process.pid}/stat`, 'utf8')
    // The name in parentheses may contain spaces; fields 14 and 15 are the times. Source: proc(5)
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return ((Number(fields[11]) + Number(fields[12])) * SECOND_MS) / TICKS_PER_SECOND
  } catch {
    return null
  }
}

function endProcess(): void {
  writeSync(2, 'watchkeeper: the main thread has worked for a minute without an answer; the server ends\n')
  process.kill(process.pid, 'SIGKILL') // The main thread could not handle another signal
}
