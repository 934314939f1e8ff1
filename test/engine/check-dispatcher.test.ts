import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ProbeKind } from '../../src/core/probes/protocol.ts'
import { createCheckDispatcher } from '../../src/engine/check-dispatcher.ts'
import { createSeal } from '../../src/services/platform/sealing/seal.ts'
import { claimOrders, completeOrder } from '../../src/services/probes/probe-orders.ts'
import { findProbe } from '../../src/store/probes/probes.ts'
import { listRegions, type Region } from '../../src/store/probes/regions.ts'
import { makeAssignment, makeResult } from '../probe/make.ts'
import { DIALECTS } from '../support/database/stores.ts'
import { readRows } from '../support/database/tables.ts'
import { createMonitorFixture } from '../support/factories/monitors.ts'
import { TestProbe } from '../support/factories/probes.ts'
import { waitUntil } from '../support/time/until.ts'

const seal = createSeal(new Uint8Array(32), 'probe order')

for (const dialect of DIALECTS) {
  test(`${dialect}: a check runs in the local probe of the region, otherwise through the database`, async (t) => {
    const { context } = await createMonitorFixture(t, dialect)
    const regions = await listRegions(context.store.db)
    const regionOf = (code: string): Region => regions.find((region) => region.code === code)!
    const here = (code: string, type: ProbeKind) =>
      code === 'local' && type !== 'ICMP' ? async () => makeResult(1) : null
    const check = createCheckDispatcher({ context, seal, findLocalRunner: here })
    assert.deepEqual(await check(makeAssignment(1), regionOf('local')), makeResult(1))

    const probe = new TestProbe(context, 'eu-1')
    await probe.register()
    // When the local probe cannot send pings, another probe of the region may
    const ping = check(makeAssignment(2, { type: 'ICMP' }), regionOf('local'))
    const neighbour = new TestProbe(context)
    await neighbour.register()
    const row = (await findProbe(context.store.db, neighbour.id))!
    const order = await waitUntil(async () => (await claimOrders(context, seal, row))[0], 'the order')
    await completeOrder(context, neighbour.id, order!.id, { result: makeResult(2) })
    assert.deepEqual(await ping, makeResult(2))

    const answer = check(makeAssignment(2), regionOf('eu-1'))
    const orders = async () => readRows(context.store.db, 'probe_orders')
    await waitUntil(async () => (await orders()).length === 1, 'the order')
    const [far] = await claimOrders(context, seal, (await findProbe(context.store.db, probe.id))!)
    assert.deepEqual(far!.assignment, makeAssignment(2))
    await completeOrder(context, probe.id, far!.id, { result: makeResult(2) })
    assert.deepEqual(await answer, makeResult(2))
    await waitUntil(async () => (await orders()).length === 0, 'the end of the order')
  })

  test(`${dialect}: a probe's failure is reported, and the wait ends when the server stops`, async (t) => {
    const { context } = await createMonitorFixture(t, dialect)
    const [region] = (await listRegions(context.store.db)).filter(({ code }) => code === 'eu-1')
    const check = createCheckDispatcher({ context, seal, findLocalRunner: () => null })
    const probe = new TestProbe(context, 'eu-1')
    await probe.register()
    const refused = assert.rejects(check(makeAssignment(3), region!), /the probe is stopping/)
    const order = await waitUntil(
      async () => (await claimOrders(context, seal, (await findProbe(context.store.db, probe.id))!))[0],
      'the order',
    )
    await completeOrder(context, probe.id, order!.id, { failure: 'the probe is stopping' })
    await refused
    const stopping = new AbortController()
    const given = assert.rejects(check(makeAssignment(4), region!, undefined, stopping.signal), { name: 'AbortError' })
    stopping.abort()
    await given
    assert.deepEqual(await readRows(context.store.db, 'probe_orders'), [])
  })
}
