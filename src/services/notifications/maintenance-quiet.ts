/** Maintenance holds notifications: no alert is sent about an incident while all of its monitors are in maintenance. */
import { type Incident, listMonitorIds } from '../../core/incidents/incident.ts'
import { findMaintenanceAt } from '../../core/maintenance/maintenance-span.ts'
import { listSpansFrom } from '../../store/maintenance/maintenance-spans.ts'
import type { Reader } from '../../store/platform/store.ts'

type QuietIncident = Pick<Incident, 'id' | 'affectedMonitorIds'> & { monitor: { id: string } | null }

/**
 * Creates a function that returns until when notifications of an incident are held, Unix ms; null when they are not
 * held. Incidents without a monitor are never held.
 */
export async function findQuietUntil(
  db: Reader,
  incidents: readonly QuietIncident[],
  now: number,
): Promise<(incident: QuietIncident) => number | null> {
  const spans = await listSpansFrom(db, [...new Set(incidents.flatMap(listMonitorIds))], now)
  return (incident) => {
    const ends = listMonitorIds(incident).map((id) => findMaintenanceAt(spans.get(id) ?? [], now)?.endsAt ?? now)
    const earliest = Math.min(...ends)
    return ends.length > 0 && earliest > now ? earliest : null
  }
}
