/**
 * Events that are about no incident: maintenance windows, and the trouble of probes (`core/probes/probe-trouble.ts`).
 */
import type { Event } from '../incidents/event.ts'
import type { ProbeTroubleFacts } from '../incidents/event-facts.ts'
import type { MaintenanceWindow } from '../maintenance/maintenance.ts'
import type { Occurrence } from '../maintenance/occurrence.ts'
import { formatIsoTime, type UnixMs } from '../platform/time/time.ts'

/** Maximum number of monitors that an event names. */
const MAX_NAMED = 100

/** The start or the end of an occurrence. */
export interface MaintenanceTransition {
  type: 'maintenance.started' | 'maintenance.ended'
  occurrence: Occurrence
}

/** @param monitors affected monitors */
export function toMaintenanceEvent(
  { type, occurrence: { startsAt, endsAt } }: MaintenanceTransition,
  window: Pick<MaintenanceWindow, 'id' | 'organizationId' | 'projectId' | 'name' | 'description'>,
  monitors: readonly { id: string; name: string }[],
  at: UnixMs,
): Event {
  const { id, organizationId, projectId, name, description } = window
  const named = monitors.toSorted((a, b) => a.name.localeCompare(b.name, 'en') || (a.id < b.id ? -1 : 1))
  return {
    type,
    timestamp: formatIsoTime(at),
    data: {
      organization_id: organizationId,
      project_id: projectId,
      maintenance: {
        id,
        name,
        description,
        starts_at: formatIsoTime(startsAt),
        ends_at: formatIsoTime(endsAt),
        monitors: named.slice(0, MAX_NAMED).map((monitor) => ({ id: monitor.id, name: monitor.name })),
        monitor_count: monitors.length,
      },
    },
  }
}

type NamedMonitor = ProbeTroubleFacts['monitors'][number]

/** Returns the first monitors by name, as an event lists them. */
export const listNamedMonitors = (monitors: readonly NamedMonitor[]): NamedMonitor[] =>
  monitors
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en') || (a.id < b.id ? -1 : 1))
    .slice(0, MAX_NAMED)
    .map(({ id, name }) => ({ id, name }))

interface TroubleDraft extends Pick<ProbeTroubleFacts, 'reason' | 'monitors'> {
  organizationId: string
  projectId: string
  region: { code: string; name: string }
  monitorCount: number
  since: UnixMs
}

/** @param endedAt Unix ms; null at the beginning */
export const toProbeTroubleEvent = (
  { organizationId, projectId, region, reason, monitors, monitorCount, since }: TroubleDraft,
  endedAt: number | null,
  at: UnixMs,
): Event => ({
  type: endedAt === null ? 'probe_trouble.started' : 'probe_trouble.ended',
  timestamp: formatIsoTime(at),
  data: {
    organization_id: organizationId,
    project_id: projectId,
    probe_trouble: {
      region: region.code,
      region_name: region.name,
      reason,
      started_at: formatIsoTime(since),
      ...(endedAt !== null && { ended_at: formatIsoTime(endedAt) }),
      monitors: [...monitors],
      monitor_count: monitorCount,
    },
  },
})
