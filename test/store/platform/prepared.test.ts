import assert from 'node:assert/strict'
import { test } from 'node:test'
import { prepareQuery } from '../../../src/store/platform/queries/prepared.ts'
import { DIALECTS, openTestStore } from '../../support/database/stores.ts'

for (const dialect of DIALECTS) {
  test(`${dialect}: a prepared query is compiled once and binds new values each time`, async (t) => {
    const store = await openTestStore(t, dialect)
    let built = 0
    const find = prepareQuery((db, name: 'monitor_revision', least: number) => {
      built++
      return db.selectFrom('counters').select(['name', 'value']).where('name', '=', name).where('value', '>=', least)
    })
    assert.equal((await find(store.db, 'monitor_revision', 0)).length, 1)
    assert.equal((await find(store.db, 'monitor_revision', 1)).length, 0)
    assert.equal((await find(store.db, 'something else' as 'monitor_revision', 0)).length, 0)
    assert.equal(built, 1)
  })

  test(`${dialect}: a prepared query outside a transaction does not wait and reads committed data`, async (t) => {
    const store = await openTestStore(t, dialect)
    const read = prepareQuery((db, name: 'monitor_revision') =>
      db.selectFrom('counters').select('value').where('name', '=', name),
    )
    await store.transact(async (tx) => {
      await tx.updateTable('counters').set({ value: 41 }).execute()
      assert.equal((await read(store.db, 'monitor_revision'))[0]?.value, 0)
    })
    assert.equal((await read(store.db, 'monitor_revision'))[0]?.value, 41)
  })

  test(`${dialect}: a prepared query reads the writes of its transaction`, async (t) => {
    const store = await openTestStore(t, dialect)
    const read = prepareQuery((db, name: 'monitor_revision') =>
      db.selectFrom('counters').select('value').where('name', '=', name),
    )
    await store.transact(async (tx) => {
      await tx.updateTable('counters').set({ value: 41 }).execute()
      assert.equal((await read(tx, 'monitor_revision'))[0]?.value, 41)
    })
  })
}

test('one prepared query serves both databases', async (t) => {
  const find = prepareQuery((db, least: number) =>
    db.selectFrom('counters').select('value').where('value', '>=', least),
  )
  for (const dialect of DIALECTS) assert.equal((await find((await openTestStore(t, dialect)).db, 0)).length, 1)
})
