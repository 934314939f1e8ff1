import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS, HOUR_MS, MINUTE_MS, startOfDay } from '../../../src/core/platform/time/time.ts'
import type { CheckResult } from '../../../src/core/probes/protocol.ts'
import { computeGridOffsetMs, computeNextDueAt } from '../../../src/core/probes/schedule.ts'
import { NO_TIMINGS } from '../../../src/core/results/verdict.ts'
import { recordResults } from '../../../src/services/evaluation/record-results.ts'
import { markStaleMonitors } from '../../../src/services/evaluation/stale-monitors.ts'
import type { Context } from '../../../src/services/platform/context.ts'
import { readCoverage } from '../../../src/services/results/coverage.ts'
import { readSeries } from '../../../src/services/results/response-times.ts'
import { readSparkline, readStats } from '../../../src/services/results/statistics.ts'
import { listHistory } from '../../../src/store/results/status-changes.ts'
import { countResults, markMonitorDeleted, readRuntimeStatus } from '../../support/database/monitor-rows.ts'
import { insertMonitors, insertWorkspace } from '../../support/database/rows.ts'
import { type Cleanup, DIALECTS, needsPostgres, openTestStore } from '../../support/database/stores.ts'
import { readColumns, readRow, readRows, updateRows } from '../../support/database/tables.ts'
import { createTestContext, type TestContext } from '../../support/factories/context.ts'
import { createSeededRandom } from '../../support/factories/random.ts'

const T0 = Date.UTC(2026, 0, 10, 0, 0)

/** A day and a half: it includes two midnights and many full hours. */
const MINUTES = 36 * 60

/** One active monitor, checked every minute since T0, and its grid. */
async function watch(t: Cleanup, dialect: (typeof DIALECTS)[number]) {
  const store = await openTestStore(t, dialect)
  await insertWorkspace(store)
  const [key] = await insertMonitors(store, 1, { at: T0 })
  const context = createTestContext(store, T0)
  const offset = computeGridOffsetMs('alice-monitor-0', 'local', 60)
  const monitor = {
    key: key!,
    id: 'alice-monitor-0',
    intervalSeconds: 60,
    timeoutMs: 10_000,
    createdAt: T0,
    gridSince: T0,
    regions: [],
  }
  const slot = (index: number) => computeNextDueAt(offset, 60, T0) + index * MINUTE_MS
  return { store, context, key: key!, slot, monitor }
}

const resultAt = (monitorKey: number, at: number, over: Partial<CheckResult> = {}): CheckResult => ({
  monitorKey,
  kind: 'check',
  scheduledAt: at,
  startedAt: at + 1,
  status: 'up',
  responseTimeMs: 20,
  statusCode: 200,
  errorType: null,
  errorMessage: null,
  timings: { ...NO_TIMINGS, connectMs: 1, firstByteMs: 18.5, downloadMs: 0.5 },
  remoteAddress: '127.0.0.1',
  ...over,
})

const DOWN = {
  status: 'down',
  statusCode: null,
  errorType: 'connection_error',
  errorMessage: 'connect: ECONNREFUSED',
} as const

async function arrive(context: TestContext, results: CheckResult[]): Promise<void> {
  context.setTime(Math.max(...results.map((result) => result.startedAt + (result.responseTimeMs ?? 0))) + 50)
  await recordResults(context, 'local', results)
}

async function runtimeHistory(store: Context['store'], key: number) {
  const { entries } = await listHistory(store.db, key, { limit: 100, offset: 0 })
  return entries
    .filter((entry) => entry.kind === 'runtime')
    .toReversed()
    .map((entry) => [entry.fromStatus, entry.toStatus, entry.startedAt, entry.endedAt])
}

