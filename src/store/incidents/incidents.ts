/** Incidents, as changed by the engine and by users. The queries of the API are in `incident-reads.ts`. */
import { sql } from 'kysely'
import type { Family, Incident, IncidentMonitor, Person } from '../../core/incidents/incident.ts'
import { bulk } from '../platform/queries/bulk.ts'
import { lockRows } from '../platform/queries/row-locks.ts'
import type { Reader, Tx } from '../platform/store.ts'

/** Finds a user who acts on an incident, with the current name. */
export async function findPerson(db: Reader, userId: string): Promise<Person> {
  const row = await db.selectFrom('users').select('name').where('id', '=', userId).executeTakeFirst()
  return { id: userId, name: row?.name ?? null }
}

/** Selects incidents with their monitor and the names of users, without soft-deleted incidents. */
export const selectIncidents = (db: Reader) =>
  db
    .selectFrom('incidents as i')
    .leftJoin('monitors as m', 'm.key', 'i.monitor_key')
    .selectAll('i')
    .select(['m.id as monitor_id', 'm.name as monitor_name', 'm.type as monitor_type', 'm.target as monitor_target'])
    .select(['m.status as monitor_status', 'm.runtime_status as monitor_runtime_status'])
    .select((eb) => [
      eb.selectFrom('users').select('name').whereRef('id', '=', 'i.acknowledged_by').as('acknowledged_by_name'),
      eb.selectFrom('users').select('name').whereRef('id', '=', 'i.snoozed_by').as('snoozed_by_name'),
      eb.selectFrom('users').select('name').whereRef('id', '=', 'i.resolved_by').as('resolved_by_name'),
    ])
    .where('i.deleted_at', 'is', null)

type IncidentRow = Awaited<ReturnType<ReturnType<typeof selectIncidents>['execute']>>[number]

/**
 * Lists the open system incidents of these monitors. PostgreSQL locks them until the end of the transaction, in the
 * same order on every server. Decisions therefore remain valid until they are written. SQLite has one writer.
 */
export async function lockOpenIncidents(tx: Tx, monitorKeys: readonly number[]): Promise<Incident[]> {
  if (monitorKeys.length === 0) return []
  return lock(tx, selectSystem(tx, monitorKeys).where('i.status', '<>', RESOLVED))
}

/** Lists the system incidents that were resolved at `since` or later, Unix ms. Locks them in the same way. */
export async function lockResolvedIncidents(
  tx: Tx,
  monitorKeys: readonly number[],
  since: number,
): Promise<Incident[]> {
  if (monitorKeys.length === 0) return []
  return lock(tx, selectSystem(tx, monitorKeys).where('i.status', '=', RESOLVED).where('i.resolved_at', '>=', since))
}

/**
 * Lists the open incidents of groups, and those that were resolved at `since` or later, the newest first. Locks them in
 * the same way.
 */
export async function lockGroupIncidents(
  tx: Tx,
  groupIds: readonly string[],
  since: number = Number.MAX_SAFE_INTEGER,
): Promise<Incident[]> {
  if (groupIds.length === 0) return []
  const ofGroups = () => selectIncidents(tx).where('i.group_id', 'in', groupIds)
  const open = await lock(tx, ofGroups().where('i.status', '<>', RESOLVED))
  const resolved = await lock(tx, ofGroups().where('i.status', '=', RESOLVED).where('i.resolved_at', '>=', since))
  return [...open, ...resolved.toSorted((a, b) => b.resolvedAt! - a.resolvedAt!)]
}

/**
 * Lists the unresolved incidents of these monitors, and all unresolved incidents of the projects that list affected
 * monitors. Locks them in the same way.
 */
export async function lockUnresolvedIncidents(
  tx: Tx,
  projectIds: readonly string[],
  monitorKeys: readonly number[],
): Promise<Incident[]> {
  if (monitorKeys.length === 0) return []
  const query = selectIncidents(tx)
    .where('i.status', '<>', RESOLVED)
    .where((eb) =>
      eb.or([
        eb('i.monitor_key', 'in', monitorKeys),
        eb.and([eb('i.project_id', 'in', projectIds), eb('i.affected_monitor_ids', '<>', '[]')]),
      ]),
    )
  return lock(tx, query)
}

