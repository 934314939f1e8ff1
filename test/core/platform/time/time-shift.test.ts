import assert from 'node:assert/strict'
import { test } from 'node:test'
import { moveStarts } from '../../../../src/core/platform/time/service-clock.ts'
import { HOUR_MS, MINUTE_MS } from '../../../../src/core/platform/time/time.ts'

const NOON = Date.UTC(2026, 0, 5, 12)
const ago = (minutes: number): number => NOON - minutes * MINUTE_MS

/** @param stretches newest first: the status, and how many minutes ago it began */
const shift = (byMs: number, stretches: [string, number][], floor?: number) =>
  [
    ...moveStarts(
      stretches.map(([status, minutes]) => ({ id: status, status, startedAt: ago(minutes) })),
      NOON,
      byMs,
      floor,
    ),
  ].map(([id, at]) => [id, (NOON - at) / MINUTE_MS])

test('a long period without trouble absorbs a clock change, whatever the current status', () => {
  assert.deepEqual(shift(-HOUR_MS, [['up', 3_000]]), [])
  assert.deepEqual(shift(HOUR_MS, [['up', 5]]), [])
})

test('a current outage moves with the clock, and the preceding period without trouble changes its length', () => {
  const stretches: [string, number][] = [
    ['down', 3],
    ['up', 3_000],
  ]
  assert.deepEqual(shift(-HOUR_MS, stretches), [['down', 63]])
  assert.deepEqual(shift(HOUR_MS, stretches), [['down', -57]])
})

test('periods shorter than the clock change move with the later ones, up to one that is long enough', () => {
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

test('no period begins before the floor', () => {
  assert.deepEqual(shift(-HOUR_MS, [['down', 3]], ago(30)), [['down', 30]])
})
