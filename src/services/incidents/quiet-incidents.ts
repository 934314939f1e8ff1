/** Incidents whose further messages wait, because their recipients should not be disturbed now. */
import type { Incident } from '../../core/incidents/incident.ts'
import { isMonitored } from '../../core/incidents/pause.ts'
import { isSnoozed } from '../../core/incidents/snooze.ts'
import { isDown } from '../../core/incidents/suppression.ts'
import type { QuietReason } from '../../core/notifications/escalation-state.ts'
import { listSuppressions } from '../../store/incidents/incident-suppressions.ts'
import { listSilencedIncidents } from '../../store/incidents/silenced-incidents.ts'
import { listFlapping } from '../../store/incidents/suppressed-monitors.ts'
import type { Reader, Tx } from '../../store/platform/store.ts'
import { findQuietUntil } from '../notifications/maintenance-quiet.ts'
import { loadDependencyStates } from './dependency-states.ts'
import { loadIncidentSilences } from './silenced-alerts.ts'

/**
 * Creates a function that returns why an incident sends no reminder and no escalation now; null when it sends them. A held
 * alert is a reason until it is sent, because it may be the opening.
 */
export async function findQuietReasons(
  db: Reader,
  incidents: readonly Incident[],
  now: number,
): Promise<(incident: Incident) => QuietReason | null> {
  const keys = [...new Set(incidents.flatMap(({ monitor }) => monitor?.key ?? []))]
  const dependencies = await loadDependencyStates(db, keys, now)
  const maintainedUntil = await findQuietUntil(db, incidents, now)
  const flapping = await listFlapping(db, keys)
  const ids = incidents.map(({ id }) => id)
  const suppressed = await listSuppressions(db, ids)
  const held = await listSilencedIncidents(db, ids)
  const silenceOf = await loadIncidentSilences(db, incidents, now)
  return (incident) => {
    const key = incident.monitor?.key
    if (isSnoozed(incident, now)) return 'snoozed'
    if (!isMonitored(incident)) return 'paused'
    if (silenceOf(incident) !== null || held.has(incident.id)) return 'silenced'
    if (suppressed.has(incident.id)) return 'dependency_down'
    if (maintainedUntil(incident) !== null) return 'maintenance'
    if (key === undefined) return null
    if (dependencies(key).some(isDown)) return 'dependency_down'
    return flapping.has(key) ? 'flapping' : null
  }
}

/** Creates a function that decides whether an incident sends no reminder and no escalation now. */
export async function findQuiet(
  tx: Tx,
  incidents: readonly Incident[],
  now: number,
): Promise<(incident: Incident) => boolean> {
  const reasonOf = await findQuietReasons(tx, incidents, now)
  return (incident) => reasonOf(incident) !== null
}
