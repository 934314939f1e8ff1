/** Maintenance holds notifications: no alert is sent about an incident while all of its monitors are in maintenance. */
import type { Incident } from '../../core/incidents/incident.ts'
import { maintenanceAt } from '../../core/maintenance/maintenance-span.ts'
import { listSpansFrom } from '../../store/maintenance/maintenance-spans.ts'
import type { Reader } from '../../store/platform/store.ts'

type About = Pick<Incident, 'id' | 'affectedMonitorIds'> & { monitor: { id: string } | null }

/**
 * Finds until when notifications of an incident are held: Unix ms, null when they are not. An incident without a monitor
 * is never quiet.
 */
export async function findQuiet(
  db: Reader,
  incidents: readonly About[],
  now: number,
): Promise<(incident: About) => number | null> {
  const spans = await listSpansFrom(db, [...new Set(incidents.flatMap(monitorIdsOf))], now)
  return (incident) => {
    const ends = monitorIdsOf(incident).map((id) => maintenanceAt(spans.get(id) ?? [], now)?.endsAt ?? now)
    const earliest = Math.min(...ends)
    return ends.length > 0 && earliest > now ? earliest : null
  }
}

const monitorIdsOf = ({ monitor, affectedMonitorIds }: About): string[] =>
  monitor ? [monitor.id, ...affectedMonitorIds] : affectedMonitorIds
