import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listDueWatches, markMonitors, updateWatches } from '../../../src/store/expiry/expiry-watches.ts'
import { insertMonitors, insertWorkspace } from '../../support/database/rows.ts'
import { DIALECTS, openTestStore } from '../../support/database/stores.ts'

const SSL = { ssl_monitoring: '{}' }

for (const dialect of DIALECTS) {
  test(`${dialect}: an evaluation settles a watch once, and not when the watch was marked again`, async (t) => {
    const store = await openTestStore(t, dialect)
    await insertWorkspace(store)
    const [key] = await insertMonitors(store, 1, SSL)
    const mark = () => store.transact((tx) => markMonitors(tx, [key!], 5))
    const settle = async (watch: Awaited<ReturnType<typeof listDueWatches>>[number]) => {
      const warned = { subject: 'certificate A', days: null, fault: 'X', at: 7 }
      return (await store.transact((tx) => updateWatches(tx, [{ watch, dueAt: null, warned }]))).length
    }
    await mark()
    const [first] = await listDueWatches(store.db, 5, 10)
    assert.deepEqual([await settle(first!), await settle(first!)], [1, 0])
    assert.deepEqual(await listDueWatches(store.db, 1_000, 10), [])
    await mark()
    const [second] = await listDueWatches(store.db, 5, 10)
    assert.deepEqual(second?.warned, { subject: 'certificate A', days: null, fault: 'X', at: 7 })
    await mark()
    assert.equal(await settle(second!), 0)
  })
}
