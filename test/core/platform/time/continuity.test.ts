import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Continuity, SETTLE_MS } from '../../../../src/core/platform/time/continuity.ts'
import { MINUTE_MS, SECOND_MS } from '../../../../src/core/platform/time/time.ts'

/** The monotonic clock counts fractions of a millisecond, and the wall clock does not. */
const FRACTION_MS = 0.195

/** Simulates a process that ticks and writes every second while time passes, unless it stalls. */
function run() {
  let [now, elapsed] = [1_000_000, 0]
  const continuity = new Continuity(now, elapsed)
  const unsettledMs = () => continuity.unsettledMs(now)
  const pass = (ms: number, { writes = true } = {}) => {
    for (const end = now + ms; now < end; ) {
      now += SECOND_MS
      elapsed += SECOND_MS
      continuity.tick(now, elapsed)
      if (writes) continuity.recordWrite(now)
    }
  }
  const stand = (ms: number, isAsleep = false) => {
    now += ms
    elapsed += isAsleep ? FRACTION_MS : ms - FRACTION_MS
  }
  const tick = () => continuity.tick(now, elapsed)
  return { continuity, unsettledMs, pass, stand, tick, now: () => now }
}

test('a server settles after its start', () => {
  const { unsettledMs, pass } = run()
  assert.equal(unsettledMs(), SETTLE_MS)
  pass(SETTLE_MS - SECOND_MS)
  assert.equal(unsettledMs(), SECOND_MS)
  pass(SECOND_MS)
  assert.equal(unsettledMs(), 0)
  pass(MINUTE_MS)
  assert.equal(unsettledMs(), 0)
})

test('a process that stalled settles again, and counts as interrupted before its next tick', () => {
  const { continuity, unsettledMs, pass, stand, tick, now } = run()
  pass(MINUTE_MS)
  stand(5 * SECOND_MS)
  assert.equal(unsettledMs(), SETTLE_MS)
  tick()
  assert.deepEqual([continuity.since, continuity.leapMs, unsettledMs()], [now(), 0, SETTLE_MS])
})

test('a pause of two seconds, for example for garbage collection, is no interruption', () => {
  const { unsettledMs, pass, stand, tick } = run()
  pass(MINUTE_MS)
  stand(2 * SECOND_MS)
  tick()
  assert.equal(unsettledMs(), 0)
})

test('a database that rejects writes for longer than a retry is an interruption until it accepts one', () => {
  const { continuity, unsettledMs, pass, now } = run()
  pass(MINUTE_MS)
  pass(12 * SECOND_MS, { writes: false })
  assert.equal(unsettledMs(), 0)
  pass(30 * SECOND_MS, { writes: false })
  assert.equal(unsettledMs(), SETTLE_MS)
  pass(SECOND_MS)
  assert.deepEqual([continuity.since, unsettledMs()], [now(), SETTLE_MS])
})

test('a machine that slept reports the lead of the time over the process', () => {
  const { continuity, pass, stand, tick } = run()
  pass(MINUTE_MS)
  stand(10 * MINUTE_MS, true)
  tick()
  assert.equal(continuity.leapMs, 10 * MINUTE_MS)
  continuity.recordInterruption(continuity.since + SECOND_MS)
  assert.equal(continuity.leapMs, 10 * MINUTE_MS, 'the database was reported later')
  pass(MINUTE_MS)
  stand(5 * SECOND_MS)
  tick()
  assert.equal(continuity.leapMs, 0)
})

test('a clock that is set back is no interruption', () => {
  const { unsettledMs, pass, stand, tick } = run()
  pass(MINUTE_MS)
  stand(-10 * MINUTE_MS, true)
  tick()
  assert.equal(unsettledMs(), 0)
  pass(SECOND_MS)
  assert.equal(unsettledMs(), 0)
})
