// @slow: starts a PostgreSQL and its replica
/** A real replica that follows, lags, disconnects and returns. */
import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { Connections } from '../../../src/store/platform/postgres/postgres.ts'
import { MAX_LAG_MS, Replica, type ReplicaTrouble } from '../../../src/store/platform/postgres/replica.ts'
import { openStore, type Reader, type Store } from '../../../src/store/platform/store.ts'
import { type FaultyProxy, startFaultyProxy } from '../../support/database/faulty-proxy.ts'
import { type OwnPostgres, startOwnPostgres } from '../../support/database/own-postgres.ts'
import { replacePort } from '../../support/database/proxied-database.ts'
import { createTestDatabaseUrl, LONG_TIMEOUTS } from '../../support/database/stores.ts'
import { waitUntil } from '../../support/time/until.ts'

let primary: OwnPostgres
let stop: () => void | Promise<void>
before(async () => {
  primary = await startOwnPostgres({
    after: (work) => {
      stop = work
    },
  })
})
after(() => stop())

interface Pair {
  replica: OwnPostgres
  /** Proxy in front of the replica. */
  proxy: FaultyProxy
  store: Store
}

const write = (store: Store, value: number) =>
  store.transact((tx) => sql`insert into numbers values (${value})`.execute(tx))

const read = async (db: Reader): Promise<number[]> =>
  (await sql<{ n: number }>`select n from numbers order by n`.execute(db)).rows.map(({ n }) => n)

const isReplica = async (db: Reader): Promise<boolean> =>
  (await sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(db)).rows[0]!.is

const pauseOf = async (db: Reader): Promise<string> =>
  (await sql<{ state: string }>`select pg_get_wal_replay_pause_state() as state`.execute(db)).rows[0]!.state

const measureLag = (store: Store): Promise<ReplicaTrouble> => store.replica!.measureLag()

/** Measures until the replica is usable: on a busy machine it stays usable only briefly. */
const settle = (store: Store) =>
  waitUntil(async () => (await measureLag(store)) === null && (await isReplica(store.history)), 'a usable replica')

/** The trouble of a reachable replica, however slowly it answers. */
async function troubleOf(replica: Replica): Promise<ReplicaTrouble> {
  let trouble: ReplicaTrouble = null
  await waitUntil(async () => {
    trouble = await replica.measureLag()
    return trouble?.reason !== 'away'
  }, 'an answer of both')
  return trouble
}

async function makePair(t: TestContext): Promise<Pair> {
  const replica = await primary.makeReplica(t)
  const proxy = await startFaultyProxy(t, replica.address)
  const store = openStore({ url: primary.url, replicaUrl: replacePort(replica.url, proxy.port), ...LONG_TIMEOUTS })
  t.after(() => store.close())
  await store.transact((tx) => sql`create table if not exists numbers (n int)`.execute(tx))
  return { replica, proxy, store }
}

test('history is read from a fresh replica, otherwise from the primary', async (t) => {
  const { replica, proxy, store } = await makePair(t)
  const direct = openStore({ url: replica.url, ...LONG_TIMEOUTS })
  t.after(() => direct.close())

  assert.equal(await isReplica(store.history), false, 'before any measurement')
  await settle(store)
  assert.equal(await isReplica(store.db), false)

  // Nothing is written for longer than the maximum lag: the replica is still complete
  let time = 0
  const pools = [primary, replica].map(({ url }) => new Connections({ url, ...LONG_TIMEOUTS }))
  t.after(() => Promise.all(pools.map((pool) => pool.end())))
  const idle = new Replica(pools[0]!, pools[1]!, () => time)
  const catchUp = () => waitUntil(async () => (await idle.measureLag()) === null, 'a replica that has everything')
  await catchUp()
  time += 10 * MAX_LAG_MS
  assert.equal(idle.isFresh, false, 'the last measurement is old')
  await catchUp()
  assert.equal(idle.isFresh, true)

  // Lagging: it has the WAL and does not replay it
  await sql`select pg_wal_replay_pause()`.execute(direct.db)
  await waitUntil(async () => (await pauseOf(direct.db)) === 'paused')
  await write(store, 1)
  time += MAX_LAG_MS
  assert.equal(await troubleOf(idle), null, 'not yet too far')
  time += 1
  assert.equal((await troubleOf(idle))?.reason, 'behind')
  await sql`select pg_wal_replay_resume()`.execute(direct.db)
  await catchUp()

  // Silent during a read: the waiting caller gets the primary's answer once this is detected
  await settle(store)
  await waitUntil(async () => (await read(store.history)).length === 1)
  proxy.silence()
  const waiting = read(store.history)
  assert.equal((await measureLag(store))?.reason, 'away')
  assert.deepEqual(await waiting, [1])
  assert.equal(await isReplica(store.history), false)
  proxy.repair()
  await settle(store)

  // Gone: the next read detects it by itself
  await replica.stop('immediate')
  assert.deepEqual(await read(store.history), [1])
  assert.equal(store.replica!.isFresh, false)
  assert.equal((await measureLag(store))?.reason, 'away')
  await write(store, 2)
  await replica.start()
  await settle(store)
  await waitUntil(async () => (await read(store.history)).length === 2)
})

test('a database that is no replica of the primary is not read', async (t) => {
  const url = await createTestDatabaseUrl(t)
  const store = openStore({ url, replicaUrl: url, ...LONG_TIMEOUTS })
  t.after(() => store.close())
  assert.equal((await troubleOf(store.replica!))?.reason, 'primary')
  assert.equal(store.replica!.isFresh, false)

  const mistaken = openStore({ url, replicaUrl: primary.url, ...LONG_TIMEOUTS })
  t.after(() => mistaken.close())
  assert.equal((await troubleOf(mistaken.replica!))?.reason, 'stranger')
  assert.equal(mistaken.replica!.isFresh, false)
})

test('history is read from the primary when there is no replica', async (t) => {
  const store = openStore({ url: await createTestDatabaseUrl(t), ...LONG_TIMEOUTS })
  t.after(() => store.close())
  assert.equal(store.history, store.db)
  assert.equal(store.replica, null)
})
