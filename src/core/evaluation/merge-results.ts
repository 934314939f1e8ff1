/**
 * Merges late results of one region with the stored results of all regions by time, so the status history shows all
 * measurements. The present status follows from the opinions that hold after the last result.
 */

import type { EvaluationStep } from '../incidents/evaluation.ts'
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
  NO_REGION_STATE,
  updateRegionState,
} from './ingest.ts'
import { findLastConclusiveAt, isHeld, LATE_MS, type RegionResult } from './late-results.ts'
import { hasCauseChanged, isSlow } from './status-phases.ts'

interface MergeInput {
  monitorId: string
  state: MonitorState
  /** Code of the region that sent the results. */
  region: string
  /** New results, by due time; at least one. */
  results: readonly EvaluatedResult[]
  /** Stored results of the regions that check the monitor, from some time before the new ones until `until`. */
  stored: readonly RegionResult[]
  /** Unix ms; entries of the history after it stay. Infinite when all later results are among the stored ones. */
  until: number
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

/**
 * Merges results with the stored results of all regions.
 *
 * @returns null when the results still change the status at `until`; the later results must then be loaded too
 */
export function mergeResults(input: MergeInput): MergeOutcome | null {
  const { state: before, region, results, policy, now } = input
  const merged = [...input.stored, ...results.map((result) => ({ ...result, region }))].sort(compareEnds)
  const { entries, regions: replayed } = replayTimeline(input, merged)
  const { recorded, until } = input
  const freshUntil = Math.max(...replayed.map((regionState) => regionState.freshUntil))
  if (until < now && freshUntil < until && replayed.length > 0)
    entries.push({ to: 'unknown', at: freshUntil, reason: SILENT })
  if (recorded.findLast(({ at }) => at <= until)?.to !== entries.at(-1)!.to && until < now) return null
  entries.push(...recorded.filter(({ at }) => at > until))
  const found = findRegionState(input, replayed)
  const present = judgePresent(input, found)
  const { regionState, regions, judged } = present
  const last = entries.at(-1)!
  if (judged.status !== last.to) {
    const at = judged.status === 'unknown' ? Math.max(...regions.map(({ freshUntil }) => freshUntil)) : null
    const { intervalSeconds } = policy
    const since =
      computeStatusSince({ since: last.at, regions, intervalSeconds }, judged, now) ?? regionState.lastCheckAt
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
const SILENT = 'unknown: no result arrived in time'

const describe = ({ status, reason }: Judgement): string => (status === 'unknown' ? SILENT : reason)

const compareEnds = (a: RegionResult, b: RegionResult): number =>
  computeFinishedAt(a) - computeFinishedAt(b) || a.scheduledAt - b.scheduledAt || (a.region < b.region ? -1 : 1)

/** Whether a user, or the end of a pause, caused an entry. No result changes it. */
const isFixed = ({ actorId, to, from }: StoredEntry): boolean =>
  actorId !== null || to === 'paused' || from === 'paused'

/** Replays results as if each had arrived at its end. */
function replayTimeline({ state: before, from, until, recorded, policy }: MergeInput, merged: readonly RegionResult[]) {
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
  for (const result of merged) {
    const at = computeFinishedAt(result)
    if (at > until) break
    if (at < start) continue
    if (at >= from && !isEntered) {
      enter(entries.at(-1)!)
      isEntered = true
    }
    resetAt(at)
    if (state.status === 'paused' && isEntered) continue
    const step = evaluateResult(state, result, policy, { region: result.region, now: at })
    if (!step) continue
    state = step.state
    if (isEntered) for (const { to, at: since, reason } of step.changes) entries.push({ to, at: since, reason })
  }
  resetAt(until)
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
function judgePresent(input: MergeInput, found: RegionState) {
  const { state, region, policy, isPlanned, now } = input
  const others = state.regions.filter((each) => each.region !== region)
  const judge = (regionState: RegionState) => {
    const regions = [...others, regionState]
    return { regionState, regions, judged: judgeMonitor(regions, now, policy.intervalSeconds) }
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
  if (isCurrent(input, found, contradictedAt)) return first
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
 * before now, the result of that check is on its way. A region whose results are always that late is believed when they
 * arrive again, and its run is as long as their delay. A pass of another region since then contradicts the opinion.
 */
function isCurrent(
  { monitorId, state, policy, now }: MergeInput,
  { region, counters, opinionSince, lastScheduledAt, lastCheckAt, freshUntil }: RegionState,
  contradictedAt: number | null,
): boolean {
  if (counters.opinion === 'down' && counters.passes > 0) return false
  const lateMs = now - lastCheckAt
  if (lateMs <= LATE_MS) return true
  if (contradictedAt !== null) return false
  const { intervalSeconds } = policy
  const offsetMs = computeGridOffsetMs(monitorId, region, intervalSeconds)
  if (computeNextDueAt(offsetMs, intervalSeconds, lastScheduledAt) > now) return true
  const before = state.regions.find((each) => each.region === region)
  const wasHeld = before !== undefined && isHeld(before, policy)
  return wasHeld && freshUntil > now && opinionSince !== null && lastCheckAt - opinionSince >= lateMs
}
