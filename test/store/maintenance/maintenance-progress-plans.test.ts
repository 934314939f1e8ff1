// @slow: fills a database to explain its queries
/**
 * Query plans of the maintenance and flapping watches, which every server polls: an index answers each query. The test
 * reads the plans of the database.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CompiledQuery, sql } from 'kysely'
import { MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { lockActiveForShare } from '../../../src/store/evaluation/monitor-status.ts'
import { getAlertConditions } from '../../../src/store/incidents/alert-conditions.ts'
import {
  findNextStableAt,
  listFlapChanges,
  listStable,
  lockFlaps,
  saveFlaps,
} from '../../../src/store/incidents/flaps.ts'
import {
  findNextDeferredIncidentAt,
  listDueDeferredIncidents,
  rescheduleDeferredIncidents,
  saveDeferredIncidents,
  takeDeferredIncidents,
} from '../../../src/store/maintenance/deferred-incidents.ts'
import {
  claimProgress,
  findNextDueWindowAt,
  listDueWindows,
  listWindowMonitors,
  lockProgress,
} from '../../../src/store/maintenance/maintenance-progress.ts'
import {
  isInMaintenance,
  listMaintenanceSpans,
  listSpansFrom,
  listWindowSpans,
  saveSpans,
} from '../../../src/store/maintenance/maintenance-spans.ts'
import {
  listDeferredDeliveries,
  rescheduleDeferredDeliveries,
} from '../../../src/store/notifications/held-deliveries.ts'
import type { Store, Tx } from '../../../src/store/platform/store.ts'
import { insertMonitors, insertWorkspace } from '../../support/database/rows.ts'
import { DIALECTS, openTestStore } from '../../support/database/stores.ts'
import { MONDAY } from '../../support/time/clock.ts'

const NOW = MONDAY
const SPAN = { monitorKey: 1, windowId: 'w', startsAt: NOW, endsAt: NOW + MINUTE_MS }
const DEFERRED = [{ monitorKey: 1, dueAt: NOW }]
const FLAPPING = { monitorKey: 1, since: NOW, stableAt: NOW, intervalMs: MINUTE_MS }

const READS: [name: string, read: (db: Tx) => Promise<unknown>][] = [
  ['the list of due windows', (db) => listDueWindows(db, NOW, 10)],
  ['the time of the next due window', (db) => findNextDueWindowAt(db)],
  ['the progress of a window', (db) => lockProgress(db, 'w')],
  ['the claim of a due window', (db) => claimProgress(db, 'w', NOW)],
  ['the monitors of a window', (db) => listWindowMonitors(db, 'w')],
  ['the spans of a window', (db) => listWindowSpans(db, 'w', NOW)],
  ['a change of spans', (db) => saveSpans(db, { inserted: [SPAN], moved: [{ ...SPAN, before: 0 }], deleted: [SPAN] })],
  ['the spans of monitors', (db) => listMaintenanceSpans(db, [1], NOW, NOW + 1)],
  ['the spans of monitors by their ids', (db) => listSpansFrom(db, ['alice-monitor-0'], NOW)],
  ['the maintenance check of a monitor', (db) => isInMaintenance(db, 1, NOW)],
  ['the list of deferred deliveries', (db) => listDeferredDeliveries(db, [NOW])],
  [
    'the rescheduling of deferred deliveries',
    (db) => rescheduleDeferredDeliveries(db, [{ incidentId: 'i', from: NOW, to: NOW + 1 }]),
  ],
  ['the list of due deferred incidents', (db) => listDueDeferredIncidents(db, NOW, 10)],
  ['the time of the next deferred incident', (db) => findNextDeferredIncidentAt(db)],
  ['an insert of deferred incidents', (db) => saveDeferredIncidents(db, DEFERRED)],
  ['the rescheduling of deferred incidents', (db) => rescheduleDeferredIncidents(db, DEFERRED)],
  ['the deletion of deferred incidents', (db) => takeDeferredIncidents(db, DEFERRED)],
  ['the list of stable monitors', (db) => listStable(db, NOW, 0, 10)],
  ['the time of the next stable monitor', (db) => findNextStableAt(db, NOW)],
  ['the alert conditions of a monitor', (db) => getAlertConditions(db, 1, NOW)],
  ['the list of flapping monitors', (db) => lockFlaps(db, [1, 2])],
  ['an update of flapping monitors', (db) => saveFlaps(db, [FLAPPING])],
  ['the list of recent status changes', (db) => listFlapChanges(db, [{ monitorKey: 1, after: NOW }])],
  ['the list of active monitors', (db) => lockActiveForShare(db, [1, 2])],
]

/** Reading the first entry of a due index is not a scan. */
const SCAN = {
  sqlite: /^SCAN (?!k\b|tree\b|CONSTANT|\w+ USING COVERING INDEX \w+_due|json_each VIRTUAL)/,
  postgres: /Seq Scan/,
}

for (const dialect of DIALECTS)
  test(`${dialect}: every query of the watches reads from an index`, async (t) => {
    const store = await openTestStore(t, dialect)
    await insertWorkspace(store)
    await insertMonitors(store, 3)
    for (const [name, read] of READS) {
      const plans = await plansOf(store, read)
      assert.ok(plans.length > 0, name)
      for (const plan of plans)
        assert.deepEqual(
          plan.filter((step) => SCAN[dialect].test(step)),
          [],
          `${name}\n${plan.join('\n')}`,
        )
    }
  })

async function plansOf(store: Store, read: (db: Tx) => Promise<unknown>): Promise<string[][]> {
  return store.transact(async (tx) => {
    const asked: CompiledQuery[] = []
    const executor = tx.getExecutor()
    const execute = executor.executeQuery.bind(executor)
    executor.executeQuery = (query) => {
      asked.push(query as CompiledQuery)
      return execute(query)
    }
    await read(tx)
    executor.executeQuery = execute
    // With three rows all plans cost the same; the test checks whether a plan exists that scales to millions
    if (store.dialect === 'postgres')
      for (const detour of ['seqscan', 'bitmapscan', 'sort'])
        await sql.raw(`set local enable_${detour} = off`).execute(tx)
    const prefix = store.dialect === 'sqlite' ? 'explain query plan' : 'explain'
    const plans: string[][] = []
    for (const query of asked) {
      // A bulk statement has its rows in one parameter; the plan is for one row
      const [first] = query.parameters as [{ rows?: unknown[][] }]
      const parameters = first?.rows ? first.rows[0]! : query.parameters
      const { rows } = await tx.executeQuery<Record<string, string>>({
        ...query,
        sql: `${prefix} ${query.sql}`,
        parameters,
      })
      plans.push(rows.map((row) => row.detail ?? row['QUERY PLAN'] ?? ''))
    }
    return plans
  })
}
