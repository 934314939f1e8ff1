/** What one more result does to what is known of its monitor. Time and facts come in, a decision goes out. */

import { MINUTE_MS } from '../platform/time/time.ts'
import type { CheckResult } from '../probes/protocol.ts'
import { type Evidence, updateEvidence } from '../results/evidence.ts'
import { computeFreshMs, NO_COUNTERS, type RegionCounters, updateCounters } from '../results/state.ts'
import type { ErrorType } from '../results/verdict.ts'

/** The settings of a monitor that ingest judges by. */
export interface IngestPolicy {
  intervalSeconds: number
  timeoutMs: number
  failureThreshold: number
  recoveryThreshold: number
  /** How long one result of a heartbeat counts, ms. Checks go by their interval. */
  freshMs?: number
}

const getFreshMs = ({ freshMs, intervalSeconds, timeoutMs }: IngestPolicy): number =>
  freshMs ?? computeFreshMs(intervalSeconds, timeoutMs)

/** What one region has said of a monitor so far. */
export interface RegionStateFields extends Evidence {
  counters: RegionCounters
  /** Of the newest result that counted, Unix ms. */
  lastScheduledAt: number
  lastCheckAt: number
  lastSuccessAt: number | null
  lastFailureAt: number | null
  freshUntil: number
  errorType: ErrorType | null
  errorMessage: string | null
}

/** Of a region that has not reported yet. */
export const NO_REGION_STATE: RegionStateFields = {
  counters: NO_COUNTERS,
  opinionSince: null,
  runSince: null,
  lastScheduledAt: 0,
  lastCheckAt: 0,
  lastSuccessAt: null,
  lastFailureAt: null,
  freshUntil: 0,
  errorType: null,
  errorMessage: null,
}

/** What of a result is judged. */
export type EvaluatedResult = Pick<
  CheckResult,
  'scheduledAt' | 'startedAt' | 'status' | 'responseTimeMs' | 'errorType' | 'errorMessage'
>

/** When a check was over, Unix ms. */
export const computeFinishedAt = (result: Pick<CheckResult, 'startedAt' | 'responseTimeMs'>): number =>
  Math.round(result.startedAt + (result.responseTimeMs ?? 0))

/**
 * How far the clock of a probe may be ahead of ours. Within it what was pushed again is known as a repeat, and a failure
 * is not taken for two.
 */
const MAX_CLOCK_LEAD_MS = MINUTE_MS

/**
 * Whether a result is news. One that is older than what is known, a repeat, or one that comes so late that its word
 * no longer counts goes into the history alone: nobody is told of the past. A record from the far future means that the
 * clock was set back, and then every result is news.
 *
 * @param now Unix ms
 */
export function isNewResult(
  result: EvaluatedResult,
  state: RegionStateFields,
  policy: IngestPolicy,
  now: number,
): boolean {
  const freshUntil = computeFinishedAt(result) + getFreshMs(policy)
  if (freshUntil <= now) return false
  return result.scheduledAt > state.lastScheduledAt || state.lastScheduledAt > now + MAX_CLOCK_LEAD_MS
}

/** The record after a result that is news. */
export function updateRegionState<R extends RegionStateFields>(
  before: R,
  result: EvaluatedResult,
  policy: IngestPolicy,
): R {
  const at = computeFinishedAt(result)
  const updated = { ...before, lastScheduledAt: result.scheduledAt, lastCheckAt: at }
  if (result.status === 'inconclusive') return applyInconclusive(updated, policy)
  const passed = result.status !== 'down'
  const validCounters = getValidCounters(before, result.startedAt)
  const counters = updateCounters(validCounters, result.status, policy)
  // Of a recovery that is not confirmed yet, what is wrong is still what was wrong
  const { errorType, errorMessage } = passed && counters.opinion === 'down' ? before : result
  return {
    ...updated,
    ...updateEvidence(before, validCounters, counters, {
      isFailure: !passed,
      failedAt: policy.freshMs === undefined ? Math.round(result.startedAt) : at,
      startedAt: Math.round(result.startedAt),
      endedAt: at,
    }),
    counters,
    freshUntil: at + getFreshMs(policy),
    lastSuccessAt: passed ? at : before.lastSuccessAt,
    lastFailureAt: passed ? before.lastFailureAt : at,
    errorType,
    errorMessage,
  }
}

/** Trouble on the probe's side changes neither the opinion nor its freshness. The error of a withdrawn failure goes with it. */
function applyInconclusive<R extends RegionStateFields>(before: R, policy: IngestPolicy): R {
  const counters = updateCounters(before.counters, 'inconclusive', policy)
  const runSince = counters.opinion === 'down' ? before.runSince : null
  if (counters.failures === before.counters.failures) return { ...before, counters, runSince }
  return { ...before, counters, runSince, errorType: null, errorMessage: null }
}

/**
 * What is left of the counts when a check starts. An opinion that went stale is none any more, so one pass is enough to
 * be up again; but who was down and still fails needs no second confirmation.
 */
function getValidCounters({ counters, freshUntil }: RegionStateFields, startedAt: number): RegionCounters {
  if (startedAt <= freshUntil) return counters
  return { ...NO_COUNTERS, failures: counters.opinion === 'down' ? counters.failures : 0 }
}
