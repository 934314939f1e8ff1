import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS, SECOND_MS } from '../../../src/core/platform/time/time.ts'
import type { CheckResult } from '../../../src/core/probes/protocol.ts'
import { recordResults } from '../../../src/services/evaluation/record-results.ts'
import type { Context } from '../../../src/services/platform/context.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import type { Store } from '../../../src/store/platform/store.ts'
import { countResults } from '../../support/database/monitor-rows.ts'
import { insertMonitors, insertWorkspace } from '../../support/database/rows.ts'
import { type Cleanup, DIALECTS, openTestStore } from '../../support/database/stores.ts'
import { readColumns } from '../../support/database/tables.ts'
import { createTestContext } from '../../support/factories/context.ts'

const T0 = Date.UTC(2026, 0, 31)
const MONITORS = 130

async function prepare(t: Cleanup, dialect: DialectName) {
  const store = await openTestStore(t, dialect)
  const context = createTestContext(store, T0)
  await insertWorkspace(store)
  const keys = await insertMonitors(store, MONITORS, { at: T0 - MINUTE_MS, recovery_threshold: 1 })
  const open = () => readColumns(store.db, 'incidents', ['monitor_key', 'failure_count'])
  return { store, context, keys, open }
}

const resultOf = (monitorKey: number, at: number, isUp: boolean): CheckResult => ({
  monitorKey,
  kind: 'check',
  scheduledAt: at,
  startedAt: at,
  status: isUp ? 'up' : 'down',
  responseTimeMs: null,
  statusCode: null,
  errorType: isUp ? null : 'timeout',
  errorMessage: isUp ? null : 'no answer',
  timings: { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null, downloadMs: null },
  remoteAddress: null,
})

/** Counts transactions, and fails after the given number. */
function counting(context: Context, most = Number.POSITIVE_INFINITY) {
  const seen = { transactions: 0 }
  const transact: Store['transact'] = async (work) => {
    if (seen.transactions >= most) throw new Error('away')
    const done = await context.store.transact(work)
    seen.transactions++
    return done
  }
  return { seen, context: { ...context, store: { ...context.store, transact } } }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: many status changes at once take several transactions, and results without a change take one`, async (t) => {
    const { context, keys, open } = await prepare(t, dialect)
    // Two failures are needed, and the two of one monitor may be in different portions
    const failing = keys.flatMap((key) => [resultOf(key, T0, false), resultOf(key, T0 + SECOND_MS, false)])
    const changing = counting(context)
    await recordResults(changing.context, 'local', failing.reverse())
    assert.ok(changing.seen.transactions >= 2, `${changing.seen.transactions}`)
    const incidents = await open()
    assert.deepEqual([incidents.length, new Set(incidents.map((row) => row.failure_count))], [MONITORS, new Set([2])])
    const unchanged = counting(context)
    await recordResults(
      unchanged.context,
      'local',
      keys.map((key) => resultOf(key, T0 + 10 * SECOND_MS, false)),
    )
    assert.equal(unchanged.seen.transactions, 1)
  })

  test(`${dialect}: the first results of new monitors take one transaction when all pass`, async (t) => {
    const { store, context, keys } = await prepare(t, dialect)
    const first = counting(context)
    await recordResults(
      first.context,
      'local',
      keys.map((key) => resultOf(key, T0, true)),
    )
    assert.equal(first.seen.transactions, 1)
    const statuses = await readColumns(store.db, 'monitors', ['runtime_status'])
    assert.deepEqual(new Set(statuses.map((row) => row.runtime_status)), new Set(['up']))
  })

  test(`${dialect}: a batch pushed again after a crash stores the missing part and no duplicates`, async (t) => {
    const { store, context, keys, open } = await prepare(t, dialect)
    const failing = keys.flatMap((key) => [resultOf(key, T0, false), resultOf(key, T0 + SECOND_MS, false)])
    await assert.rejects(recordResults(counting(context, 1).context, 'local', failing), /away/)
    const some = (await open()).length
    assert.ok(some > 0 && some < MONITORS, `${some}`)
    await recordResults(context, 'local', failing)
    assert.equal((await open()).length, MONITORS)
    assert.equal(await countResults(store.db), 2 * MONITORS)
  })
}
