/** Probes and servers that die at bad moments, again and again: every monitor stays assigned to a live probe. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { MINUTE_MS, SECOND_MS } from '../../../src/core/platform/time/time.ts'
import { ShareOwners } from '../../../src/core/probes/shares.ts'
import { createProbeCheck } from '../../../src/engine/probe-watch.ts'
import { closeServerProbeSessions, expireLostProbes } from '../../../src/services/probes/lost-probes.ts'
import { LEASE_MS } from '../../../src/services/probes/probes.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { listProbes } from '../../../src/store/probes/probes.ts'
import { listRegions, lockRegions, saveRegion, saveServing } from '../../../src/store/probes/regions.ts'
import { setRevision } from '../../support/database/monitor-rows.ts'
import { insertMonitors } from '../../support/database/rows.ts'
import { type Cleanup, DIALECTS, needsPostgres } from '../../support/database/stores.ts'
import { updateRows } from '../../support/database/tables.ts'
import { createMonitorFixture, type MonitorFixture } from '../../support/factories/monitors.ts'
import { pollUntilSettled, TestProbe } from '../../support/factories/probes.ts'
import { waitUntil } from '../../support/time/until.ts'

const MONITORS = 40
const LOG = { error: () => {}, warn: () => {} }

async function openRegion(t: Cleanup, dialect: DialectName) {
  const { context } = await createMonitorFixture(t, dialect)
  const keys = await insertMonitors(context.store, MONITORS, { revision: 1 })
  await setRevision(context.store.db, 1)
  /** Advances the time while these probes poll. */
  const pass = async (ms: number, probes: readonly TestProbe[]) => {
    for (let passed = 0; passed < ms; passed += SECOND_MS) {
      context.setTime(context.now() + SECOND_MS)
      for (const probe of probes) await probe.pollOrRegister()
      await expireLostProbes(context)
    }
  }
  return { context, keys, pass }
}

const epochOf = async ({ store }: MonitorFixture['context'], code = 'local') =>
  (await listRegions(store.db)).find((region) => region.code === code)!.epoch

/** Registers a probe, polls its assignments, and never polls again. */
async function registerAndDie(context: MonitorFixture['context'], probe = new TestProbe(context)): Promise<void> {
  probe.reset()
  await probe.register()
  await pollUntilSettled([probe], 2)
}

