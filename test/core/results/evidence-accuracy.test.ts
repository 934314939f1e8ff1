/** Accuracy of the downtime: thousands of outages of known length, checked and judged by the real rules. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMonitorState, evaluateResult } from '../../../src/core/evaluation/evaluate-result.ts'
import type { IngestPolicy } from '../../../src/core/evaluation/ingest.ts'
import { MINUTE_MS, SECOND_MS } from '../../../src/core/platform/time/time.ts'
import { computeGridOffsetMs, computeNextDueAt, computeRecheckAt } from '../../../src/core/probes/schedule.ts'
import { computeRecheckDelayMs } from '../../../src/core/results/state.ts'
import { computeTimeInStatus, type Span } from '../../../src/core/results/uptime.ts'
import type { CheckStatus } from '../../../src/core/results/verdict.ts'
import { Dice } from '../../services/evaluation/model/histories.ts'
import { createSeededRandom } from '../../support/factories/random.ts'

const START = 1_800_000_000_000
const TIMEOUT_MS = 10 * SECOND_MS
const QUICK_MS = 40

/** Unix ms. */
interface Outage {
  from: number
  to: number
}

/** Returns status and duration of a check that starts at a moment. */
type Target = (startedAt: number, outage: Outage) => [status: CheckStatus, lengthMs: number]

const isWithin = ({ from, to }: Outage, at: number): boolean => from <= at && at < to

/** Requests in progress at the beginning of an outage are reset. */
const refusing =
  (answerMs: number): Target =>
  (at, outage) => {
    if (isWithin(outage, at)) return ['down', 1]
    return isWithin(outage, at + answerMs) ? ['down', outage.from - at] : ['up', answerMs]
  }

const hanging: Target = (at, outage) => (isWithin(outage, at + QUICK_MS) ? ['down', TIMEOUT_MS] : ['up', QUICK_MS])

/** Waiting requests are answered at the end of the outage. */
const thawing: Target = (at, outage) => {
  if (!isWithin(outage, at + QUICK_MS)) return ['up', QUICK_MS]
  const waited = outage.to + QUICK_MS - at
  return waited > TIMEOUT_MS ? ['down', TIMEOUT_MS] : ['degraded', waited]
}

const slowing: Target = (at, outage) => (isWithin(outage, at) ? ['degraded', 3 * SECOND_MS] : ['up', QUICK_MS])

interface Setting {
  target: Target
  /** Status during an outage of the target. */
  as: 'down' | 'degraded'
  intervalSeconds: number
  regions: number
}

/** Spreads numbers from 0 to 1 evenly, whatever their count. Source: the golden ratio. */
const spread = (index: number): number => (index * 0.618_033_988_75) % 1

/** @returns by how much an outage is too long in the history, ms */
function errorOf({ target, as, intervalSeconds, regions }: Setting, dice: Dice, share: number, index: number): number {
  const policy: IngestPolicy = {
    intervalSeconds,
    timeoutMs: TIMEOUT_MS,
    failureThreshold: dice.between(1, 3),
    recoveryThreshold: dice.between(1, 3),
  }
  const intervalMs = intervalSeconds * SECOND_MS
  // Wherever the grid lies, both ends of the outages are spread over it evenly
  const from = START + Math.round((3 + share) * intervalMs)
  const outage = { from, to: from + MINUTE_MS + Math.round((2 + dice.between(0, 5) + spread(index)) * intervalMs) }
  const end = outage.to + 5 * intervalMs
  const spans = watch(target, outage, end, policy, `monitor-${dice.between(0, 1e9)}`, regions)
  assert.ok(spans.some(({ status }) => status === as))
  const measured = computeTimeInStatus(spans, from - 3 * intervalMs, end)[as]
  return measured - (outage.to - outage.from)
}

function watch(target: Target, outage: Outage, end: number, policy: IngestPolicy, id: string, regions: number): Span[] {
  const lanes = Array.from({ length: regions }, (_, index) => {
    const region = `region-${index}`
    const offset = computeGridOffsetMs(id, region, policy.intervalSeconds)
    return { region, offset, dueAt: computeNextDueAt(offset, policy.intervalSeconds, START) }
  })
  const { intervalSeconds } = policy
  let standing = createMonitorState(START, 60)
  const spans: Span[] = [{ status: 'unknown', startedAt: START, endedAt: null }]
  const running = lanes.map((lane) => begin(lane))
  function begin(lane: (typeof lanes)[number]) {
    const [status, lengthMs] = target(lane.dueAt, outage)
    return { lane, status, startedAt: lane.dueAt, endedAt: lane.dueAt + lengthMs }
  }
  for (;;) {
    running.sort((a, b) => a.endedAt - b.endedAt)
    const { lane, status, startedAt, endedAt } = running.shift()!
    if (endedAt > end) return spans
    const result = {
      scheduledAt: startedAt,
      startedAt,
      status,
      responseTimeMs: endedAt - startedAt,
      errorType: null,
      errorMessage: null,
    }
    const step = evaluateResult(standing, result, policy, { region: lane.region, now: endedAt })!
    standing = step.state
    for (const { to, at } of step.changes) {
      spans.at(-1)!.endedAt = at
      spans.push({ status: to, startedAt: at, endedAt: null })
    }
    lane.dueAt = computeRecheckAt(
      lane.offset,
      intervalSeconds,
      computeRecheckDelayMs(step.regionState.counters, intervalSeconds),
      endedAt,
    )
    running.push(begin(lane))
  }
}

const OUTAGES = 600

/** Mean error of the length, ms, and the maximum error of a single outage beyond one interval, ms. */
const CASES: [what: string, target: Target, as: 'down' | 'degraded', biasMs: number, beyondMs: number][] = [
  ['a target that refuses', refusing(QUICK_MS), 'down', 0, 0],
  ['a target that hangs', hanging, 'down', 0, 0],
  ['a target that slows down', slowing, 'degraded', 0, 0],
  // The first failing request began before the outage
  ['a target that refuses, and usually answers in 2 s', refusing(2_000), 'down', 2_000, 2_000],
  // Requests that started during the outage pass: no check shows that the target was still down
  ['a target that hangs, and answers waiting requests at the end', thawing, 'down', -9_000, 0],
]

for (const [what, target, as, biasMs, beyondMs] of CASES)
  for (const intervalSeconds of [30, 60, 300])
    for (const regions of [1, 3])
      test(`the downtime of ${what} is accurate with checks every ${intervalSeconds} s from ${regions}`, () => {
        const dice = new Dice(createSeededRandom(intervalSeconds * 10 + regions))
        const setting = { target, as, intervalSeconds, regions }
        const errors = Array.from({ length: OUTAGES }, (_, index) => errorOf(setting, dice, index / OUTAGES, index))
        const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length
        // After 600 outages the random error is still more than a hundredth of the interval
        const chanceMs = Math.max(2 * SECOND_MS, intervalSeconds * 16)
        assert.ok(Math.abs(mean - biasMs) < chanceMs, `mean error ${Math.round(mean)} ms`)
        const worst = Math.max(...errors.map(Math.abs))
        assert.ok(worst < intervalSeconds * SECOND_MS + beyondMs, `worst error ${worst} ms`)
      })
