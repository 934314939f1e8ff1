/**
 * Results that arrive late, because a probe could not reach the server for a while. They go through the counters in
 * order, whatever their age. This file decides which of them must be merged; see `merge-results.ts`.
 *
 * Outages that were over when their results arrived. They become resolved incidents, and alert no recipient.
 */
import { CHECKED_FAMILIES, type CheckedFamily, type Incident, type IncidentMonitor } from '../incidents/incident.ts'
import { type IncidentUpdate, resolve, toCreatedUpdate } from '../incidents/incident-update.ts'
import { skipMaintenance } from '../maintenance/maintenance-span.ts'
import type { RuntimeStatus } from '../monitors/monitor.ts'
import { SECOND_MS, type UnixMs } from '../platform/time/time.ts'
import { parseStatusReason } from '../results/status-reason.ts'
import type { TimelineEntry } from '../results/status-timeline.ts'
import type { ExcludedPeriod } from '../results/uptime.ts'
import { createIncident, type Outage } from './decide-incidents.ts'
import { type Arrival, evaluateResult, type MonitorState, type RegionState } from './evaluate-result.ts'
import { computeFinishedAt, type EvaluatedResult, getFreshMs, type IngestPolicy, isFromFuture } from './ingest.ts'
import { judgeEffect } from './status-phases.ts'

/** A result that is older on its arrival is late. Probes send results within seconds. */
export const LATE_MS = 15 * SECOND_MS

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
  results: readonly EvaluatedResult[],
  policy: IngestPolicy,
  { region, now }: Arrival,
): boolean {
  const known = state.regions.find((each) => each.region === region)
  // The clock was set back
  if (state.since > now) return false
  if (known && (isFromFuture(known, now) || isHeld(known, policy))) return !isFromFuture(known, now)
  const isLate = (at: number) => now - at > LATE_MS || (known && state.status === 'unknown' && at < state.since)
  return results.some((result) => isLate(computeFinishedAt(result))) && !isOrdinary(state, results, policy, region)
}

/**
 * Returns whether late results can be recorded as if they were in time. Passes of a monitor that has been up since can, and
 * so can passes that follow all known results. Other results must also change no status.
 */
function isOrdinary(
  state: MonitorState,
  results: readonly EvaluatedResult[],
  policy: IngestPolicy,
  region: string,
): boolean {
  const { status, since, regions } = state
  if (results.some(({ startedAt }) => startedAt < since)) return false
  const arePasses = results.every((result) => result.status === 'up')
  if (status === 'up' && arePasses) return true
  const newest = Math.max(...regions.map(({ lastCheckAt }) => lastCheckAt))
  let current = state
  return results.every((result) => {
    const at = computeFinishedAt(result)
    const step = at < newest ? null : evaluateResult(current, result, policy, { region, now: at })
    if (!step || step.causeChanged || step.becameSlow) return false
    current = step.state
    return step.changes.every(({ to }) => arePasses && (to === 'up' || to === 'unknown'))
  })
}

/** Lists the ends of the last checks. Times later than the last one date from before the clock was set back. */
const listConclusiveEnds = ({ lastSuccessAt, lastFailureAt, lastCheckAt }: RegionState): number[] =>
  [lastSuccessAt, lastFailureAt].filter((at) => at !== null && at <= lastCheckAt).map(Number)

export function findLastConclusiveAt({ lastSuccessAt, lastFailureAt, lastCheckAt }: RegionState): number {
  const [passedAt, failedAt] = [lastSuccessAt ?? 0, lastFailureAt ?? 0]
  return Math.max(0, passedAt <= lastCheckAt ? passedAt : 0, failedAt <= lastCheckAt ? failedAt : 0)
}

/**
 * Returns whether the last opinion of a region was no evidence for the present when it arrived: see `isCurrent`. Its
 * next result is then merged too. Checks of one target may overlap, so an opinion in force is as fresh as either end. It is
 * fresh for longer if the check started late.
 */
