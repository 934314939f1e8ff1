import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEFAULT_PLANS } from '../../../src/core/accounts/plan.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { computeGridOffsetMs } from '../../../src/core/probes/schedule.ts'
import { recordResults } from '../../../src/services/evaluation/record-results.ts'
import { readCoverage } from '../../../src/services/results/coverage.ts'
import { readSeries } from '../../../src/services/results/response-times.ts'
import { readStats } from '../../../src/services/results/statistics.ts'
import { runRetentionStep } from '../../../src/services/retention/retention.ts'
import { listResults } from '../../../src/store/results/results.ts'
import type { HistoryTable } from '../../../src/store/retention/retention-monitors.ts'
import { setPlan } from '../../support/database/account-rows.ts'
import { insertMonitors, insertWorkspace } from '../../support/database/rows.ts'
import { type Cleanup, DIALECTS, openTestStore } from '../../support/database/stores.ts'
import { insertRows, readColumns, readRows, updateRows } from '../../support/database/tables.ts'
import { createTestContext, type TestContext } from '../../support/factories/context.ts'
import { insertHistory, listMoments, runRetention, setRetentionTerms } from '../../support/factories/retention.ts'

const DAY = Date.UTC(2026, 5, 15)
const NOON = DAY + 12 * HOUR_MS
const FREE = { raw: 14, rollups: 365 }
const MIDNIGHT = (days: number) => DAY - days * DAY_MS

async function makeHouse(t: Cleanup, dialect: (typeof DIALECTS)[number], plan: 'free' | 'scale' = 'free') {
  const store = await openTestStore(t, dialect)
  await insertWorkspace(store)
  await store.transact((tx) => setPlan(tx, plan))
  const keys = await insertMonitors(store, 2, { at: DAY - 3_000 * DAY_MS })
  return { store, keys, context: createTestContext(store, NOON) }
}

const check = (monitorKey: number, at: number) => ({
  monitorKey,
  kind: 'check' as const,
  scheduledAt: at,
  startedAt: at,
  status: 'up' as const,
  responseTimeMs: 20,
  statusCode: 200,
  errorType: null,
  errorMessage: null,
  timings: { dnsMs: 0, connectMs: 1, tlsMs: null, firstByteMs: 3, downloadMs: 1 },
  remoteAddress: '192.0.2.1',
})

/** Records one check a minute, each at its due time. */
async function checkAll(context: TestContext, monitorKey: number, from: number, count: number): Promise<void> {
  const results = Array.from({ length: count }, (_, index) => check(monitorKey, from + index * MINUTE_MS))
  context.setTime(from + count * MINUTE_MS)
  await recordResults(context, 'local', results)
}

