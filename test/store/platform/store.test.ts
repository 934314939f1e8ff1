import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { runAfterCommit } from '../../../src/store/platform/session.ts'
import { DIALECTS, needsPostgres, openTestStore } from '../../support/database/stores.ts'

for (const dialect of DIALECTS)
  test(`${dialect}: a commit callback runs after the commit, and never after a rollback`, async (t) => {
    const { db, transact } = await openTestStore(t, dialect)
    const counter = () => db.selectFrom('counters').select('value').executeTakeFirstOrThrow()
    const done: string[] = []
    await transact(async (tx) => {
      runAfterCommit(tx, () => done.push('first'))
      runAfterCommit(tx, () => done.push('second'))
      await tx.updateTable('counters').set({ value: 7 }).execute()
      assert.deepEqual(done, [], 'not yet')
    })
    assert.deepEqual(done, ['first', 'second'])
    assert.equal((await counter()).value, 7)

    const undone = transact(async (tx) => {
      runAfterCommit(tx, () => done.push('third'))
      throw new Error('undone')
    })
    await assert.rejects(undone, /undone/)
    assert.deepEqual(done, ['first', 'second'])
  })

test('postgres: two deadlocked transactions both succeed', needsPostgres, async (t) => {
  const { db, transact } = await openTestStore(t, 'postgres')
  await db
    .transaction()
    .execute((tx) => sql`insert into counters (name, value) values ('one', 0), ('two', 0)`.execute(tx))
  const arrived: string[] = []
  let bothHold = () => {}
  const held = new Promise<void>((resolve) => {
    bothHold = resolve
  })
  const takeBoth = (first: string, second: string) =>
    transact(async (tx) => {
      const add = (name: string) => sql`update counters set value = value + 1 where name = ${name}`.execute(tx)
      await add(first)
      arrived.push(first)
      if (arrived.length === 2) bothHold()
      await held
      await add(second)
    })
  await Promise.all([takeBoth('one', 'two'), takeBoth('two', 'one')])
  assert.ok(arrived.length > 2, 'one transaction ran again')
  const { rows } = await sql<{ value: number }>`select value from counters where name in ('one', 'two')`.execute(db)
  assert.deepEqual(
    rows.map(({ value }) => value),
    [2, 2],
  )
})
