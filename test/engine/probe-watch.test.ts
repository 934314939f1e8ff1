import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Continuity } from '../../src/core/platform/time/continuity.ts'
import { MINUTE_MS, SECOND_MS } from '../../src/core/platform/time/time.ts'
import { startPlainLoop } from '../../src/engine/loops.ts'
import { createProbeCheck } from '../../src/engine/probe-watch.ts'
import { LEASE_MS } from '../../src/services/probes/probes.ts'
import type { DialectName } from '../../src/store/platform/dialects.ts'
import { listProbes } from '../../src/store/probes/probes.ts'
import { type Cleanup, DIALECTS } from '../support/database/stores.ts'
import { createMonitorFixture } from '../support/factories/monitors.ts'
import { TestProbe } from '../support/factories/probes.ts'
import { waitUntil } from '../support/time/until.ts'

async function openWatch(t: Cleanup, dialect: DialectName) {
  const { context } = await createMonitorFixture(t, dialect)
  const probe = new TestProbe(context)
  await probe.register()
  const warnings: string[] = []
  const log = { error: () => {}, warn: (_: object, message: string) => warnings.push(message) }
  const isLive = async () => (await listProbes(context.store.db))[0]!.isLive
  return { context, log, warnings, isLive }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: a probe is lost and logged when it is silent for longer than its lease`, async (t) => {
    const { context, log, warnings, isLive } = await openWatch(t, dialect)
    const check = createProbeCheck({ context, log })
    const end = await check()
    assert.equal(end, context.now() + LEASE_MS)
    for (; context.now() < end!; context.setTime(context.now() + 5 * SECOND_MS)) {
      await check()
      assert.deepEqual([await isLive(), warnings], [true, []])
    }
    assert.equal(await check(), null)
    assert.equal(await isLive(), false)
    assert.deepEqual(warnings, ['probe lease expired; other probes take over'])
  })

  test(`${dialect}: a server extends every lease after its own outage`, async (t) => {
    const { context, log, isLive } = await openWatch(t, dialect)
    const check = createProbeCheck({ context, log })
    await check()
    context.setTime(context.now() + 2 * MINUTE_MS)
    assert.equal(await check(), context.now() + LEASE_MS)
    assert.equal(await isLive(), true)
  })

  test(`${dialect}: a server that has just started counts no silence against a probe`, async (t) => {
    const { context, log, isLive } = await openWatch(t, dialect)
    context.setTime(context.now() + MINUTE_MS)
    const continuity = new Continuity(context.now(), context.elapsed())
    const watch = startPlainLoop('probe watch', { context, continuity, log })
    t.after(() => watch.stop())
    await waitUntil(async () => (await listProbes(context.store.db))[0]!.leaseUntil > context.now(), 'the first look')
    assert.equal(await isLive(), true)
  })
}
