import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { sql } from 'kysely'
import { migrate } from '../../../src/store/migrations/migrate.ts'
import { openStore, type Store } from '../../../src/store/platform/store.ts'
import { createTestFilePath, DIALECTS, needsPostgres, openTestStore } from '../../support/database/stores.ts'
import { waitUntil } from '../../support/time/until.ts'

const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => assert.fail('it worked'),
    (error) => error,
  )

const insertUser = (store: Store, id: string, email: string): Promise<unknown> =>
  store.transact((tx) =>
    tx
      .insertInto('users')
      .values({ id, email, name: 'Alice', password_hash: '', is_instance_admin: 0, created_at: 0, updated_at: 0 })
      .execute(),
  )

for (const dialect of DIALECTS) {
  test(`${dialect}: a duplicate key is a unique violation, and other errors are not`, async (t) => {
    const store = await openTestStore(t, dialect)
    await insertUser(store, 'u1', 'alice@example.com')
    const samePrimaryKey = await errorOf(insertUser(store, 'u1', 'bob@example.com'))
    const sameAddress = await errorOf(insertUser(store, 'u2', 'alice@example.com'))
    const nonsense = await errorOf(sql`select * from nowhere`.execute(store.db))
    const { isUniqueViolation, isConflict, findTrouble } = store.traits
    assert.deepEqual([samePrimaryKey, sameAddress, nonsense].map(isUniqueViolation), [true, true, false])
    assert.deepEqual([samePrimaryKey, sameAddress, nonsense].map(isConflict), [false, false, false])
    assert.deepEqual([samePrimaryKey, sameAddress, nonsense].map(findTrouble), [null, null, null])
  })

  test(`${dialect}: large numbers and counts are returned as numbers`, async (t) => {
    const store = await openTestStore(t, dialect)
    const value = 2 ** 52
    await store.transact((tx) => tx.updateTable('counters').set({ value }).execute())
    const row = await store.db
      .selectFrom('counters')
      .select((eb) => [
        'value',
        eb.fn.countAll<number>().over().as('count'),
        eb.fn.sum<number>('value').over().as('sum'),
      ])
      .executeTakeFirstOrThrow()
    assert.deepEqual({ ...row }, { value, count: 1, sum: value })
  })
}

test('sqlite: a database locked by another process is unavailable', async (t) => {
  const file = createTestFilePath(t)
  const store = openStore({ file })
  t.after(() => store.close())
  await migrate(store, 0)
  const holder = new DatabaseSync(file)
  const hasty = new DatabaseSync(file, { timeout: 0 })
  holder.exec('BEGIN EXCLUSIVE')
  const error = await errorOf(Promise.resolve().then(() => hasty.exec('BEGIN IMMEDIATE')))
  holder.close()
  hasty.close()
  assert.notEqual(store.traits.findTrouble(error), null)
})

test('postgres: a broken connection makes the database unavailable until a new one opens', needsPostgres, async (t) => {
  const store = await openTestStore(t, 'postgres')
  const suicide = sql`select pg_terminate_backend(pg_backend_pid())`.execute(store.db)
  assert.notEqual(store.traits.findTrouble(await errorOf(suicide)), null)
  await waitUntil(() => sql`select 1`.execute(store.db))
})

test('postgres: an unreachable server makes the database unavailable', async (t) => {
  const store = openStore({ url: 'postgres://nobody@localhost/nothing?host=/nowhere' })
  t.after(() => store.close())
  assert.notEqual(store.traits.findTrouble(await errorOf(sql`select 1`.execute(store.db))), null)
})

test(
  'postgres: one of two transactions that read and then write the same row has a conflict',
  needsPostgres,
  async (t) => {
    const store = await openTestStore(t, 'postgres')
    const first = await store.db.startTransaction().setIsolationLevel('repeatable read').execute()
    const second = await store.db.startTransaction().setIsolationLevel('repeatable read').execute()
    for (const tx of [first, second]) await tx.selectFrom('counters').selectAll().execute()
    await first.updateTable('counters').set({ value: 1 }).execute()
    await first.commit().execute()
    const error = await errorOf(second.updateTable('counters').set({ value: 2 }).execute())
    await second.rollback().execute()
    assert.equal(store.traits.isConflict(error), true)
    assert.equal(store.traits.findTrouble(error), null)
  },
)
