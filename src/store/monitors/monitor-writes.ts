/** Inserts, saves and deletes the rows of monitors. The lifecycle writes the rows of other features. */
import type { RuntimeStatus } from '../../core/monitors/monitor.ts'
import { getInitialRuntimeStatus, type MonitorConfig } from '../../core/monitors/monitor-change.ts'
import type { UnixMs } from '../../core/platform/time/time.ts'
import { bulk } from '../platform/queries/bulk.ts'
import { toFoldedCase } from '../platform/queries/fold-case.ts'
import type { Reader, Tx } from '../platform/store.ts'
import { loadVariableIds, toSettingsColumns } from './monitor-settings.ts'

const toColumns = (db: Reader, id: string, config: MonitorConfig, variableIds: ReadonlyMap<string, string>) => ({
  name: config.name,
  name_folded: toFoldedCase(config.name),
  target: config.target,
  target_folded: toFoldedCase(config.target),
  interval_seconds: config.intervalSeconds,
  timeout_ms: config.timeoutMs,
  status: config.status,
  paused_until: config.pausedUntil,
  ...toSettingsColumns(db, id, config.settings, variableIds),
  failure_threshold: config.failureThreshold,
  recovery_threshold: config.recoveryThreshold,
  reminder_interval_minutes: config.reminderIntervalMinutes,
  regions: JSON.stringify(config.regions),
  group_id: config.groupId,
  ssl_monitoring: config.sslMonitoring && JSON.stringify(config.sslMonitoring),
  domain_monitoring: config.domainMonitoring && JSON.stringify(config.domainMonitoring),
  notes: config.notes,
  runbook_url: config.runbookUrl,
  escalation_policy_id: config.escalationPolicyId,
})

/** The facts about a new monitor besides its configuration. */
interface NewMonitor {
  id: string
  organizationId: string
  projectId: string
  createdBy: string
  revision: number
  at: UnixMs
  config: MonitorConfig
}

/**
 * Inserts monitors.
 *
 * @param monitors at most 1,000, because a statement has a limited number of parameters
 * @returns the keys of the monitors, by id
 */
export async function insertMonitors(tx: Tx, monitors: readonly NewMonitor[]): Promise<Map<string, number>> {
  const findIds = await loadVariableIds(tx, monitors)
  const rows = await tx
    .insertInto('monitors')
    .values(
      monitors.map(({ config, ...created }) => ({
        ...toColumns(tx, created.id, config, findIds(created.projectId)),
        id: created.id,
        type: config.type,
        organization_id: created.organizationId,
        project_id: created.projectId,
        created_by: created.createdBy,
        runtime_status: getInitialRuntimeStatus(config.status),
        status_since: created.at,
        grid_since: created.at,
        revision: created.revision,
        created_at: created.at,
        updated_at: created.at,
        deleted_at: null,
      })),
    )
    .returning(['id', 'key'])
    .execute()
  return new Map(rows.map(({ id, key }) => [id, key]))
}

/** A changed monitor. A field that is null is not written. */
interface MonitorUpdate {
  key: number
  id: string
  projectId: string
  config: MonitorConfig
  runtimeStatus: RuntimeStatus | null
  revision: number | null
  /** Start of the current check grid. */
  gridSince: UnixMs | null
}

const CONFIG_COLUMNS = {
  name: 'text',
  name_folded: 'text',
  target: 'text',
  target_folded: 'text',
  interval_seconds: 'int4',
  timeout_ms: 'int4',
  status: 'text',
  paused_until: 'int8',
  settings: 'text',
  variables: 'text',
  failure_threshold: 'int4',
  recovery_threshold: 'int4',
  reminder_interval_minutes: 'int4',
  regions: 'text',
  group_id: 'text',
  ssl_monitoring: 'text',
  domain_monitoring: 'text',
  notes: 'text',
  runbook_url: 'text',
  escalation_policy_id: 'text',
} as const satisfies Record<keyof ReturnType<typeof toColumns>, string>

const CONFIG_NAMES = Object.keys(CONFIG_COLUMNS) as (keyof typeof CONFIG_COLUMNS)[]

// An unchanged status keeps its start time. A new status never starts before the previous status, even if the clock was
// set back
const update = bulk(
  { key: 'int4', ...CONFIG_COLUMNS, runtime_status: 'text', revision: 'int8', grid_since: 'int8', now: 'int8' },
  `update monitors set ${CONFIG_NAMES.map((name) => `${name} = k.${name}`).join(', ')},
     status_since = case
       when k.runtime_status is null or monitors.status_since > k.now then monitors.status_since else k.now end,
     runtime_status = coalesce(k.runtime_status, monitors.runtime_status),
     revision = coalesce(k.revision, monitors.revision), grid_since = coalesce(k.grid_since, monitors.grid_since),
     updated_at = k.now
   from k where monitors.key = k.key`,
)

export async function saveMonitors(tx: Tx, monitors: readonly MonitorUpdate[], now: UnixMs): Promise<void> {
  const findIds = await loadVariableIds(tx, monitors)
  await update(
    tx,
    monitors.map(({ key, id, projectId, config, runtimeStatus, revision, gridSince }) => {
      const columns = toColumns(tx, id, config, findIds(projectId))
      return [key, ...CONFIG_NAMES.map((name) => columns[name]), runtimeStatus, revision, gridSince, now]
    }),
  )
}

/**
 * Soft-deletes monitors: their history stays, and the queries of this folder no longer find them.
 *
 * @param at Unix ms
 */
export async function deleteMonitors(
  tx: Tx,
  keys: readonly number[],
  { revision, at }: { revision: number; at: number },
): Promise<void> {
  await tx
    .updateTable('monitors')
    .set({ deleted_at: at, updated_at: at, revision })
    .where('key', 'in', keys)
    .where('deleted_at', 'is', null)
    .execute()
}