for (const dialect of DIALECTS) {
  test(`${dialect}: probes that start and die under new names take no monitors away`, async (t) => {
    const { context, keys, pass } = await openRegion(t, dialect)
    const stable = new TestProbe(context)
    await stable.register()
    await pass(MINUTE_MS, [stable])
    assert.deepEqual(stable.keys, keys)
    const epoch = await epochOf(context)
    for (let time = 0; time < 8; time++) {
      await registerAndDie(context)
      await pass(4 * SECOND_MS, [stable])
      assert.deepEqual(stable.keys, keys)
    }
    assert.equal(await epochOf(context), epoch)
    context.setTime(context.now() + 61 * MINUTE_MS)
    await expireLostProbes(context)
    assert.equal((await listProbes(context.store.db)).length, 1, 'short-lived probes are soon deleted')
  })

  test(`${dialect}: a probe that is restarted again and again loses its share until it stays`, async (t) => {
    const { context, keys, pass } = await openRegion(t, dialect)
    const [stable, unstable] = [new TestProbe(context), new TestProbe(context)]
    for (const probe of [stable, unstable]) await probe.register()
    await pass(2 * MINUTE_MS, [stable, unstable])
    assert.ok(unstable.keys.length > 0)
    await registerAndDie(context, unstable)
    assert.ok(unstable.keys.length > 0, 'one restart is allowed')
    for (let time = 0; time < 5; time++) {
      await pass(5 * SECOND_MS, [stable])
      await registerAndDie(context, unstable)
      assert.deepEqual(unstable.keys, [])
    }
    await pass(SECOND_MS, [stable])
    assert.deepEqual(stable.keys, keys)
    await pass(12 * SECOND_MS, [stable, unstable])
    assert.ok(unstable.keys.length > 0 && stable.keys.length > 0)
    assert.deepEqual(
      [...stable.keys, ...unstable.keys].sort((a, b) => a - b),
      keys,
    )
  })

  test(`${dialect}: a probe gets its complete list although members change all the time`, async (t) => {
    const { context } = await openRegion(t, dialect)
    const stable = new TestProbe(context)
    await stable.register()
    await pollUntilSettled([stable])
    // No member is established for a minute yet, so each newcomer is a member at once and dies with its share
    let lists = 0
    for (let passed = 0; passed < 50; passed++) {
      if (passed % 5 === 0) await registerAndDie(context)
      context.setTime(context.now() + SECOND_MS)
      if ((await stable.poll()).isWhole) lists++
      await expireLostProbes(context)
    }
    assert.ok(lists >= 2, `${lists} lists`)
  })

  test(`${dialect}: a server that restarts again and again does not extend leases while another server runs`, async (t) => {
    const { context } = await openRegion(t, dialect)
    const probe = new TestProbe(context)
    await probe.register()
    const stable = createProbeCheck({ context, log: LOG })
    for (let passed = 0; passed <= LEASE_MS; passed += 5 * SECOND_MS) {
      await stable()
      await createProbeCheck({ context, log: LOG })()
      context.setTime(context.now() + 5 * SECOND_MS)
    }
    assert.equal((await listProbes(context.store.db))[0]!.isLive, false)
  })

  test(`${dialect}: a clock that is set back keeps no lost probe alive`, async (t) => {
    const { context } = await openRegion(t, dialect)
    const probe = new TestProbe(context)
    await probe.register()
    const look = createProbeCheck({ context, log: LOG })
    await look()
    context.setTime(context.now() - 60 * MINUTE_MS)
    for (let passed = 0; passed <= LEASE_MS; passed += 5 * SECOND_MS) {
      await look()
      context.setTime(context.now() + 5 * SECOND_MS)
    }
    await look()
    assert.equal((await listProbes(context.store.db))[0]!.isLive, false)
  })

  test(`${dialect}: the former probe thread of a server leaves its share to others`, async (t) => {
    const { context, keys } = await openRegion(t, dialect)
    const [thread, other] = [new TestProbe(context), new TestProbe(context)]
    for (const probe of [thread, other]) await probe.register()
    await pollUntilSettled([thread, other])
    await updateRows(context.store.db, 'probes', { token_id: 'token' }, { id: other.id })
    await context.store.transact((tx) => closeServerProbeSessions(tx, context.now()))
    const { session } = other
    await updateRows(context.store.db, 'probes', { token_id: null }, { session })
    await pollUntilSettled([other])
    assert.deepEqual(other.keys, keys)
  })

  test(`${dialect}: a new region changes nothing for others before its first probe registers`, async (t) => {
    const { context, pass } = await openRegion(t, dialect)
    const probe = new TestProbe(context)
    await probe.register()
    await pass(3 * MINUTE_MS, [probe])
    const epoch = await epochOf(context)
    const make = (code: string) =>
      context.store.transact((tx) => saveRegion(tx, { code, name: code, isDefault: true }, context.now()))
    for (const code of ['af-1', 'ap-1', 'sa-1']) await make(code)
    await pass(3 * MINUTE_MS, [probe])
    assert.deepEqual([await epochOf(context), probe.keys.length], [epoch, MONITORS])
    for (const code of ['af-1', 'ap-1']) await new TestProbe(context, code).register()
    assert.equal(await epochOf(context), epoch, 'three of three regions check everything')
    await new TestProbe(context, 'sa-1').register()
    await pollUntilSettled([probe])
    assert.ok(probe.keys.length < MONITORS)
  })

  test(`${dialect}: a list interrupted by a new member takes no monitors away`, async (t) => {
    const { context } = await createMonitorFixture(t, dialect)
    for (let revision = 1; revision <= 9; revision++)
      await insertMonitors(context.store, 1, { prefix: `r${revision}`, revision })
    await setRevision(context.store.db, 9)
    const [probe, second, third] = [1, 2, 3].map(() => new TestProbe(context))
    await probe!.register()
    await pollUntilSettled([probe!])
    await second!.register()
    assert.equal((await probe!.poll(1)).more, true)
    const mine = probe!.keys
    assert.ok(mine.length > 2)
    // A third probe registers in the middle of its list, and not every probe has released its share
    await third!.register()
    const { members } = await probe!.poll(1)
    const division = new ShareOwners(members!)
    const rest = mine.filter((key) => division.findOwner(key, 'HTTP') === probe!.id)
    assert.deepEqual([probe!.keys, rest.length > 1], [rest, true])
    await pollUntilSettled([probe!, second!, third!], 12)
    assert.equal([probe!, second!, third!].flatMap(({ keys }) => keys).length, 9)
  })
}

test(
  'a region with a new probe stays serving although a server checked it before the registration',
  needsPostgres,
  async (t) => {
    const { context } = await openRegion(t, 'postgres')
    const { store } = context
    await store.transact((tx) => saveRegion(tx, { code: 'eu-1', name: 'eu-1', isDefault: true }, 0))
    const region = async () => (await listRegions(store.db)).find(({ code }) => code === 'eu-1')!
    const { key } = await region()
    await store.transact((tx) => saveServing(tx, key, true))
    const { promise: locked, resolve: isLocked } = Promise.withResolvers<void>()
    const { promise: release, resolve: giveUp } = Promise.withResolvers<void>()
    const looking = store.transact(async (tx) => {
      await lockRegions(tx, [key])
      isLocked()
      await release
      await saveServing(tx, key, false)
    })
    await locked
    const registering = new TestProbe(context, 'eu-1').register()
    await waitUntil(async () => {
      const { rows } = await sql`select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(store.db)
      return rows.length > 0
    }, 'a transaction that waits for the region')
    giveUp()
    await Promise.all([looking, registering])
    assert.equal((await region()).isServing, true)
  },
)

test('concurrent member changes cause no deadlock', needsPostgres, async (t) => {
  const { context } = await openRegion(t, 'postgres')
  const probes = Array.from({ length: 6 }, () => new TestProbe(context))
  for (const probe of probes) await probe.register()
  const { retries } = context.store.load()
  for (let round = 0; round < 15; round++) {
    context.setTime(context.now() + 8 * SECOND_MS)
    await Promise.all([
      ...probes.map((probe, place) => {
        probe.overdueMs = (round + place) % 3 === 0 ? MINUTE_MS : 0
        return place % 2 === 0 ? probe.register() : probe.pollOrRegister()
      }),
      probes[round % 6]!.register(),
      expireLostProbes(context),
      expireLostProbes(context),
    ])
  }
  assert.equal(context.store.load().retries, retries)
})
