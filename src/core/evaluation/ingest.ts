/** Applies one result to the state of its region. Time and facts come in, a decision goes out. */
import { MINUTE_MS, SECOND_MS, type UnixMs } from '../platform/time/time.ts'
import type { CheckResult } from '../probes/protocol.ts'
import { type Evidence, updateEvidence } from '../results/evidence.ts'
import { computeFreshMs, NO_COUNTERS, type RegionCounters, updateCounters } from '../results/state.ts'
import type { ErrorType } from '../results/verdict.ts'

/** The monitor settings that decide how its results are judged. */
export interface IngestPolicy {
  intervalSeconds: number
  timeoutMs: number
  failureThreshold: number
  recoveryThreshold: number
  /** How long one heartbeat result stays fresh, ms. For checks this follows from the interval. */
  freshMs?: number
}

/** Returns how long a result stays fresh, ms. */
export const getFreshMs = ({ freshMs, intervalSeconds, timeoutMs }: IngestPolicy): number =>
  freshMs ?? computeFreshMs(intervalSeconds, timeoutMs)

/** A shorter delay is normal. */
const MIN_START_DELAY_MS = 5 * SECOND_MS

/** A late start keeps an opinion fresh for at most this time: a probe may report wrong times. */
const MAX_START_DELAY_MS = 10 * MINUTE_MS

/**
 * Returns how late an overloaded probe started a check, ms; 0 for a short delay. No result was missing in this time, and the
 * next result may come as late.
 */
export function computeStartDelayMs(
  { scheduledAt, startedAt }: Pick<CheckResult, 'scheduledAt' | 'startedAt'>,
  { freshMs }: IngestPolicy,
): number {
  const delayMs = Math.round(startedAt - scheduledAt)
  return freshMs !== undefined || delayMs < MIN_START_DELAY_MS ? 0 : Math.min(delayMs, MAX_START_DELAY_MS)
}

/** State of a monitor in one region, without the region's code. */
export interface RegionStateFields extends Evidence {
  counters: RegionCounters
  /** Due time of the newest result that counted. */
  lastScheduledAt: UnixMs
  lastCheckAt: number
  lastSuccessAt: number | null
  lastFailureAt: number | null
  freshUntil: number
  errorType: ErrorType | null
  errorMessage: string | null
}

/** State of a region that has not reported yet. */
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

/** Fields of a result that are judged. */
export type EvaluatedResult = Pick<
  CheckResult,
  'scheduledAt' | 'startedAt' | 'status' | 'responseTimeMs' | 'errorType' | 'errorMessage'
>

/** Returns the end of a check, Unix ms. */
export const computeFinishedAt = (result: Pick<CheckResult, 'startedAt' | 'responseTimeMs'>): number =>
  Math.round(result.startedAt + (result.responseTimeMs ?? 0))

/**
 * Maximum lead of a probe's clock over the server's clock. Within this lead, a result that is sent again is recognized
 * as a repeat, so one failure is not counted twice.
 */
const MAX_CLOCK_LEAD_MS = MINUTE_MS

/** Returns whether a state dates from before the clock was set back; then every result is new. */
export const isFromFuture = ({ lastScheduledAt }: Pick<RegionStateFields, 'lastScheduledAt'>, now: number): boolean =>
  lastScheduledAt > now + MAX_CLOCK_LEAD_MS

/**
 * Returns whether a result changes the state. A result is only stored when it is older than the state, or a repeat. The
 * result of a heartbeat is also only stored when it is no longer fresh on arrival.
 */
export function isNewResult(
  result: EvaluatedResult,
  state: RegionStateFields,
  policy: IngestPolicy,
  now: UnixMs,
): boolean {
  if (policy.freshMs !== undefined && computeFinishedAt(result) + policy.freshMs <= now) return false
  return result.scheduledAt > state.lastScheduledAt || isFromFuture(state, now)
}

/** Returns the region state after a new result. */
export function updateRegionState<R extends RegionStateFields>(
  before: R,
  result: EvaluatedResult,
  policy: IngestPolicy,
): R {
  const at = computeFinishedAt(result)
  const times = { lastScheduledAt: result.scheduledAt, lastCheckAt: at }
  if (result.status === 'inconclusive') return applyInconclusive({ ...before, ...times }, policy)
  const passed = result.status !== 'down'
  const startDelayMs = computeStartDelayMs(result, policy)
  const validCounters = getValidCounters(before, result.startedAt - startDelayMs)
  const counters = updateCounters(validCounters, result.status, policy)
  // Until a recovery is confirmed, the error of the failure stays
  const { errorType, errorMessage } = passed && counters.opinion === 'down' ? before : result
  const { opinionSince, runSince } = updateEvidence(before, validCounters, counters, {
    isFailure: !passed,
    failedAt: policy.freshMs === undefined ? Math.round(result.startedAt) : at,
    startedAt: Math.round(result.startedAt),
    endedAt: at,
  })
  return {
    ...before,
    ...times,
    opinionSince,
    runSince,
    counters,
    freshUntil: at + getFreshMs(policy) + startDelayMs,
    lastSuccessAt: passed ? at : before.lastSuccessAt,
    lastFailureAt: passed ? before.lastFailureAt : at,
    errorType,
    errorMessage,
  }
}

/**
 * Applies a check with trouble on the probe's side. It changes neither the opinion nor its freshness. When it withdraws
 * a failure, the error of that failure is cleared.
 */
function applyInconclusive<R extends RegionStateFields>(before: R, policy: IngestPolicy): R {
  const counters = updateCounters(before.counters, 'inconclusive', policy)
  const runSince = counters.opinion === 'down' ? before.runSince : null
  if (counters.failures === before.counters.failures) return { ...before, counters, runSince }
  return { ...before, counters, runSince, errorType: null, errorMessage: null }
}

/**
 * Returns the counters that still apply when a check is due. A stale opinion no longer counts, so one pass is enough
 * for `up`. A region that was down and still fails needs no second confirmation.
 */
function getValidCounters({ counters, freshUntil }: RegionStateFields, dueAt: number): RegionCounters {
  if (dueAt <= freshUntil) return counters
  return { ...NO_COUNTERS, failures: counters.opinion === 'down' ? counters.failures : 0 }
}
