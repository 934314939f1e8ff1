import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMonitorState, evaluateResult, type MonitorState } from '../../../src/core/evaluation/evaluate-result.ts'
import {
  type IngestPolicy,
  NO_REGION_STATE,
  type RegionStateFields,
  updateRegionState,
} from '../../../src/core/evaluation/ingest.ts'
import { SECOND_MS } from '../../../src/core/platform/time/time.ts'
import type { CheckStatus } from '../../../src/core/results/verdict.ts'

const START = 1_800_000_000_000
const STATUS_OF: Record<string, CheckStatus> = { u: 'up', d: 'down', s: 'degraded', i: 'inconclusive' }

const checkAt = (second: number, letter: string, lengthMs = 20) => ({
  scheduledAt: START + second * SECOND_MS,
  startedAt: START + second * SECOND_MS,
  status: STATUS_OF[letter]!,
  responseTimeMs: lengthMs,
  errorType: null,
  errorMessage: null,
})

const policyOf = (failureThreshold: number, recoveryThreshold: number, over: Partial<IngestPolicy> = {}) => ({
  intervalSeconds: 60,
  timeoutMs: 10_000,
  failureThreshold,
  recoveryThreshold,
  ...over,
})

/** A check; its duration is 20 ms by default. */
type Step = [second: number, letter: string, lengthMs?: number]

const walk = (
  steps: readonly Step[],
  policy: IngestPolicy,
  from: RegionStateFields = NO_REGION_STATE,
): RegionStateFields =>
  steps.reduce(
    (record, [second, letter, lengthMs]) => updateRegionState(record, checkAt(second, letter, lengthMs), policy),
    from,
  )

const WELL: Step[] = [
  [0, 'u'],
  [60, 'u'],
]
const DOWN: Step[] = [...WELL, [120, 'd'], [130, 'd']]

type Case = [what: string, steps: Step[], opinionSince: number, runSince: number | null, policy?: IngestPolicy]
const CASES: Case[] = [
  ['up since the answer to the first check', WELL, 0.02, null],
  ['a failure that is not confirmed', [...WELL, [120, 'd']], 0.02, 120],
  ['down since the start of the first failure', DOWN, 120, null],
  ['down since the start of a check that hung', [...WELL, [120, 'd', 10_000], [140, 'd', 10_000]], 120, null],
  ['a failure before a pass does not count', [...WELL, [120, 'd'], [130, 'u'], [180, 'd'], [190, 'd']], 180, null],
  [
    'a failure before trouble of the probe does not count',
    [...WELL, [120, 'd'], [130, 'i'], [180, 'd'], [190, 'd']],
    180,
    null,
  ],
  ['a pass that is not confirmed', [...DOWN, [180, 'u']], 120, 180.02],
  ['up since the start of the first pass', [...DOWN, [180, 'u', 30], [190, 'u', 30]], 180, null],
  ['up since a waiting request was answered', [...DOWN, [180, 'u', 8_000], [198, 'u', 50]], 187.95, null],
  [
    'up never before the end of the last failure',
    [...DOWN, [180, 'd', 9_000], [190, 'u'], [200, 'u', 5_000]],
    189,
    null,
  ],
  ['a failure between two passes', [...DOWN, [180, 'u'], [190, 'd'], [240, 'u'], [250, 'u']], 240, null],
  ['one pass is enough: up since its answer', [...DOWN, [180, 'u', 500]], 180.5, null, policyOf(2, 1)],
  ['one failure is enough: down since its start', [...WELL, [120, 'd', 10_000]], 120, null, policyOf(1, 2)],
  ['a slow check that is not confirmed', [...WELL, [120, 's', 900]], 0.02, 120],
  ['slow since the start of the first slow check', [...WELL, [120, 's', 900], [180, 's', 900]], 120, null],
  ['fast again since the start of the fast check', [...WELL, [120, 's', 900], [180, 's', 900], [240, 'u']], 240, null],
  ['slow right after the recovery', [...DOWN, [180, 's', 900], [190, 's', 900]], 180, null],
  [
    'a heartbeat is late at its deadline, and back with its ping',
    [
      [0, 'u'],
      [60, 'd', 30_000],
    ],
    90,
    null,
    policyOf(1, 1, { freshMs: 1e6 }),
  ],
]
for (const [what, steps, opinionSince, runSince, policy = policyOf(2, 2)] of CASES)
  test(`evidence of a region: ${what}`, () => {
    const record = walk(steps, policy)
    const inSeconds = (at: number | null) => (at === null ? null : (at - START) / SECOND_MS)
    assert.deepEqual([inSeconds(record.opinionSince), inSeconds(record.runSince)], [opinionSince, runSince])
  })

