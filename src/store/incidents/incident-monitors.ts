/** Monitors of incidents. */
import type { IncidentMonitor } from '../../core/incidents/incident.ts'
import type { ConfiguredStatus, MonitorType } from '../../core/monitors/monitor.ts'
import { bulk } from '../platform/queries/bulk.ts'
import { lockRowsForShare } from '../platform/queries/row-locks.ts'
import type { Reader, Tx } from '../platform/store.ts'

const load = bulk<IncidentMonitor>(
  { monitor_key: 'int4' },
  `select m.key, m.id, m.organization_id as "organizationId", m.project_id as "projectId", m.name, m.type, m.target,
     m.status, m.runtime_status as "runtimeStatus"
   from k join monitors m on m.key = k.monitor_key`,
)

/** Lists monitors by key, including deleted ones. */
export async function listIncidentMonitors(db: Reader, keys: readonly number[]): Promise<Map<number, IncidentMonitor>> {
  const { rows } = await load(
    db,
    keys.map((key) => [key]),
  )
  return new Map(rows.map((row) => [row.key, row]))
}

/**
 * Lists monitors of the project that are not deleted, by id. PostgreSQL locks them against changes until the end of the
 * transaction.
 */
export async function lockMonitorsForShare(
  tx: Tx,
  projectId: string,
  ids: readonly string[],
): Promise<Map<string, IncidentMonitor>> {
  if (ids.length === 0) return new Map()
  const query = tx
    .selectFrom('monitors')
    .select(['key', 'id', 'organization_id as organizationId', 'project_id as projectId', 'name', 'type', 'target'])
    .select(['status', 'runtime_status as runtimeStatus'])
    .where('id', 'in', ids)
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .orderBy('key')
  const rows = await lockRowsForShare(tx, query).execute()
  return new Map(rows.map((row) => [row.id, row as IncidentMonitor]))
}

/** A monitor in the list of affected monitors. */
export interface AffectedMonitor {
  id: string
  name: string
  target: string
  type: MonitorType
  status: ConfiguredStatus
}

/** Lists the affected monitors of the project that are not deleted, by name. */
export async function listAffected(db: Reader, projectId: string, ids: readonly string[]): Promise<AffectedMonitor[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('monitors')
    .select(['id', 'name', 'target', 'type', 'status'])
    .where('id', 'in', ids)
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .orderBy('name_folded')
    .orderBy('id')
    .execute()
  return rows as AffectedMonitor[]
}
