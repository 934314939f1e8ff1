/** Access rules and JSON shared by the incident routes. */
import type { Incident } from '../../core/incidents/incident.ts'
import { loadIncidentSilences } from '../../services/incidents/holds/silence.ts'
import { listHolds } from '../../store/incidents/incident-holds.ts'
import { listDeliveredChannels } from '../../store/notifications/deliveries.ts'
import { getRequestReader } from '../../store/platform/session.ts'
import type { Reader } from '../../store/platform/store.ts'
import type { GuardedAccess } from '../platform/access.ts'
import { type IncidentJson, toIncident } from './incident-json.ts'

export const VIEW_INCIDENTS: GuardedAccess = { permission: 'can_view', scope: 'project' }
export const MANAGE_INCIDENTS: GuardedAccess = { permission: 'can_manage_incidents', scope: 'project' }

/** Adds the channels that delivered a notification, and the suppression or silence that holds the alerts. */
export async function showIncidents(db: Reader, incidents: readonly Incident[]): Promise<IncidentJson[]> {
  const ids = incidents.map(({ id }) => id)
  const channels = await listDeliveredChannels(db, ids)
  const { dependency_down: suppressions } = await listHolds(db, ids)
  const silenceOf = await loadIncidentSilences(db, incidents)
  return incidents.map((incident) =>
    toIncident(incident, channels.get(incident.id), suppressions.get(incident.id), silenceOf(incident)),
  )
}

export const showIncident = async (db: Reader, incident: Incident): Promise<IncidentJson> =>
  (await showIncidents(getRequestReader(db), [incident]))[0]!
