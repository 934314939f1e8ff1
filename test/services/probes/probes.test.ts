import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '../../../src/core/platform/errors.ts'
import { MINUTE_MS, SECOND_MS } from '../../../src/core/platform/time/time.ts'
import { UnregisteredError } from '../../../src/core/probes/protocol.ts'
import { AUTOMATIC_REGIONS } from '../../../src/core/probes/shares.ts'
import { expireLostProbes, extendLeasesAfterGap, findNextLossTime } from '../../../src/services/probes/lost-probes.ts'
import { checkSession, LEASE_MS, registerProbe } from '../../../src/services/probes/probes.ts'
import { listActiveRegions } from '../../../src/services/probes/region-members.ts'
import { findProbe, listProbes } from '../../../src/store/probes/probes.ts'
import { listRegions, saveRegion } from '../../../src/store/probes/regions.ts'
import { setRevision } from '../../support/database/monitor-rows.ts'
import { insertMonitors } from '../../support/database/rows.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { updateRows } from '../../support/database/tables.ts'
import { createMonitorFixture, type MonitorFixture } from '../../support/factories/monitors.ts'
import { pollUntilSettled, TestProbe } from '../../support/factories/probes.ts'
import { createSeededRandom } from '../../support/factories/random.ts'
import { Dice } from '../evaluation/model/histories.ts'

const MONITORS = 40

async function openRegion(
  t: Parameters<typeof createMonitorFixture>[0],
  dialect: Parameters<typeof createMonitorFixture>[1],
) {
  const { context } = await createMonitorFixture(t, dialect)
  const keys = await insertMonitors(context.store, MONITORS, { revision: 1 })
  await setRevision(context.store.db, 1)
  const open = async (count: number, region = 'local') => {
    const probes = Array.from({ length: count }, () => new TestProbe(context, region))
    for (const probe of probes) await probe.register()
    await pollUntilSettled(probes)
    return probes
  }
  return { context, keys, open }
}

const heldBy = (probes: readonly TestProbe[]): number[] => probes.flatMap(({ keys }) => keys).sort((a, b) => a - b)

const advance = ({ context }: Pick<MonitorFixture, 'context'>, ms: number) => context.setTime(context.now() + ms)

