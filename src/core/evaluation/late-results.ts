/**
 * Results that arrive late, because a probe could not reach the server for a while. They go through the counters in
 * order, whatever their age. The results of all regions are merged by time, so the status history
 * shows all measurements. The present status follows from the opinions that hold after the last result.
 */

import type { EvaluationStep } from '../incidents/evaluation.ts'
import { SECOND_MS } from '../platform/time/time.ts'
import { computeGridOffsetMs, computeNextDueAt } from '../probes/schedule.ts'
import { computeStatusSince } from '../results/evidence.ts'
import { type Judgement, judgeMonitor } from '../results/state.ts'
import { normalizeTimeline, type StoredEntry, type TimelineEntry } from '../results/status-timeline.ts'
import { evaluateResult, getLastJudgement, type MonitorState, type RegionState } from './evaluate-result.ts'
import {
  computeFinishedAt,
  type EvaluatedResult,
  getFreshMs,
  type IngestPolicy,
  isFromFuture,
  NO_REGION_STATE,
  updateRegionState,
} from './ingest.ts'
import { hasCauseChanged, isSlow } from './status-phases.ts'

/** A result that is older on its arrival is late. Probes send results within seconds. */
const LATE_MS = 15 * SECOND_MS

/** A result with the code of its region. */
export interface RegionResult extends EvaluatedResult {
  region: string
}

/**
 * Returns whether results of one region must be merged with the stored results of all regions by time. Late results that
 * the ordinary evaluation records in the same way are not merged. The decision needs no stored result.
 *
 * @param results by due time
 */
export function hasLateResults(
  state: MonitorState,
  region: string,
  results: readonly EvaluatedResult[],
  policy: IngestPolicy,
  now: number,
): boolean {
  const known = state.regions.find((each) => each.region === region)
  // The clock was set back
  if (state.since > now) return false
  if (known && (isFromFuture(known, now) || isHeld(known, policy))) return !isFromFuture(known, now)
  const isLate = (at: number) => now - at > LATE_MS || (known && state.status === 'unknown' && at < state.since)
  return results.some((result) => isLate(computeFinishedAt(result))) && !isOrdinary(state, region, results, policy)
}

/**
 * Returns whether late results can be recorded as if they were in time. Passes of a monitor that has been up since can, and
 * so can passes that follow all known results. Other results must also change no status.
 */
function isOrdinary(
  state: MonitorState,
  region: string,
  results: readonly EvaluatedResult[],
  policy: IngestPolicy,
): boolean {
  const { status, since, regions } = state
  if (results.some(({ startedAt }) => startedAt < since)) return false
  const arePasses = results.every((result) => result.status === 'up')
  if (status === 'up' && arePasses) return true
  const newest = Math.max(...regions.map(({ lastCheckAt }) => lastCheckAt))
  let current = state
  return results.every((result) => {
    const at = computeFinishedAt(result)
    const step = at < newest ? null : evaluateResult(current, region, result, policy, at)
    if (!step || step.causeChanged || step.becameSlow) return false
    current = step.state
    return step.changes.every(({ to }) => arePasses && (to === 'up' || to === 'unknown'))
  })
}

/** Lists the ends of the last checks. Times later than the last one date from before the clock was set back. */
const listConclusiveEnds = ({ lastSuccessAt, lastFailureAt, lastCheckAt }: RegionState): number[] =>
  [lastSuccessAt, lastFailureAt].filter((at) => at !== null && at <= lastCheckAt).map(Number)

const findLastConclusiveAt = (known: RegionState): number => Math.max(0, ...listConclusiveEnds(known))

/**
 * Returns whether the last opinion of a region was no evidence for the present when it arrived: see `isCurrent`. Its
 * next result is then merged too. Checks of one target may overlap, so an opinion in force is as fresh as either end.
 */
function isHeld(known: RegionState, policy: IngestPolicy): boolean {
  const { counters, freshUntil } = known
  if (counters.opinion === 'unknown') return false
  const ends = listConclusiveEnds(known).map((at) => at + getFreshMs(policy))
  return freshUntil < Math.max(0, ...ends) && !ends.includes(freshUntil)
}

/** Checks in a row that make a region slow; see `isSlowRegion`. */
const MIN_RUN = 2

/**
 * Returns the time from which the history is evaluated again, Unix ms. Results may confirm a run of checks before them in
 * their region, and a status is dated to the start of its run.
 *
 * @param results new results of the region, by due time; at least one
 * @param stored results of all regions, by due time
 */
