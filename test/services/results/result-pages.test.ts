import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { KyselyPlugin } from 'kysely'
import { DAY_MS, HOUR_MS, startOfDay } from '../../../src/core/platform/time/time.ts'
import { recordResults } from '../../../src/services/evaluation/record-results.ts'
import { readResultPage } from '../../../src/services/results/result-pages.ts'
import { createSiblingSession, withSession } from '../../../src/store/platform/session.ts'
import { countResults, listResults, type ResultFilter } from '../../../src/store/results/results.ts'
import { insertMonitors, insertWorkspace } from '../../support/database/rows.ts'
import { DIALECTS, openTestStore } from '../../support/database/stores.ts'
import { createTestContext } from '../../support/factories/context.ts'
import { createDownResult } from '../../support/factories/monitors.ts'
import { MONDAY } from '../../support/time/clock.ts'

const NOW = MONDAY + 10 * DAY_MS

for (const dialect of DIALECTS)
  test(`${dialect}: a page is the same however few days are read for it`, async (t) => {
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
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => {
        queries++
        return node
      },
      transformResult: async ({ result }) => result,
    }
    const db = withSession(store.db.withPlugin(counting), createSiblingSession(store.db.session))
    const life = { since: MONDAY + HOUR_MS, now: NOW }
    const cases: [Omit<ResultFilter, 'monitorKey'>, { limit: number; offset: number }, number][] = [
      [{}, { limit: 20, offset: 0 }, 3], // within two days, and the counts of both weeks
      [{}, { limit: 100, offset: 0 }, 4], // further back
      [{}, { limit: 20, offset: 230 }, 3], // the last page
      [{}, { limit: 20, offset: 500 }, 2],
      [{}, { limit: 20, offset: 130 }, 4], // across two windows
      [{ status: 'down' }, { limit: 20, offset: 0 }, 4],
      [{ status: 'inconclusive' }, { limit: 20, offset: 0 }, 2],
      [{ to: MONDAY + 3 * DAY_MS }, { limit: 20, offset: 0 }, 2],
      [{ from: NOW - DAY_MS }, { limit: 50, offset: 0 }, 1],
    ]
    for (const [some, page, expected] of cases) {
      const filter = { monitorKey, ...some }
      queries = 0
      const read = await readResultPage(db, filter, page, life)
      assert.equal(queries, expected, JSON.stringify([some, page]))
      assert.deepEqual(read, {
        results: await listResults(store.db, filter, page),
        total: await countResults(store.db, filter),
      })
    }
    const young = await readResultPage(
      store.db,
      { monitorKey },
      { limit: 100, offset: 0 },
      { since: NOW - HOUR_MS, now: NOW },
    )
    assert.equal(young.total, (NOW - startOfDay(NOW - HOUR_MS)) / HOUR_MS)
  })
