import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SECOND_MS } from '../../../src/core/platform/time/time.ts'
import { hasChanges } from '../../../src/core/probes/protocol.ts'
import { createSeal } from '../../../src/services/platform/sealing/seal.ts'
import { LocalProbeSession } from '../../../src/services/probes/local-probe-session.ts'
import { expireLostProbes } from '../../../src/services/probes/lost-probes.ts'
import { claimOrders, createOrder, readOutcome } from '../../../src/services/probes/probe-orders.ts'
import { LEASE_MS } from '../../../src/services/probes/probes.ts'
import { pullRemoteAssignments } from '../../../src/services/probes/remote-probe.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { findProbe } from '../../../src/store/probes/probes.ts'
import { findRegion, listRegions } from '../../../src/store/probes/regions.ts'
import { makeAssignment, makeResult } from '../../probe/make.ts'
import { type Cleanup, DIALECTS, needsPostgres } from '../../support/database/stores.ts'
import { createMonitorFixture } from '../../support/factories/monitors.ts'
import { probeId, TestProbe } from '../../support/factories/probes.ts'
import { waitUntil } from '../../support/time/until.ts'

const seal = createSeal(new Uint8Array(32), 'probe order')

async function openOrders(t: Cleanup, dialect: DialectName) {
  const { context } = await createMonitorFixture(t, dialect)
  const { key } = findRegion(await listRegions(context.store.db), 'eu-1')
  const place = (over: Parameters<typeof makeAssignment>[1] = {}) =>
    createOrder(context, seal, { region: key, assignment: makeAssignment(7, over), waitMs: 60 * SECOND_MS })
  const claim = async ({ id }: { id: string }) => {
    const probe = (await findProbe(context.store.db, id))!
    return (await claimOrders(context, seal, probe)).map((order) => order.id)
  }
  const come = async (capabilities = { icmp: true, ipv6: true }) => {
    const probe = new TestProbe(context, 'eu-1', capabilities)
    await probe.register()
    return probe
  }
  const pass = (ms: number) => context.setTime(context.now() + ms)
  return { context, place, claim, come, pass }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: an order without an answer is sent again, only to the same probe`, async (t) => {
    const { place, claim, come, pass } = await openOrders(t, dialect)
    const [probe, other] = [await come(), await come()]
    const id = await place()
    assert.deepEqual(await claim(probe), [id])
    pass(2 * SECOND_MS)
    assert.deepEqual([await claim(probe), await claim(other)], [[], []])
    pass(2 * SECOND_MS)
    assert.deepEqual([await claim(other), await claim(probe)], [[], [id]])
  })

  test(`${dialect}: orders of a lost or restarted probe can be claimed by any probe`, async (t) => {
    const { context, place, claim, come, pass } = await openOrders(t, dialect)
    const [first, second, third] = [await come(), await come(), await come()]
    const id = await place()
    assert.deepEqual(await claim(first), [id])
    await first.register()
    assert.deepEqual(await claim(second), [id])
    await second.leave()
    assert.deepEqual(await claim(third), [id])
    pass(LEASE_MS)
    await first.register()
    await expireLostProbes(context)
    assert.deepEqual(await claim(first), [id])
  })

  test(`${dialect}: a ping order goes to a probe that may send pings, or to any probe when none may`, async (t) => {
    const { place, claim, come } = await openOrders(t, dialect)
    const deaf = await come({ icmp: false, ipv6: true })
    const able = await come()
    const ids = [await place({ type: 'ICMP' }), await place()]
    assert.deepEqual([await claim(deaf), await claim(able)], [[ids[1]], [ids[0]]])
    await able.leave()
    const id = await place({ type: 'ICMP' })
    assert.ok((await claim(deaf)).includes(id))
  })

  test(`${dialect}: the probe thread of a server runs an order once, however often it receives it`, async (t) => {
    const { context, place, pass } = await openOrders(t, dialect)
    const line = new LocalProbeSession(context, 'eu-1')
    const hello = { protocol: 1, version: '1', region: 'eu-1', capabilities: { icmp: true, ipv6: true } }
    await line.register({ ...hello, probeId: probeId(990), name: 'here', held: 0 })
    const id = await place()
    const { promise: result, resolve: finish } = Promise.withResolvers<ReturnType<typeof makeResult>>()
    let runs = 0
    const run = () => {
      runs++
      return result
    }
    for (let time = 0; time < 3; time++) {
      await line.runOrders(seal, run)
      pass(4 * SECOND_MS)
    }
    assert.equal(runs, 1)
    finish(makeResult(7))
    await waitUntil(async () => (await readOutcome(context, id)) !== null, 'the outcome of the order')
  })
}

test('a poll of an up-to-date probe costs two statements', needsPostgres, async (t) => {
  const { context, come } = await openOrders(t, 'postgres')
  const probe = await come()
  await probe.poll()
  await probe.poll()
  const row = (await findProbe(context.store.db, probe.id))!
  const { epoch } = findRegion(await listRegions(context.store.db), 'eu-1')
  const executor = context.store.db.getExecutor()
  const execute = executor.executeQuery.bind(executor)
  let asked = 0
  executor.executeQuery = (query) => {
    asked++
    return execute(query)
  }
  const request = { since: 0, epoch, listEpoch: epoch }
  const answer = await pullRemoteAssignments(context, seal, { regionCode: 'eu-1', probe: row }, request)
  assert.deepEqual([hasChanges(answer, request), asked], [false, 2])
})