export function computeMergeStart(
  region: string,
  results: readonly EvaluatedResult[],
  stored: readonly RegionResult[],
  { failureThreshold, recoveryThreshold }: IngestPolicy,
): number {
  const { scheduledAt } = results[0]!
  const isBefore = (result: RegionResult) =>
    result.region === region && result.status !== 'inconclusive' && result.scheduledAt < scheduledAt
  const run = stored.filter(isBefore).slice(-Math.max(failureThreshold, recoveryThreshold, MIN_RUN))
  return Math.min(...[...run, ...results].map(({ startedAt }) => startedAt))
}

interface MergeInput {
  monitorId: string
  state: MonitorState
  /** Code of the region that sent the results. */
  region: string
  /** New results, by due time; at least one. */
  results: readonly EvaluatedResult[]
  /** Stored results of the regions that check the monitor, from some time before the new ones on. */
  stored: readonly RegionResult[]
  /** See `computeMergeStart`. */
  from: number
  /** Entries of the status history: the entry at `from`, earlier ones, and all later ones. */
  recorded: readonly StoredEntry[]
  policy: IngestPolicy
  /** Whether the last result is from maintenance, at whose end the present is judged again. */
  isPlanned: boolean
  now: number
}

export interface MergeOutcome {
  state: MonitorState
  regionState: RegionState
  /** The status history, from the first recorded entry on. */
  timeline: TimelineEntry[]
  /** Effect on the incidents as of now. */
  step: EvaluationStep
  /** All results in the order in which the checks ended. */
  merged: RegionResult[]
}

/** Merges results with the stored results of all regions. */
export function mergeResults(input: MergeInput): MergeOutcome {
  const { state: before, region, results, policy, now } = input
  const merged = [...input.stored, ...results.map((result) => ({ ...result, region }))].sort(compareEnds)
  const { entries, regions: replayed } = replayTimeline(input, merged)
  const found = findRegionState(input, replayed)
  const present = judgePresent(input, found)
  const { regionState, regions, judged } = present
  const last = entries.at(-1)!
  if (judged.status !== last.to) {
    const at = judged.status === 'unknown' ? Math.max(...regions.map(({ freshUntil }) => freshUntil)) : null
    const since = computeStatusSince(regions, judged, last.at, now, regionState.lastCheckAt, policy.intervalSeconds)
    entries.push({ to: judged.status, at: Math.min(at ?? since, now), reason: describe(judged) })
  }
  const timeline = normalizeTimeline(entries)
  const { at: since } = timeline.at(-1)!
  const isChange = judged.status !== before.status
  const newFailures = results.filter(({ status }) => status === 'down').length
  const isConfirmed = isChange && judged.status === 'down'
  const failures = isConfirmed ? Math.max(newFailures, regionState.counters.failures) : newFailures
  return {
    state: { ...before, status: judged.status, since, regions },
    regionState,
    timeline,
    merged,
    step: {
      changes: isChange
        ? [
            {
              from: before.status,
              to: judged.status,
              at: since,
              confirmedAt: regionState.lastCheckAt,
              reason: describe(judged),
            },
          ]
        : [],
      judged,
      causeChanged: !isChange && hasCauseChanged(getLastJudgement(before, now), judged),
      failures: judged.status === 'up' || judged.status === 'unknown' ? 0 : failures,
      failingRegions: newFailures > 0 ? [region] : [],
      at: regionState.lastCheckAt,
    },
  }
}

/** The reason of a status that follows from silence is the same as for monitors that are found to be stale. */
const describe = ({ status, reason }: Judgement): string =>
  status === 'unknown' ? 'unknown: no result arrived in time' : reason

const compareEnds = (a: RegionResult, b: RegionResult): number =>
  computeFinishedAt(a) - computeFinishedAt(b) || a.scheduledAt - b.scheduledAt || (a.region < b.region ? -1 : 1)

/** Whether a user, or the end of a pause, caused an entry. No result changes it. */
const isFixed = ({ actorId, to, from }: StoredEntry): boolean =>
  actorId !== null || to === 'paused' || from === 'paused'

