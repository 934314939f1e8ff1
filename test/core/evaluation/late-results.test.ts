import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMonitorState, type MonitorState } from '../../../src/core/evaluation/evaluate-result.ts'
import { computeMergeStart, hasLateResults, type RegionResult } from '../../../src/core/evaluation/late-results.ts'
import { mergeResults } from '../../../src/core/evaluation/merge-results.ts'
import { SECOND_MS } from '../../../src/core/platform/time/time.ts'
import type { StoredEntry } from '../../../src/core/results/status-timeline.ts'

const T0 = 1_800_000_000_000
const policy = { intervalSeconds: 30, timeoutMs: 10_000, failureThreshold: 2, recoveryThreshold: 2 }
const UNKNOWN: StoredEntry = {
  id: 'first',
  from: null,
  to: 'unknown',
  at: T0 - SECOND_MS,
  reason: 'the monitor was created',
  actorId: 'alice',
  endedAt: null,
}

/** Creates results: `u` passes, `d` fails. Times are seconds since `T0`. */
const checks = (region: string, word: string, ...times: number[]): RegionResult[] =>
  times.map((second, index) => {
    const at = T0 + second * SECOND_MS
    const isUp = (word[index] ?? word.at(-1)) === 'u'
    const error = isUp ? null : ('timeout' as const)
    return {
      region,
      scheduledAt: at,
      startedAt: at,
      status: isUp ? 'up' : 'down',
      responseTimeMs: 0,
      errorType: error,
      errorMessage: error,
    }
  })

const NEW: MonitorState = createMonitorState(UNKNOWN.at, 30)

const merge = (second: number, results: RegionResult[], state = NEW, stored: RegionResult[] = []) => {
  const now = T0 + second * SECOND_MS
  const { timeline, ...rest } = mergeResults({
    monitorId: 'm',
    state,
    region: 'r1',
    results,
    stored,
    until: Number.POSITIVE_INFINITY,
    from: computeMergeStart('r1', results, stored, policy),
    recorded: [UNKNOWN],
    policy,
    isPlanned: false,
    now,
  })!
  return { ...rest, history: timeline.map(({ to, at }) => `${to}@${(at - T0) / SECOND_MS}`).join(' ') }
}

const isLate = (state: MonitorState, results: RegionResult[], second = 70) =>
  hasLateResults(state, results, policy, { region: results[0]!.region, now: T0 + second * SECOND_MS })

test('late results are merged unless they follow all known results', () => {
  assert.equal(isLate(NEW, checks('r1', 'u', 0, 30)), false)
  assert.equal(isLate(NEW, checks('r1', 'u', -5, 30)), true, 'before the history')
  const other = merge(41, checks('r2', 'd', 40)).state
  assert.equal(isLate(other, checks('r1', 'u', 0, 30)), true, 'before a check of another region')
  assert.equal(isLate(other, checks('r1', 'u', 41)), false)
})

test('late failures are merged when they change the status', () => {
  const { state } = merge(1, checks('r1', 'u', 0))
  assert.equal(isLate(state, checks('r1', 'ud', 30, 40)), false, 'a failure that is not confirmed')
  assert.equal(isLate(state, checks('r1', 'udd', 30, 35, 40)), true)
  const { state: down } = merge(41, checks('r1', 'udd', 0, 30, 40))
  assert.equal(isLate(down, checks('r1', 'd', 45, 50)), false, 'the outage continues')
  assert.equal(isLate(down, checks('r1', 'uu', 45, 50)), false, 'the outage has ended')
  assert.equal(isLate(down, checks('r1', 'duu', 45, 50, 54)), true)
})

test('late failures that hold after the last result are an outage now', () => {
  const { history, step } = merge(75, checks('r1', 'uddd', 0, 30, 40, 70))
  assert.equal(history, 'unknown@-1 up@0 down@30')
  assert.deepEqual([step.judged.status, step.failures], ['down', 3])
})

test('late failures are no outage now when the next check of the region was due meanwhile', () => {
  const { history, step, regionState } = merge(110, checks('r1', 'uddd', 0, 30, 40, 70))
  assert.equal(step.judged.status, 'unknown')
  assert.equal(history, 'unknown@-1 up@0 down@30 unknown@70')
  // The rest of the spool arrives
  const state = { ...NEW, status: 'unknown' as const, since: T0 + 70 * SECOND_MS, regions: [regionState] }
  const stored = checks('r1', 'uddd', 0, 30, 40, 70)
  const rest = checks('r1', 'd', 100)
  assert.ok(hasLateResults(state, rest, policy, { region: 'r1', now: T0 + 111 * SECOND_MS }))
  const next = merge(111, rest, state, stored)
  assert.deepEqual([next.history, next.step.judged.status], ['unknown@-1 down@30', 'down'])
})

test('late failures of a region whose results are always late are an outage when they arrive again', () => {
  const delay = 35
  const arrivals = [0, 30, 60, 90, 120].map((second, index) => checks('r1', index === 0 ? 'u' : 'd', second))
  let state = NEW
  const statuses = arrivals.map((results, index) => {
    const next = merge(index * 30 + delay, results, state, arrivals.slice(0, index).flat())
    state = next.state
    return next.step.judged.status
  })
  assert.deepEqual(statuses, ['up', 'up', 'unknown', 'down', 'down'])
})

test('late failures are no outage now while the region may be recovering', () => {
  assert.equal(merge(75, checks('r1', 'uddu', 0, 30, 40, 70)).step.judged.status, 'unknown')
})

test('late results that confirm a run of earlier checks are dated to the start of the run', () => {
  const first = checks('r1', 'ud', 0, 30)
  const { state } = merge(35, first)
  const others = checks('r2', 'd', 20, 31, 41)
  assert.equal(
    merge(45, checks('r1', 'd', 40), state, [...first, ...others]).history,
    'unknown@-1 up@0 degraded@20 down@30',
  )
})

test('late failures of an outage that has ended leave the monitor up', () => {
  const { history, step } = merge(85, checks('r1', 'udduu', 0, 30, 40, 70, 80))
  assert.equal(history, 'unknown@-1 up@0 down@30 up@70')
  assert.equal(step.judged.status, 'up')
})

test('late passes of a monitor that has been up since are not merged, and results in time are not merged', () => {
  const up = merge(1, checks('r1', 'u', 0)).state
  assert.equal(isLate(up, checks('r1', 'u', 30, 60, 90), 100), false)
  assert.equal(isLate(up, checks('r2', 'u', 30, 60, 90), 100), false)
  assert.equal(isLate(up, checks('r1', 'd', 80, 90), 91), false)
})

test('a result in time is not merged after overlapping checks, of which the first ended last', () => {
  const [long, short, trouble] = checks('r1', 'udu', 0, 5, 12) as [RegionResult, RegionResult, RegionResult]
  const overlapping = [{ ...long, responseTimeMs: 10 * SECOND_MS }, short]
  const { state } = merge(13, [...overlapping, { ...trouble, status: 'inconclusive' }])
  assert.equal(hasLateResults(state, checks('r1', 'd', 20), policy, { region: 'r1', now: T0 + 21 * SECOND_MS }), false)
})
