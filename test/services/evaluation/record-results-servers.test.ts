// @slow: several servers on one PostgreSQL
/**
 * Two servers on one PostgreSQL that receive the same results at the same moment. No result is counted twice, no
 * incident opens twice, and no notification is sent twice.
 */
import assert from 'node:assert/strict'
import { type TestContext as NodeTest, test } from 'node:test'
import { recordResults } from '../../../src/services/evaluation/record-results.ts'
import { markStaleMonitors } from '../../../src/services/evaluation/stale-monitors.ts'
import { migrate } from '../../../src/store/migrations/migrate.ts'
import { openStore, type Store } from '../../../src/store/platform/store.ts'
import { saveRegion } from '../../../src/store/probes/regions.ts'
import { insertWorkspace } from '../../support/database/rows.ts'
import { createTestDatabaseUrl, LONG_TIMEOUTS } from '../../support/database/stores.ts'
import { createTestContext, type TestContext } from '../../support/factories/context.ts'
import { createSeededRandom } from '../../support/factories/random.ts'
import { MONDAY } from '../../support/time/clock.ts'
import { insertModelMonitors } from './model/fixture.ts'
import { Dice, type History, makeWorld, REGIONS } from './model/histories.ts'
import { groupByTurn, toBatches } from './model/play.ts'
import { readMonitors } from './model/read.ts'
import { computeExpected, type Expected } from './model/reference.ts'

const SEED = Number(process.env.TEST_SEED ?? 1)

const MONITORS = 60
const ROUNDS = 20

interface Cluster {
  servers: TestContext[]
  store: Store
  histories: History[]
  keys: number[]
  dice: Dice
  at(time: number): void
}

/** @param what kinds of events to keep */
async function openCluster(t: NodeTest, what: readonly string[]): Promise<Cluster> {
  const url = await createTestDatabaseUrl(t)
  const stores = [1, 2].map(() => openStore({ url, ...LONG_TIMEOUTS }))
  for (const store of stores) t.after(() => store.close())
  const [store] = stores as [Store, Store]
  await migrate(store, 0)
  await insertWorkspace(store)
  await store.transact(async (tx) => {
    for (const code of REGIONS) await saveRegion(tx, { code, name: code, isDefault: code === 'local' }, 0)
  })
  const random = createSeededRandom(SEED)
  const histories = makeWorld(random, {
    count: MONITORS,
    rounds: ROUNDS,
    start: MONDAY,
    prefix: 'monitor',
    setsBack: false,
  }).map((history) => ({
    watched: { ...history.watched, maintenance: [] },
    events: history.events.filter((happening) => what.includes(happening.what)),
  }))
  const keys = await insertModelMonitors(
    store,
    histories.map(({ watched }) => watched),
  )
  const servers = stores.map((each) => createTestContext(each, MONDAY))
  return {
    servers,
    store,
    histories,
    keys,
    dice: new Dice(random),
    at: (time) => {
      for (const server of servers) server.setTime(time)
    },
  }
}

/** Sorts incidents, because the ids of two servers give no order. */
const inOrder = (life: Expected): Expected => ({
  ...life,
  incidents: life.incidents.toSorted((a, b) => a.family.localeCompare(b.family) || a.startedAt - b.startedAt),
})

test('two servers that record the same results at the same moment agree with the model of one server', async (t) => {
  const { servers, store, histories, keys, dice, at } = await openCluster(t, ['results'])
  for (const acts of groupByTurn(histories, keys)) {
    const { happening } = acts[0]!
    at(happening.now)
    if (happening.what !== 'results') continue
    for (const batch of toBatches(acts))
      await Promise.all(
        servers.map((server) => recordResults(server, happening.region, dice.some(batch, batch.length))),
      )
  }
  const found = (await readMonitors(store.db, keys)).map(inOrder)
  const wanted = histories.map(({ watched, events }) => inOrder(computeExpected(watched, events)))
  assert.deepEqual(found, wanted, `TEST_SEED=${SEED}`)
})

test('two servers that record results in any order beside the stale-monitor watch open no duplicate incident and lose none', async (t) => {
  const { servers, store, histories, keys, dice, at } = await openCluster(t, ['results', 'silence'])
  const rounds = Map.groupBy(groupByTurn(histories, keys), (acts) => acts[0]!.happening.now)
  for (const [now, turns] of rounds) {
    at(now)
    await Promise.all(
      servers.map(async (server) => {
        for (const acts of dice.some(turns, turns.length)) {
          const { happening } = acts[0]!
          if (happening.what === 'silence') await markStaleMonitors(server, 0)
          if (happening.what !== 'results') continue
          for (const batch of toBatches(acts)) await recordResults(server, happening.region, batch)
        }
      }),
    )
  }
  for (const { status, history, incidents } of await readMonitors(store.db, keys)) {
    const said = `TEST_SEED=${SEED}: ${JSON.stringify({ status, history, incidents }, null, 1)}`
    assert.equal(history.at(-1)!.to, status, said)
    for (const [index, row] of history.entries()) {
      assert.equal(row.endedAt, history[index + 1]?.startedAt ?? null, said)
      assert.equal(row.from, history[index - 1]?.to ?? null, said)
      assert.notEqual(row.from, row.to, said)
      assert.notEqual(row.endedAt, row.startedAt, said)
    }
    for (const family of ['availability', 'slowness']) {
      const open = incidents.filter((one) => one.family === family && one.status !== 'resolved')
      assert.ok(open.length <= 1, said)
      if (status === 'down' && family === 'availability') assert.equal(open.length, 1, said)
    }
    for (const { entries, notifications, updatedAt } of incidents) {
      assert.equal(notifications.length, entries.length, said)
      assert.deepEqual(new Set(entries.map((entry) => entry.at)).size, entries.length, said)
      assert.ok(
        entries.every((entry) => entry.at <= updatedAt),
        said,
      )
      for (const [index, entry] of entries.entries()) assert.equal(entry.from, entries[index - 1]?.to ?? null, said)
    }
  }
})
