/** Incidents whose further messages wait, because their recipients should not be disturbed now. */
import type { Incident } from '../../core/incidents/incident.ts'
import { isMonitored } from '../../core/incidents/pause.ts'
import { isSnoozed } from '../../core/incidents/snooze.ts'
import { isDown } from '../../core/incidents/suppression.ts'
import { listSuppressions } from '../../store/incidents/incident-suppressions.ts'
import { listSilencedIncidents } from '../../store/incidents/silenced-incidents.ts'
import { listFlapping } from '../../store/incidents/suppressed-monitors.ts'
import type { Tx } from '../../store/platform/store.ts'
import { findQuietUntil } from '../notifications/maintenance-quiet.ts'
import { loadDependencyStates } from './dependency-states.ts'
import { loadIncidentSilences } from './silenced-alerts.ts'

/**
 * Returns a function that decides whether an incident sends no reminder and no escalation now. Reasons are a snooze, a
 * silence, maintenance or a suppression, or a pause or flapping of its monitor. A held alert is a reason until it is sent,
 * because it may be the opening.
 */
export async function findQuiet(
  tx: Tx,
  incidents: readonly Incident[],
  now: number,
): Promise<(incident: Incident) => boolean> {
  const keys = [...new Set(incidents.flatMap(({ monitor }) => monitor?.key ?? []))]
  const dependencies = await loadDependencyStates(tx, keys, now)
  const maintainedUntil = await findQuietUntil(tx, incidents, now)
  const flapping = await listFlapping(tx, keys)
  const ids = incidents.map(({ id }) => id)
  const suppressed = await listSuppressions(tx, ids)
  const held = await listSilencedIncidents(tx, ids)
  const silenceOf = await loadIncidentSilences(tx, incidents, now)
  return (incident) => {
    if (isSnoozed(incident, now) || !isMonitored(incident) || silenceOf(incident) !== null) return true
    if (suppressed.has(incident.id) || held.has(incident.id) || maintainedUntil(incident) !== null) return true
    if (!incident.monitor) return false
    const { key } = incident.monitor
    return dependencies(key).some(isDown) || flapping.has(key)
  }
}