/** Replays results as if each had arrived at its end. */
function replayTimeline({ state: before, from, recorded, policy }: MergeInput, merged: readonly RegionResult[]) {
  const known = recorded.filter(({ at }) => at <= from)
  const entries: TimelineEntry[] = known.length > 0 ? [...known] : recorded.slice(0, 1)
  const fixed = recorded.slice(entries.length).filter(isFixed)
  const start = recorded.findLast((entry) => entry.at <= from && isFixed(entry))?.at ?? Number.NEGATIVE_INFINITY
  let state: MonitorState = { ...before, regions: [] }
  const resetAt = (until: number) => {
    while (fixed.length > 0 && fixed[0]!.at <= until) {
      const entry = fixed.shift()!
      entries.push(entry)
      state = { ...state, status: entry.to as MonitorState['status'], since: entry.at, regions: [] }
    }
  }
  const enter = ({ to, at }: TimelineEntry) => {
    state = { ...state, status: to as MonitorState['status'], since: at }
  }
  let isEntered = false
  for (const { region, ...result } of merged) {
    const at = computeFinishedAt(result)
    if (at < start) continue
    if (at >= from && !isEntered) {
      enter(entries.at(-1)!)
      isEntered = true
    }
    resetAt(at)
    if (state.status === 'paused' && isEntered) continue
    const step = evaluateResult(state, region, result, policy, at)
    if (!step) continue
    state = step.state
    if (isEntered) for (const { to, at: since, reason } of step.changes) entries.push({ to, at: since, reason })
  }
  resetAt(Number.POSITIVE_INFINITY)
  return { entries, regions: state.regions }
}

/**
 * Returns the state of the region after the results. Results that are newer than the state continue it. The place of
 * older results in the run of checks follows from the replay, unless the counters were reset meanwhile.
 */
function findRegionState(
  { state, region, results, policy }: MergeInput,
  replayed: readonly RegionState[],
): RegionState {
  const stored = state.regions.find((each) => each.region === region) ?? { ...NO_REGION_STATE, region }
  const known = isHeld(stored, policy)
    ? { ...stored, freshUntil: findLastConclusiveAt(stored) + getFreshMs(policy) }
    : stored
  const newer = results.filter(({ scheduledAt }) => scheduledAt > known.lastScheduledAt)
  const isReset = known.freshUntil === 0 && known.lastScheduledAt > 0
  const found = replayed.find((each) => each.region === region)
  if (newer.length === results.length || isReset || !found || found.lastScheduledAt < known.lastScheduledAt)
    return newer.reduce((before, result) => updateRegionState(before, result, policy), known)
  return found
}

/**
 * Judges what holds now. An opinion that is no evidence for the present must not raise an alarm. It stops counting then,
 * until the next result of its region.
 */
function judgePresent({ monitorId, state, region, policy, isPlanned, now }: MergeInput, found: RegionState) {
  const { intervalSeconds } = policy
  const others = state.regions.filter((each) => each.region !== region)
  const judge = (regionState: RegionState) => {
    const regions = [...others, regionState]
    return { regionState, regions, judged: judgeMonitor(regions, now, intervalSeconds) }
  }
  const hold = (until: number) => judge({ ...found, freshUntil: Math.min(found.freshUntil, until) })
  const first = judge(found)
  if (isPlanned) return first
  const isAlarm =
    (first.judged.status === 'down' && state.status !== 'down') ||
    (isSlow(first.judged) && !isSlow(getLastJudgement(state, now)))
  // The end of an outage that is out of date on arrival is not known yet
  if (first.judged.status === 'unknown' && found.counters.opinion === 'down') return hold(found.lastCheckAt)
  if (!isAlarm || !first.judged.affectedRegions.includes(region)) return first
  const contradictedAt = findNewerPass(others, found, now)
  if (isCurrent(monitorId, found, contradictedAt, intervalSeconds, now)) return first
  return hold(Math.max(found.lastCheckAt, contradictedAt ?? 0))
}

/** Returns the last pass of another region, if it is newer than the last failure of this region. */
function findNewerPass(others: readonly RegionState[], found: RegionState, now: number): number | null {
  const passes = others
    .filter(({ counters, freshUntil }) => freshUntil > now && counters.failures === 0)
    .map(({ lastSuccessAt }) => lastSuccessAt ?? 0)
  const latest = Math.max(0, ...passes)
  return found.counters.opinion === 'down' && latest > (found.lastFailureAt ?? 0) ? latest : null
}

/**
 * Returns whether a late opinion holds now. It does not while the region may be recovering. When its next check was due
 * before now, the result of that check is on its way. A pass of another region since then contradicts the opinion.
 */
function isCurrent(
  monitorId: string,
  { region, counters, lastScheduledAt, lastCheckAt }: RegionState,
  contradictedAt: number | null,
  intervalSeconds: number,
  now: number,
): boolean {
  if (counters.opinion === 'down' && counters.passes > 0) return false
  if (now - lastCheckAt <= LATE_MS) return true
  const offsetMs = computeGridOffsetMs(monitorId, region, intervalSeconds)
  return contradictedAt === null && computeNextDueAt(offsetMs, intervalSeconds, lastScheduledAt) > now
}
