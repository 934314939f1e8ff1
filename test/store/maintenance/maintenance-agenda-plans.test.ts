// @slow: fills a database to see how it goes about its queries
/**
 * What carries maintenance and flapping on is asked again and again, by every server: each question is answered from an
 * index. The database itself is asked how it would go about it.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CompiledQuery, sql } from 'kysely'
import { MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { lockActiveForShare } from '../../../src/store/evaluation/monitor-status.ts'
import {
  findNextStableAt,
  isFlapping,
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
} from '../../../src/store/notifications/deferred-deliveries.ts'
import type { Store, Tx } from '../../../src/store/platform/store.ts'
import { insertMonitors, insertWorkspace } from '../../support/database/rows.ts'
import { DIALECTS, openTestStore } from '../../support/database/stores.ts'
import { MONDAY } from '../../support/time/clock.ts'

const NOW = MONDAY
const SPAN = { monitorKey: 1, windowId: 'w', startsAt: NOW, endsAt: NOW + MINUTE_MS }
const WITHHELD = [{ monitorKey: 1, dueAt: NOW }]
const FLAPPING = { monitorKey: 1, since: NOW, stableAt: NOW, intervalMs: MINUTE_MS }

const READS: [name: string, read: (db: Tx) => Promise<unknown>][] = [
  ['which windows are due', (db) => listDueWindows(db, NOW, 10)],
  ['when the next one is', (db) => findNextDueWindowAt(db)],
  ['how far a window has come', (db) => lockProgress(db, 'w')],
  ['whether it is due', (db) => claimProgress(db, 'w', NOW)],
  ['whom it concerns', (db) => listWindowMonitors(db, 'w')],
  ['its spans', (db) => listWindowSpans(db, 'w', NOW)],
  [
    'a span that changes',
    (db) => saveSpans(db, { inserted: [SPAN], moved: [{ ...SPAN, before: 0 }], deleted: [SPAN] }),
  ],
  ['the spans of monitors', (db) => listMaintenanceSpans(db, [1], NOW, NOW + 1)],
  ['the same by their ids', (db) => listSpansFrom(db, ['alice-monitor-0'], NOW)],
  ['whether one is in maintenance', (db) => isInMaintenance(db, 1, NOW)],
  ['what waits for an end', (db) => listDeferredDeliveries(db, [NOW])],
  ['what waits for another', (db) => rescheduleDeferredDeliveries(db, [{ incidentId: 'i', from: NOW, to: NOW + 1 }])],
  ['what is withheld and due', (db) => listDueDeferredIncidents(db, NOW, 10)],
  ['when the next will be', (db) => findNextDeferredIncidentAt(db)],
  ['what is withheld', (db) => saveDeferredIncidents(db, WITHHELD)],
  ['what is withheld no longer', (db) => rescheduleDeferredIncidents(db, WITHHELD)],
  ['what opens', (db) => takeDeferredIncidents(db, WITHHELD)],
  ['who is steady', (db) => listStable(db, NOW, 0, 10)],
  ['when the next will be steady', (db) => findNextStableAt(db, NOW)],
  ['whether one is flapping', (db) => isFlapping(db, 1)],
  ['who is flapping', (db) => lockFlaps(db, [1, 2])],
  ['who flaps on', (db) => saveFlaps(db, [FLAPPING])],
  ['how the status changed lately', (db) => listFlapChanges(db, [{ monitorKey: 1, after: NOW }])],
  ['who is active', (db) => lockActiveForShare(db, [1, 2])],
]

/** The first of an index that holds what is due is no scan. */
const SCAN = {
  sqlite: /^SCAN (?!k\b|tree\b|CONSTANT|\w+ USING COVERING INDEX \w+_due|json_each VIRTUAL)/,
  postgres: /Seq Scan/,
}

for (const dialect of DIALECTS)
  test(`${dialect}: whatever the watches ask is answered from an index`, async (t) => {
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
    // Of three rows any plan is as good as another; this asks whether there is one that holds for millions
    if (store.dialect === 'postgres')
      for (const detour of ['seqscan', 'bitmapscan', 'sort'])
        await sql.raw(`set local enable_${detour} = off`).execute(tx)
    const prefix = store.dialect === 'sqlite' ? 'explain query plan' : 'explain'
    const plans: string[][] = []
    for (const query of asked) {
      // A bulk statement carries its rows in one parameter; the plan is that of one row
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
