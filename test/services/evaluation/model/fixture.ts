/** The database in which histories are played: regions, monitors and a target for each monitor. */
import { sql } from 'kysely'
import type { DialectName } from '../../../../src/store/platform/dialects.ts'
import type { Store } from '../../../../src/store/platform/store.ts'
import { saveRegion } from '../../../../src/store/probes/regions.ts'
import { insertMaintenanceSpans } from '../../../support/database/monitor-rows.ts'
import type { Cleanup } from '../../../support/database/stores.ts'
import { insertRows } from '../../../support/database/tables.ts'
import { createMonitorFixture, type MonitorFixture, toActiveRegion } from '../../../support/factories/monitors.ts'
import { REGIONS } from './histories.ts'
import type { ModelMonitor } from './reference.ts'

/** Opens Alice's workspace with all regions active and no limit on the number of monitors. */
export async function openModelFixture(t: Cleanup, dialect: DialectName): Promise<MonitorFixture> {
  const limits = { activeMonitors: 1e9, minIntervalSeconds: 1 }
  const { context, scope } = await createMonitorFixture(t, dialect, { limits })
  // The test does not need durability, and waiting for the disk would take most of the time
  if (dialect === 'sqlite') await sql`pragma synchronous = off`.execute(context.store.db)
  await context.store.transact(async (tx) => {
    for (const code of REGIONS) await saveRegion(tx, { code, name: code, isDefault: code === 'local' }, 0)
  })
  return { context: { ...context, activeRegions: () => REGIONS.map(toActiveRegion) }, scope }
}

/** Rows per statement. */
const CHUNK = 200

/**
 * Inserts monitors of Alice that are active and not yet checked, each with its own target.
 *
 * @returns the keys, in order
 */
export async function insertModelMonitors(store: Store, all: readonly ModelMonitor[]): Promise<number[]> {
  const keys: number[] = []
  await store.transact(async (tx) => {
    for (let from = 0; from < all.length; from += CHUNK) {
      const some = all.slice(from, from + CHUNK)
      const rows = await tx.insertInto('monitors').values(some.map(monitorOf)).returning(['key', 'id']).execute()
      const keyOf = new Map(rows.map(({ key, id }) => [id, key]))
      const here = some.map(({ name }) => keyOf.get(name)!)
      keys.push(...here)
      await insertRows(
        tx,
        'status_changes',
        some.map((watched, index) => toInitialStatus(watched, here[index]!)),
      )
      await insertRows(tx, 'notification_targets', some.map(targetOf))
      await insertRows(
        tx,
        'monitor_targets',
        some.map(({ name }, index) => ({ monitor_key: here[index]!, target_id: name, position: 0 })),
      )
      const spans = some.flatMap((watched, index) => spansOf(watched, here[index]!))
      if (spans.length > 0) await insertMaintenanceSpans(tx, spans)
    }
  })
  return keys
}

const OWNER = { organization_id: 'alice', project_id: 'alice' }

const timesOf = ({ createdAt }: ModelMonitor) => ({ created_at: createdAt, updated_at: createdAt })

const monitorOf = (watched: ModelMonitor) => ({
  ...OWNER,
  ...timesOf(watched),
  id: watched.name,
  created_by: 'alice',
  name: watched.name,
  type: 'HTTP',
  target: 'http://127.0.0.1/',
  interval_seconds: watched.intervalSeconds,
  timeout_ms: watched.timeoutMs,
  status: 'active',
  runtime_status: 'unknown',
  status_since: watched.createdAt,
  settings: '{}',
  failure_threshold: watched.failureThreshold,
  recovery_threshold: watched.recoveryThreshold,
  reminder_interval_minutes: 0,
  regions: JSON.stringify(watched.regions),
  group_id: null,
  ssl_monitoring: null,
  domain_monitoring: null,
  grid_since: watched.createdAt,
  revision: 1,
  deleted_at: null,
})

const toInitialStatus = ({ name, createdAt }: ModelMonitor, monitorKey: number) => ({
  id: `born-${name}`,
  monitor_key: monitorKey,
  kind: 'runtime' as const,
  from_status: null,
  to_status: 'unknown',
  reason: 'created',
  actor_id: 'alice',
  started_at: createdAt,
  ended_at: null,
})

const spansOf = ({ name, maintenance }: ModelMonitor, monitorKey: number) =>
  maintenance.map(({ startsAt, endsAt }) => ({
    monitor_key: monitorKey,
    starts_at: startsAt,
    window_id: name,
    ends_at: endsAt,
  }))

const targetOf = (watched: ModelMonitor) => ({
  ...OWNER,
  ...timesOf(watched),
  id: watched.name,
  name: watched.name,
  channel: 'webhook',
  config: JSON.stringify({ url: 'http://127.0.0.1/', secret: 'whsec_c2VjcmV0' }),
  is_default: 0 as const,
  is_enabled: 1 as const,
})
