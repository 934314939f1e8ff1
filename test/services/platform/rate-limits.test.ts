// @slow: several servers on one PostgreSQL
/** Rate limits shared by several servers on one PostgreSQL. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Limiter } from '../../../src/core/platform/limits/rate-limit.ts'
import { HOUR_MS, MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { createLimits, deleteExpiredWindows, type Limits } from '../../../src/services/platform/limits/rate-limits.ts'
import { openStore, type Store } from '../../../src/store/platform/store.ts'
import {
  createMigratedDatabaseUrl,
  createTestDatabaseUrl,
  DIALECTS,
  LONG_TIMEOUTS,
  openTestStore,
} from '../../support/database/stores.ts'
import { insertRows, readRows } from '../../support/database/tables.ts'
import { createTestClock, MONDAY } from '../../support/time/clock.ts'
import { waitUntil } from '../../support/time/until.ts'

/** Longer than the machine ever stops the database: after that a server counts on its own, and no count is exact. */
const SYNC_TIMEOUT_MS = 60_000

const failOnError = (error: unknown) => assert.fail(String(error))

interface Server {
  limits: Limits
  store: Store
}

async function openServers(t: TestContext, count = 2) {
  const servers: Server[] = []
  t.after(async () => {
    for (const { limits, store } of servers) {
      await limits.close()
      await store.close()
    }
  })
  const url = await createMigratedDatabaseUrl(t)
  const clock = createTestClock()
  for (let n = 0; n < count; n++) {
    const store = openStore({ url, ...LONG_TIMEOUTS })
    const limits = createLimits({ store, now: clock.now }, failOnError, SYNC_TIMEOUT_MS)
    servers.push({ store, limits })
  }
  const limiters = (limit: number) => servers.map(({ limits }) => limits.limiter('test', limit))
  return { servers, clock, limiters, store: servers[0]!.store }
}

const admits = async (limiter: Limiter, key_hash: string): Promise<boolean> =>
  limiter.findRefusal(await limiter.count(key_hash), 'requests') === null

const rowsOf = ({ db }: Store) => readRows(db, 'rate_windows')

test('a small limit is exact when requests arrive one after another at any server', async (t) => {
  const { limiters } = await openServers(t)
  const both = limiters(5)
  const admitted: boolean[] = []
  for (let n = 0; n < 8; n++) admitted.push(await admits(both[n % 2]!, 'alice'))
  assert.deepEqual(admitted, [true, true, true, true, true, false, false, false])
  assert.equal(await admits(both[0]!, 'bob'), true, 'each client has its own window')
})

test('a small limit is exact when all requests arrive at once', async (t) => {
  const { limiters } = await openServers(t, 3)
  const all = limiters(5)
  const asked = Array.from({ length: 30 }, (_, n) => admits(all[n % 3]!, 'alice'))
  assert.equal((await Promise.all(asked)).filter(Boolean).length, 5)
})

test('concurrent requests never get the same count', async (t) => {
  const { limiters } = await openServers(t)
  const both = limiters(20)
  const windows = await Promise.all(Array.from({ length: 20 }, (_, n) => both[n % 2]!.count('alice')))
  assert.deepEqual(
    windows.map(({ count }) => count).sort((a, b) => a - b),
    Array.from({ length: 20 }, (_, n) => n + 1),
  )
  assert.deepEqual(new Set(windows.map(({ resetAt }) => resetAt)), new Set([MONDAY + 15 * MINUTE_MS]))
})

test('a window opens at the first request at any server and ends for all servers', async (t) => {
  const { limiters, clock } = await openServers(t)
  const [here, there] = limiters(2) as [Limiter, Limiter]
  await here.count('alice')
  clock.advance(10 * MINUTE_MS)
  assert.deepEqual(await there.count('alice'), { count: 2, resetAt: MONDAY + 15 * MINUTE_MS })
  assert.equal(await admits(there, 'alice'), false)
  clock.advance(5 * MINUTE_MS)
  assert.deepEqual(await here.count('alice'), { count: 1, resetAt: MONDAY + 30 * MINUTE_MS })
  assert.deepEqual(await there.count('alice'), { count: 2, resetAt: MONDAY + 30 * MINUTE_MS })
})

test('two servers exceed a large limit by at most a 32nd part', async (t) => {
  const { limiters } = await openServers(t)
  const both = limiters(640)
  const run = async (limiter: Limiter) => {
    let admitted = 0
    for (let n = 0; n < 800; n++) if (await admits(limiter, 'alice')) admitted++
    return admitted
  }
  const [here, there] = await Promise.all(both.map(run))
  const admitted = here! + there!
  assert.ok(admitted >= 640 && admitted <= 660, `${admitted} were let through`)
})

