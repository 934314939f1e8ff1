import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Monitor } from '../../../src/core/monitors/monitor.ts'
import { checkPauseEnd, finishPause } from '../../../src/core/monitors/monitor-change.ts'
import { Problem } from '../../../src/core/platform/errors.ts'
import { DAY_MS } from '../../../src/core/platform/time/time.ts'

const NOW = Date.UTC(2026, 0, 31)
const MONITOR = { key: 1, id: 'a', status: 'paused', runtimeStatus: 'paused', pausedUntil: NOW } as Monitor

test('the end of a pause must be in the future and at most a year ahead', () => {
  for (const until of [NOW - 1, NOW, NOW + 366 * DAY_MS + 1])
    assert.throws(
      () => checkPauseEnd(until, NOW),
      (error) => error instanceof Problem && error.details?.field === 'until',
    )
  for (const until of [NOW + 1, NOW + 366 * DAY_MS]) checkPauseEnd(until, NOW)
})

test('the end of a pause resumes the monitor', () => {
  const { after, transition } = finishPause(MONITOR, null)
  assert.deepEqual([after.status, after.pausedUntil], ['active', null])
  assert.deepEqual(transition?.config, { from: 'paused', to: 'active', reason: 'the pause ended' })
  assert.equal(transition?.runtime?.to, 'unknown')
})

test('a monitor that the plan does not allow stays paused without an end and with the reason', () => {
  const { after, transition } = finishPause(MONITOR, new Problem('MONITOR_LIMIT_REACHED', 'the plan allows 50'))
  assert.deepEqual([after.status, after.pausedUntil], ['paused', null])
  assert.deepEqual(transition, {
    config: { from: 'paused', to: 'paused', reason: 'the pause ended, but checks stay paused: the plan allows 50' },
    runtime: null,
  })
})
