import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type IngestPolicy,
  isNewResult,
  NO_REGION_STATE,
  updateRegionState,
} from '../../../src/core/evaluation/ingest.ts'
import type { CheckResult } from '../../../src/core/probes/protocol.ts'
import { NO_TIMINGS } from '../../../src/core/results/verdict.ts'

const policy: IngestPolicy = { intervalSeconds: 60, timeoutMs: 10_000, failureThreshold: 2, recoveryThreshold: 2 }
const result = (over: Partial<CheckResult>): CheckResult => ({
  monitorKey: 1,
  kind: 'check',
  scheduledAt: 1_000_000,
  startedAt: 1_000_001,
  status: 'up',
  responseTimeMs: 20,
  statusCode: 200,
  errorType: null,
  errorMessage: null,
  timings: NO_TIMINGS,
  remoteAddress: null,
  ...over,
})
const down = { status: 'down', errorType: 'timeout', errorMessage: 'no answer' } as const

test('a region that never reported accepts any fresh result', () => {
  assert.equal(isNewResult(result({}), NO_REGION_STATE, policy, 1_000_100), true)
})

test('a repeated or older result is not new', () => {
  const record = updateRegionState(NO_REGION_STATE, result({}), policy)
  assert.equal(isNewResult(result({}), record, policy, 1_000_100), false)
  assert.equal(isNewResult(result({ scheduledAt: 999_999 }), record, policy, 1_000_100), false)
  assert.equal(isNewResult(result({ scheduledAt: 1_000_001 }), record, policy, 1_000_100), true)
})

test("a result pushed again is not new when the probe's clock is slightly ahead", () => {
  const record = updateRegionState(NO_REGION_STATE, result(down), policy)
  assert.equal(isNewResult(result(down), record, policy, 995_000), false)
})

test("a result is new when the server's clock was set back", () => {
  const record = updateRegionState(NO_REGION_STATE, result({ scheduledAt: 5_000_000, startedAt: 5_000_000 }), policy)
  assert.equal(isNewResult(result({}), record, policy, 1_000_100), true)
})

test('an unconfirmed recovery keeps the error of the failure, whether the pass is fast or slow', () => {
  const once = updateRegionState(NO_REGION_STATE, result(down), policy)
  const twice = updateRegionState(once, result({ ...down, scheduledAt: 1_010_000, startedAt: 1_010_000 }), policy)
  for (const over of [{}, { status: 'degraded', errorType: 'slow_response', errorMessage: 'slow' } as const]) {
    const half = updateRegionState(twice, result({ ...over, scheduledAt: 1_020_000, startedAt: 1_020_000 }), policy)
    assert.deepEqual([half.counters.opinion, half.errorType, half.errorMessage], ['down', 'timeout', 'no answer'])
  }
})

test('a heartbeat result that is stale on arrival is only stored in the history, and a late check counts', () => {
  const now = 1_000_021 + 130_000 // 2 x 60 s + 10 s
  assert.equal(isNewResult(result({}), NO_REGION_STATE, policy, now), true)
  const job = { ...policy, freshMs: 130_000 }
  assert.equal(isNewResult(result({}), NO_REGION_STATE, job, now - 1), true)
  assert.equal(isNewResult(result({}), NO_REGION_STATE, job, now), false)
})

test('results are new at once after the clock was set back', () => {
  const record = updateRegionState(NO_REGION_STATE, result({ scheduledAt: 9_000_000, startedAt: 9_000_000 }), policy)
  assert.equal(isNewResult(result({}), record, policy, 1_000_100), true)
})

const inconclusive = { status: 'inconclusive', scheduledAt: 1_020_000, startedAt: 1_020_000 } as const

test('an inconclusive check withdraws an unconfirmed failure and its error, and keeps the opinion and its freshness', () => {
  const up = updateRegionState(NO_REGION_STATE, result({}), policy)
  const before = updateRegionState(up, result({ ...down, scheduledAt: 1_010_000, startedAt: 1_010_000 }), policy)
  const after = updateRegionState(before, result(inconclusive), policy)
  assert.deepEqual(after, {
    ...before,
    counters: { ...before.counters, failures: 0 },
    runSince: null,
    errorType: null,
    errorMessage: null,
    lastScheduledAt: 1_020_000,
    lastCheckAt: 1_020_020,
  })
})

test('an inconclusive check after a confirmed failure changes only the time of the last check', () => {
  const once = updateRegionState(NO_REGION_STATE, result(down), policy)
  const before = updateRegionState(once, result({ ...down, scheduledAt: 1_010_000, startedAt: 1_010_000 }), policy)
  const after = updateRegionState(before, result(inconclusive), policy)
  assert.deepEqual(after, { ...before, lastScheduledAt: 1_020_000, lastCheckAt: 1_020_020 })
})

test('a failure after a silence confirms the earlier outage despite an inconclusive check between them', () => {
  const once = updateRegionState(NO_REGION_STATE, result(down), policy)
  const twice = updateRegionState(once, result({ ...down, scheduledAt: 1_010_000, startedAt: 1_010_000 }), policy)
  const trouble = updateRegionState(
    twice,
    result({ ...inconclusive, scheduledAt: 4_000_000, startedAt: 4_000_000 }),
    policy,
  )
  assert.equal(updateRegionState(trouble, result({ ...down, ...hourLater }), policy).counters.opinion, 'down')
})

test('a failure and a pass are stored with their times', () => {
  const failed = updateRegionState(NO_REGION_STATE, result(down), policy)
  assert.deepEqual([failed.lastSuccessAt, failed.lastFailureAt, failed.errorType], [null, 1_000_021, 'timeout'])
  const passed = updateRegionState(failed, result({ scheduledAt: 1_010_000, startedAt: 1_010_000 }), policy)
  assert.deepEqual([passed.lastSuccessAt, passed.lastFailureAt, passed.errorType], [1_010_020, 1_000_021, null])
})

const hourLater = { scheduledAt: 4_600_000, startedAt: 4_600_000 }

test('one pass after a silence is enough for up, whatever the earlier opinion', () => {
  const once = updateRegionState(NO_REGION_STATE, result(down), policy)
  const twice = updateRegionState(once, result({ ...down, scheduledAt: 1_010_000, startedAt: 1_010_000 }), policy)
  assert.equal(twice.counters.opinion, 'down')
  assert.equal(updateRegionState(twice, result(hourLater), policy).counters.opinion, 'up')
})

test('a region that was down before a silence and fails after it is down at once', () => {
  const once = updateRegionState(NO_REGION_STATE, result(down), policy)
  const twice = updateRegionState(once, result({ ...down, scheduledAt: 1_010_000, startedAt: 1_010_000 }), policy)
  assert.equal(updateRegionState(twice, result({ ...down, ...hourLater }), policy).counters.opinion, 'down')
})

test('a failure long before a silence does not confirm a failure after it', () => {
  const up = updateRegionState(NO_REGION_STATE, result({}), policy)
  const doubt = updateRegionState(up, result({ ...down, scheduledAt: 1_060_000, startedAt: 1_060_000 }), policy)
  const after = updateRegionState(doubt, result({ ...down, ...hourLater }), policy)
  assert.deepEqual([after.counters.opinion, after.counters.failures], ['unknown', 1])
})
