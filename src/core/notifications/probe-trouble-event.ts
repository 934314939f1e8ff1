/** Events about the trouble of probes: see `core/probes/probe-trouble.ts`. */

import type { Event } from '../incidents/event.ts'
import type { ProbeTroubleFacts } from '../incidents/event-facts.ts'
import { formatIsoTime } from '../platform/time/time.ts'

/** Maximum number of monitors that an event names. */
const MAX_NAMED = 100

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
  /** Unix ms. */
  since: number
}

/**
 * @param endedAt Unix ms; null at the beginning
 * @param at Unix ms
 */
export const toProbeTroubleEvent = (
  { organizationId, projectId, region, reason, monitors, monitorCount, since }: TroubleDraft,
  endedAt: number | null,
  at: number,
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
