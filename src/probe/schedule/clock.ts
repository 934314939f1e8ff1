/** Time as the runner sees it, and a way to wait. Tests put their own in its place and move it. */
export interface Clock {
  /** Unix ms. May jump: the user sets the clock, the laptop wakes up. */
  now(): number
  /** Milliseconds since some moment. Never jumps backwards. */
  monotonic(): number
  /**
   * Calls `run` once, `delayMs` later at the earliest.
   *
   * @returns takes it back
   */
  after(delayMs: number, run: () => void): () => void
}

export function createSystemClock(now: () => number): Clock {
  return {
    now,
    monotonic: () => performance.now(),
    after(delayMs, run) {
      const timer = setTimeout(run, delayMs)
      return () => clearTimeout(timer)
    },
  }
}

/** A promise that `cancel` can end early. Resolves in both cases. */
export function wait(clock: Clock, delayMs: number): { done: Promise<void>; cancel: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  const takeBack = clock.after(delayMs, resolve)
  const cancel = () => {
    takeBack()
    resolve()
  }
  return { done: promise, cancel }
}
