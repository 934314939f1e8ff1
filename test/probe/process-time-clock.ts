import type { TestContext } from 'node:test'
import { type Clock, createSystemClock } from '../../src/probe/schedule/clock.ts'

/** Interval of readings, and the most time that passes between two readings. */
const LOOK_MS = 10
const LONGEST_MS = 20

/** A clock that stops while this process is stalled, so that a busy machine does not count as trouble of the probe. */
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
