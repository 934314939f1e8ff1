import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Event } from '../../../src/core/incidents/event.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../src/core/platform/time/time.ts'
import type { CheckResult } from '../../../src/core/probes/protocol.ts'
import { recordResults } from '../../../src/services/evaluation/record-results.ts'
import { markStaleMonitors } from '../../../src/services/evaluation/stale-monitors.ts'
import { expireLostProbes } from '../../../src/services/probes/lost-probes.ts'
import { reviewProbeTroubles } from '../../../src/services/probes/probe-troubles.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { type Cleanup, DIALECTS } from '../../support/database/stores.ts'
import { readRows, updateRows } from '../../support/database/tables.ts'
import { createDyingContext } from '../../support/factories/dependency-site.ts'
import { sendAll, TEMPORARY_FAILURE } from '../../support/factories/manual-courier.ts'
import { createDownResult, createMonitorFixture } from '../../support/factories/monitors.ts'
import { createOutboxFixtureIn } from '../../support/factories/outbox.ts'
import { TestProbe } from '../../support/factories/probes.ts'
import { MONDAY } from '../../support/time/clock.ts'

const STEP_MS = 10 * SECOND_MS

/** Two monitors of the region `local` with one target, and a live probe. */
async function openSite(t: Cleanup, dialect: DialectName) {
  const { context } = await createMonitorFixture(t, dialect)
  const outbox = await createOutboxFixtureIn(context.store, context, 2)
  const { db } = context.store
  await outbox.createTarget('ops', 'https://ops.example.test/hook')
  const probe = new TestProbe(context)
  await probe.register()
  const review = () => reviewProbeTroubles(context)
  /** Advances the time while these probes poll. */
  const pass = async (ms: number, probes: readonly TestProbe[] = []) => {
    for (let passed = 0; passed < ms; passed += STEP_MS) {
      context.setTime(context.now() + STEP_MS)
      for (const one of probes) await one.pollOrRegister()
      await expireLostProbes(context)
      await review()
    }
  }
  const listEvents = async () =>
    (await readRows(db, 'deliveries', {}, ['created_at', 'id'])).map(({ payload }) => JSON.parse(payload) as Event)
  return {
    ...outbox,
    context,
    db,
    probe,
    review,
    pass,
    listEvents,
    listTypes: async () => (await listEvents()).map(({ type }) => type.replace('probe_trouble.', '')),
    listStates: () => readRows(db, 'probe_troubles'),
    pin: (key: number, ...regions: string[]) =>
      updateRows(db, 'monitors', { regions: JSON.stringify(regions) }, { key }),
  }
}

const inconclusive = (monitorKey: number, at: number): CheckResult => ({
  ...createDownResult(monitorKey, at),
  status: 'inconclusive',
  errorType: 'connection_error',
  errorMessage: 'no route',
})