/** A literal, not a bound value: only then can the planner use the partial indexes of open and resolved incidents. */
const RESOLVED = sql.lit('resolved' as const)

const selectSystem = (tx: Tx, monitorKeys: readonly number[]) =>
  selectIncidents(tx).where('i.source', '=', 'system').where('i.monitor_key', 'in', monitorKeys)

async function lock(tx: Tx, query: ReturnType<typeof selectIncidents>): Promise<Incident[]> {
  const ordered = query.orderBy('i.id')
  const rows = await lockRows(tx, ordered, 'i').execute()
  return rows.map(toIncident)
}

/** Finds one incident of a project, opened by the engine or by a user. Locks it in the same way. */
export async function lockIncident(tx: Tx, projectId: string, id: string): Promise<Incident | null> {
  const query = selectIncidents(tx).where('i.project_id', '=', projectId).where('i.id', '=', id)
  return (await lock(tx, query))[0] ?? null
}

/** Lists incidents of a project by id. Locks them in the same way. */
export async function lockProjectIncidents(
  tx: Tx,
  projectId: string,
  ids: readonly string[],
): Promise<Map<string, Incident>> {
  const query = selectIncidents(tx).where('i.project_id', '=', projectId).where('i.id', 'in', ids)
  return new Map((await lock(tx, query)).map((incident) => [incident.id, incident]))
}

/**
 * Inserts new incidents. An incident is not written when another server has opened one for the same monitor and family
 * in the meantime.
 *
 * @returns the ids of the incidents that were written
 */
export async function insertIncidents(tx: Tx, incidents: readonly Incident[]): Promise<Set<string>> {
  const { rows } = await insert(tx, incidents.map(toRow))
  return new Set(rows.map((row) => row.id))
}

/** Writes the changeable columns of incidents that this transaction has locked. */
export async function saveIncidents(tx: Tx, incidents: readonly Incident[]): Promise<void> {
  await update(tx, incidents.map(toRow))
}

/**
 * Writes only the columns that further failures change. Every check during an outage writes them, so they are in no
 * index.
 */
export async function saveFailureCounts(tx: Tx, incidents: readonly Incident[]): Promise<void> {
  await updateCounts(
    tx,
    incidents.map(({ id, failureCount, affectedRegions, updatedAt }) => [
      id,
      failureCount,
      JSON.stringify(affectedRegions),
      updatedAt,
    ]),
  )
}

/** Soft-deletes an incident: it stays in the database, and the API no longer returns it. */
export async function deleteIncident(tx: Tx, id: string, by: string, now: number): Promise<void> {
  await tx.updateTable('incidents').set({ deleted_at: now, deleted_by: by }).where('id', '=', id).execute()
}

const COLUMNS = {
  id: 'text',
  organization_id: 'text',
  project_id: 'text',
  monitor_key: 'int4',
  group_id: 'text',
  created_by: 'text',
  family: 'text',
  status: 'text',
  severity: 'text',
  type: 'text',
  source: 'text',
  title: 'text',
  public_title: 'text',
  error_message: 'text',
  status_page_update: 'text',
  started_at: 'int8',
  acknowledged_at: 'int8',
  acknowledged_by: 'text',
  acknowledged_via: 'text',
  snoozed_until: 'int8',
  snoozed_by: 'text',
  snoozed_via: 'text',
  resolved_at: 'int8',
  resolved_by: 'text',
  resolution_note: 'text',
  reopened_at: 'int8',
  reopenings: 'int4',
  healthy_ms: 'int8',
  affected_regions: 'text',
  affected_monitor_ids: 'text',
  failure_count: 'int4',
  created_at: 'int8',
  updated_at: 'int8',
} as const

const NAMES = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[]

/** Columns that are set on insert and never change. */
const FIXED: readonly string[] = [
  'id',
  'organization_id',
  'project_id',
  'monitor_key',
  'group_id',
  'created_by',
  'family',
  'source',
  'started_at',
  'created_at',
]

const insert = bulk<{ id: string }>(
  COLUMNS,
  `insert into incidents (${NAMES.join(', ')}) select * from k where true on conflict do nothing returning id`,
)

