/** Time source and timers of the runner. Tests substitute a movable clock. */
export interface Clock {
  /** Unix ms. May jump: the user sets the clock, the laptop wakes up. */
  now(): number
  /** Milliseconds since an arbitrary moment. Never jumps backwards. */
  monotonic(): number
  /**
   * Calls `run` once, after at least `delayMs`. With 0, it runs after the event loop has read its sockets, without a
   * pause.
   *
   * @returns a function that cancels it
   */
  after(delayMs: number, run: () => void): () => void
}

export function createSystemClock(now: () => number): Clock {
  return {
    now,
    monotonic: () => performance.now(),
    after(delayMs, run) {
      if (delayMs === 0) {
        const immediate = setImmediate(run)
        return () => clearImmediate(immediate)
      }
      const timer = setTimeout(run, delayMs)
      return () => clearTimeout(timer)
    },
  }
}

/** Waits. `cancel` ends the wait early; the promise resolves in both cases. */
export function wait(clock: Clock, delayMs: number): { done: Promise<void>; cancel: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  const takeBack = clock.after(delayMs, resolve)
  const cancel = () => {
    takeBack()
    resolve()
  }
  return { done: promise, cancel }
}