test('a request far below a large limit does not wait, and its count reaches the other server', async (t) => {
  const { limiters, store } = await openServers(t)
  const [here, there] = limiters(1_000) as [Limiter, Limiter]
  for (let n = 1; n <= 10; n++) assert.deepEqual(here.count('alice'), { count: n, resetAt: MONDAY + 15 * MINUTE_MS })
  await waitUntil(async () => (await rowsOf(store))[0]?.count === 10, 'ten requests in the database')
  let asked = 0
  const known = await waitUntil(async () => {
    const { count } = await there.count('alice')
    asked++
    return count > asked && count
  }, 'the other server to receive the ten')
  assert.equal(known, 10 + asked)
})

test('a key counted by two limiters of one server has one count', async (t) => {
  const { limiters, store } = await openServers(t)
  const [here, again] = [limiters(5)[0]!, limiters(5)[0]!]
  const windows = await Promise.all([here, again, here, again].map((limiter) => limiter.count('alice')))
  assert.deepEqual(windows.map(({ count }) => count).sort(), [1, 2, 3, 4])
  assert.equal((await rowsOf(store))[0]!.count, 4)
})

test('a server that stops writes its remaining counts', async (t) => {
  const { servers, limiters, store } = await openServers(t)
  const [here] = limiters(1_000) as [Limiter]
  for (let n = 0; n < 7; n++) here.count('alice')
  await servers[0]!.limits.close()
  assert.deepEqual(
    (await rowsOf(store)).map(({ count }) => count),
    [7],
  )
})

test('a client over the limit costs the database no queries', async (t) => {
  const { limiters, store } = await openServers(t)
  const [here] = limiters(3) as [Limiter]
  for (let n = 0; n < 50; n++) await here.count('alice')
  assert.equal((await rowsOf(store))[0]!.count, 3)
})

test('the database stores neither accounts nor addresses', async (t) => {
  const { limiters, store } = await openServers(t)
  await limiters(5)[0]!.count('alice@example.test')
  const [row] = await rowsOf(store)
  assert.match(row!.key_hash, /^[\w-]{22}$/)
})

test('servers count on their own while the database is unreachable, and report it once', async (t) => {
  const clock = createTestClock()
  const store = openStore({ url: await createTestDatabaseUrl(t) })
  await store.close()
  const reported: unknown[] = []
  const limits = createLimits({ store, now: clock.now }, (error) => reported.push(error))
  const limiter = limits.limiter('test', 3)
  const admitted = []
  for (let n = 0; n < 5; n++) admitted.push(await admits(limiter, 'alice'))
  assert.deepEqual(admitted, [true, true, true, false, false])
  assert.equal(reported.length, 1)
  await limits.close()
})

test('a window further ahead than possible is ignored', async (t) => {
  const { limiters, clock } = await openServers(t)
  const [here, there] = limiters(2) as [Limiter, Limiter]
  clock.advance(HOUR_MS)
  for (let n = 0; n < 3; n++) await here.count('alice')
  clock.set(MONDAY)
  assert.deepEqual(await there.count('alice'), { count: 1, resetAt: MONDAY + 15 * MINUTE_MS })
})

for (const dialect of DIALECTS) {
  test(`${dialect}: expired windows are deleted, and open ones stay`, async (t) => {
    const store = await openTestStore(t, dialect)
    const row = (key_hash: string, resetAt: number) => ({ key_hash, count: 1, reset_at: resetAt })
    const rows = [row('over', MONDAY - MINUTE_MS), row('open', MONDAY + 1), row('never', MONDAY + HOUR_MS)]
    await insertRows(store.db, 'rate_windows', rows)
    assert.equal(await deleteExpiredWindows({ store, now: () => MONDAY }), null)
    assert.deepEqual(
      (await rowsOf(store)).map(({ key_hash }) => key_hash),
      ['open'],
    )
  })
}

test('sqlite: a single server counts in memory and queries nothing', async (t) => {
  const store = await openTestStore(t, 'sqlite')
  const limits = createLimits({ store, now: () => MONDAY }, failOnError)
  const limiter = limits.limiter('test', 2)
  assert.deepEqual(limiter.count('alice'), { count: 1, resetAt: MONDAY + 15 * MINUTE_MS })
  await limits.close()
  assert.deepEqual(await rowsOf(store), [])
})