export function isHeld(known: RegionState, policy: IngestPolicy): boolean {
  const { counters, freshUntil } = known
  if (counters.opinion === 'unknown') return false
  const freshMs = getFreshMs(policy)
  const latest = findLastConclusiveAt(known)
  if (freshUntil >= latest + freshMs) return false
  const isInForce = (end: number) =>
    freshUntil === end + freshMs || (freshUntil > end + freshMs && end + freshMs > latest)
  return !listConclusiveEnds(known).some(isInForce)
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

export interface LateOutage extends Outage {
  endedAt: UnixMs
  /** Reason of the status that ended the outage. */
  endReason: string
}

/**
 * Lists the outages in a status history that have ended. An outage lasts until a status that is well, or until a pause.
 *
 * @param merged results in the order in which their checks ended
 * @param maintenance of the monitor; an outage within it is none
 */
export function listLateOutages(
  timeline: readonly TimelineEntry[],
  merged: readonly RegionResult[],
  maintenance: readonly ExcludedPeriod[],
): LateOutage[] {
  return CHECKED_FAMILIES.flatMap((family) => {
    const outages: LateOutage[] = []
    let begin: TimelineEntry | null = null
    for (const entry of timeline) {
      const effect = judgeEffect(family, toPhase(entry))
      if (begin && (effect === 'well' || entry.to === 'paused')) {
        const startedAt = skipMaintenance(maintenance, begin.at, entry.at)
        if (startedAt < entry.at) outages.push(toOutage(family, { ...begin, at: startedAt }, entry, merged))
        begin = null
      } else if (effect === 'failing') begin ??= entry
    }
    return outages
  })
}

const isSlowReason = (reason: string): boolean => parseStatusReason(reason).kind === 'slow_response'

const toPhase = ({ to, reason }: TimelineEntry) => ({
  status: to as RuntimeStatus,
  errorType: to === 'degraded' && isSlowReason(reason) ? ('slow_response' as const) : null,
})

function toOutage(
  family: CheckedFamily,
  { at: startedAt, reason }: TimelineEntry,
  { at: endedAt, reason: endReason }: TimelineEntry,
  merged: readonly RegionResult[],
): LateOutage {
  const bad = family === 'availability' ? 'down' : 'degraded'
  const found = merged.filter(
    (result) => result.status === bad && result.startedAt >= startedAt && computeFinishedAt(result) <= endedAt,
  )
  const { errorType = null, errorMessage = null } = found[0] ?? {}
  const failures = family === 'availability' ? found.length : 0
  const regions = [...new Set(found.map(({ region }) => region))].sort()
  return { family, startedAt, endedAt, reason, endReason, errorType, errorMessage, failures, regions }
}

/** Period of a system incident, deleted or not. */
export interface KnownIncident {
  id: string
  family: string
  startedAt: number
  /** Null while it is open. */
  endedAt: number | null
  /** Whether it was over when it was reported, and has not changed since. */
  isReportedLate: boolean
}

/** Returns the incident of an outage; null when there is none. */
export const findKnownIncident = (
  { family, startedAt, endedAt }: LateOutage,
  known: readonly KnownIncident[],
): KnownIncident | null =>
  known.find(
    (incident) =>
      incident.family === family &&
      incident.startedAt <= endedAt &&
      (incident.endedAt ?? Number.POSITIVE_INFINITY) >= startedAt,
  ) ?? null

const REPORTED_LATE = 'Reported late: the outage was over when its results arrived, so no alert was sent'

/** Creates the resolved incident of an outage and its two updates, which are recorded only. */
export function reportLateOutage(
  outage: LateOutage,
  monitor: IncidentMonitor,
  id: string,
  now: number,
): { incident: Incident; updates: IncidentUpdate[] } {
  const { endedAt, reason, endReason } = outage
  const open = createIncident(outage, monitor, id, now)
  const created = toCreatedUpdate(open, `${reason}. ${REPORTED_LATE}`, null)
  const resolved = resolve(open, { note: `${endReason}. ${REPORTED_LATE}`, by: null, at: endedAt, now })
  return { incident: resolved.incident, updates: [created, resolved].map((update) => ({ ...update, isQuiet: true })) }
}