for (const dialect of DIALECTS) {
  /** Days that the free plan keeps rows of each table. */
  const KEPT: Record<HistoryTable, number> = {
    results: 14,
    result_blocks: 14,
    failure_responses: 14,
    result_hours: 92,
    result_days: 365,
    heartbeat_pings: 365,
    status_changes: 365,
    maintenance_spans: 365,
  }

  test(`${dialect}: the first millisecond of a plan's period is kept, and the millisecond before it is deleted`, async (t) => {
    const { store, keys, context } = await makeHouse(t, dialect)
    await setRetentionTerms(store, FREE)
    // Rows with an end are over within the millisecond before the horizon, or on it
    const moments = [365, 92, 14].map(MIDNIGHT).flatMap((at) => [at - 2, at - 1, at])
    await insertHistory(store, keys[0]!, moments)
    await runRetention(context)
    for (const [table, days] of Object.entries(KEPT)) {
      const left = await listMoments(store, table as HistoryTable, keys[0]!)
      const history = left.filter((at) => at > DAY - 3_000 * DAY_MS)
      assert.deepEqual(
        history,
        moments.filter((at) => at >= MIDNIGHT(days)),
        table,
      )
    }
  })

  test(`${dialect}: rows that began before the horizon and extend past it stay`, async (t) => {
    const { store, keys, context } = await makeHouse(t, dialect)
    await setRetentionTerms(store, FREE)
    const horizon = MIDNIGHT(365)
    await insertHistory(store, keys[0]!, [horizon - 10])
    await store.transact((tx) =>
      updateRows(tx, 'status_changes', { ended_at: horizon + 1 }, { started_at: horizon - 10 }),
    )
    await store.transact((tx) => updateRows(tx, 'maintenance_spans', { ends_at: horizon + 1 }))
    await runRetention(context)
    assert.ok((await listMoments(store, 'status_changes', keys[0]!)).includes(horizon - 10))
    assert.deepEqual(await listMoments(store, 'maintenance_spans', keys[0]!), [horizon - 10])
    // The initial status of a monitor that never changed is older than any plan
    assert.ok((await listMoments(store, 'status_changes', keys[1]!)).length === 2)
  })

  test(`${dialect}: a step deletes few rows, and an interrupted run continues`, async (t) => {
    const { store, keys, context } = await makeHouse(t, dialect)
    await setRetentionTerms(store, FREE)
    await insertHistory(
      store,
      keys[0]!,
      Array.from({ length: 30 }, (_, index) => MIDNIGHT(400) + index),
    )
    let count = (await listMoments(store, 'results', keys[0]!)).length
    for (
      let step = await runRetentionStep(context, 10);
      step.kind === 'step';
      step = await runRetentionStep(context, 10)
    ) {
      const left = (await listMoments(store, 'results', keys[0]!)).length
      assert.ok(count - left <= 10, `${count} to ${left}`)
      count = left
    }
    for (const table of Object.keys(KEPT))
      assert.deepEqual(
        (await listMoments(store, table as HistoryTable, keys[0]!)).filter((at) => at > MIDNIGHT(500)),
        [],
        table,
      )
  })

  test(`${dialect}: retention runs once a day and returns the numbers of deleted rows`, async (t) => {
    const { store, keys, context } = await makeHouse(t, dialect)
    await setRetentionTerms(store, FREE)
    await insertHistory(store, keys[0]!, [MIDNIGHT(15), MIDNIGHT(14)])
    const last = (await runRetention(context)).at(-1)
    assert.deepEqual(last, { kind: 'step', finished: { results: 1, result_blocks: 1, failure_responses: 1 } })
    assert.deepEqual(await runRetentionStep(context), { kind: 'rest', until: DAY + DAY_MS })
    context.setTime(DAY + DAY_MS - 1)
    assert.equal((await runRetentionStep(context)).kind, 'rest')
    context.setTime(DAY + DAY_MS)
    assert.deepEqual((await runRetention(context)).at(-1), {
      kind: 'step',
      finished: { results: 1, result_blocks: 1, failure_responses: 1 },
    })
  })

  test(`${dialect}: a smaller plan deletes nothing for a week`, async (t) => {
    const { store, keys, context } = await makeHouse(t, dialect)
    await setRetentionTerms(store, { raw: 120, rollups: 1_825 })
    await insertHistory(store, keys[0]!, [MIDNIGHT(100)])
    for (let day = 0; day < 7; day++) {
      context.setTime(NOON + day * DAY_MS)
      await runRetention(context)
      assert.deepEqual(await listMoments(store, 'results', keys[0]!), [MIDNIGHT(100)], `after ${day} days`)
    }
    context.setTime(NOON + 7 * DAY_MS)
    await runRetention(context)
    assert.deepEqual(await listMoments(store, 'results', keys[0]!), [])
  })

  test(`${dialect}: an organization without recorded terms loses nothing for a week`, async (t) => {
    const { store, keys, context } = await makeHouse(t, dialect)
    await insertHistory(store, keys[0]!, [MIDNIGHT(1_000)])
    await runRetention(context)
    assert.deepEqual(await listMoments(store, 'results', keys[0]!), [MIDNIGHT(1_000)])
    context.setTime(NOON + 7 * DAY_MS)
    await runRetention(context)
    assert.deepEqual(await listMoments(store, 'results', keys[0]!), [])
  })

  test(`${dialect}: statistics of 90 days do not change when the results are deleted`, async (t) => {
    const { store, keys, context } = await makeHouse(t, dialect)
    await setRetentionTerms(store, FREE)
    const [key] = keys as [number]
    // A pause in the middle of an hour, which only its results show
    const began = MIDNIGHT(60) + 90 * MINUTE_MS + computeGridOffsetMs('alice-monitor-0', 'local', 60)
    await checkAll(context, key, began, 100)
    const times = { intervalSeconds: 60, timeoutMs: 10_000, createdAt: 0, gridSince: began, regions: [] }
    const monitor = { key, id: 'alice-monitor-0', ...times }
    const read = async () => ({
      stats: await readStats(store.db, monitor, 90, NOON),
      coverage: await readCoverage(store.db, monitor, '90d', NOON),
      series: (await readSeries(store.db, { monitorKey: key }, '90d', NOON)).points,
    })
    const before = await read()
    assert.deepEqual([before.stats.totalChecks, before.coverage.executed], [100, 70])
    context.setTime(NOON)
    await runRetention(context)
    assert.deepEqual(await listResults(store.db, { monitorKey: key }), [])
    assert.deepEqual(await read(), before)
  })

  test(`${dialect}: a result of a deleted period is not stored and changes no rollup`, async (t) => {
    const { store, keys, context } = await makeHouse(t, dialect)
    await setRetentionTerms(store, FREE)
    const [key] = keys as [number]
    await checkAll(context, key, MIDNIGHT(20), 130)
    context.setTime(NOON)
    await runRetention(context)
    const sums = await readColumns(store.db, 'result_hours', ['starts_at', 'up'], {}, ['starts_at'])
    assert.deepEqual(
      sums.map(({ up }) => up),
      [60, 60, 10],
    )
    await recordResults(context, 'local', [
      check(key, MIDNIGHT(20) + 1),
      check(key, MIDNIGHT(14) - 1),
      check(key, MIDNIGHT(14)),
    ])
    assert.deepEqual(await listMoments(store, 'results', key), [MIDNIGHT(14)])
    // The plan was smaller when the results were deleted than it is now
    await recordResults(
      { ...context, plans: { ...DEFAULT_PLANS, free: DEFAULT_PLANS.scale, pro: DEFAULT_PLANS.scale } },
      'local',
      [check(key, MIDNIGHT(20) + 1)],
    )
    const after = await readColumns(store.db, 'result_hours', ['starts_at', 'up'], {}, ['starts_at'])
    assert.deepEqual(
      after.filter((hour) => hour.starts_at < MIDNIGHT(19)),
      sums,
    )
  })

  test(`${dialect}: a deleted monitor keeps its name and its days, and loses all other rows after 30 days`, async (t) => {
    const { store, keys, context } = await makeHouse(t, dialect, 'scale')
    await setRetentionTerms(store, { raw: 120, rollups: 1_825 })
    const [key, other] = keys as [number, number]
    for (const each of keys) await insertHistory(store, each, [MIDNIGHT(50)])
    await store.transact(async (tx) => {
      await updateRows(tx, 'monitors', { deleted_at: MIDNIGHT(30) - 1, settings: '{"secret":1}' }, { key })
      await updateRows(tx, 'monitors', { deleted_at: MIDNIGHT(30), settings: '{"secret":1}' }, { key: other })
      for (const each of keys) await insertRows(tx, 'monitor_tags', { monitor_key: each, tag: 'shop' })
    })
    await runRetention(context)
    const left = async (monitorKey: number) => {
      const tables: string[] = []
      for (const table of Object.keys(KEPT))
        if ((await listMoments(store, table as HistoryTable, monitorKey)).includes(MIDNIGHT(50))) tables.push(table)
      return tables
    }
    assert.deepEqual(await left(key), ['result_days', 'status_changes', 'maintenance_spans'])
    assert.deepEqual((await left(other)).length, Object.keys(KEPT).length)
    const settings = await readColumns(store.db, 'monitors', ['settings'], {}, ['key'])
    assert.deepEqual(
      settings.map((row) => row.settings),
      ['{}', '{"secret":1}'],
    )
    assert.deepEqual(
      (await readRows(store.db, 'monitor_tags')).map((row) => row.monitor_key),
      [other],
    )

    context.setTime(NOON + 1_826 * DAY_MS)
    await runRetention(context)
    assert.deepEqual(await readRows(store.db, 'monitors'), [])
    assert.deepEqual(await readRows(store.db, 'status_changes'), [])
  })

  test(`${dialect}: servers that run retention together delete everything once`, async (t) => {
    const { store, keys, context } = await makeHouse(t, dialect)
    await setRetentionTerms(store, FREE)
    await insertHistory(
      store,
      keys[0]!,
      Array.from({ length: 60 }, (_, index) => MIDNIGHT(20) + index),
    )
    const seen = await Promise.all(
      [1, 2, 3].map(async () => {
        let total = 0
        // Runs to the end, even when other servers do some of the steps
        for (
          let step = await runRetentionStep(context, 7);
          step.kind !== 'rest';
          step = await runRetentionStep(context, 7)
        )
          if (step.kind === 'step' && step.finished) total += step.finished.results ?? 0
        return total
      }),
    )
    assert.deepEqual(await listMoments(store, 'results', keys[0]!), [])
    assert.equal(
      seen.reduce((a, b) => a + b),
      60,
    )
  })
}
