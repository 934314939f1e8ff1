/** Late results of a probe that was disconnected, and results for monitors outside its region. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS, SECOND_MS } from '../../../src/core/platform/time/time.ts'
import type { CheckResult } from '../../../src/core/probes/protocol.ts'
import { computeGridOffsetMs, computeNextDueAt } from '../../../src/core/probes/schedule.ts'
import { createMonitor } from '../../../src/services/monitors/monitor-creation.ts'
import { updateMonitor } from '../../../src/services/monitors/monitors.ts'
import { expireLostProbes } from '../../../src/services/probes/lost-probes.ts'
import { LEASE_MS } from '../../../src/services/probes/probes.ts'
import { recordRemoteResults } from '../../../src/services/probes/remote-probe.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { findProbe } from '../../../src/store/probes/probes.ts'
import { saveRegion } from '../../../src/store/probes/regions.ts'
import { makeResult, PASS, TIMEOUT } from '../../probe/make.ts'
import { countResults, readRuntimeStatus } from '../../support/database/monitor-rows.ts'
import { type Cleanup, DIALECTS } from '../../support/database/stores.ts'
import { countRows } from '../../support/database/tables.ts'
import { createMonitorDraft, createMonitorFixture } from '../../support/factories/monitors.ts'
import { pollUntilSettled, TestProbe } from '../../support/factories/probes.ts'

async function openLine(t: Cleanup, dialect: DialectName) {
  const desk = await createMonitorFixture(t, dialect)
  const { context } = desk
  const monitor = await createMonitor(
    context,
    desk.scope,
    createMonitorDraft({ regions: ['eu-1'], failureThreshold: 1 }),
  )
  // The next check is due an interval later: the result of a check in between would decide whether a late failure counts
  const { intervalSeconds } = monitor
  const offsetMs = computeGridOffsetMs(monitor.id, 'eu-1', intervalSeconds)
  context.setTime(computeNextDueAt(offsetMs, intervalSeconds, context.now()))
  const push = async (probe: TestProbe, ...results: CheckResult[]) =>
    recordRemoteResults(context, (await findProbe(context.store.db, probe.id))!, results)
  const found = (outcome: typeof PASS, at = context.now()) =>
    makeResult(monitor.key, { ...outcome, scheduledAt: at, startedAt: at })
  const status = () => readRuntimeStatus(context.store.db)
  const stored = () => countResults(context.store.db)
  const incidents = () => countRows(context.store.db, 'incidents')
  /** Advances the time while these probes poll. */
  const pass = async (ms: number, ...probes: TestProbe[]) => {
    for (let passed = 0; passed < ms; passed += SECOND_MS) {
      context.setTime(context.now() + SECOND_MS)
      for (const probe of probes) await probe.poll()
      await expireLostProbes(context)
    }
  }
  return { ...desk, monitor, push, found, status, stored, incidents, pass }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: late results of a probe whose share was taken over are history and open no incident`, async (t) => {
    const { context, push, found, status, stored, incidents, pass } = await openLine(t, dialect)
    const [cutOff, other] = [new TestProbe(context, 'eu-1'), new TestProbe(context, 'eu-1')]
    for (const probe of [cutOff, other]) await probe.register()
    await pollUntilSettled([cutOff, other])
    const before = found(TIMEOUT)
    await pass(LEASE_MS + SECOND_MS, other)
    const late = [found(TIMEOUT), found(TIMEOUT, context.now() + 1)]
    await pass(10 * SECOND_MS, other)
    await cutOff.register()
    await push(cutOff, ...late)
    assert.deepEqual([await status(), await stored(), await incidents()], ['unknown', 2, 0])
    // Results from before the loss still count, and so do results from now on
    await push(other, found(PASS, before.startedAt - SECOND_MS))
    assert.equal(await status(), 'up')
    await push(cutOff, before)
    assert.equal(await status(), 'down')
    await push(cutOff, found(PASS))
    await push(cutOff, found(PASS, context.now() + 1))
    assert.equal(await status(), 'up')
  })

  test(`${dialect}: late results count while fresh when no other probe took over`, async (t) => {
    const { context, push, found, status, pass } = await openLine(t, dialect)
    const alone = new TestProbe(context, 'eu-1')
    await alone.register()
    await pollUntilSettled([alone])
    await pass(LEASE_MS + SECOND_MS)
    const late = found(TIMEOUT)
    await pass(10 * SECOND_MS)
    await alone.register()
    await push(alone, late)
    assert.equal(await status(), 'down')
  })

  test(`${dialect}: results from before a region change are stored without effect, and foreign results are refused`, async (t) => {
    const { context, scope, monitor, push, found, status, stored } = await openLine(t, dialect)
    const [former, present, stranger] = ['eu-1', 'us-1', 'local'].map((code) => new TestProbe(context, code))
    for (const probe of [former!, present!, stranger!]) await probe.register()
    await push(former!, found(PASS))
    const late = found(TIMEOUT, context.now() + 1)
    await updateMonitor(context, scope, monitor.id, () => ({ regions: ['us-1'] }))
    await push(stranger!, found(TIMEOUT, context.now() + 2))
    assert.equal(await stored(), 1)
    await push(former!, late)
    assert.deepEqual([await status(), await stored()], ['up', 2])
    await push(present!, found(PASS, context.now() + 3))
    assert.equal(await status(), 'up')
  })

  test(`${dialect}: a region that lost its unpinned monitors no longer counts for them, however fresh its last result`, async (t) => {
    const { context, scope, found, push, pass } = await openLine(t, dialect)
    const { db } = context.store
    for (const code of ['eu-1', 'us-1'])
      await context.store.transact((tx) => saveRegion(tx, { code, name: code, isDefault: true }, 0))
    const { key } = await createMonitor(
      context,
      scope,
      createMonitorDraft({ intervalSeconds: 86_400, failureThreshold: 1 }),
    )
    const [gone, left] = [new TestProbe(context, 'eu-1'), new TestProbe(context, 'us-1')]
    for (const probe of [gone, left]) await probe.register()
    const say = (probe: TestProbe, outcome: typeof PASS) => push(probe, { ...found(outcome), monitorKey: key })
    const status = () => readRuntimeStatus(db, key)
    await say(gone, TIMEOUT)
    await say(left, PASS)
    assert.equal(await status(), 'degraded')
    await pass(3 * MINUTE_MS, left)
    await say(left, PASS)
    assert.equal(await status(), 'up')
  })
}
