import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startPlainLoop } from '../../src/engine/loops.ts'
import { insertCheckState, readRegionKey } from '../support/database/monitor-rows.ts'
import { insertMonitors, insertWorkspace } from '../support/database/rows.ts'
import { DIALECTS, openTestStore } from '../support/database/stores.ts'
import { readColumns, readRows } from '../support/database/tables.ts'
import { createTestContext } from '../support/factories/context.ts'
import { waitUntil } from '../support/time/until.ts'

for (const dialect of DIALECTS)
  test(`${dialect}: the watch marks stale monitors on all pages and skips fresh ones`, async (t) => {
    const store = await openTestStore(t, dialect)
    await insertWorkspace(store)
    const keys = await insertMonitors(store, 1_200, { runtime_status: 'up' })
    const region = await readRegionKey(store.db, 'local')
    await store.transact(async (tx) => {
      for (const [index, key] of keys.entries())
        await insertCheckState(tx, { monitor_key: key, region, fresh_until: index % 2 === 0 ? 1_000 : 10_000 })
    })
    const log = { error: (details: object) => assert.fail(String(details)) }
    const watch = startPlainLoop('stale monitor watch', { context: createTestContext(store, 5_000), log })
    t.after(() => watch.stop())
    const counts = async () => {
      const rows = await readRows(store.db, 'monitors')
      return rows.filter((row) => row.runtime_status === 'unknown').length
    }
    await waitUntil(async () => (await counts()) === 600)
    await watch.stop()
    const open = await readColumns(store.db, 'status_changes', ['to_status', 'started_at'], {
      kind: 'runtime',
      ended_at: null,
      from_status: 'up',
    })
    assert.equal(open.length, 600)
    assert.ok(open.every((row) => row.to_status === 'unknown' && row.started_at === 1_000))
  })
