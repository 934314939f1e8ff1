import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  addToEvaluation,
  createEmptyEvaluation,
  createMonitorState,
  evaluateResult,
  hasIncidentEffect,
  type MonitorState,
} from '../../../src/core/evaluation/evaluate-result.ts'
import type { EvaluatedResult, IngestPolicy } from '../../../src/core/evaluation/ingest.ts'
import type { Evaluation } from '../../../src/core/incidents/evaluation.ts'
import { MINUTE_MS, SECOND_MS } from '../../../src/core/platform/time/time.ts'

const policy: IngestPolicy = { intervalSeconds: 60, timeoutMs: 10_000, failureThreshold: 2, recoveryThreshold: 1 }
const START = 1_800_000_000_000

const result = (minute: number, status: EvaluatedResult['status']): EvaluatedResult => ({
  scheduledAt: START + minute * MINUTE_MS,
  startedAt: START + minute * MINUTE_MS,
  status,
  responseTimeMs: 20,
  errorType: status === 'down' ? 'timeout' : null,
  errorMessage: status === 'down' ? 'no answer' : null,
})

/** Evaluates one check per minute: `u` passes, `s` is slow, `d` fails, `?` is inconclusive. */
function walk(word: string, before = createMonitorState(START, 60), region = 'eu-1', first = 0) {
  let [state, evaluation]: [MonitorState, Evaluation | null] = [before, null]
  for (const [index, letter] of [...word].entries()) {
    const status = ({ u: 'up', s: 'degraded', d: 'down', '?': 'inconclusive' } as const)[letter]!
    const now = START + (first + index) * MINUTE_MS
    const step = evaluateResult(state, result(first + index, status), policy, { region, now })
    if (!step) continue
    state = step.state
    evaluation = addToEvaluation(evaluation, 7, step)
  }
  return { standing: state, turn: evaluation }
}

test('evaluating a result does not modify the previous state', () => {
  const before = walk('uu').standing
  const copy = structuredClone(before)
  walk('dd', before, 'eu-1', 2)
  assert.deepEqual(before, copy)
})

test('a monitor is down after the second failure, since the start of the first', () => {
  const { standing: state, turn: evaluation } = walk('udd')
  assert.deepEqual([state.status, state.since], ['down', START + MINUTE_MS])
  assert.equal(evaluation!.changes[1]!.confirmedAt, START + 2 * MINUTE_MS + 20)
  assert.deepEqual(
    evaluation!.changes.map(({ from, to }) => [from, to]),
    [
      ['unknown', 'up'],
      ['up', 'down'],
    ],
  )
})

test('failures before a change are counted with it, and each later failure once', () => {
  const failuresOf = ({ turn: evaluation }: ReturnType<typeof walk>) =>
    evaluation!.steps!.map(({ failures }) => failures)
  assert.deepEqual(failuresOf(walk('ud')), [0])
  assert.deepEqual(failuresOf(walk('udd')), [0, 2])
  const down = walk('udd').standing
  assert.deepEqual(failuresOf(walk('dd', down, 'eu-1', 3)), [1, 1])
})

test('a result is ignored when it is older than the state of its region', () => {
  const { standing: state } = walk('uuu')
  assert.equal(evaluateResult(state, result(1, 'down'), policy, { region: 'eu-1', now: START + 3 * MINUTE_MS }), null)
  assert.notEqual(evaluateResult(state, result(1, 'down'), policy, { region: 'us-1', now: START + MINUTE_MS }), null)
})

test('regions vote together, each with its own counters', () => {
  const two = walk('udd', walk('uuu').standing, 'us-1')
  assert.equal(two.standing.status, 'degraded')
  assert.deepEqual(
    two.standing.regions.map(({ region, counters }) => [region, counters.opinion]),
    [
      ['eu-1', 'up'],
      ['us-1', 'down'],
    ],
  )
  assert.deepEqual(two.turn!.failingRegions, ['us-1'])
})

test('a period without results is unknown, whatever result follows', () => {
  const before = walk('uu').standing
  const { turn: evaluation } = walk('u', before, 'eu-1', 30)
  const freshUntil = START + MINUTE_MS + 20 + 2 * MINUTE_MS + 10 * SECOND_MS
  assert.deepEqual(
    evaluation!.changes.map(({ to, at }) => [to, at]),
    [
      ['unknown', freshUntil],
      ['up', START + 30 * MINUTE_MS + 20],
    ],
  )
})

/** A check that was due at one minute and started at another one. */
const late = (due: number, started: number, status: EvaluatedResult['status'] = 'up'): EvaluatedResult => ({
  ...result(started, status),
  scheduledAt: START + due * MINUTE_MS,
})

const evaluate = (state: MonitorState, check: EvaluatedResult, region = 'eu-1') =>
  evaluateResult(state, check, policy, { region, now: check.startedAt })!

test('a check that starts late because of the load of its probe leaves no gap, and its result stays fresh for longer', () => {
  const before = walk('uu').standing
  const { state, changes, regionState } = evaluate(before, late(2, 6))
  assert.deepEqual([changes, state.status], [[], 'up'])
  assert.equal(regionState.freshUntil, START + (6 + 2 + 4) * MINUTE_MS + 10 * SECOND_MS + 20)
  assert.deepEqual(evaluate(state, late(7, 11)).changes, [])
})

