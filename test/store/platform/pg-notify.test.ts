// @slow: needs PostgreSQL
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { openPgNotifier, type PgNotifier } from '../../../src/store/platform/pg-notify.ts'
import { openStore, type Store } from '../../../src/store/platform/store.ts'
import { createTestDatabaseUrl, LONG_TIMEOUTS } from '../../support/database/stores.ts'
import { waitUntil } from '../../support/time/until.ts'

/** Quick tries, and all the time that a busy machine may need. */
const PACE = { heartbeatMs: 20, selfTestMs: 20_000, firstRetryMs: 10, longestRetryMs: 40 }

interface Station {
  wire: PgNotifier
  store: Store
  heard: string[]
  gaps(): number
  reports: boolean[]
}

function openStation(t: TestContext, url: string, listenUrl = url, pace = PACE): Station {
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
  return { wire, store, heard, gaps: () => gaps, reports }
}

/** Both hear. */
async function connectTwo(t: TestContext) {
  const url = await createTestDatabaseUrl(t)
  const [here, there] = [openStation(t, url), openStation(t, url)]
  await waitUntil(() => here.reports.at(-1) && there.reports.at(-1), 'both to hear')
  return { here, there, url }
}

test('what one server says the others hear, each text as often as it was said, in order', async (t) => {
  const { here, there } = await connectTwo(t)
  assert.deepEqual([here.gaps(), there.gaps()], [1, 1], 'who begins to hear may have missed something')
  await here.wire.notify(['a', 'a', 'ü\n"', 'x'.repeat(7_800)])
  await here.wire.notify(['b'])
  await waitUntil(() => there.heard.includes('b'), 'the last one')
  assert.deepEqual(there.heard, ['a', 'a', 'ü\n"', 'x'.repeat(7_800), 'b'])
  assert.deepEqual(here.heard, [])
})

test('a connection that is cut is made anew, and what may have been missed is told', async (t) => {
  const { here, there } = await connectTwo(t)
  for (let round = 1; round <= 2; round++) {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'watchkeeper wire' and datname = current_database()`.execute(here.store.db)
    await waitUntil(() => there.gaps() === 1 + round && there.reports.at(-1), 'the server to hear again')
  }
  assert.deepEqual(there.reports, [true, false, true, false, true])
  await here.wire.notify(['again'])
  await waitUntil(() => there.heard.includes('again'), 'the word')
})

test('who stands behind something that lets no notification through finds out, and says that it may miss something', async (t) => {
  const url = await createTestDatabaseUrl(t)
  const elsewhere = await createTestDatabaseUrl(t)
  // A connection that stands, and on which nothing is ever heard
  const station = openStation(t, url, elsewhere, { ...PACE, selfTestMs: 10 })
  await waitUntil(() => station.gaps() >= 3, 'gaps')
  assert.deepEqual(station.reports, [false])
})

test('while the database cannot be reached nothing is heard, and nobody is sent to look', async (t) => {
  const url = await createTestDatabaseUrl(t)
  const nowhere = new URL(url)
  nowhere.pathname = '/there_is_no_such_database'
  const station = openStation(t, url, nowhere.href)
  await waitUntil(() => station.reports.length > 0, 'the report')
  await station.wire.notify(['a server that is deaf can speak'])
  assert.deepEqual([station.reports, station.gaps()], [[false], 0])
})

test('it closes at once, whatever it waits for', async (t) => {
  const url = await createTestDatabaseUrl(t)
  const slow = { heartbeatMs: 60_000, selfTestMs: 60_000, firstRetryMs: 60_000, longestRetryMs: 60_000 }
  const elsewhere = await createTestDatabaseUrl(t)
  const waiting = [openStation(t, url, url, slow), openStation(t, url, elsewhere, slow)]
  await waitUntil(() => waiting[0]!.reports.length > 0, 'the first to hear')
  await Promise.all(waiting.map(({ wire }) => wire.close()))
})