const update = bulk(
  COLUMNS,
  `update incidents set ${NAMES.filter((name) => !FIXED.includes(name))
    .map((name) => `${name} = k.${name}`)
    .join(', ')}
   from k where incidents.id = k.id`,
)

const updateCounts = bulk(
  { id: 'text', failure_count: 'int4', affected_regions: 'text', updated_at: 'int8' },
  `update incidents
   set failure_count = k.failure_count, affected_regions = k.affected_regions, updated_at = k.updated_at
   from k where incidents.id = k.id`,
)

function toRow(incident: Incident): unknown[] {
  const row: Record<keyof typeof COLUMNS, unknown> = {
    id: incident.id,
    organization_id: incident.organizationId,
    project_id: incident.projectId,
    monitor_key: incident.monitor?.key ?? null,
    group_id: incident.groupId,
    created_by: incident.createdBy,
    family: incident.family,
    status: incident.status,
    severity: incident.severity,
    type: incident.type,
    source: incident.source,
    title: incident.title,
    public_title: incident.publicTitle,
    error_message: incident.errorMessage,
    status_page_update: incident.statusPageUpdate,
    started_at: incident.startedAt,
    acknowledged_at: incident.acknowledgedAt,
    acknowledged_by: incident.acknowledgedBy?.id ?? null,
    acknowledged_via: incident.acknowledgedVia,
    snoozed_until: incident.snoozedUntil,
    snoozed_by: incident.snoozedBy?.id ?? null,
    snoozed_via: incident.snoozedVia,
    resolved_at: incident.resolvedAt,
    resolved_by: incident.resolvedBy?.id ?? null,
    resolution_note: incident.resolutionNote,
    reopened_at: incident.reopenedAt,
    reopenings: incident.reopenings,
    healthy_ms: incident.healthyMs,
    affected_regions: JSON.stringify(incident.affectedRegions),
    affected_monitor_ids: JSON.stringify(incident.affectedMonitorIds),
    failure_count: incident.failureCount,
    created_at: incident.createdAt,
    updated_at: incident.updatedAt,
  }
  return NAMES.map((name) => row[name])
}

export function toIncident(row: IncidentRow): Incident {
  return {
    id: row.id,
    organizationId: row.organization_id,
    projectId: row.project_id,
    monitor: toIncidentMonitor(row),
    groupId: row.group_id,
    createdBy: row.created_by,
    family: row.family as Family,
    status: row.status,
    severity: row.severity as Incident['severity'],
    type: row.type as Incident['type'],
    source: row.source,
    title: row.title,
    publicTitle: row.public_title,
    errorMessage: row.error_message,
    statusPageUpdate: row.status_page_update,
    startedAt: row.started_at,
    acknowledgedAt: row.acknowledged_at,
    acknowledgedBy: toPerson(row.acknowledged_by, row.acknowledged_by_name),
    acknowledgedVia: row.acknowledged_via,
    snoozedUntil: row.snoozed_until,
    snoozedBy: toPerson(row.snoozed_by, row.snoozed_by_name),
    snoozedVia: row.snoozed_via,
    resolvedAt: row.resolved_at,
    resolvedBy: toPerson(row.resolved_by, row.resolved_by_name),
    resolutionNote: row.resolution_note,
    reopenedAt: row.reopened_at,
    reopenings: row.reopenings,
    healthyMs: row.healthy_ms,
    affectedRegions: JSON.parse(row.affected_regions),
    affectedMonitorIds: JSON.parse(row.affected_monitor_ids),
    failureCount: row.failure_count,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

const toPerson = (id: string | null, name: string | null): Person | null => (id === null ? null : { id, name })

function toIncidentMonitor(row: IncidentRow): IncidentMonitor | null {
  if (row.monitor_key === null || row.monitor_id === null) return null
  return {
    key: row.monitor_key,
    id: row.monitor_id,
    organizationId: row.organization_id,
    projectId: row.project_id,
    name: row.monitor_name!,
    type: row.monitor_type as IncidentMonitor['type'],
    target: row.monitor_target!,
    status: row.monitor_status as IncidentMonitor['status'],
    runtimeStatus: row.monitor_runtime_status as IncidentMonitor['runtimeStatus'],
  }
}
