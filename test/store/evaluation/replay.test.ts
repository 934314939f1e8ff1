import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { NO_TIMINGS } from '../../../src/core/results/verdict.ts'
import { listDueResults } from '../../../src/store/evaluation/replay.ts'
import { insertResults } from '../../../src/store/results/results.ts'
import { insertMonitors, insertWorkspace } from '../../support/database/rows.ts'
import { DIALECTS, openTestStore } from '../../support/database/stores.ts'
import { MONDAY } from '../../support/time/clock.ts'

for (const dialect of DIALECTS)
  test(`${dialect}: pages of a replay contain every result of the period once, ordered by due time`, async (t) => {
    const store = await openTestStore(t, dialect)
    await insertWorkspace(store)
    const [monitorKey] = await insertMonitors(store, 1)
    const minutes = 568
    await store.transact((tx) =>
      insertResults(
        tx,
        Array.from({ length: 3 * minutes }, (_, index) => ({
          monitorKey: monitorKey!,
          regionKey: 1 + (index % 3),
          kind: 'check' as const,
          scheduledAt: MONDAY + Math.floor(index / 3) * MINUTE_MS,
          status: index % 7 === 0 ? ('down' as const) : ('up' as const),
          errorType: index % 7 === 0 ? ('timeout' as const) : null,
          errorMessage: index % 7 === 0 ? 'no answer' : null,
          onGrid: true,
          latenessMs: 12,
          responseTimeMs: 34.5,
          timings: NO_TIMINGS,
          statusCode: null,
          remoteAddress: null,
        })),
      ),
    )
    const pages = await Array.fromAsync(
      listDueResults(store.db, monitorKey!, MONDAY + MINUTE_MS, MONDAY + (minutes - 1) * MINUTE_MS),
    )
    assert.deepEqual(
      pages.map((page) => page.length),
      [1080, 618],
    )
    const results = pages.flat()
    for (const [index, { scheduledAt, regionKey }] of results.entries())
      assert.deepEqual([scheduledAt, regionKey], [MONDAY + (1 + Math.floor(index / 3)) * MINUTE_MS, 1 + (index % 3)])
    assert.deepEqual(results[4], {
      scheduledAt: MONDAY + 2 * MINUTE_MS,
      regionKey: 2,
      status: 'down',
      latenessMs: 12,
      responseTimeMs: 34.5,
      errorType: 'timeout',
      errorMessage: 'no answer',
    })
  })
