/** Incidents with the properties of their monitors that may explain them. */

import { sql } from 'kysely'
import type { Incident } from '../../core/incidents/incident.ts'
import { MINUTE_MS, type UnixMs } from '../../core/platform/time/time.ts'
import type { GroupedMonitor } from '../notifications/alert-groups.ts'
import type { Reader } from '../platform/store.ts'

type Located = Pick<GroupedMonitor, 'monitorKey' | 'type' | 'target' | 'groupName' | 'fingerprint' | 'incidentType'>

export interface NeighbourIncident extends Located {
  id: string
  monitorId: string
  monitorName: string
  status: Incident['status']
  startedAt: UnixMs
  /** Start of its last outage; null when it was never reopened. */
  reopenedAt: UnixMs | null
}

const selectLocated = (db: Reader, projectId: string) =>
  db
    .selectFrom('incidents as i')
    .innerJoin('monitors as m', 'm.key', 'i.monitor_key')
    .leftJoin('groups as g', 'g.id', 'm.group_id')
    .leftJoin('certificates as c', 'c.monitor_key', 'm.key')
    .select(['i.id', 'i.status', 'i.type as incidentType', 'i.started_at as startedAt'])
    .select('i.reopened_at as reopenedAt')
    .select(['m.key as monitorKey', 'm.id as monitorId', 'm.name as monitorName', 'm.type', 'm.target'])
    .select(['g.name as groupName', 'c.fingerprint'])
    .where('i.project_id', '=', projectId)
    .where('i.deleted_at', 'is', null)

/**
 * Lists the properties of unresolved incidents that may explain them, without incidents that have no monitor.
 *
 * @param limit beyond which incidents are left out
 */
export const listUnresolvedLocated = async (
  db: Reader,
  projectId: string,
  limit: number,
): Promise<NeighbourIncident[]> =>
  (await selectLocated(db, projectId)
    .where('i.status', 'in', ['open', 'acknowledged'])
    .limit(limit)
    .execute()) as NeighbourIncident[]

/** An incident is created after its start: when the failure is confirmed. */
const CONFIRMED_WITHIN_MS = 30 * MINUTE_MS

/**
 * Lists incidents with a monitor that began at about the same time as an incident, and this incident. The index by
 * creation limits the search in both directions.
 *
 * @param limit number of incidents created before it, and of those created after it
 */
export async function listIncidentsBegun(
  db: Reader,
  { id, projectId, startedAt, createdAt }: Pick<Incident, 'id' | 'projectId' | 'startedAt' | 'createdAt'>,
  withinMs: number,
  limit: number,
): Promise<NeighbourIncident[]> {
  const begun = selectLocated(db, projectId)
    .where('i.started_at', '>=', startedAt - withinMs)
    .where('i.started_at', '<=', startedAt + withinMs)
    .limit(limit)
  const earlier = begun
    .where('i.created_at', '>=', startedAt - withinMs)
    .where(sql<boolean>`(i.created_at, i.id) <= (${createdAt}, ${id})`)
    .orderBy('i.created_at', 'desc')
    .orderBy('i.id', 'desc')
  const later = begun
    .where('i.created_at', '<=', startedAt + withinMs + CONFIRMED_WITHIN_MS)
    .where(sql<boolean>`(i.created_at, i.id) > (${createdAt}, ${id})`)
    .orderBy('i.created_at')
    .orderBy('i.id')
  return [...(await earlier.execute()), ...(await later.execute())] as NeighbourIncident[]
}
