import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { PendingTransaction } from '../../../src/store/platform/pending-transaction.ts'
import { getRequestReader, runAfterRequestCommit, runWithPending } from '../../../src/store/platform/session.ts'
import type { Store, Tx } from '../../../src/store/platform/store.ts'
import { DIALECTS, needsPostgres, openTestStore } from '../../support/database/stores.ts'

const setCounter = (tx: Tx, value: number) => tx.updateTable('counters').set({ value }).execute()

/** The committed counter. */
async function counterOf({ db }: Store): Promise<number> {
  const { value } = await db.selectFrom('counters').select('value').executeTakeFirstOrThrow()
  return value
}

/** A transaction whose response is the final value of the counter. */
const createPending = (holdMs?: number) =>
  new PendingTransaction<number>(
    { atStart: async () => {}, atEnd: async (tx, value) => void (await setCounter(tx, value)) },
    holdMs,
  )

/** Runs `work` as a request whose first transaction stays pending. */
const asRequest = <T>(held: PendingTransaction<number>, work: () => Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    runWithPending(held, () => void work().then(resolve, reject))
  })

for (const dialect of DIALECTS) {
  test(`${dialect}: the caller has the result before the commit, and the response is stored with the work`, async (t) => {
    const store = await openTestStore(t, dialect)
    const held = createPending()
    const acts: string[] = []
    const seen = await asRequest(held, async () => {
      await store.transact((tx) => setCounter(tx, 1))
      runAfterRequestCommit(() => acts.push('committed'))
      const [row] = await getRequestReader(store.db).selectFrom('counters').select('value').execute()
      return row!.value
    })
    assert.deepEqual([seen, acts], [1, []])
    assert.equal(await held.complete(2), true)
    assert.deepEqual([await counterOf(store), acts], [2, ['committed']])
  })

  test(`${dialect}: a request that fails after its work leaves no changes`, async (t) => {
    const store = await openTestStore(t, dialect)
    const held = createPending()
    await asRequest(held, async () => {
      await store.transact((tx) => setCounter(tx, 1))
      runAfterRequestCommit(() => assert.fail('it was not committed'))
    })
    await held.rollback()
    assert.equal(await counterOf(store), 0)
    await store.transact((tx) => setCounter(tx, 3))
  })

  test(`${dialect}: a second transaction becomes pending only when the first one failed`, async (t) => {
    const store = await openTestStore(t, dialect)
    const held = createPending()
    await asRequest(held, async () => {
      await assert.rejects(
        store.transact(() => Promise.reject(new Error('lost a race'))),
        /lost a race/,
      )
      await store.transact((tx) => setCounter(tx, 1))
    })
    assert.equal(await asRequest(held, () => held.complete(2)), true)
    await asRequest(held, () => store.transact((tx) => setCounter(tx, 5)))
    assert.equal(await counterOf(store), 5)
  })

  test(`${dialect}: a transaction without a response commits after a timeout, and the response is too late`, async (t) => {
    const store = await openTestStore(t, dialect)
    const held = createPending(1)
    await asRequest(held, () => store.transact((tx) => setCounter(tx, 1)))
    await store.transact(async () => {}) // SQLite: after the other one
    while ((await counterOf(store)) === 0) await new Promise(setImmediate)
    assert.equal(await held.complete(2), false)
    assert.equal(await counterOf(store), 1)
  })
}

test('a failing commit is reported to the response and stores nothing', needsPostgres, async (t) => {
  const store = await openTestStore(t, 'postgres')
  await sql`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'No space left on device' using errcode = '53100'; end $$;
    create constraint trigger late after update on counters deferrable initially deferred
      for each row execute function refuse()`.execute(store.db)
  const held = createPending()
  await asRequest(held, () => store.transact((tx) => setCounter(tx, 1)))
  await assert.rejects(held.complete(2), { code: '53100' })
  assert.equal(await counterOf(store), 0)
})
