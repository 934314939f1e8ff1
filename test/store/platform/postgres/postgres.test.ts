// @slow: needs PostgreSQL
/** PostgreSQL timeouts, and the outcome for waiting callers. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { PostgresOptions } from '../../../../src/store/platform/postgres/postgres.ts'
import { withTimeoutClass } from '../../../../src/store/platform/session.ts'
import { openStore, type Reader, type Store } from '../../../../src/store/platform/store.ts'
import { createProxiedDatabase } from '../../../support/database/proxied-database.ts'
import { type Cleanup, createTestDatabaseUrl, LONG_TIMEOUTS } from '../../../support/database/stores.ts'
import { waitUntil } from '../../../support/time/until.ts'

const LIMITS = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']

/** Timeouts are long unless the test sets them. */
async function open(t: Cleanup, options: Partial<PostgresOptions> = {}): Promise<Store> {
  const store = openStore({ url: options.url ?? (await createTestDatabaseUrl(t)), ...LONG_TIMEOUTS, ...options })
  t.after(() => store.close())
  return store
}

const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error) => error,
  )

async function limitsOf(db: Reader): Promise<string[]> {
  const shown: string[] = []
  for (const name of LIMITS) {
    const { rows } = await sql<Record<string, string>>`show ${sql.raw(name)}`.execute(db)
    shown.push(rows[0]![name]!)
  }
  return shown
}

const pidOf = async (db: Reader): Promise<number> =>
  (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]!.pid

/** For work that must succeed on a busy machine. */
const withoutLimit = <T>(work: () => Promise<T>): Promise<T> => withTimeoutClass('migration', work)

test('a transaction has the limits of its caller, and the session has none', async (t) => {
  const store = await open(t, { poolSize: 1, requestMs: 44_000 })
  const inTransaction = () => store.transact(limitsOf)
  const before = await limitsOf(store.db)
  assert.deepEqual(await withTimeoutClass('request', inTransaction), ['44s', '22s', '30s'])
  assert.deepEqual(await inTransaction(), ['132s', '66s', '30s'])
  assert.deepEqual(await withTimeoutClass('migration', inTransaction), ['0', '0', '0'])
  assert.deepEqual(await limitsOf(store.db), before)
})

test('a read that takes too long is aborted, and the server cancels it', async (t) => {
  const url = await createTestDatabaseUrl(t)
  const [store, watcher] = [await open(t, { url, requestMs: 100 }), await open(t, { url })]
  const error = await errorOf(withTimeoutClass('request', () => sql`select pg_sleep(60)`.execute(store.db)))
  assert.match(String(error), /did not respond within 100 ms/)
  assert.notEqual(store.traits.findTrouble(error), null)
  const sleepers = sql<{ n: number }>`select count(*) as n from pg_stat_activity
    where datname = current_database() and query like 'select pg_sleep%' and state = 'active'`
  await waitUntil(async () => (await sleepers.execute(watcher.db)).rows[0]!.n === 0, 'the end of the statement')
  await withoutLimit(() => pidOf(store.db))
})

test('the server ends a slow statement within a transaction, and the connection survives', async (t) => {
  const store = await open(t, { poolSize: 1, requestMs: 100, graceMs: 60_000 })
  const pid = await withoutLimit(() => pidOf(store.db))
  const slow = () => store.transact((tx) => sql`select pg_sleep(60)`.execute(tx))
  const error = await errorOf(withTimeoutClass('request', slow))
  assert.equal((error as { code: string }).code, '57014')
  assert.notEqual(store.traits.findTrouble(error), null)
  assert.equal(await withoutLimit(() => pidOf(store.db)), pid)
})

test('a request stops waiting for a lock after its limit', async (t) => {
  const store = await open(t, { requestMs: 1_000, graceMs: 60_000 })
  await sql`create table things (id int)`.execute(store.db)
  const locked = Promise.withResolvers<void>()
  const done = Promise.withResolvers<void>()
  const holder = store.transact(async (tx) => {
    await sql`lock table things`.execute(tx)
    locked.resolve()
    await done.promise
  })
  await locked.promise
  const other = () => store.transact((tx) => sql`lock table things`.execute(tx))
  const error = await errorOf(withTimeoutClass('request', other))
  assert.equal((error as { code: string }).code, '55P03')
  assert.notEqual(store.traits.findTrouble(error), null)
  done.resolve()
  await holder
})

test('a silent server within a transaction is given up, and the first error is reported', async (t) => {
  const { proxy, url } = await createProxiedDatabase(t)
  // In a transaction the server has extra time to report the timeout itself
  const store = await open(t, { url, poolSize: 2, requestMs: 1_000, graceMs: 500 })
  const hasty = await open(t, { url, waitMs: 500 })
  await waitUntil(() => withoutLimit(() => pidOf(store.db)), 'a first connection')
  const silenced = () =>
    store.transact(async (tx) => {
      await sql`select 1`.execute(tx)
      proxy.silence()
      await sql`select 2`.execute(tx)
    })
  const error = await errorOf(withTimeoutClass('request', silenced))
  assert.match(String(error), /did not respond within 1500 ms/)
  proxy.silence() // In case the machine was that slow before
  assert.match(String(await errorOf(hasty.transact(pidOf))), /timeout|did not answer/)
  proxy.repair()
  await waitUntil(() => store.transact(pidOf), 'a connection that works')
})

test('requests never use the last connections, and stop waiting for one after their limit', async (t) => {
  const store = await open(t, { poolSize: 4 })
  const done = Promise.withResolvers<void>()
  const busy = Array.from({ length: 3 }, () => {
    const begun = Promise.withResolvers<void>()
    const end = withTimeoutClass('request', () =>
      store.transact(async () => {
        begun.resolve()
        await done.promise
      }),
    )
    return { begun: begun.promise, end }
  })
  await Promise.all(busy.map(({ begun }) => begun))
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let isOver = false
  const refused = errorOf(withTimeoutClass('request', () => pidOf(store.db))).finally(() => {
    isOver = true
  })
  while (!isOver && store.load().connections?.waiting !== 1) await new Promise(setImmediate)
  t.mock.timers.tick(LONG_TIMEOUTS.waitMs)
  const error = await refused
  t.mock.timers.reset()
  assert.match(String(error), /no database connection became available within 60000 ms/)
  assert.notEqual(store.traits.findTrouble(error), null)
  await pidOf(store.db)
  done.resolve()
  await Promise.all(busy.map(({ end }) => end))
  await withTimeoutClass('request', () => pidOf(store.db))
})

test('a server that rejects writes gets new connections', async (t) => {
  const url = await createTestDatabaseUrl(t)
  const store = await open(t, { url, poolSize: 1 })
  await sql`create table things (id int)`.execute(store.db)
  // As after a failover: the old primary continues as a replica
  await sql`set default_transaction_read_only = on`.execute(store.db)
  const write = () => store.transact((tx) => sql`insert into things values (1)`.execute(tx))
  const error = await errorOf(write())
  assert.notEqual(store.traits.findTrouble(error), null)
  await write()
})
