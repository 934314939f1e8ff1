/** The program behind a pooler that assigns another connection to every transaction. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { createCombinedReader } from '../../../src/store/platform/postgres/combined-reads.ts'
import { withTimeoutClass } from '../../../src/store/platform/session.ts'
import { openStore } from '../../../src/store/platform/store.ts'
import { createTestClient, expectData } from '../../support/api/client.ts'
import { parseUpstream, replacePort } from '../../support/database/proxied-database.ts'
import { type Cleanup, createTestDatabaseUrl, createTestFolder } from '../../support/database/stores.ts'
import { startProgram } from '../../support/programs/program.ts'
import { startSink } from '../../support/targets/sink.ts'
import { waitUntil } from '../../support/time/until.ts'
import { type PoolingProxy, startPoolingProxy } from './pooling-proxy.ts'

const ACCOUNT = { email: 'alice@example.com', password: 'a password of Alice', name: 'Alice' }
const JOBS = 8

async function pooledDatabase(t: Cleanup): Promise<{ pooler: PoolingProxy; url: string; directUrl: string }> {
  const directUrl = await createTestDatabaseUrl(t)
  const pooler = await startPoolingProxy(t, parseUpstream(directUrl))
  return { pooler, url: replacePort(directUrl, pooler.port), directUrl }
}

test('incidents open and resolve through a pooler without session state', async (t) => {
  const { pooler, url, directUrl } = await pooledDatabase(t)
  const sink = await startSink(t)
  const env = { DATABASE_URL: url, WK_DATA_DIR: createTestFolder(t), WK_DATABASE_LISTEN_URL: directUrl }
  const program = await startProgram(t, { env })
  const { access_token } = await expectData(createTestClient(program.url)('POST', '/api/auth/register', ACCOUNT))
  const call = createTestClient(program.url, { authorization: `Bearer ${access_token}` })
  await expectData(
    call('POST', '/api/notification-targets', { name: 'Hook', channel: 'webhook', config: { url: sink.url } }),
  )
  const job = async (number: number) => {
    const { monitor } = await expectData(call('POST', '/api/monitors', { name: `Job ${number}`, type: 'HEARTBEAT' }))
    const ping = (path: string) =>
      expectData(createTestClient(program.url)('POST', `/api/heartbeat/${monitor.heartbeat_token}${path}`))
    await ping('/fail')
    await ping('')
    const { incidents } = await expectData(call('GET', `/api/incidents?monitor_id=${monitor.id}`))
    assert.deepEqual(
      incidents.map(({ status }: { status: string }) => status),
      ['resolved'],
    )
    await expectData(call('GET', `/api/monitors/${monitor.id}/stats`))
  }
  await Promise.all(Array.from({ length: JOBS }, (_, number) => job(number)))
  assert.deepEqual(pooler.sessionUses, [])
  assert.ok(pooler.moves > JOBS, `${pooler.moves} changes of connection`)
  assert.equal((await program.stop()).code, 0)
})

test('a slow statement is canceled on the connection that runs it', async (t) => {
  const { pooler, url, directUrl } = await pooledDatabase(t)
  // Long enough that the statement is running when it is canceled: an idle backend ignores the cancel request
  const [store, watcher] = [openStore({ url, requestMs: 1_500 }), openStore({ url: directUrl })]
  t.after(() => Promise.all([store.close(), watcher.close()]))
  await sql`select 1`.execute(store.db)
  const slow = withTimeoutClass('request', () => sql`select pg_sleep(60)`.execute(store.db))
  await assert.rejects(slow, /did not respond within 1500 ms/)
  const sleepers = sql<{ n: number }>`select count(*) as n from pg_stat_activity
    where datname = current_database() and query like 'select pg_sleep%' and state = 'active'`
  await waitUntil(async () => (await sleepers.execute(watcher.db)).rows[0]!.n === 0, 'the end of the statement')
  assert.equal(pooler.cancelled, 1)
})

test('a transaction keeps its connection and its limits, and leaves no session state', async (t) => {
  const { pooler, url } = await pooledDatabase(t)
  const store = openStore({ url, requestMs: 61_000 })
  t.after(() => store.close())
  const shown = async (db: typeof store.db) => (await sql`show statement_timeout`.execute(db)).rows
  const before = await shown(store.db)
  const within = await Promise.all(
    Array.from({ length: 6 }, () =>
      withTimeoutClass('request', () => store.transact(async (tx) => [await shown(tx), await shown(tx)])),
    ),
  )
  const limited = [{ statement_timeout: '61s' }]
  assert.deepEqual(within, Array(6).fill([limited, limited]))
  assert.deepEqual(await Promise.all(Array.from({ length: 6 }, () => shown(store.db))), Array(6).fill(before))
  assert.deepEqual(pooler.sessionUses, [])
})

test('combined reads have no names behind a pooler', async (t) => {
  const { pooler, url } = await pooledDatabase(t)
  const store = openStore({ url })
  t.after(() => store.close())
  const reader = createCombinedReader(store.db)
  for (let time = 0; time < 4; time++) await Promise.all([1, 2].map((n) => sql`select ${n}::int as n`.execute(reader)))
  assert.deepEqual(pooler.sessionUses, [])
})