for (const dialect of DIALECTS) {
  test(`${dialect}: a monitor is down since the first of two failures and up since the first of two passes`, async (t) => {
    const { store, context, key, slot } = await watch(t, dialect)
    await arrive(context, [resultAt(key, slot(0))])
    await arrive(context, [resultAt(key, slot(1), DOWN)])
    await arrive(context, [resultAt(key, slot(1) + 10_000, DOWN)])
    await arrive(context, [resultAt(key, slot(2))])
    await arrive(context, [resultAt(key, slot(2) + 10_000)])
    const [up, down, again] = [slot(0) + 21, slot(1) + 1, slot(2) + 1]
    assert.deepEqual(await runtimeHistory(store, key), [
      [null, 'unknown', T0, up],
      ['unknown', 'up', up, down],
      ['up', 'down', down, again],
      ['down', 'up', again, null],
    ])
    const monitor = await readRow(store.db, 'monitors')
    assert.deepEqual([monitor.runtime_status, monitor.status_since], ['up', again])
  })

  test(`${dialect}: a status change states the regions, the error and the number of consecutive checks`, async (t) => {
    const { store, context, key, slot } = await watch(t, dialect)
    await arrive(context, [resultAt(key, slot(0), DOWN), resultAt(key, slot(0) + 10_000, DOWN)])
    const { entries } = await listHistory(store.db, key, { limit: 1, offset: 0 })
    assert.equal(entries[0]!.reason, 'down: 1 of 1 region, `connect: ECONNREFUSED`, 2 checks in a row')
  })

  test(`${dialect}: an inconclusive result is stored and counted, and interrupts a run of failures`, async (t) => {
    const { store, context, key, slot, monitor } = await watch(t, dialect)
    await arrive(context, [resultAt(key, slot(0)), resultAt(key, slot(1), DOWN)])
    await arrive(context, [resultAt(key, slot(2), { status: 'inconclusive', errorMessage: 'no route' })])
    await arrive(context, [resultAt(key, slot(3), DOWN)])
    assert.equal((await runtimeHistory(store, key)).at(-1)![1], 'up')
    await arrive(context, [resultAt(key, slot(4), DOWN)])
    const history = await runtimeHistory(store, key)
    assert.deepEqual(history.at(-1)!.slice(0, 3), ['up', 'down', slot(3) + 1])
    assert.equal((await readCoverage(store.db, monitor, '24h', context.now())).inconclusive, 1)
  })

  test(`${dialect}: the same batch pushed again, in any order, changes nothing`, async (t) => {
    const { store, context, key, slot } = await watch(t, dialect)
    const batch = [0, 1, 2, 3].map((index) => resultAt(key, slot(index), index > 1 ? DOWN : {}))
    for (const result of batch) await arrive(context, [result])
    const before = await snapshot(store)
    await recordResults(context, 'local', batch.toReversed())
    await recordResults(context, 'local', [batch[2]!])
    assert.deepEqual(await snapshot(store), before)
  })

  test(`${dialect}: late results enter the history at their own times and send no notification`, async (t) => {
    const { store, context, key, slot } = await watch(t, dialect)
    await arrive(context, [resultAt(key, slot(0))])
    await arrive(context, [resultAt(key, slot(120))])
    await recordResults(
      context,
      'local',
      [1, 2, 3, 4].map((index) => resultAt(key, slot(index), DOWN)),
    )
    const [stale, again] = [slot(4) + 21 + 130_000, slot(120) + 21]
    assert.deepEqual((await runtimeHistory(store, key)).slice(1), [
      ['unknown', 'up', slot(0) + 21, slot(1) + 1],
      ['up', 'down', slot(1) + 1, stale],
      ['down', 'unknown', stale, again],
      ['unknown', 'up', again, null],
    ])
    const incidents = await readColumns(store.db, 'incidents', ['status', 'started_at', 'resolved_at'])
    assert.deepEqual(incidents, [{ status: 'resolved', started_at: slot(1) + 1, resolved_at: again }])
    assert.deepEqual(await readColumns(store.db, 'deliveries', ['id']), [])
    const sum = await readColumns(store.db, 'result_hours', ['up', 'down'], {}, ['starts_at'])
    assert.deepEqual(sum.map((hour) => [hour.up, hour.down])[0], [1, 4])
  })

  test(`${dialect}: a failure that opens an incident wakes the courier, and a pass that changes nothing does not`, async (t) => {
    const { context, key, slot } = await watch(t, dialect)
    await arrive(context, [resultAt(key, slot(0))])
    context.woken.length = 0
    await arrive(context, [resultAt(key, slot(1))])
    assert.deepEqual(context.woken, [])
    await arrive(context, [resultAt(key, slot(2), DOWN), resultAt(key, slot(2) + 10_000, DOWN)])
    assert.deepEqual(context.woken, ['deliveries'])
  })

  test(`${dialect}: time without checks is unknown and never turns the monitor down`, async (t) => {
    const { store, context, key, slot } = await watch(t, dialect)
    await arrive(context, [resultAt(key, slot(0))])
    await arrive(context, [resultAt(key, slot(60))])
    const stale = slot(0) + 21 + 130_000
    assert.deepEqual(await runtimeHistory(store, key), [
      [null, 'unknown', T0, slot(0) + 21],
      ['unknown', 'up', slot(0) + 21, stale],
      ['up', 'unknown', stale, slot(60) + 21],
      ['unknown', 'up', slot(60) + 21, null],
    ])
  })

  test(`${dialect}: a monitor that was down before a gap and passes after it is not down during the gap`, async (t) => {
    const { store, context, key, slot } = await watch(t, dialect)
    await arrive(context, [resultAt(key, slot(0), DOWN), resultAt(key, slot(0) + 10_000, DOWN)])
    await arrive(context, [resultAt(key, slot(60))])
    const stale = slot(0) + 10_021 + 130_000
    assert.deepEqual((await runtimeHistory(store, key)).slice(1), [
      ['unknown', 'down', slot(0) + 1, stale],
      ['down', 'unknown', stale, slot(60) + 21],
      ['unknown', 'up', slot(60) + 21, null],
    ])
  })

  test(`${dialect}: a silent monitor becomes unknown from the moment when its last result became stale`, async (t) => {
    const { store, context, key, slot } = await watch(t, dialect)
    await arrive(context, [resultAt(key, slot(0))])
    const stale = slot(0) + 21 + 130_000
    context.setTime(stale - 1)
    assert.equal(await markStaleMonitors(context, 0), null)
    assert.equal((await runtimeHistory(store, key)).length, 2)
    context.setTime(stale + 30_000)
    await markStaleMonitors(context, 0)
    await markStaleMonitors(context, 0)
    assert.deepEqual((await runtimeHistory(store, key)).slice(1), [
      ['unknown', 'up', slot(0) + 21, stale],
      ['up', 'unknown', stale, null],
    ])
  })

  test(`${dialect}: results of a paused or deleted monitor change no state`, async (t) => {
    const { store, context, key, slot } = await watch(t, dialect)
    await arrive(context, [resultAt(key, slot(0))])
    await updateRows(store.db, 'monitors', { status: 'paused', runtime_status: 'paused' })
    await arrive(context, [resultAt(key, slot(1), DOWN), resultAt(key, slot(2), DOWN)])
    const runtimeStatus = await readRuntimeStatus(store.db)
    assert.equal(runtimeStatus, 'paused')
    await markMonitorDeleted(store.db, 1)
    await arrive(context, [resultAt(key, slot(3))])
    const rows = await readRows(store.db, 'results')
    assert.equal(rows.length, 3)
  })

  test(`${dialect}: results are still evaluated after the clock was set back`, async (t) => {
    const { store, context, key, slot } = await watch(t, dialect)
    await arrive(context, [resultAt(key, slot(500))])
    await arrive(context, [resultAt(key, slot(10), DOWN), resultAt(key, slot(11), DOWN)])
    const runtimeStatus = await readRuntimeStatus(store.db)
    assert.equal(runtimeStatus, 'down')
  })

  test(`${dialect}: results that a probe buffered while disconnected are stored as history`, async (t) => {
    const { store, context, key, slot, monitor } = await watch(t, dialect)
    await arrive(
      context,
      Array.from({ length: 300 }, (_, index) => resultAt(key, slot(index))),
    )
    const stats = await readStats(store.db, monitor, 7, context.now())
    assert.equal(stats.totalChecks, 300)
    assert.equal((await readCoverage(store.db, monitor, '7d', context.now() + 20_000)).executed, 300)
  })

  test(`${dialect}: stats, series, strip and coverage match the raw results before and after a rollup`, async (t) => {
    const { store, context, key, slot, monitor } = await watch(t, dialect)
    const random = createSeededRandom(42)
    const results: CheckResult[] = []
    for (let index = 0; index < MINUTES; index++) {
      if (random() < 0.02) continue
      const failing = index > 1_000 && index < 1_100
      const at = slot(index)
      results.push(
        resultAt(key, at, {
          startedAt: at + Math.round(random() * 5),
          responseTimeMs: 25 + Math.round(random() * 90_000) / 100,
          ...(failing ? DOWN : {}),
        }),
      )
    }
    for (let first = 0; first < results.length; first += 2) await arrive(context, results.slice(first, first + 2))
    const now = context.now()

    const stats = await readStats(store.db, monitor, 7, now)
    const passing = results.filter((result) => result.status === 'up')
    assert.equal(stats.totalChecks, results.length)
    assert.equal(stats.failedChecks, results.length - passing.length)
    const mean = passing.reduce((sum, result) => sum + result.responseTimeMs!, 0) / passing.length
    assert.ok(Math.abs(stats.averageMs! - mean) < 0.02, `${stats.averageMs} for ${mean}`)

    const spans = await runtimeHistory(store, key)
    const timeIn = (status: string) =>
      spans
        .filter((span) => span[1] === status)
        .reduce((sum, span) => sum + ((span[3] as number | null) ?? now) - (span[2] as number), 0)
    const wanted = (100 * timeIn('up')) / (timeIn('up') + timeIn('down'))
    assert.ok(Math.abs(stats.uptimePercentage! - wanted) < 1e-6)

    const strip = await readSparkline(store.db, key, now)
    const byDay = Map.groupBy(results, (result) => startOfDay(result.scheduledAt))
    for (const day of strip) {
      const there = byDay.get(day.startsAt) ?? []
      assert.equal(day.successes, there.filter((result) => result.status === 'up').length)
      assert.equal(day.failures, there.filter((result) => result.status === 'down').length)
    }

    for (const [period, bucketMs] of [
      ['24h', 5 * MINUTE_MS],
      ['7d', HOUR_MS],
      ['30d', 3 * HOUR_MS],
      ['90d', DAY_MS],
    ] as const) {
      const { points: series, whole } = await readSeries(store.db, { monitorKey: key }, period, now)
      assert.ok(series.length <= 300)
      const from = series[0]!.startsAt
      const counted = passing.filter((result) => result.scheduledAt >= from).length
      assert.equal(
        series.reduce((sum, point) => sum + point.count, 0),
        counted,
        period,
      )
      for (const point of series) {
        const values = passing
          .filter((result) => Math.floor(result.scheduledAt / bucketMs) * bucketMs === point.startsAt)
          .map((result) => result.responseTimeMs!)
          .toSorted((a, b) => a - b)
        const p95 = values[Math.ceil(0.95 * values.length) - 1]!
        assert.ok(Math.abs(point.p95Ms - p95) <= 0.0101 * p95 + 0.02, `${period}: p95 ${point.p95Ms} for ${p95}`)
        assert.ok(Math.abs(point.minMs - values[0]!) < 0.02)
        assert.ok(Math.abs(point.maxMs - values.at(-1)!) < 0.02)
      }
      const all = passing
        .filter((result) => result.scheduledAt >= from)
        .map((result) => result.responseTimeMs!)
        .toSorted((a, b) => a - b)
      const p99 = all[Math.ceil(0.99 * all.length) - 1]!
      assert.equal(whole?.count, counted)
      assert.ok(Math.abs(whole.p99Ms - p99) <= 0.0101 * p99 + 0.02, `${period}: p99 ${whole.p99Ms} for ${p99}`)
      assert.ok(Math.abs(whole.averageMs - all.reduce((sum, ms) => sum + ms, 0) / all.length) < 0.02)
    }

    const coverage = await readCoverage(store.db, monitor, '7d', now + 20_000)
    assert.equal(coverage.executed, results.length)
    assert.equal(coverage.scheduled, MINUTES)
    assert.equal(coverage.missed, MINUTES - results.length)
    assert.ok(coverage.latenessMs.p99! <= 5.3 && coverage.latenessMs.p50! > 1.5)
  })

  test(`${dialect}: an unknown region is refused, and nothing is stored`, async (t) => {
    const { store, context, key, slot } = await watch(t, dialect)
    await assert.rejects(recordResults(context, 'mars', [resultAt(key, slot(0))]), /mars/)
    assert.equal(await countResults(store.db), 0)
  })
}

test('postgres: two servers that record the same results at once count them once', needsPostgres, async (t) => {
  const { store, context, key, slot } = await watch(t, 'postgres')
  await arrive(context, [resultAt(key, slot(0))])
  const batch = [resultAt(key, slot(1), DOWN), resultAt(key, slot(2), DOWN)]
  context.setTime(slot(2) + 100)
  await Promise.all([1, 2, 3, 4].map(() => recordResults(context, 'local', batch)))
  const state = await readRow(store.db, 'check_states')
  assert.deepEqual([state.failures, state.opinion], [2, 'down'])
  assert.equal((await runtimeHistory(store, key)).length, 3)
})

/** Reads every table that a result may change. */
async function snapshot(store: Context['store']) {
  const tables = ['results', 'check_states', 'result_hours', 'result_days', 'incidents', 'deliveries'] as const
  const rows = await Promise.all(tables.map((table) => readRows(store.db, table)))
  const history = await readRows(store.db, 'status_changes', {}, ['started_at', 'kind'])
  return JSON.stringify([rows.map((all) => all.map((row) => JSON.stringify(row)).toSorted()), history])
}
