/**
 * Measures how long requests block the main thread. During the measurement the event loop never sleeps, so the CPU time
 * of an iteration is the time of the code in it. CPU time excludes the share of other processes, unlike the clock.
 */
export interface ThreadUse {
  /** CPU time of the longest iteration of the event loop, ms. */
  longestMs: number
  /** CPU time of all iterations with work, ms. */
  totalMs: number
  /** Peak growth of heap and buffers since the start, MiB. */
  grownMib: number
}

/** Shorter iterations are overhead of the meter, ms. */
const IDLE_MS = 0.1

const MIB = 1_048_576

/** @returns a function that ends the measurement */
export function measureThread(): () => ThreadUse {
  globalThis.gc?.()
  const use: ThreadUse = { longestMs: 0, totalMs: 0, grownMib: 0 }
  const before = readMemoryMib()
  let isOver = false
  let last = readCpuMs()
  const iterate = (): void => {
    const spent = readCpuMs() - last
    if (spent > IDLE_MS) {
      use.totalMs += spent
      use.longestMs = Math.max(use.longestMs, spent)
      use.grownMib = Math.max(use.grownMib, readMemoryMib() - before)
    }
    if (!isOver) setImmediate(iterate)
    last = readCpuMs()
  }
  setImmediate(iterate)
  return () => {
    isOver = true
    return use
  }
}

function readCpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

function readMemoryMib(): number {
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / MIB
}