test('an outage is confirmed across late checks, and no confirmation follows from checks before a silence', () => {
  const failed = evaluate(walk('uu').standing, late(2, 6, 'down'))
  assert.deepEqual([failed.state.status, failed.regionState.counters.failures], ['up', 1])
  assert.equal(evaluate(failed.state, late(6.2, 6.2, 'down')).state.status, 'down')
  const silent = evaluate(failed.state, late(30, 31, 'down'))
  assert.deepEqual([silent.state.status, silent.regionState.counters.failures], ['unknown', 1])
})

test('a late start counts as at most ten minutes, a short delay does not count, and it is no excuse of other regions', () => {
  const before = walk('uu').standing
  assert.equal(evaluate(before, late(2, 13)).changes.length, 0)
  assert.equal(evaluate(before, late(2, 15)).changes.length, 2)
  const longest = evaluate(before, late(2, 12)).regionState.freshUntil
  assert.equal(longest, START + (12 + 2 + 10) * MINUTE_MS + 10 * SECOND_MS + 20)
  assert.equal(evaluate(before, late(2, 2.08)).regionState.freshUntil, START + 4.08 * MINUTE_MS + 10 * SECOND_MS + 20)
  assert.equal(evaluate(before, late(2, 6), 'us-1').changes[0]?.to, 'unknown')
})

test('a new cause of degraded is reported although the status stays', () => {
  const slow = walk('uss')
  assert.equal(slow.standing.status, 'degraded')
  const partly = walk('dd', walk('uss', slow.standing, 'us-1').standing, 'us-1', 3)
  assert.equal(partly.standing.status, 'degraded')
  assert.equal(partly.turn!.causeChanged, true)
  const again = walk('dddd', walk('uss', slow.standing, 'us-1').standing, 'us-1', 3)
  assert.equal(again.turn!.causeChanged, true, 'regardless of later checks in the batch')
})

test('another slow region is added to the incident once', () => {
  const slow = walk('uss').standing
  const { turn: evaluation } = walk('usss', slow, 'us-1')
  assert.deepEqual(
    evaluation!.steps!.map(({ judged, changes }) => [judged.affectedRegions, changes.length]),
    [
      [[], 1], // one of two regions is not more than half
      [['eu-1', 'us-1'], 1],
    ],
  )
  const third = walk('usss', walk('uss', slow, 'us-1').standing, 'ap-1').turn!
  assert.deepEqual(
    third.steps!.map(({ judged }) => judged.affectedRegions),
    [['ap-1', 'eu-1', 'us-1']],
  )
})

test('a stale region does not count again when an older result arrives', () => {
  const down = walk('udd').standing // fresh for 130 s, until 4:10
  const later = (minute: number) => walk('u', down, 'us-1', minute).standing
  const judge = (before: MonitorState) =>
    evaluateResult(before, result(4, 'up'), policy, { region: 'ap-1', now: START + 5 * MINUTE_MS })!.judged.status
  assert.equal(judge(later(3.9)), 'degraded')
  assert.equal(judge(later(4.5)), 'up')
})

test('a monitor that fails in one region stays degraded when other regions fall silent, and is down when the silence lasts', () => {
  const passing = walk('uuu', createMonitorState(START, 60), 'us-1').standing
  const before = walk('ddd', passing, 'eu-1').standing
  assert.equal(before.status, 'degraded')
  // The failing region is silent too for a while
  const blocked = walk('dddddd', before, 'eu-1', 8)
  assert.equal(blocked.standing.status, 'degraded')
  const { turn: evaluation } = walk('d'.repeat(28), blocked.standing, 'eu-1', 14)
  assert.deepEqual(
    evaluation!.changes.map(({ to, at }) => [to, at]),
    [['down', START + 2 * MINUTE_MS + 20 + 30 * MINUTE_MS]],
  )
})

test('an empty evaluation has the last known status, unless silence followed it', () => {
  const { standing: state } = walk('udd')
  const at = START + 3 * MINUTE_MS
  assert.equal(createEmptyEvaluation(7, state, at).judged.status, 'down')
  assert.equal(createEmptyEvaluation(7, { ...state, status: 'unknown' }, at).judged.status, 'unknown')
  assert.deepEqual(createEmptyEvaluation(7, state, at).steps, [])
})

test('passes without a change affect no incident, and failures do after their confirmation', () => {
  const up = walk('uu').standing
  assert.equal(hasIncidentEffect(walk('u', up, 'eu-1', 2).turn!), false)
  assert.equal(hasIncidentEffect(walk('d', up, 'eu-1', 2).turn!), false)
  const down = walk('dd', up, 'eu-1', 2).standing
  assert.equal(hasIncidentEffect(walk('d', down, 'eu-1', 4).turn!), true)
  assert.equal(hasIncidentEffect(walk('u', down, 'eu-1', 4).turn!), true)
})

test('results evaluated together have the same outcome as results evaluated separately', () => {
  const together = walk('udduddu')
  const apart = [...'udduddu'].reduce(
    ({ standing: state, changes }, letter, index) => {
      const one = walk(letter, state, 'eu-1', index)
      return { standing: one.standing, changes: [...changes, ...one.turn!.changes] }
    },
    { standing: createMonitorState(START, 60), changes: [] as Evaluation['changes'] },
  )
  assert.deepEqual(together.turn!.changes, apart.changes)
  assert.deepEqual(together.standing, apart.standing)
})
