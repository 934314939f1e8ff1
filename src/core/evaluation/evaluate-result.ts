/**
 * One more result, and what it makes of its monitor. Live ingest, a replay of stored results and a model in a test go
 * through this same function: `evaluateResult` for each result, `addToEvaluation` for what belongs together, then `decide`.
 */

import { type Evaluation, type EvaluationStep, listSteps } from '../incidents/evaluation.ts'
import { computeStatusSince } from '../results/evidence.ts'
import {
  type CurrentStatus,
  deriveStatusChanges,
  isInDoubt,
  isSlowRegion,
  type Judgement,
  judgeMonitor,
  type StatusChange,
} from '../results/state.ts'
import {
  computeFinishedAt,
  type EvaluatedResult,
  type IngestPolicy,
  isNewResult,
  NO_REGION_STATE,
  type RegionStateFields,
  updateRegionState,
} from './ingest.ts'
import { hasCauseChanged, isSlow } from './status-phases.ts'

/** What one region has said so far. */
export interface RegionState extends RegionStateFields {
  /** Its code. */
  region: string
}

/** Where a monitor stands between two results. */
export interface MonitorState extends CurrentStatus {
  /** One of each region that ever reported. */
  regions: readonly RegionState[]
}

/** @param at when it was made, Unix ms */
export const createMonitorState = (at: number): MonitorState => ({ status: 'unknown', since: at, regions: [] })

export interface ResultEvaluation {
  /** Afterwards. */
  state: MonitorState
  /** Of the region that the result is from, afterwards. */
  regionState: RegionState
  /** Runtime status changes in order; empty when the status stays. */
  changes: StatusChange[]
  judged: Judgement
  /** It was and is degraded, but for another reason. */
  causeChanged: boolean
  isFailure: boolean
  /** The region counts as slow, and did not before. */
  becameSlow: boolean
  /** When the result came about, Unix ms. */
  at: number
}

/**
 * @param region its code
 * @param now when the result came in, Unix ms; for a replay as soon as it was there
 * @returns null when it is no news: it goes into the history and moves nothing
 */
export function evaluateResult(
  before: MonitorState,
  region: string,
  result: EvaluatedResult,
  policy: IngestPolicy,
  now: number,
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
  // The regions do not come in the order of time, but what has gone stale does not come back
  const asOf = Math.max(at, newest)
  const judged = judgeMonitor(regions, asOf)
  const lastFreshUntil = findLatestFreshUntil(before)
  const isNew = judged.status !== before.status || (lastFreshUntil !== null && lastFreshUntil < at)
  const since = isNew ? computeStatusSince(regions, judged, before.since, asOf, at) : at
  const changes = deriveStatusChanges(before, judged, at, lastFreshUntil, since)
  const last = changes.at(-1)
  return {
    state: { status: last?.to ?? before.status, since: last?.at ?? before.since, regions },
    regionState,
    changes,
    judged,
    causeChanged: before.status === 'degraded' && hasCauseChanged(judgeMonitor(before.regions, newest), judged),
    isFailure: result.status === 'down',
    becameSlow: isSlowRegion(regionState.counters) && !isSlowRegion(previous.counters),
    at,
  }
}

/** When the newest check was over that is known, Unix ms; not after `now`, unless the clock was set back since. */
function findNewestCheckAt({ regions }: MonitorState, now: number): number {
  let newest = 0
  for (const { lastCheckAt } of regions) if (lastCheckAt > newest && lastCheckAt <= now) newest = lastCheckAt
  return newest
}

/** What the regions said when the last result came in; of a monitor that has gone silent since, nothing. */
export const getLastJudgement = (state: MonitorState, now: number): Judgement =>
  judgeMonitor(state.status === 'unknown' ? [] : state.regions, findNewestCheckAt(state, now))

function findLatestFreshUntil({ regions }: MonitorState): number | null {
  let latest = 0
  for (const { freshUntil } of regions) if (freshUntil > latest) latest = freshUntil
  return latest > 0 ? latest : null
}

/**
 * The steps of one monitor that are followed up together, one after another.
 *
 * @param turn what the steps before this one came to; null for the first
 */
export function addToEvaluation(
  evaluation: Evaluation | null,
  monitorKey: number,
  result: ResultEvaluation,
): Evaluation {
  const { changes, judged, causeChanged, isFailure, regionState, at } = result
  // The failures that led to the change count too: they were not yet believed when they arrived
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

const hasEffect = ({ changes, causeChanged, failures, judged }: EvaluationStep): boolean =>
  changes.length > 0 || causeChanged === true || (failures > 0 && judged.status !== 'up')

/** Whether a turn has to be followed up; of the others no incident would hear anything. */
export const hasIncidentEffect = (evaluation: Evaluation): boolean => listSteps(evaluation).length > 0

/** Whether some region has a fresh opinion, and no change waits for its confirmation. */
export function isCertain({ status, regions }: MonitorState, now: number): boolean {
  const fresh = regions.filter(({ counters, freshUntil }) => counters.opinion !== 'unknown' && freshUntil > now)
  return status !== 'unknown' && fresh.length > 0 && !fresh.some(({ counters }) => isInDoubt(counters))
}

/** Nothing is heard of a monitor, and what was waited for has come about. Silence has the last word where it came since. */
export function createEmptyEvaluation(monitorKey: number, state: MonitorState, at: number): Evaluation {
  const last = getLastJudgement(state, at)
  const judged = last.status === state.status ? last : judgeMonitor([], at)
  return { monitorKey, changes: [], judged, failures: 0, failingRegions: [], at, steps: NO_STEPS }
}
