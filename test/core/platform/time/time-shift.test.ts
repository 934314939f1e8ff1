import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUR_MS, MINUTE_MS } from '../../../../src/core/platform/time/time.ts'
import { moveStarts } from '../../../../src/core/platform/time/time-shift.ts'

const NOON = Date.UTC(2026, 0, 5, 12)
const ago = (minutes: number): number => NOON - minutes * MINUTE_MS

/** @param stretches newest first: the status and how many minutes ago it began */
const shift = (byMs: number, stretches: [string, number][], floor?: number) =>
  [
    ...moveStarts(
      stretches.map(([status, minutes]) => ({ id: status, status, startedAt: ago(minutes) })),
      NOON,
      byMs,
      floor,
    ),
  ].map(([id, at]) => [id, (NOON - at) / MINUTE_MS])

test('a long quiet stretch takes up a step of the clock, whatever it is still going on', () => {
  assert.deepEqual(shift(-HOUR_MS, [['up', 3_000]]), [])
  assert.deepEqual(shift(HOUR_MS, [['up', 5]]), [])
})

test('an outage that is going on moves with the clock, and the quiet stretch before it becomes shorter or longer', () => {
  const stretches: [string, number][] = [
    ['down', 3],
    ['up', 3_000],
  ]
  assert.deepEqual(shift(-HOUR_MS, stretches), [['down', 63]])
  assert.deepEqual(shift(HOUR_MS, stretches), [['down', -57]])
})

test('stretches shorter than the step move with what follows them, up to one that is long enough', () => {
  const stretches: [string, number][] = [
    ['up', 2],
    ['down', 10],
    ['unknown', 30],
    ['degraded', 500],
    ['paused', 900],
  ]
  assert.deepEqual(shift(-HOUR_MS, stretches), [
    ['up', 62],
    ['down', 70],
    ['unknown', 90],
    ['degraded', 560],
  ])
})

test('no stretch begins before the floor', () => {
  assert.deepEqual(shift(-HOUR_MS, [['down', 3]], ago(30)), [['down', 30]])
})
