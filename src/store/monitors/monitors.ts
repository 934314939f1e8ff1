/** Monitor configurations. Results and states are in separate tables, under the monitor's key. */
import { type Selectable, sql } from 'kysely'
import type {
  ConfiguredStatus,
  DomainMonitoring,
  Monitor,
  MonitorType,
  RuntimeStatus,
  SslMonitoring,
} from '../../core/monitors/monitor.ts'
import type { UnixMs } from '../../core/platform/time/time.ts'
import { toManaged } from '../platform/managed-rows.ts'
import { prepareQuery } from '../platform/queries/prepared.ts'
import type { Reader, Tx } from '../platform/store.ts'
import type { MonitorsTable } from '../tables/monitors.ts'
import { parseSettings } from './monitor-settings.ts'

const READ_AT_ONCE = 250 // monitors of one statement

export interface StoredMonitor extends Monitor {
  /** Start of the current check grid. */
  gridSince: UnixMs
}

/** A row of `selectMonitorFields`. */
type MonitorRow = Omit<
  Selectable<MonitorsTable>,
  'name_folded' | 'target_folded' | 'status_since' | 'revision' | 'deleted_at' | 'deleted_links'
>

/** Selects the monitors that are not deleted, with their notification targets and dependencies in the user's order. */
const selectMonitors = (db: Reader) =>
  selectMonitorFields(db).select([
    sql<string | null>`(select string_agg(target_id, ',' order by position) from monitor_targets
      where monitor_key = monitors.key)`.as('target_ids'),
    sql<string | null>`(select string_agg(p.id, ',' order by d.position)
      from monitor_dependencies d join monitors p on p.key = d.parent_key
      where d.monitor_key = monitors.key)`.as('parent_ids'),
  ])

/** Columns whose change is visible in the monitor; its identity cannot change. */
const CHANGEABLE = [
  'organization_id',
  'project_id',
  'created_by',
  'name',
  'type',
  'target',
  'interval_seconds',
  'timeout_ms',
  'status',
  'paused_until',
  'runtime_status',
  'settings',
  'variables',
  'failure_threshold',
  'recovery_threshold',
  'reminder_interval_minutes',
  'regions',
  'group_id',
  'ssl_monitoring',
  'domain_monitoring',
  'notes',
  'runbook_url',
  'escalation_policy_id',
  'grid_since',
  'created_at',
  'updated_at',
  'external_key',
  'managed_by',
] as const

/** Selects monitors without targets and dependencies. */
export const selectMonitorFields = (db: Reader) =>
  db
    .selectFrom('monitors')
    .select(['monitors.key', 'id', ...CHANGEABLE])
    .where('deleted_at', 'is', null)

/** Separates the values of a version, and is part of none: the unit separator of ASCII. */
const SEPARATOR = '\u001f'

/**
 * All changeable columns as one text. Reading one text per monitor takes less than half of the time of reading its
 * columns. Unlike `concat_ws`, `concat` keeps the place of a null.
 */
const version = sql<string>`concat(${sql.join(
  CHANGEABLE.map((name) => sql.ref(name)),
  sql`, ${sql.lit(SEPARATOR)}, `,
)})`

/** The state of a monitor: monitors with the same key and version are equal. */
export interface MonitorVersion {
  key: number
  version: string
}

/** Selects the versions of monitors, without targets and dependencies; see `toVersion`. */
export const selectMonitorVersions = (db: Reader) =>
  db
    .selectFrom('monitors')
    .select(['monitors.key', version.as('version')])
    .where('deleted_at', 'is', null)

/** Adds the targets and dependencies to the version of a row; null when there are none. */
export const toVersion = (
  { key, version }: MonitorVersion,
  targetIds: string | null,
  parentIds: string | null,
): MonitorVersion =>
  targetIds === null && parentIds === null
    ? { key, version }
    : { key, version: [version, targetIds, parentIds].join(SEPARATOR) }

/** Finds monitors with their versions by key; monitors that were deleted are left out. */
export async function findMonitorVersions(
  db: Reader,
  keys: readonly number[],
): Promise<Map<number, MonitorVersion & { monitor: StoredMonitor }>> {
  if (keys.length === 0) return new Map()
  const rows = await selectMonitors(db).select(version.as('version')).where('monitors.key', 'in', keys).execute()
  return new Map(
    rows.map((row) => [
      row.key,
      {
        ...toVersion(row, row.target_ids, row.parent_ids),
        monitor: toStoredMonitor(db, row, row.target_ids, row.parent_ids),
      },
    ]),
  )
}

/**
 * Converts a row to a monitor.
 *
 * @param db database of the row, whose vault decrypts its secrets
 * @param targetIds joined by commas; null when there are none
 * @param parentIds dependencies, joined by commas; null when there are none
 */
