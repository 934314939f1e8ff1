/** A clock that changes only when a test moves it. */
export interface TestClock {
  /** Unix ms. */
  now: () => number
  /** @returns the new time */
  advance(ms: number): number
  set(at: number): void
}

/** 2026-01-05, a Monday, at midnight. */
export const MONDAY = Date.UTC(2026, 0, 5)

export function createTestClock(start = MONDAY): TestClock {
  let at = start
  return {
    now: () => at,
    advance(ms) {
      at += ms
      return at
    },
    set(value) {
      at = value
    },
  }
}
