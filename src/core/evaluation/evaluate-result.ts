/**
 * Evaluates one result and returns the new state of its monitor. Live ingest, the replay of stored results and the
 * model in a test share this code. They call `evaluateResult` for each result, `addToEvaluation` for results that
 * belong together, then `decideIncidents`.
 */
import { type Evaluation, type EvaluationStep, listSteps } from '../incidents/evaluation.ts'
import type { UnixMs } from '../platform/time/time.ts'
import { computeStatusSince } from '../results/evidence.ts'
import {
  type CurrentStatus,
  deriveStatusChanges,
  isInDoubt,
  isSlowRegion,
  type Judgement,
  judgeMonitor,
  omitDoubtfulAlarm,
  type StatusChange,
} from '../results/state.ts'
import {
  computeFinishedAt,
  computeStartDelayMs,
  type EvaluatedResult,
  type IngestPolicy,
  isNewResult,
  NO_REGION_STATE,
  type RegionStateFields,
  updateRegionState,
} from './ingest.ts'
import { hasCauseChanged, isSlow } from './status-phases.ts'

/** State of a monitor in one region. */
export interface RegionState extends RegionStateFields {
  /** Code of the region. */
  region: string
}

/** State of a monitor between two results. */
export interface MonitorState extends CurrentStatus {
  intervalSeconds: number
  /** One entry for each region that ever reported. */
  regions: readonly RegionState[]
}

/** @param at creation of the monitor */
export const createMonitorState = (at: UnixMs, intervalSeconds: number): MonitorState => ({
  status: 'unknown',
  since: at,
  intervalSeconds,
  regions: [],
})

export interface ResultEvaluation {
  /** State after the result. */
  state: MonitorState
  /** State of the result's region after the result. */
  regionState: RegionState
  /** Runtime status changes in order; empty when the status does not change. */
  changes: StatusChange[]
  judged: Judgement
  /** Whether the monitor stays degraded, but for another reason. */
  causeChanged: boolean
  isFailure: boolean
  /** Whether the region has just begun to count as slow. */
  becameSlow: boolean
  /** End of the check. */
  at: UnixMs
}

/** Where results come from, and when they arrive. */
export interface Arrival {
  /** Code of the region. */
  region: string
  /** Arrival of the results. A replay passes the end of the check. */
  now: UnixMs
}

/**
 * Applies a result to the state of its monitor. A result that is not new is only stored in the history.
 *
 * @returns null when the result is not new
 */
export function evaluateResult(
  before: MonitorState,
  result: EvaluatedResult,
  policy: IngestPolicy,
  { region, now }: Arrival,
): ResultEvaluation | null {
  const known = before.regions.find((regionState) => regionState.region === region)
  const previous: RegionState = known ?? { ...NO_REGION_STATE, region }
  if (!isNewResult(result, previous, policy, now)) return null
  const at = computeFinishedAt(result)
  const regionState = updateRegionState(previous, result, policy)
  const regions = known
    ? before.regions.map((each) => (each === known ? regionState : each))
    : [...before.regions, regionState]
  const newest = findNewestCheckAt(before, now)
  // Regions do not report in chronological order, but a stale region state must not become fresh again
  const asOf = Math.max(at, newest)
  const { intervalSeconds } = before
  const judged = omitDoubtfulAlarm(before.status, judgeMonitor(regions, asOf, intervalSeconds), regions)
  const lastFreshUntil = findLatestFreshUntil(before)
  // A check that only started late was not missing
  const startDelayMs = computeStartDelayMs(result, policy)
  const isSilent = lastFreshUntil !== null && lastFreshUntil < at && previous.freshUntil < at - startDelayMs
  let changes: StatusChange[] = []
  if (judged.status !== before.status || isSilent) {
    // A region that returns from a silence is no evidence about the time before its first check
    const earliest = previous.freshUntil < result.startedAt - startDelayMs ? Math.round(result.startedAt) : 0
    const since = Math.max(computeStatusSince({ ...before, regions }, judged, asOf) ?? at, earliest)
    changes = deriveStatusChanges(before, judged, { at, since, silentSince: isSilent ? lastFreshUntil : null })
  }
  const last = changes.at(-1)
  return {
    state: { ...before, status: last?.to ?? before.status, since: last?.at ?? before.since, regions },
    regionState,
    changes,
    judged,
    causeChanged:
      before.status === 'degraded' && hasCauseChanged(judgeMonitor(before.regions, newest, intervalSeconds), judged),
    isFailure: result.status === 'down',
    becameSlow: isSlowRegion(regionState.counters) && !isSlowRegion(previous.counters),
    at,
  }
}

