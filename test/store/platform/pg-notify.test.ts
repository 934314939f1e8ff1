// @slow: needs PostgreSQL
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { openPgNotifier, type PgNotifier } from '../../../src/store/platform/postgres/pg-notify.ts'
import { openStore, type Store } from '../../../src/store/platform/store.ts'
import { createTestDatabaseUrl, LONG_TIMEOUTS } from '../../support/database/stores.ts'
import { waitUntil } from '../../support/time/until.ts'

/** Fast retries, with enough time for a busy machine. */
const PACE = { heartbeatMs: 20, selfTestMs: 20_000, firstRetryMs: 10, longestRetryMs: 40 }

interface TestServer {
  wire: PgNotifier
  store: Store
  received: string[]
  countResyncs(): number
  reports: boolean[]
}

function openTestServer(t: TestContext, url: string, listenUrl = url, pace = PACE): TestServer {
  const store = openStore({ url, ...LONG_TIMEOUTS })
  const heard: string[] = []
  const reports: boolean[] = []
  let gaps = 0
  const wire = openPgNotifier({
    db: store.db,
    url: listenUrl,
    onMessage: (_, text) => {
      if (text !== '') heard.push(text)
    },
    onHeartbeat: () => {},
    onResync: () => gaps++,
    report: (hears) => reports.push(hears),
    timings: pace,
  })
  t.after(async () => {
    await wire.close()
    await store.close()
  })
  return { wire, store, received: heard, countResyncs: () => gaps, reports }
}

/** Two connected servers. */
async function connectTwo(t: TestContext) {
  const url = await createTestDatabaseUrl(t)
  const [here, there] = [openTestServer(t, url), openTestServer(t, url)]
  await waitUntil(() => here.reports.at(-1) && there.reports.at(-1), 'both to receive messages')
  return { here, there, url }
}

test("a server's messages reach the other servers completely and in order", async (t) => {
  const { here, there } = await connectTwo(t)
  assert.deepEqual([here.countResyncs(), there.countResyncs()], [1, 1], 'a new listener resyncs')
  await here.wire.notify(['a', 'a', 'ü\n"', 'x'.repeat(7_800)])
  await here.wire.notify(['b'])
  await waitUntil(() => there.received.includes('b'), 'the last message')
  assert.deepEqual(there.received, ['a', 'a', 'ü\n"', 'x'.repeat(7_800), 'b'])
  assert.deepEqual(here.received, [])
})

test('a cut connection is replaced and triggers a resync', async (t) => {
  const { here, there } = await connectTwo(t)
  for (let round = 1; round <= 2; round++) {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'watchkeeper wire' and datname = current_database()`.execute(here.store.db)
    await waitUntil(
      () => there.countResyncs() === 1 + round && there.reports.at(-1),
      'the server to receive messages again',
    )
  }
  assert.deepEqual(there.reports, [true, false, true, false, true])
  await here.wire.notify(['again'])
  await waitUntil(() => there.received.includes('again'), 'the message')
})

test('a server whose notifications are dropped detects it and triggers resyncs', async (t) => {
  const url = await createTestDatabaseUrl(t)
  const elsewhere = await createTestDatabaseUrl(t)
  // An open connection that never receives a notification
  const station = openTestServer(t, url, elsewhere, { ...PACE, selfTestMs: 10 })
  await waitUntil(() => station.countResyncs() >= 3, 'resyncs')
  assert.deepEqual(station.reports, [false])
})

test('an unreachable database delivers no notification and triggers no resync', async (t) => {
  const url = await createTestDatabaseUrl(t)
  const nowhere = new URL(url)
  nowhere.pathname = '/there_is_no_such_database'
  const station = openTestServer(t, url, nowhere.href)
  await waitUntil(() => station.reports.length > 0, 'the report')
  await station.wire.notify(['a server without LISTEN can send'])
  assert.deepEqual([station.reports, station.countResyncs()], [[false], 0])
})

test('a notifier closes at once while it waits', async (t) => {
  const url = await createTestDatabaseUrl(t)
  const slow = { heartbeatMs: 60_000, selfTestMs: 60_000, firstRetryMs: 60_000, longestRetryMs: 60_000 }
  const elsewhere = await createTestDatabaseUrl(t)
  const waiting = [openTestServer(t, url, url, slow), openTestServer(t, url, elsewhere, slow)]
  await waitUntil(() => waiting[0]!.reports.length > 0, 'the first to receive messages')
  await Promise.all(waiting.map(({ wire }) => wire.close()))
})
