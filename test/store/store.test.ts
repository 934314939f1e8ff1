import assert from 'node:assert/strict'
import { test } from 'node:test'
import { afterCommit } from '../../src/store/store.ts'
import { DIALECTS, openTestStore } from '../support/stores.ts'

for (const dialect of DIALECTS)
  test(`${dialect}: what waits for the commit is done once it is made, and never when it is not`, async (t) => {
    const { db, transact } = await openTestStore(t, dialect)
    const counter = () => db.selectFrom('counters').select('value').executeTakeFirstOrThrow()
    const done: string[] = []
    await transact(async (tx) => {
      afterCommit(tx, () => done.push('first'))
      afterCommit(tx, () => done.push('second'))
      await tx.updateTable('counters').set({ value: 7 }).execute()
      assert.deepEqual(done, [], 'not yet')
    })
    assert.deepEqual(done, ['first', 'second'])
    assert.equal((await counter()).value, 7)

    const undone = transact(async (tx) => {
      afterCommit(tx, () => done.push('third'))
      throw new Error('undone')
    })
    await assert.rejects(undone, /undone/)
    assert.deepEqual(done, ['first', 'second'])
  })