/**
 * Returns the end of the newest known check, Unix ms. Ends after `now` are ignored: they date from before the clock was
 * set back.
 */
function findNewestCheckAt({ regions }: MonitorState, now: number): number {
  let newest = 0
  for (const { lastCheckAt } of regions) if (lastCheckAt > newest && lastCheckAt <= now) newest = lastCheckAt
  return newest
}

/**
 * Returns the judgement at the time of the last result. When the monitor is `unknown` because of silence, no region
 * counts.
 */
export const getLastJudgement = (state: MonitorState, now: number): Judgement =>
  judgeMonitor(state.status === 'unknown' ? [] : state.regions, findNewestCheckAt(state, now), state.intervalSeconds)

function findLatestFreshUntil({ regions }: MonitorState): number | null {
  let latest = 0
  for (const { freshUntil } of regions) if (freshUntil > latest) latest = freshUntil
  return latest > 0 ? latest : null
}

/**
 * Adds a result to the evaluation of its monitor. The steps of one evaluation are decided together, in order.
 *
 * @param evaluation outcome of the earlier steps; null for the first
 */
export function addToEvaluation(
  evaluation: Evaluation | null,
  monitorKey: number,
  result: ResultEvaluation,
): Evaluation {
  const { changes, judged, causeChanged, isFailure, regionState, at } = result
  // The failures that led to the change count too: they were not yet confirmed when they arrived
  const isConfirmed = changes.some((change) => change.to === 'down')
  const failures = isFailure ? (isConfirmed ? regionState.counters.failures : 1) : 0
  const current: EvaluationStep = {
    changes,
    judged,
    causeChanged,
    failures,
    failingRegions: isFailure ? [regionState.region] : [],
    at,
  }
  const steps = evaluation?.steps ?? NO_STEPS
  return {
    ...current,
    monitorKey,
    changes: evaluation && evaluation.changes.length > 0 ? [...evaluation.changes, ...changes] : changes,
    causeChanged: causeChanged || (evaluation?.causeChanged ?? false),
    steps: hasEffect(current) || (result.becameSlow && isSlow(judged)) ? [...steps, current] : steps,
  }
}

const NO_STEPS: readonly EvaluationStep[] = Object.freeze([])

/** Creates the evaluation of results that are decided in one step. */
export const toEvaluation = (monitorKey: number, step: EvaluationStep): Evaluation => ({
  ...step,
  monitorKey,
  steps: hasEffect(step) ? [step] : NO_STEPS,
})

const hasEffect = ({ changes, causeChanged, failures, judged }: EvaluationStep): boolean =>
  changes.length > 0 || causeChanged === true || (failures > 0 && judged.status !== 'up')

/** Returns whether an evaluation can affect an incident. All other evaluations are skipped. */
export const hasIncidentEffect = (evaluation: Evaluation): boolean => listSteps(evaluation).length > 0

/** Returns whether at least one region has a fresh opinion and no change is waiting for confirmation. */
export function isCertain({ status, regions }: MonitorState, now: number): boolean {
  const fresh = regions.filter(({ counters, freshUntil }) => counters.opinion !== 'unknown' && freshUntil > now)
  return status !== 'unknown' && fresh.length > 0 && !fresh.some(({ counters }) => isInDoubt(counters))
}

/**
 * Creates an evaluation without a result, for a deadline that has passed. A status that is `unknown` because of silence
 * stays `unknown`.
 */
export function createEmptyEvaluation(monitorKey: number, state: MonitorState, at: number): Evaluation {
  const last = getLastJudgement(state, at)
  const judged = last.status === state.status ? last : judgeMonitor([], at)
  return { monitorKey, changes: [], judged, failures: 0, failingRegions: [], at, steps: NO_STEPS }
}