for (const dialect of DIALECTS) {
  test(`${dialect}: the first monitor arrives as a change, to be checked at once`, async (t) => {
    const { context } = await createMonitorFixture(t, dialect)
    const probe = new TestProbe(context)
    await probe.register()
    assert.equal((await probe.poll()).isWhole, true)
    const keys = await insertMonitors(context.store, 1, { revision: 1 })
    await setRevision(context.store.db, 1)
    assert.equal((await probe.poll()).isWhole, false)
    assert.deepEqual(probe.keys, keys)
  })

  test(`${dialect}: probes share the monitors of their region, each monitor assigned to one probe`, async (t) => {
    const { keys, open } = await openRegion(t, dialect)
    const probes = await open(3)
    assert.deepEqual(heldBy(probes), keys)
    for (const probe of probes) assert.ok(probe.keys.length > 3, `${probe.keys}`)
  })

  test(`${dialect}: a monitor is assigned only after its former owner released it`, async (t) => {
    const { keys, open, context } = await openRegion(t, dialect)
    const [old] = await open(1)
    assert.deepEqual(old!.keys, keys)
    const fresh = new TestProbe(context)
    await fresh.register()
    const waiting = await fresh.poll()
    assert.deepEqual([waiting.changed, waiting.isWhole, fresh.keys], [[], false, []])
    await old!.poll() // learns about the other probe and releases its share
    assert.ok(old!.keys.length < keys.length)
    assert.deepEqual((await fresh.poll()).changed, [], 'the release has not been reported yet')
    await old!.poll()
    await fresh.poll()
    assert.deepEqual(heldBy([old!, fresh]), keys)
    assert.ok(fresh.keys.length > 0)
  })

  test(`${dialect}: a probe that never releases its share delays others only for a limited time`, async (t) => {
    const { keys, open, context } = await openRegion(t, dialect)
    const [deaf] = await open(1)
    const fresh = new TestProbe(context)
    await fresh.register()
    for (let second = 0; second < 21; second++) {
      advance({ context }, SECOND_MS)
      await fresh.poll()
      await updateRows(context.store.db, 'probes', { lease_until: context.now() + LEASE_MS })
    }
    assert.ok(fresh.keys.length > 0)
    assert.deepEqual(deaf!.keys, keys)
  })

  test(`${dialect}: other probes take over the share of a lost probe when its lease ends, and not before`, async (t) => {
    const { keys, open, context } = await openRegion(t, dialect)
    const [lost, ...others] = await open(3)
    for (let passed = 0; passed < LEASE_MS - SECOND_MS; passed += SECOND_MS) {
      advance({ context }, SECOND_MS)
      for (const probe of others) await probe.poll()
      assert.deepEqual(await expireLostProbes(context), [])
    }
    assert.equal(await findNextLossTime(context), context.now() + SECOND_MS)
    advance({ context }, SECOND_MS)
    assert.deepEqual(
      (await expireLostProbes(context)).map(({ id }) => id),
      [lost!.id],
    )
    await pollUntilSettled(others, 3)
    assert.deepEqual(heldBy(others), keys)
    // The lost probe comes back with all of its earlier assignments
    await assert.rejects(lost!.poll(), UnregisteredError)
    await lost!.register()
    await pollUntilSettled([lost!, ...others])
    assert.deepEqual(heldBy([lost!, ...others]), keys)
  })

  test(`${dialect}: the share of a probe that leaves is taken over at once`, async (t) => {
    const { keys, open } = await openRegion(t, dialect)
    const [first, second] = await open(2)
    await first!.leave()
    await pollUntilSettled([second!], 2)
    assert.deepEqual(second!.keys, keys)
  })

  test(`${dialect}: a restart within the lease changes nothing for other probes`, async (t) => {
    const { keys, open, context } = await openRegion(t, dialect)
    const [first, second] = await open(2)
    const epochOf = async () => (await listRegions(context.store.db)).find(({ code }) => code === 'local')!.epoch
    const epoch = await epochOf()
    const before = first!.keys
    first!.reset()
    await first!.register()
    await first!.poll()
    assert.deepEqual(first!.keys, before)
    assert.deepEqual(heldBy([first!, second!]), keys)
    assert.equal(await epochOf(), epoch)
  })

  test(`${dialect}: the later registration of a probe replaces the earlier session`, async (t) => {
    const { open, context } = await openRegion(t, dialect)
    const [probe] = await open(1)
    const { session } = probe!
    await probe!.register()
    await assert.rejects(checkSession(context, session, null), UnregisteredError)
    await checkSession(context, probe!.session, null)
    await assert.rejects(checkSession(context, probe!.session, 'token'), UnregisteredError)
  })

  test(`${dialect}: a live probe cannot be replaced with another token`, async (t) => {
    const { open, context } = await openRegion(t, dialect)
    const [probe] = await open(1)
    const hello = { ...HELLO, probeId: probe!.id }
    await assert.rejects(
      registerProbe(context, { hello, tokenId: 'other', address: null }),
      (error) => error instanceof Problem && error.code === 'CONFLICT',
    )
    await probe!.poll()
  })

  test(`${dialect}: lists arrive in pages, and changes in the meantime are not missed`, async (t) => {
    const { context } = await createMonitorFixture(t, dialect)
    const { db } = context.store
    const keys: number[] = []
    for (let revision = 1; revision <= 9; revision++)
      keys.push(...(await insertMonitors(context.store, 1, { prefix: `r${revision}`, revision })))
    await setRevision(db, 9)
    const probe = new TestProbe(context)
    await probe.register()
    assert.equal((await probe.poll(3)).more, true)
    assert.deepEqual(probe.keys, keys.slice(0, 3))
    // A listed monitor is paused, and a monitor that is still to be listed changes
    await updateRows(db, 'monitors', { status: 'paused', revision: 10 }, { key: keys[1]! })
    await updateRows(db, 'monitors', { revision: 11 }, { key: keys[7]! })
    await setRevision(db, 11)
    for (let page = 0; page < 5; page++) await probe.poll(3)
    assert.deepEqual(
      probe.keys,
      keys.filter((key) => key !== keys[1]),
    )
  })

  test(`${dialect}: a probe with overdue checks gets no share until it has recovered`, async (t) => {
    const { keys, open, context } = await openRegion(t, dialect)
    const [stuck, well] = await open(2)
    stuck!.overdueMs = 31 * SECOND_MS
    await pollUntilSettled([stuck!, well!])
    assert.deepEqual([stuck!.keys, well!.keys], [[], keys])
    stuck!.overdueMs = 0
    for (let passed = 0; passed < 5 * MINUTE_MS; passed += 10 * SECOND_MS) {
      await pollUntilSettled([stuck!, well!], 1)
      assert.deepEqual(stuck!.keys, [])
      advance({ context }, 10 * SECOND_MS)
    }
    await pollUntilSettled([stuck!, well!])
    assert.deepEqual(heldBy([stuck!, well!]), keys)
    assert.ok(stuck!.keys.length > 0)
  })

  test(`${dialect}: the only probe keeps its share, overdue or not`, async (t) => {
    const { keys, open } = await openRegion(t, dialect)
    const [probe] = await open(1)
    probe!.overdueMs = MINUTE_MS
    await pollUntilSettled([probe!])
    assert.deepEqual(probe!.keys, keys)
  })

  test(`${dialect}: leases are extended after a gap caused by the server`, async (t) => {
    const { open, context } = await openRegion(t, dialect)
    const [probe] = await open(1)
    advance({ context }, 2 * MINUTE_MS)
    await extendLeasesAfterGap(context)
    assert.deepEqual(await expireLostProbes(context), [])
    await probe!.poll()
  })

  test(`${dialect}: unpinned monitors are divided among three regions, and move when a region stays empty`, async (t) => {
    const { keys, context } = await openRegion(t, dialect)
    const codes = ['local', 'eu-1', 'us-1', 'ap-1']
    await context.store.transact(async (tx) => {
      for (const code of codes) await saveRegion(tx, { code, name: code, isDefault: true }, 0)
    })
    const probes = codes.map((code) => new TestProbe(context, code))
    for (const probe of probes) await probe.register()
    await pollUntilSettled(probes)
    const timesHeld = (held: readonly TestProbe[]) =>
      keys.map((key) => held.filter((probe) => probe.held.has(key)).length)
    assert.deepEqual(new Set(timesHeld(probes)), new Set([AUTOMATIC_REGIONS]))
    assert.ok(probes.every((probe) => probe.keys.length < MONITORS))
    const [gone, ...left] = probes
    const pass = async () => {
      await pollUntilSettled(left, 1)
      advance({ context }, 10 * SECOND_MS)
      await expireLostProbes(context)
    }
    for (let passed = 0; passed < 100; passed += 10) await pass()
    assert.ok(
      left.some((probe) => probe.keys.length < MONITORS),
      'its lease is over, and it may come back',
    )
    for (let passed = 0; passed < 60; passed += 10) await pass()
    await pollUntilSettled(left)
    assert.ok(left.every((probe) => probe.keys.length === MONITORS))
    await gone!.register()
    await pollUntilSettled(probes)
    assert.deepEqual(new Set(timesHeld(probes)), new Set([AUTOMATIC_REGIONS]))
  })

  test(`${dialect}: the active regions count only live probes`, async (t) => {
    const { open, context } = await openRegion(t, dialect)
    await open(2)
    const [far] = await open(1, 'eu-1')
    const active = async () => (await listActiveRegions(context)).map(({ code, activeProbes }) => [code, activeProbes])
    assert.deepEqual(await active(), [
      ['eu-1', 1],
      ['local', 2],
    ])
    await far!.leave()
    assert.deepEqual(await active(), [['local', 2]])
    advance({ context }, 8 * 24 * 60 * MINUTE_MS)
    await expireLostProbes(context)
    assert.equal(await findProbe(context.store.db, far!.id), null, 'a probe lost for long is deleted')
  })

  test(`${dialect}: monitors are never assigned twice while probes come and go, and all are assigned in the end`, async (t) => {
    const seed = Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 2 ** 32))
    t.diagnostic(`TEST_SEED=${seed}`)
    const dice = new Dice(createSeededRandom(seed))
    const { keys, context } = await openRegion(t, dialect)
    const probes = Array.from({ length: 4 }, () => new TestProbe(context))
    /** Probes that can reach the server. */
    const online = new Set<TestProbe>()
    for (let step = 0; step < 120; step++) {
      const probe = dice.one(probes)
      const chance = dice.between(0, 9)
      if (chance === 0 && online.has(probe)) {
        await probe.leave()
        probe.reset()
        online.delete(probe)
      } else if (chance === 1) {
        // Killed: it no longer checks its assignments
        probe.reset()
        online.delete(probe)
      } else if (chance === 2) {
        advance({ context }, dice.between(1, 6) * SECOND_MS)
        await expireLostProbes(context)
      } else if (online.has(probe)) await probe.pollOrRegister()
      else {
        await probe.register()
        online.add(probe)
      }
      // No probe stays silent for long enough that others take over its share
      for (const each of online) if (await isOverdue(each)) await each.pollOrRegister()
      const held = heldBy([...online])
      assert.equal(held.length, new Set(held).size, `TEST_SEED=${seed}: held twice in step ${step}`)
    }
    for (const probe of probes) await probe.register()
    advance({ context }, SECOND_MS)
    await pollUntilSettled(probes, 5)
    assert.deepEqual(heldBy(probes), keys, `TEST_SEED=${seed}`)

    async function isOverdue(probe: TestProbe): Promise<boolean> {
      const row = (await listProbes(context.store.db)).find(({ id }) => id === probe.id)!
      return row.leaseUntil - context.now() < 7 * SECOND_MS
    }
  })
}

const HELLO = {
  protocol: 1,
  version: '1.2.3',
  region: 'local',
  capabilities: { icmp: true, ipv6: true },
  name: 'host',
  held: 0,
}
