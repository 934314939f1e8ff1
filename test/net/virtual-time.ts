import type { TestContext } from 'node:test'

/** Time that passes only where a test lets it. */
export interface VirtualTime {
  /** Every timer rings at its moment, and what it sets off is done before the next. */
  pass(ms: number): Promise<void>
  /** As `pass`, for as long as it takes. */
  passUntil<T>(settled: Promise<T>): Promise<T>
  /** Time passes and nothing runs: the process was stopped, or busy. Timers that are late ring when time passes again. */
  stall(ms: number): void
}

/** Takes `setTimeout` and `performance.now` of this process in hand until the test is over. */
export function virtualTime(t: TestContext): VirtualTime {
  let now = performance.now()
  let stalledMs = 0
  t.mock.timers.enable({ apis: ['setTimeout'] })
  t.mock.method(performance, 'now', () => now)
  const step = async (ms: number): Promise<void> => {
    now += ms
    t.mock.timers.tick(ms + stalledMs)
    stalledMs = 0
    await new Promise((resolve) => setImmediate(resolve))
  }
  return {
    async pass(ms) {
      if (stalledMs > 0) await step(0)
      for (let passed = 0; passed < ms; passed++) await step(1)
    },
    async passUntil(settled) {
      let isSettled = false
      const settle = () => {
        isSettled = true
      }
      settled.then(settle, settle)
      while (!isSettled) await step(1)
      return settled
    },
    stall(ms) {
      now += ms
      stalledMs += ms
    },
  }
}
