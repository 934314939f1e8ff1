/** Outages that were over when their results arrived. They become resolved incidents, and alert no recipient. */
import { CHECKED_FAMILIES, type CheckedFamily, type Incident, type IncidentMonitor } from '../incidents/incident.ts'
import { type IncidentUpdate, resolve, toCreatedUpdate } from '../incidents/incident-update.ts'
import { skipMaintenance } from '../maintenance/maintenance-span.ts'
import type { RuntimeStatus } from '../monitors/monitor.ts'
import { parseStatusReason } from '../results/status-reason.ts'
import type { TimelineEntry } from '../results/status-timeline.ts'
import type { ExcludedPeriod } from '../results/uptime.ts'
import { createIncident } from './decide-incidents.ts'
import { computeFinishedAt } from './ingest.ts'
import type { RegionResult } from './late-results.ts'
import { judgeEffect, type PhaseCause } from './status-phases.ts'

export interface LateOutage extends PhaseCause {
  family: CheckedFamily
  /** Unix ms. */
  startedAt: number
  endedAt: number
  /** Reason of the status that ended the outage. */
  endReason: string
  failures: number
  /** Codes, sorted. */
  regions: string[]
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
  const { family, startedAt, endedAt, reason, endReason, failures, regions } = outage
  const open = createIncident(family, { ...outage, at: startedAt }, { failures, regions }, monitor, id, now)
  const created = toCreatedUpdate(open, `${reason}. ${REPORTED_LATE}`, null)
  const resolved = resolve(open, `${endReason}. ${REPORTED_LATE}`, null, endedAt, now)
  return { incident: resolved.incident, updates: [created, resolved].map((update) => ({ ...update, isQuiet: true })) }
}
