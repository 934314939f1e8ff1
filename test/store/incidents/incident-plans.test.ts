// @slow: fills a database to explain its queries
/**
 * Query plans of incident lists. With any filters, a page walks an index in its order and a total is counted in an
 * index, without reading rows. A project may have a hundred thousand incidents. The test reads the plans of the
 * database, in PostgreSQL with enough rows for a real choice.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CompiledQuery, sql } from 'kysely'
import { listComments } from '../../../src/store/incidents/incident-comments.ts'
import { listAffected } from '../../../src/store/incidents/incident-monitors.ts'
import {
  findIncident,
  findOpenSystemIncident,
  hasIncident,
  type IncidentFilter,
  listIncidents,
} from '../../../src/store/incidents/incident-reads.ts'
import { listIncidentUpdates } from '../../../src/store/incidents/incident-updates.ts'
import { listNamedSpans } from '../../../src/store/maintenance/maintenance-spans.ts'
import { listDeliveries } from '../../../src/store/notifications/deliveries.ts'
import { listMonitorRecipients } from '../../../src/store/notifications/recipients.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import type { Store, Tx } from '../../../src/store/platform/store.ts'
import { insertMonitors, insertWorkspace } from '../../support/database/rows.ts'
import { type Cleanup, DIALECTS, openTestStore } from '../../support/database/stores.ts'

/** Per project; there are two projects, so that a full scan is no plan for one project. */
const INCIDENTS = 3_000

const FILTERS: Required<Omit<IncidentFilter, 'overlapsPeriod'>> = {
  status: 'resolved',
  severity: 'minor',
  type: 'timeout',
  source: 'system',
  monitorId: 'alice-monitor-3',
  from: 1_000,
  to: 2_000_000,
}

/** Each filter by itself, every pair, and all together. */
const COMBINATIONS: IncidentFilter[] = (() => {
  const names = Object.keys(FILTERS) as (keyof typeof FILTERS)[]
  const pairs = names.flatMap((a, index) => names.slice(index).map((b) => [...new Set([a, b])]))
  return [[], ...pairs, names].map((used) => Object.fromEntries(used.map((name) => [name, FILTERS[name]])))
})()

async function prepare(t: Cleanup, dialect: DialectName): Promise<Store> {
  const store = await openTestStore(t, dialect)
  for (const workspace of ['alice', 'bob']) {
    await insertWorkspace(store, workspace)
    const keys = await insertMonitors(store, 10, { workspace })
    await insertIncidents(store, workspace, keys[0]!)
  }
  // SQLite plans without statistics: the service never runs `analyze` there
  if (dialect === 'postgres') await sql`vacuum analyze incidents`.execute(store.db)
  return store
}

/** Inserts one incident a minute, in turn for each monitor: 30 are open, and few have a rare kind. */
async function insertIncidents(store: Store, workspace: string, firstKey: number): Promise<void> {
  const count = sql.lit(INCIDENTS)
  await sql`
    with recursive g (n) as (select 0 union all select n + 1 from g where n < ${count} - 1)
    insert into incidents (id, organization_id, project_id, monitor_key, created_by, family, status, severity, type, source,
      title, error_message, started_at, resolved_at, affected_regions, affected_monitor_ids, failure_count, created_at,
      updated_at)
    select ${workspace} || '-' || n, ${sql.lit(workspace)}, ${sql.lit(workspace)}, ${sql.lit(firstKey)} + n % 10, 'alice',
      'availability', case when n >= ${count} - 30 then 'open' else 'resolved' end,
      case when n % 10 = 0 then 'minor' else 'critical' end, case when n % 3 = 0 then 'timeout' else 'connection_error' end,
      case when n % 500 = 0 then 'manual' else 'system' end, 'Shop is down', 'connect 192.0.2.7:443: ECONNREFUSED',
      n * 60, n * 60 + 5, '["eu"]', '[]', 1, n * 60, n * 60
    from g`.execute(store.db)
}

/** Returns every query of a read with its plan, one step per line. */
async function plansOf(store: Store, read: (db: Tx) => Promise<unknown>): Promise<{ sql: string; steps: string[] }[]> {
  return store.transact(async (tx) => {
    const asked: CompiledQuery[] = []
    const executor = tx.getExecutor()
    const execute = executor.executeQuery.bind(executor)
    executor.executeQuery = (query) => {
      asked.push(query as CompiledQuery)
      return execute(query)
    }
    await read(tx)
    const reads = [...asked]
    // With few rows all plans cost the same; the test checks whether a plan exists that scales to millions
    if (store.dialect === 'postgres')
      for (const detour of ['seqscan', 'bitmapscan']) await sql.raw(`set local enable_${detour} = off`).execute(tx)
    const prefix = store.dialect === 'sqlite' ? 'explain query plan' : 'explain'
    const plans = []
    for (const query of reads) {
      // A bulk statement has its rows in one parameter; the plan is for one row
      const [first] = query.parameters as [{ rows?: unknown[][] }]
      const parameters = first?.rows ? first.rows[0]! : query.parameters
      const { rows } = await execute<Record<string, string>>({ ...query, sql: `${prefix} ${query.sql}`, parameters })
      plans.push({ sql: query.sql, steps: rows.map((row) => row.detail ?? row['QUERY PLAN'] ?? '') })
    }
    assert.ok(plans.length > 0)
    return plans
  })
}

