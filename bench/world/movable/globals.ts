/** Replaces timers and random numbers of this process with simulated ones, and restores them. */
import type { Owner, WorldClock } from './clock.ts'

type Callback = (...parameters: unknown[]) => void

/** The part of Node's timer interface that the program uses. */
class Timer {
  cancel: () => void = () => {}

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }
}

const clear = (timer: unknown): void => {
  if (timer instanceof Timer) timer.cancel()
}

/**
 * @param owner of timers set from now on
 * @param random 0 to 1
 * @returns a function that restores the originals
 */
export function takeGlobals(clock: WorldClock, owner: () => Owner, random: () => number): () => void {
  const { setTimeout, clearTimeout, setInterval, clearInterval } = globalThis
  const { random: chance } = Math
  const begin = (timer: Timer, delayMs: number, run: () => void): Timer => {
    // As in Node, no timer fires in the event loop iteration that sets it
    timer.cancel = clock.scheduleAfter(owner(), Math.max(1, delayMs || 0), run)
    return timer
  }
  const startTimeout = (run: Callback, delayMs: number, ...parameters: unknown[]) =>
    begin(new Timer(), delayMs, () => run(...parameters))
  const startInterval = (run: Callback, delayMs: number, ...parameters: unknown[]) => {
    const timer = new Timer()
    const again = (): void => {
      begin(timer, delayMs, again)
      run(...parameters)
    }
    return begin(timer, delayMs, again)
  }
  Object.assign(globalThis, { setTimeout: startTimeout, clearTimeout: clear })
  Object.assign(globalThis, { setInterval: startInterval, clearInterval: clear })
  Math.random = random
  return () => {
    Object.assign(globalThis, { setTimeout, clearTimeout, setInterval, clearInterval })
    Math.random = chance
  }
}
