/** Transactions that the database ends by itself. */
import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import { test } from 'node:test'
import { sql } from 'kysely'
import { migrate } from '../../../src/store/migrations/migrate.ts'
import { openStore, type Store, type Tx } from '../../../src/store/platform/store.ts'
import { createFileSizeLimit } from '../../support/database/file-size-limit.ts'
import { createProxiedDatabase } from '../../support/database/proxied-database.ts'
import { createTestFilePath, LONG_TIMEOUTS, needsPostgres, openTestStore } from '../../support/database/stores.ts'

const setCounter = (tx: Tx, value: number) => tx.updateTable('counters').set({ value }).execute()

async function counterOf({ db }: Store): Promise<number> {
  const { value } = await db.selectFrom('counters').select('value').executeTakeFirstOrThrow()
  return value
}

/** Fails, and ends the surrounding transaction. */
const endTransaction = (tx: Tx) =>
  sql`insert or rollback into counters (name, value) select name, 1 from counters`.execute(tx)

test('a transaction that SQLite ended reports the error that ended it', async (t) => {
  const store = await openTestStore(t, 'sqlite')
  await assert.rejects(store.transact(endTransaction), /UNIQUE constraint/)
  await store.transact((tx) => setCounter(tx, 5))
  assert.equal(await counterOf(store), 5)
})

test('a statement after the end of its transaction does not run', async (t) => {
  const store = await openTestStore(t, 'sqlite')
  const work = store.transact(async (tx) => {
    await endTransaction(tx).catch(() => {})
    await setCounter(tx, 7)
  })
  await assert.rejects(work, /UNIQUE constraint/)
  assert.equal(await counterOf(store), 0)
})

test('a transaction that SQLite ended cannot be committed', async (t) => {
  const store = await openTestStore(t, 'sqlite')
  await assert.rejects(
    store.transact((tx) => endTransaction(tx).catch(() => {})),
    /UNIQUE constraint/,
  )
})

test('a commit that the disk rejects reports the error, and the next commit succeeds once there is space', async (t) => {
  const file = createTestFilePath(t)
  const store = openStore({ file })
  t.after(() => store.close())
  await migrate(store, 0)
  const limit = createFileSizeLimit(t)
  limit.set(statSync(`${file}-wal`).size)
  const error = await store.transact((tx) => setCounter(tx, 1)).catch((refusal) => refusal)
  limit.clear()
  assert.match(String(error), /disk I\/O error/)
  assert.equal(store.traits.findTrouble(error), 'disk-error')
  await store.transact((tx) => setCounter(tx, 2))
  assert.equal(await counterOf(store), 2)
})

test('PostgreSQL: a connection that breaks during the commit reports the break', needsPostgres, async (t) => {
  const { proxy, url } = await createProxiedDatabase(t)
  const store = openStore({ url, ...LONG_TIMEOUTS })
  t.after(() => store.close())
  const work = store.transact(async (tx) => {
    await sql`select 1`.execute(tx)
    proxy.inspect = (piece, direction) => (direction === 'up' && piece.includes('commit') ? 'reset' : 'pass')
  })
  await assert.rejects(work, /Connection terminated unexpectedly|ECONNRESET/)
})

test('PostgreSQL: a transaction with an ignored error does not count as committed', needsPostgres, async (t) => {
  const store = await openTestStore(t, 'postgres')
  const work = store.transact(async (tx) => {
    await setCounter(tx, 7)
    await sql`select 1 / 0`.execute(tx).catch(() => {})
  })
  await assert.rejects(work, /division by zero/)
  assert.equal(await counterOf(store), 0)
  await store.transact((tx) => setCounter(tx, 8))
  assert.equal(await counterOf(store), 8)
})
