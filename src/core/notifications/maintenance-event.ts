/** Events about maintenance windows. */

import type { Event } from '../incidents/event.ts'
import type { MaintenanceWindow } from '../maintenance/maintenance.ts'
import type { Occurrence } from '../maintenance/occurrence.ts'
import { formatIsoTime } from '../platform/time/time.ts'

/** Maximum number of monitors that an event names. */
const MAX_NAMED = 100

/**
 * @param occurrence the occurrence that began or ended
 * @param monitors affected monitors
 * @param at Unix ms
 */
export function toMaintenanceEvent(
  type: 'maintenance.started' | 'maintenance.ended',
  window: Pick<MaintenanceWindow, 'id' | 'organizationId' | 'projectId' | 'name' | 'description'>,
  { startsAt, endsAt }: Occurrence,
  monitors: readonly { id: string; name: string }[],
  at: number,
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