for (const dialect of DIALECTS) {
  test(`${dialect}: a lost region sends one message after the grace period and one with the duration at the end`, async (t) => {
    const site = await openSite(t, dialect)
    await site.pass(MINUTE_MS, [site.probe])
    await site.pass(5 * MINUTE_MS)
    assert.deepEqual(await site.listTypes(), [])
    await site.pass(20 * MINUTE_MS)
    await sendAll(site.context)
    await site.pass(10 * MINUTE_MS, [site.probe])
    const [started, ended, ...others] = await site.listEvents()
    const monitors = ['monitor-0', 'monitor-1'].map((name) => ({ id: `alice-${name}`, name }))
    const facts = {
      region: 'local',
      region_name: 'Local',
      reason: 'no_probe',
      started_at: new Date(MONDAY + MINUTE_MS).toISOString(),
      monitors,
      monitor_count: 2,
    }
    assert.deepEqual([started!.type, started!.data.probe_trouble], ['probe_trouble.started', facts])
    assert.deepEqual(
      [ended!.type, ended!.data.probe_trouble],
      ['probe_trouble.ended', { ...facts, ended_at: new Date(MONDAY + 26 * MINUTE_MS + STEP_MS).toISOString() }],
    )
    assert.deepEqual([others, await site.listStates()], [[], []])
  })

  test(`${dialect}: an interruption shorter than the grace period sends nothing`, async (t) => {
    const site = await openSite(t, dialect)
    await site.pass(4 * MINUTE_MS)
    await site.pass(4 * MINUTE_MS, [site.probe])
    await site.pass(4 * MINUTE_MS)
    await site.pass(4 * MINUTE_MS, [site.probe])
    assert.deepEqual([await site.listTypes(), await site.listStates()], [[], []])
  })

  test(`${dialect}: a probe that ends soon after each start does not end the trouble`, async (t) => {
    const site = await openSite(t, dialect)
    for (let minute = 0; minute < 10; minute++) {
      await site.pass(40 * SECOND_MS)
      await site.pass(20 * SECOND_MS, [site.probe])
    }
    assert.deepEqual(await site.listTypes(), ['started'])
  })

  test(`${dialect}: the grace period starts again when no server ran in the meantime`, async (t) => {
    const site = await openSite(t, dialect)
    await site.pass(MINUTE_MS)
    site.context.setTime(site.context.now() + HOUR_MS)
    await site.pass(4 * MINUTE_MS)
    assert.deepEqual(await site.listTypes(), [])
    await site.pass(2 * MINUTE_MS)
    assert.deepEqual(await site.listTypes(), ['started'])
  })

  test(`${dialect}: a monitor that another region checks is not affected`, async (t) => {
    const site = await openSite(t, dialect)
    const [both, one] = site.keys as [number, number]
    await site.pin(one, 'eu-1', 'local')
    await site.pass(6 * MINUTE_MS, [site.probe])
    assert.deepEqual(await site.listTypes(), [], 'eu-1 has no probe yet')
    await site.pin(both, 'local', 'eu-1')
    await site.pin(one, 'local')
    const other = new TestProbe(site.context, 'eu-1')
    await other.register()
    await site.pass(10 * MINUTE_MS, [other])
    const [event] = await site.listEvents()
    assert.deepEqual(
      event!.data.probe_trouble!.monitors.map(({ name }) => name),
      ['monitor-1'],
    )
    await site.pass(10 * MINUTE_MS)
    assert.deepEqual(await site.listTypes(), ['started', 'started'], 'the first monitor is attributed to eu-1')
  })

  test(`${dialect}: stuck probes send a message, and a stuck probe beside a working one does not`, async (t) => {
    const site = await openSite(t, dialect)
    const other = new TestProbe(site.context)
    await other.register()
    site.probe.overdueMs = MINUTE_MS
    await site.pass(10 * MINUTE_MS, [site.probe, other])
    assert.deepEqual(await site.listTypes(), [])
    other.overdueMs = MINUTE_MS
    await site.pass(10 * MINUTE_MS, [site.probe, other])
    assert.deepEqual(
      (await site.listEvents()).map(({ data }) => data.probe_trouble!.reason),
      ['stuck'],
    )
  })

  test(`${dialect}: inconclusive checks send a message when a monitor has no other result`, async (t) => {
    const site = await openSite(t, dialect)
    const [failing, silent] = site.keys as [number, number]
    await site.pin(silent, 'eu-1')
    const other = new TestProbe(site.context, 'eu-1')
    await other.register()
    await recordResults(site.context, 'local', [
      { ...inconclusive(failing, MONDAY), status: 'up', errorType: null, errorMessage: null },
    ])
    for (let minute = 1; minute <= 20; minute++) {
      await site.pass(MINUTE_MS, [site.probe, other])
      await recordResults(site.context, 'local', [inconclusive(failing, site.context.now() - SECOND_MS)])
      await markStaleMonitors(site.context, 0)
    }
    const [event, ...others] = await site.listEvents()
    const { reason, started_at, monitors } = event!.data.probe_trouble!
    assert.deepEqual(
      [reason, started_at.slice(0, 16), monitors.map(({ name }) => name), others],
      ['connection', new Date(MONDAY).toISOString().slice(0, 16), ['monitor-0'], []],
    )
  })

  test(`${dialect}: several servers send each message once, and a crash before the commit loses none`, async (t) => {
    const site = await openSite(t, dialect)
    await site.pass(5 * MINUTE_MS)
    site.context.setTime(site.context.now() + 30 * SECOND_MS)
    await assert.rejects(reviewProbeTroubles(createDyingContext(site.context)), /killed/)
    assert.deepEqual(await site.listTypes(), [])
    await Promise.all([site.review(), site.review(), site.review()])
    assert.deepEqual(await site.listTypes(), ['started'])
    // The server that decided is killed before it sends anything, and another server decides and sends
    const other = { ...site.context, serverId: 'other' }
    await reviewProbeTroubles(other)
    assert.equal((await sendAll(other)).length, 1)
    await site.probe.pollOrRegister()
    await site.review()
    site.context.setTime(site.context.now() + MINUTE_MS)
    await site.probe.pollOrRegister()
    await Promise.all([site.review(), site.review(), site.review()])
    assert.deepEqual(await site.listTypes(), ['started', 'ended'])
    assert.equal((await sendAll(site.context)).length, 1)
  })

  test(`${dialect}: only the last message is sent when the first could not be sent before the end`, async (t) => {
    const site = await openSite(t, dialect)
    await site.createTarget('reached', 'https://reached.example.test/hook')
    await site.pass(6 * MINUTE_MS)
    await sendAll(site.context, TEMPORARY_FAILURE)
    await updateRows(site.db, 'deliveries', { status: 'delivered' }, { target_id: 'target-reached' })
    await site.pass(2 * MINUTE_MS, [site.probe])
    const rows = await readRows(site.db, 'deliveries', {}, ['created_at', 'target_id'])
    assert.deepEqual(
      rows.map(({ event_type, target_id }) => `${target_id} ${event_type}`),
      ['target-reached probe_trouble.started', 'target-ops probe_trouble.ended', 'target-reached probe_trouble.ended'],
    )
  })

  test(`${dialect}: only targets that subscribe to trouble of probes are notified, each once`, async (t) => {
    const site = await openSite(t, dialect)
    await site.createTarget('other', 'https://other.example.test/hook')
    await updateRows(site.db, 'notification_targets', { events: '["down"]' }, { id: 'target-ops' })
    await site.pass(6 * MINUTE_MS)
    const rows = await readRows(site.db, 'deliveries')
    assert.deepEqual(
      rows.map(({ target_id }) => target_id),
      ['target-other'],
    )
  })
}
