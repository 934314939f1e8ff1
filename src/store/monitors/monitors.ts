/** Monitors as they are configured. Results and states lie in tables of their own, under the monitor's key. */

import { type Selectable, sql } from 'kysely'
import type {
  ConfiguredStatus,
  DomainMonitoring,
  Monitor,
  MonitorType,
  RuntimeStatus,
  SslMonitoring,
} from '../../core/monitors/monitor.ts'
import type { MonitorConfig } from '../../core/monitors/monitor-change.ts'
import { fold } from '../platform/fold.ts'
import { prepared } from '../platform/prepared.ts'
import type { Reader, Tx } from '../platform/store.ts'
import { fromStored, placeOfMonitor, toStored } from '../platform/vault.ts'
import type { MonitorsTable } from '../tables/monitors.ts'

export interface StoredMonitor extends Monitor {
  /** Since when checks lie on the present grid, Unix ms. */
  gridSince: number
}

/** What a row of `selectMonitorFields` holds. */
export type MonitorRow = Omit<
  Selectable<MonitorsTable>,
  'name_folded' | 'target_folded' | 'status_since' | 'revision' | 'deleted_at'
>

/** Every monitor that is not deleted, with its notification targets and what it depends on, in the user's order. */
export const selectMonitors = (db: Reader) =>
  selectMonitorFields(db).select([
    sql<string | null>`(select string_agg(target_id, ',' order by position) from monitor_targets
      where monitor_key = monitors.key)`.as('target_ids'),
    sql<string | null>`(select string_agg(p.id, ',' order by d.position)
      from monitor_dependencies d join monitors p on p.key = d.parent_key
      where d.monitor_key = monitors.key)`.as('parent_ids'),
  ])

/** The same without these lists: for many at once `listTargetIds` and `listParentIds` are cheaper. */
export const selectMonitorFields = (db: Reader) =>
  db
    .selectFrom('monitors')
    .select([
      'monitors.key',
      'id',
      'organization_id',
      'project_id',
      'created_by',
      'name',
      'type',
      'target',
      'interval_seconds',
      'timeout_ms',
      'status',
      'runtime_status',
      'settings',
      'failure_threshold',
      'recovery_threshold',
      'reminder_interval_minutes',
      'regions',
      'group_id',
      'ssl_monitoring',
      'domain_monitoring',
      'grid_since',
      'created_at',
      'updated_at',
    ])
    .where('deleted_at', 'is', null)

/**
 * @param db whose row it is: its secrets are opened
 * @param targetIds joined by commas; null when nobody is told
 * @param parentIds what it depends on, likewise
 */
