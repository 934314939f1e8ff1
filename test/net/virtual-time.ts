import type { TestContext } from 'node:test'

/** Time that passes only when a test moves it. */
export interface VirtualTime {
  /** Fires every timer at its time, and completes its effects before the next one. */
  pass(ms: number): Promise<void>
  /** Like `pass`, until the promise settles. */
  passUntil<T>(settled: Promise<T>): Promise<T>
  /** Time passes and nothing runs: the process was stopped, or busy. Late timers fire when time passes again. */
  stall(ms: number): void
}

/** Replaces `setTimeout` and `performance.now` of this process until the test is over. */
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
