import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS } from '../../../src/core/platform/time/time.ts'
import type { Store } from '../../../src/store/platform/store.ts'
import { listReportedMonitors } from '../../../src/store/results/uptime-report.ts'
import { insertMonitors, insertWorkspace } from '../../support/database/rows.ts'
import { DIALECTS, openTestStore } from '../../support/database/stores.ts'
import { MONDAY } from '../../support/time/clock.ts'

/**
 * Inserts copies of one monitor, a hundred at a time.
 *
 * @returns their keys
 */
async function many(store: Store, count: number, prefix: string, over: { created_at?: number; deleted_at?: number }) {
  const [model] = await insertMonitors(store, 1, { at: MONDAY + 1, prefix, deleted_at: 1 })
  return store.transact(async (tx) => {
    const row = await tx.selectFrom('monitors').selectAll().where('key', '=', model!).executeTakeFirstOrThrow()
    const { key: _, ...fields } = { ...row, deleted_at: null, ...over }
    const copies = Array.from({ length: count }, (_, index) => ({ ...fields, id: `${prefix} ${index}` }))
    const keys: number[] = []
    for (let from = 0; from < count; from += 100)
      for (const { key } of await tx
        .insertInto('monitors')
        .values(copies.slice(from, from + 100))
        .returning('key')
        .execute())
        keys.push(key)
    return keys
  })
}

for (const dialect of DIALECTS)
  test(`${dialect}: pages of a report contain every monitor of the period once, at any number`, async (t) => {
    const store = await openTestStore(t, dialect)
    await insertWorkspace(store)
    const there = [...(await many(store, 501, 'one', { created_at: MONDAY })), ...(await many(store, 120, 'two', {}))]
    const gone = await many(store, 502, 'gone', { created_at: MONDAY, deleted_at: MONDAY + DAY_MS })
    await many(store, 1, 'before', { created_at: MONDAY - DAY_MS, deleted_at: MONDAY })
    await many(store, 1, 'after', { created_at: MONDAY + 9 * DAY_MS })
    const scope = { projectId: 'alice', from: MONDAY, to: MONDAY + 9 * DAY_MS }
    const pages = await Array.fromAsync(listReportedMonitors(store.db, scope))
    assert.deepEqual(
      pages.map((page) => page.length),
      [500, 121, 500, 2],
    )
    const keys = pages.flat().map(({ key }) => key)
    assert.deepEqual(new Set(keys), new Set([...there, ...gone]))
    assert.equal(keys.length, new Set(keys).size)
  })