test('consecutive failures never begin before the last pass', () => {
  // Checks of one target may overlap
  const counters = { opinion: 'up', failures: 1, passes: 0, slow: 0 } as const
  const stale = { ...walk(WELL, policyOf(2, 2)), counters, runSince: START - 500_000 }
  assert.equal(walk([[130, 'd']], policyOf(2, 2), stale).opinionSince, START + 60 * SECOND_MS + 20)
})

test('the confirming check is the evidence when the beginning is unknown', () => {
  const unknown = { ...walk([...WELL, [120, 'd']], policyOf(2, 2)), runSince: null, opinionSince: null }
  assert.equal(walk([[130, 'd']], policyOf(2, 2), unknown).opinionSince, START + 130 * SECOND_MS)
})

type RegionStep = [region: string, ...Step]

/** @returns the last change, in seconds */
function lastChange(steps: readonly RegionStep[], policy: IngestPolicy): [to: string, at: number] {
  let standing: MonitorState = createMonitorState(START - SECOND_MS, 60)
  let last: [string, number] = ['', 0]
  for (const [region, second, letter, lengthMs] of steps) {
    const result = checkAt(second, letter, lengthMs)
    const now = result.startedAt + result.responseTimeMs
    const step = evaluateResult(standing, result, policy, { region, now })
    if (!step) continue
    standing = step.state
    for (const { to, at } of step.changes) last = [to, (at - START) / SECOND_MS]
  }
  return last
}

const ALL_UP: RegionStep[] = ['a', 'b', 'c'].map((region) => [region, 0, 'u'])
const TWO_DOWN: RegionStep[] = [
  ...ALL_UP,
  ['c', 60, 'u'],
  ['a', 60, 'd'],
  ['b', 65, 'd'],
  ['a', 70, 'd'],
  ['b', 75, 'd'],
]
const ALL_DOWN: RegionStep[] = [...TWO_DOWN, ['c', 80, 'd'], ['c', 90, 'd']]

const TOGETHER: [what: string, steps: RegionStep[], ...change: [to: string, at: number]][] = [
  ['degraded since the first region failed', [...ALL_UP, ['a', 60, 'd'], ['a', 70, 'd']], 'degraded', 60],
  ['down since more than half of them failed', TWO_DOWN, 'down', 65],
  [
    'down since then, whichever region confirmed it last',
    [...ALL_UP, ['a', 60, 'd'], ['b', 65, 'd'], ['b', 70, 'd'], ['a', 75, 'd']],
    'down',
    65,
  ],
  [
    'no longer down since half of them passed',
    [...ALL_DOWN, ['a', 120, 'u'], ['b', 125, 'u'], ['a', 130, 'u'], ['b', 135, 'u']],
    'degraded',
    125,
  ],
  [
    'up since the last of them passed',
    [...TWO_DOWN, ['b', 120, 'u'], ['a', 125, 'u'], ['a', 130, 'u'], ['b', 135, 'u']],
    'up',
    125,
  ],
  [
    'slow since more than half of them were',
    [...ALL_UP, ['c', 60, 'u'], ['a', 60, 's'], ['b', 70, 's'], ['a', 120, 's'], ['b', 130, 's']],
    'degraded',
    70,
  ],
  [
    'not dated back beyond the moment when another region fell silent',
    [...ALL_UP.slice(0, 2), ['a', 60, 'd'], ['a', 70, 'd'], ['a', 120, 'd'], ['a', 180, 'd']],
    'down',
    130.02,
  ],
]
for (const [what, steps, to, at] of TOGETHER)
  test(`regions together: ${what}`, () => {
    assert.deepEqual(lastChange(steps, policyOf(2, 2)), [to, at])
  })
