/**
 * Measures how long requests hold the main thread. The event loop turns without rest meanwhile, so the CPU time of a turn is
 * that of what ran in it. CPU time and not the clock: other processes of the machine take their share of the latter.
 */
export interface ThreadUse {
  /** CPU of the longest turn of the event loop, ms. */
  longestMs: number
  /** CPU of all turns that did something, ms. */
  totalMs: number
  /** Most memory beyond that at the beginning, heap and buffers, MiB. */
  grownMib: number
}

/** Turns below it are the meter's own, ms. */
const IDLE_MS = 0.1

const MIB = 1_048_576

/** @returns a function that ends the measurement */
export function measureThread(): () => ThreadUse {
  globalThis.gc?.()
  const use: ThreadUse = { longestMs: 0, totalMs: 0, grownMib: 0 }
  const before = readMemoryMib()
  let isOver = false
  let last = readCpuMs()
  const turn = (): void => {
    const spent = readCpuMs() - last
    if (spent > IDLE_MS) {
      use.totalMs += spent
      use.longestMs = Math.max(use.longestMs, spent)
      use.grownMib = Math.max(use.grownMib, readMemoryMib() - before)
    }
    if (!isOver) setImmediate(turn)
    last = readCpuMs()
  }
  setImmediate(turn)
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