export function monitorOf(
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
    runtimeStatus: row.runtime_status as RuntimeStatus,
    settings: fromStored(db, row.settings, placeOfMonitor(row.id)),
    failureThreshold: row.failure_threshold,
    recoveryThreshold: row.recovery_threshold,
    reminderIntervalMinutes: row.reminder_interval_minutes,
    regions: row.regions === '[]' ? [] : (JSON.parse(row.regions) as string[]),
    groupId: row.group_id,
    notificationTargetIds: targetIds === null ? [] : targetIds.split(','),
    dependsOnMonitorIds: parentIds === null ? [] : parentIds.split(','),
    sslMonitoring: row.ssl_monitoring === null ? null : (JSON.parse(row.ssl_monitoring) as SslMonitoring),
    domainMonitoring: row.domain_monitoring === null ? null : (JSON.parse(row.domain_monitoring) as DomainMonitoring),
    gridSince: row.grid_since,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

const selectById = prepared((db: Reader, projectId: string, id: string) =>
  selectMonitors(db).where('id', '=', id).where('project_id', '=', projectId),
)

/** @returns null when it is deleted or belongs to another project */
export async function findMonitor(db: Reader, projectId: string, id: string): Promise<StoredMonitor | null> {
  const [row] = await selectById(db, projectId, id)
  return row ? monitorOf(db, row, row.target_ids, row.parent_ids) : null
}

/**
 * The next revision of the assignments. Whoever changes monitors takes one first, at the latest before reading what the
 * change depends on: the counter's row stays locked until the commit, so changes come one after another.
 */
export async function nextRevision(tx: Tx): Promise<number> {
  const { value } = await tx
    .updateTable('counters')
    .set((eb) => ({ value: eb('value', '+', 1) }))
    .where('name', '=', 'monitor_revision')
    .returning('value')
    .executeTakeFirstOrThrow()
  return value
}

/** Has the probes read the monitor again, with what is known of it by now. @param revision from `nextRevision` */
export async function renewAssignment(tx: Tx, key: number, revision: number): Promise<void> {
  await tx.updateTable('monitors').set({ revision }).where('key', '=', key).execute()
}

const columnsOf = (db: Reader, id: string, config: MonitorConfig) => ({
  name: config.name,
  name_folded: fold(config.name),
  target: config.target,
  target_folded: fold(config.target),
  interval_seconds: config.intervalSeconds,
  timeout_ms: config.timeoutMs,
  status: config.status,
  settings: toStored(db, config.settings, placeOfMonitor(id)),
  failure_threshold: config.failureThreshold,
  recovery_threshold: config.recoveryThreshold,
  reminder_interval_minutes: config.reminderIntervalMinutes,
  regions: JSON.stringify(config.regions),
  group_id: config.groupId,
  ssl_monitoring: config.sslMonitoring && JSON.stringify(config.sslMonitoring),
  domain_monitoring: config.domainMonitoring && JSON.stringify(config.domainMonitoring),
})

/** What a new monitor is besides its configuration. */
export interface MonitorBirth {
  id: string
  organizationId: string
  projectId: string
  createdBy: string
  runtimeStatus: RuntimeStatus
  revision: number
  /** Unix ms. */
  at: number
}

/** @returns its key */
export async function insertMonitor(tx: Tx, birth: MonitorBirth, config: MonitorConfig): Promise<number> {
  const { key } = await tx
    .insertInto('monitors')
    .values({
      ...columnsOf(tx, birth.id, config),
      id: birth.id,
      type: config.type,
      organization_id: birth.organizationId,
      project_id: birth.projectId,
      created_by: birth.createdBy,
      runtime_status: birth.runtimeStatus,
      status_since: birth.at,
      grid_since: birth.at,
      revision: birth.revision,
      created_at: birth.at,
      updated_at: birth.at,
      deleted_at: null,
    })
    .returning('key')
    .executeTakeFirstOrThrow()
  await saveTargets(tx, key, config.notificationTargetIds)
  return key
}

/** What an update moves besides the configuration; what is left out stays. */
export interface MonitorUpkeep {
  revision?: number
  runtimeStatus?: { status: RuntimeStatus; since: number }
  gridSince?: number
}

/** @param now Unix ms */
export async function saveMonitor(
  tx: Tx,
  { key, id }: Pick<StoredMonitor, 'key' | 'id'>,
  config: MonitorConfig,
  { revision, runtimeStatus, gridSince }: MonitorUpkeep,
  now: number,
): Promise<void> {
  await tx
    .updateTable('monitors')
    .set((eb) => ({
      ...columnsOf(tx, id, config),
      ...(revision !== undefined && { revision }),
      ...(runtimeStatus && {
        runtime_status: runtimeStatus.status,
        // No status begins before the one that it ends, wherever the clock was set back to
        status_since: eb
          .case()
          .when('status_since', '>', runtimeStatus.since)
          .then(eb.ref('status_since'))
          .else(runtimeStatus.since)
          .end(),
      }),
      ...(gridSince !== undefined && { grid_since: gridSince }),
      updated_at: now,
    }))
    .where('key', '=', key)
    .execute()
}

/** Replaces who is told of a monitor. */
export async function saveTargets(tx: Tx, monitorKey: number, targetIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('monitor_targets').where('monitor_key', '=', monitorKey).execute()
  if (targetIds.length === 0) return
  const rows = targetIds.map((id, position) => ({ monitor_key: monitorKey, target_id: id, position }))
  await tx.insertInto('monitor_targets').values(rows).execute()
}

/** Soft: their history stays, and no query here finds them any more. @param now Unix ms */
export async function deleteMonitors(tx: Tx, keys: readonly number[], revision: number, now: number): Promise<void> {
  await tx
    .updateTable('monitors')
    .set({ deleted_at: now, updated_at: now, revision })
    .where('key', 'in', keys)
    .where('deleted_at', 'is', null)
    .execute()
}

/** @param exceptKey a monitor that is left out of the count */
export async function countActive(db: Reader, organizationId: string, exceptKey = 0): Promise<number> {
  const { total } = await db
    .selectFrom('monitors')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('organization_id', '=', organizationId)
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .where('key', '<>', exceptKey)
    .executeTakeFirstOrThrow()
  return Number(total)
}
