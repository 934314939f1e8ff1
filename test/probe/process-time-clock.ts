import type { TestContext } from 'node:test'
import { type Clock, createSystemClock } from '../../src/probe/schedule/clock.ts'

/** How often it looks at the time, and the most that passes between two looks. */
const LOOK_MS = 10
const LONGEST_MS = 20

/** A clock that stops while this process stands still, so that a busy machine does not pass for trouble of the probe. */
export function processTimeClock(t: TestContext): Clock {
  const start = Date.now()
  let livedMs = 0
  let lookedAt = performance.now()
  const look = (): number => {
    const now = performance.now()
    livedMs += Math.min(now - lookedAt, LONGEST_MS)
    lookedAt = now
    return livedMs
  }
  const looking = setInterval(look, LOOK_MS)
  t.after(() => clearInterval(looking))
  return { ...createSystemClock(() => Math.round(start + look())), monotonic: look }
}
