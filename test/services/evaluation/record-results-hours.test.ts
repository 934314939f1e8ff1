/** When hours are rolled up, and that readers see no difference. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../src/core/platform/time/time.ts'
import type { CheckResult } from '../../../src/core/probes/protocol.ts'
import { NO_TIMINGS } from '../../../src/core/results/verdict.ts'
import { recordResults } from '../../../src/services/evaluation/record-results.ts'
import { readSeries } from '../../../src/services/results/response-times.ts'
import { readStats } from '../../../src/services/results/statistics.ts'
import { insertMonitors, insertWorkspace } from '../../support/database/rows.ts'
import { DIALECTS, openTestStore } from '../../support/database/stores.ts'
import { readRows } from '../../support/database/tables.ts'
import { createTestContext } from '../../support/factories/context.ts'

const NOON = Date.UTC(2026, 0, 10, 12)

const resultAt = (monitorKey: number, at: number): CheckResult => ({
  monitorKey,
  kind: 'check',
  scheduledAt: at,
  startedAt: at + 1,
  status: 'up',
  responseTimeMs: 20 + ((at / MINUTE_MS) % 7),
  statusCode: 200,
  errorType: null,
  errorMessage: null,
  timings: NO_TIMINGS,
  remoteAddress: null,
})

for (const dialect of DIALECTS)
  test(`${dialect}: an hour is rolled up some time after its end, and reads return the same before and after`, async (t) => {
    const store = await openTestStore(t, dialect)
    await insertWorkspace(store)
    const created = NOON - HOUR_MS
    const keys = await insertMonitors(store, 100, { at: created })
    // The hours of this monitor are rolled up 44 seconds after their end
    const key = keys.at(-1)!
    const monitor = {
      key,
      id: 'alice-monitor-99',
      intervalSeconds: 60,
      timeoutMs: 10_000,
      createdAt: created,
      gridSince: created,
    }
    const context = createTestContext(store, NOON)
    const record = (times: number[]) =>
      recordResults(
        context,
        'local',
        times.map((at) => resultAt(key, at)),
      )
    // The clock does not move, so only stored data can make a difference
    context.setTime(NOON + 2 * MINUTE_MS)
    const read = async () => ({
      stats: await readStats(store.db, monitor, 1, context.now()),
      series: await readSeries(store.db, { monitorKey: monitor.key }, '7d', context.now()),
      hours: (await readRows(store.db, 'result_hours')).map((row) => [row.starts_at, row.up]),
    })

    await record(Array.from({ length: 60 }, (_, minute) => created + minute * MINUTE_MS + 30 * SECOND_MS))
    await record([NOON + 30 * SECOND_MS])
    const before = await read()
    assert.deepEqual(before.hours, [])
    assert.equal(before.stats.totalChecks, 61)

    await record([NOON + 90 * SECOND_MS])
    const after = await read()
    assert.deepEqual(after.hours, [[created, 60]])
    assert.equal(after.stats.totalChecks, 62)
    assert.deepEqual(after.series.points[0], before.series.points[0])

    // Results that arrive late for a past hour are included in reads, whether the hour is rolled up or not
    await record([created + 45 * SECOND_MS])
    const late = await read()
    assert.deepEqual([late.stats.totalChecks, late.hours], [63, [[created, 61]]])
  })