export function toStoredMonitor(
  db: Reader,
  row: MonitorRow,
  targetIds: string | null,
  parentIds: string | null,
): StoredMonitor {
  return {
    key: row.key,
    id: row.id,
    organizationId: row.organization_id,
    projectId: row.project_id,
    createdBy: row.created_by,
    name: row.name,
    type: row.type as MonitorType,
    target: row.target,
    intervalSeconds: row.interval_seconds,
    timeoutMs: row.timeout_ms,
    status: row.status as ConfiguredStatus,
    pausedUntil: row.paused_until,
    runtimeStatus: row.runtime_status as RuntimeStatus,
    settings: parseSettings(db, row.id, row),
    failureThreshold: row.failure_threshold,
    recoveryThreshold: row.recovery_threshold,
    reminderIntervalMinutes: row.reminder_interval_minutes,
    regions: row.regions === '[]' ? [] : (JSON.parse(row.regions) as string[]),
    groupId: row.group_id,
    notificationTargetIds: targetIds === null ? [] : targetIds.split(','),
    dependsOnMonitorIds: parentIds === null ? [] : parentIds.split(','),
    sslMonitoring: row.ssl_monitoring === null ? null : (JSON.parse(row.ssl_monitoring) as SslMonitoring),
    domainMonitoring: row.domain_monitoring === null ? null : (JSON.parse(row.domain_monitoring) as DomainMonitoring),
    notes: row.notes,
    runbookUrl: row.runbook_url,
    escalationPolicyId: row.escalation_policy_id,
    gridSince: row.grid_since,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    ...toManaged(row),
  }
}

const selectById = prepareQuery((db: Reader, projectId: string, id: string) =>
  selectMonitors(db).where('id', '=', id).where('project_id', '=', projectId),
)

/**
 * Finds a monitor.
 *
 * @returns null when it is deleted or belongs to another project
 */
export async function findMonitor(db: Reader, projectId: string, id: string): Promise<StoredMonitor | null> {
  const [row] = await selectById(db, projectId, id)
  return row ? toStoredMonitor(db, row, row.target_ids, row.parent_ids) : null
}

/** Finds monitors of the project that are not deleted, by id. */
export async function findMonitors(
  db: Reader,
  projectId: string,
  ids: readonly string[],
): Promise<Map<string, StoredMonitor>> {
  const found = new Map<string, StoredMonitor>()
  for (let from = 0; from < ids.length; from += READ_AT_ONCE) {
    // A condition on the project would let SQLite read all monitors of the project
    const some = ids.slice(from, from + READ_AT_ONCE)
    const rows = await selectMonitors(db).where('id', 'in', some).execute()
    for (const row of rows.filter((row) => row.project_id === projectId))
      found.set(row.id, toStoredMonitor(db, row, row.target_ids, row.parent_ids))
  }
  return found
}

/** Lists the monitors of a project that are not deleted, the oldest first. */
export async function listAllMonitors(db: Reader, projectId: string, limit: number): Promise<StoredMonitor[]> {
  const rows = await selectMonitors(db).where('project_id', '=', projectId).orderBy('id').limit(limit).execute()
  return rows.map((row) => toStoredMonitor(db, row, row.target_ids, row.parent_ids))
}

const selectNextPauseEnd = prepareQuery((db: Reader) =>
  db
    .selectFrom('monitors')
    .select(['paused_until as at', 'organization_id as organizationId'])
    .where('paused_until', 'is not', null)
    .where('status', '=', 'paused')
    .where('deleted_at', 'is', null)
    .orderBy('paused_until')
    .limit(1),
)

/** Finds the pause that ends next; null when no pause has an end. `at` is Unix ms. */
export async function findNextPauseEnd(db: Reader): Promise<{ at: number; organizationId: string } | null> {
  const [row] = await selectNextPauseEnd(db)
  return row ? { at: row.at!, organizationId: row.organizationId } : null
}

/** Lists the monitors of an organization whose pause has ended, the earliest end first. */
export async function listEndedPauses(
  db: Reader,
  organizationId: string,
  now: number,
  limit: number,
): Promise<StoredMonitor[]> {
  const rows = await selectMonitors(db)
    .where('organization_id', '=', organizationId)
    .where('paused_until', '<=', now)
    .where('status', '=', 'paused')
    .orderBy('paused_until')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => toStoredMonitor(db, row, row.target_ids, row.parent_ids))
}

/** Lists the monitors that are directly in one of these groups. */
export async function listMonitorsIn(db: Reader, groupIds: readonly string[]): Promise<StoredMonitor[]> {
  const rows = await selectMonitors(db).where('group_id', 'in', groupIds).execute()
  return rows.map((row) => toStoredMonitor(db, row, row.target_ids, row.parent_ids))
}

/**
 * Increments the revision of the assignments and returns it. A transaction that changes monitors calls this first, at
 * the latest before it reads the data that the change depends on. The row of the counter stays locked until the commit,
 * so changes run one after another.
 */
export async function incrementRevision(tx: Tx): Promise<number> {
  const { value } = await tx
    .updateTable('counters')
    .set((eb) => ({ value: eb('value', '+', 1) }))
    .where('name', '=', 'monitor_revision')
    .returning('value')
    .executeTakeFirstOrThrow()
  return value
}

/**
 * Makes the probes read the monitors and their current states again.
 *
 * @param revision from `incrementRevision`
 */
export async function updateRevisions(tx: Tx, keys: readonly number[], revision: number): Promise<void> {
  await tx.updateTable('monitors').set({ revision }).where('key', 'in', keys).execute()
}

const selectActive = prepareQuery((db: Reader, organizationId: string) =>
  db.selectFrom('active_monitors').select('count').where('organization_id', '=', organizationId),
)

/** Counts the active monitors of an organization. Triggers keep the number. */
export const countActive = async (db: Reader, organizationId: string): Promise<number> =>
  (await selectActive(db, organizationId))[0]?.count ?? 0

/** Counts the active monitors of all organizations. */
export async function countAllActive(db: Reader): Promise<number> {
  const { count } = await db
    .selectFrom('active_monitors')
    .select((eb) => eb.fn.sum<number | null>('count').as('count'))
    .executeTakeFirstOrThrow()
  return Number(count ?? 0)
}