const SCAN = { sqlite: /^SCAN (?!k\b|CONSTANT)/, postgres: /Seq Scan on incidents/ }
const SORT = /TEMP B-TREE FOR ORDER BY|Sort Key/
/** Only the rows of the page are read; the search and the count stay within the index. */
const COVERED = { sqlite: /^SEARCH incidents USING COVERING INDEX/, postgres: /Index Only Scan .*\bincidents_/ }

for (const dialect of DIALECTS) {
  test(`${dialect}: every combination of filters walks an index in its order and counts in one`, async (t) => {
    const store = await prepare(t, dialect)
    for (const filter of COMBINATIONS) {
      const plans = await plansOf(store, (db) => listIncidents(db, 'alice', filter, { limit: 2, offset: 0 }))
      for (const { sql: text, steps } of plans.filter((plan) => !plan.sql.includes('left join'))) {
        const why = `${JSON.stringify(filter)}\n${text}\n${steps.join('\n')}`
        assert.ok(!steps.some((step) => SCAN[dialect].test(step)), why)
        assert.ok(!steps.some((step) => SORT.test(step)), why)
        assert.ok(
          steps.some((step) => COVERED[dialect].test(step)),
          why,
        )
      }
    }
  })

  test(`${dialect}: incidents that overlap a period are searched among those with the same monitor only`, async (t) => {
    const store = await prepare(t, dialect)
    const filter = { monitorId: 'alice-monitor-3', from: 1_000, to: 2_000_000, overlapsPeriod: true }
    const plans = await plansOf(store, (db) => listIncidents(db, 'alice', filter, { limit: 2, offset: 0 }))
    for (const { sql: text, steps } of plans.filter((plan) => !plan.sql.includes('left join'))) {
      const why = `${text}\n${steps.join('\n')}`
      assert.ok(!steps.some((step) => SCAN[dialect].test(step)), why)
      assert.match(why, /incidents_(by_monitor|begun) |incidents_(by_monitor|begun)$/m)
    }
  })

  test(`${dialect}: the rows of a page are read by their ids, and a short page is not counted`, async (t) => {
    const store = await prepare(t, dialect)
    const read = (offset: number) => (db: Tx) => listIncidents(db, 'alice', { status: 'open' }, { limit: 25, offset })
    assert.equal((await plansOf(store, read(0))).length, 3)
    assert.equal((await plansOf(store, read(25))).length, 2)
    assert.deepEqual(
      [
        (await read(25)(store.db as Tx)).total,
        (await read(30)(store.db as Tx)).total,
        (await read(0)(store.db as Tx)).total,
      ],
      [30, 30, 30],
    )
  })

  const READS: [name: string, read: (db: Tx) => Promise<unknown>][] = [
    ['one incident', (db) => findIncident(db, 'alice', 'alice-7')],
    ['the existence check of an incident', (db) => hasIncident(db, 'alice', 'alice-7')],
    ['the open system incident of a monitor', (db) => findOpenSystemIncident(db, 1, 'availability')],
    ['the timeline of an incident', (db) => listIncidentUpdates(db, 'alice-7')],
    ['the comments of an incident', (db) => listComments(db, 'alice-7')],
    [
      'the notifications of an incident',
      (db) => listDeliveries(db, { incidentId: 'alice-7' }, { status: 'failed' }, { limit: 10, offset: 0 }),
    ],
    ['the notifications of a monitor', (db) => listDeliveries(db, { monitorKey: 7 }, {}, { limit: 10, offset: 0 })],
    ['the maintenance of a monitor', (db) => listNamedSpans(db, 7, { from: 0, to: 1 }, 10)],
    ['the affected monitors of an incident', (db) => listAffected(db, 'alice', ['alice-monitor-1', 'alice-monitor-2'])],
    ['the recipients of a monitor', (db) => listMonitorRecipients(db, ['alice-monitor-1'])],
  ]
  for (const [name, read] of READS)
    test(`${dialect}: ${name} reads from an index`, async (t) => {
      const store = await openTestStore(t, dialect)
      for (const { sql: text, steps } of await plansOf(store, read)) {
        const scans = steps.filter((step) => SCAN.sqlite.test(step) || /Seq Scan/.test(step))
        assert.deepEqual(scans, [], `${text}\n${steps.join('\n')}`)
      }
    })
}
