/** Puts the timers and the chance of this process under a simulated world, and gives them back. */
import type { Owner, WorldClock } from './clock.ts'

type Callback = (...parameters: unknown[]) => void

/** As much of a timer as programs use. */
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
 * @param owner of timers that are set from now on
 * @param random 0 to 1
 * @returns puts everything back
 */
export function takeGlobals(clock: WorldClock, owner: () => Owner, random: () => number): () => void {
  const { setTimeout, clearTimeout, setInterval, clearInterval } = globalThis
  const { random: chance } = Math
  const begin = (timer: Timer, delayMs: number, run: () => void): Timer => {
    // As with Node, no timer goes off in the turn that sets it
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
