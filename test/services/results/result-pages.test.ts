import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS, HOUR_MS, startOfDay } from '../../../src/core/platform/time/time.ts'
import { recordResults } from '../../../src/services/evaluation/record-results.ts'
import { readResultPage } from '../../../src/services/results/result-reads.ts'
import { createSiblingSession, withSession } from '../../../src/store/platform/session.ts'
import { listResults, type ResultFilter } from '../../../src/store/results/results.ts'
import { insertMonitors, insertWorkspace } from '../../support/database/rows.ts'
import { DIALECTS, openTestStore } from '../../support/database/stores.ts'
import { createTestContext } from '../../support/factories/context.ts'
import { createDownResult } from '../../support/factories/monitors.ts'
import { MONDAY } from '../../support/time/clock.ts'

const NOW = MONDAY + 10 * DAY_MS

for (const dialect of DIALECTS)
  test(`${dialect}: a page reads only the hours of its results`, async (t) => {
    const store = await openTestStore(t, dialect)
    await insertWorkspace(store)
    const [monitorKey] = (await insertMonitors(store, 1, { at: MONDAY })) as [number]
    const context = createTestContext(store, NOW)
    // Every hour for ten days, and every failure in the first five
    for (let at = MONDAY; at < NOW; at += DAY_MS)
      await recordResults(
        context,
        'local',
        Array.from({ length: 24 }, (_, hour) => ({
          ...createDownResult(monitorKey, at + hour * HOUR_MS),
          ...(at >= MONDAY + 5 * DAY_MS && { status: 'up' as const, errorType: null, errorMessage: null }),
        })),
      )
    let queries = 0
    // On SQLite, a session without the reading connection runs its queries here, too
    const db = withSession(store.db.withoutPlugins(), createSiblingSession(store.db.session))
    db.executeQuery = (query) => {
      queries++
      return store.db.executeQuery(query)
    }
    const cases: [Omit<ResultFilter, 'monitorKey'>, { limit: number; offset: number }, number][] = [
      [{}, { limit: 20, offset: 0 }, 4], // the counts, and the hours of the page at once
      [{}, { limit: 100, offset: 0 }, 4],
      [{}, { limit: 20, offset: 230 }, 4], // the last page
      [{}, { limit: 20, offset: 500 }, 2],
      [{ status: 'down' }, { limit: 20, offset: 0 }, 4],
      [{ status: 'inconclusive' }, { limit: 20, offset: 0 }, 2],
      [{ to: MONDAY + 3 * DAY_MS }, { limit: 20, offset: 0 }, 4],
      [{ from: NOW - DAY_MS - 1 }, { limit: 50, offset: 0 }, 6], // the first hour is counted from its results
    ]
    for (const [some, page, expected] of cases) {
      const filter = { monitorKey, ...some }
      queries = 0
      const read = await readResultPage(db, filter, page, MONDAY + HOUR_MS)
      assert.equal(queries, expected, JSON.stringify([some, page]))
      const all = await listResults(store.db, filter)
      assert.deepEqual(read, { results: all.slice(page.offset, page.offset + page.limit), total: all.length })
    }
    const young = await readResultPage(store.db, { monitorKey }, { limit: 100, offset: 0 }, NOW - HOUR_MS)
    assert.equal(young.total, (NOW - startOfDay(NOW - HOUR_MS)) / HOUR_MS)
  })
