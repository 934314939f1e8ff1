import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Outcome } from '../../../src/core/notifications/delivery.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../src/core/platform/time/time.ts'
import type { CheckStatus } from '../../../src/core/results/verdict.ts'
import { recordResults } from '../../../src/services/evaluation/record-results.ts'
import { recordIntakeAlive, recordOverdue, recordPings } from '../../../src/services/heartbeats/heartbeats.ts'
import { groupDue } from '../../../src/services/notifications/alert-groups.ts'
import { claimDue, saveOutcomes } from '../../../src/services/notifications/deliveries.ts'
import { expireLostProbes, extendLeasesAfterGap } from '../../../src/services/probes/lost-probes.ts'
import { registerProbe } from '../../../src/services/probes/probes.ts'
import { insertHeartbeats } from '../../../src/store/heartbeats/heartbeats.ts'
import { listHistory } from '../../../src/store/results/status-changes.ts'
import { insertMaintenanceSpans } from '../../support/database/monitor-rows.ts'
import {
  readDelivery,
  readNextAttempt,
  readOutbox,
  updateDeliveries,
} from '../../support/database/notification-rows.ts'
import { type Cleanup, DIALECTS, needsPostgres, openTestStore } from '../../support/database/stores.ts'
import { insertRows, readRow, readRows, updateRows } from '../../support/database/tables.ts'
import { createResult } from '../../support/factories/dependency-site.ts'
import { createOutboxFixture } from '../../support/factories/outbox.ts'
import { probeId } from '../../support/factories/probes.ts'
import { MONDAY } from '../../support/time/clock.ts'
import { startServer, TestMachine } from './set-clock.ts'

const HOOK = 'https://ops.example.test/hook'
const ROOM = { total: 10, perTarget: 10, inFlight: new Map<string, number>() }
const middle = () => 0.5
const REFUSED: Outcome = {
  delivered: false as const,
  message: 'connect: ECONNREFUSED',
  permanent: false,
  bounced: false,
  retryAfterMs: null,
  disableTarget: false,
  receiver: 'answering',
}

async function openService(t: Cleanup, dialect: (typeof DIALECTS)[number]) {
  const machine = new TestMachine(MONDAY)
  const server = await startServer(await openTestStore(t, dialect), machine)
  const { context, clockSync } = server
  const { store } = context
  const { keys, createTarget, setCondition } = await createOutboxFixture(store, context, 1)
  const sync = () => clockSync.sync()
  await sync()
  const check = (status: CheckStatus) =>
    recordResults(context, 'local', [createResult(keys[0]!, status, context.now())])
  const outages = async () =>
    (await listHistory(store.db, keys[0]!, { limit: 20, offset: 0 })).entries
      .filter(({ toStatus }) => toStatus === 'down')
      .map(({ startedAt, endedAt }) => endedAt! - startedAt)
  const claim = async () => {
    await groupDue(context)
    return claimDue(context, ROOM)
  }
  return {
    store,
    context,
    machine,
    key: keys[0]!,
    listen: createTarget,
    turn: setCondition,
    sync,
    check,
    outages,
    claim,
  }
}

for (const dialect of DIALECTS) {
  for (const step of [-HOUR_MS, -MINUTE_MS, HOUR_MS])
    test(`${dialect}: a retry runs after its delay when the clock is set by ${step / SECOND_MS} s`, async (t) => {
      const { machine, context, listen, turn, sync, claim } = await openService(t, dialect)
      await listen('ops', HOOK)
      await turn('down', 'up')
      const [first] = await claim()
      await saveOutcomes(context, [{ ...first!, outcome: REFUSED, wasTried: true }], middle)
      machine.pass(4 * SECOND_MS)
      machine.set(step)
      assert.equal(context.now(), MONDAY + 4 * SECOND_MS, 'until the stored times have moved')
      await sync()
      assert.equal(context.now(), MONDAY + step + 4 * SECOND_MS)
      machine.pass(5 * SECOND_MS)
      assert.deepEqual(await claim(), [])
      machine.pass(1 * SECOND_MS)
      assert.deepEqual(
        (await claim()).map(({ delivery }) => delivery.id),
        [first!.delivery.id],
      )
    })

  test(`${dialect}: a delivery in flight when the clock is set back is settled and not sent again`, async (t) => {
    const { store, machine, context, listen, turn, sync, claim } = await openService(t, dialect)
    await listen('ops', HOOK)
    await turn('down', 'up')
    const [claimed] = await claim()
    machine.set(-HOUR_MS)
    await sync()
    assert.deepEqual(await claim(), [], 'its lease still holds')
    await saveOutcomes(context, [{ ...claimed!, outcome: { delivered: true }, wasTried: true }], middle)
    const { status } = await readDelivery(store.db)
    assert.equal(status, 'delivered')
  })

  for (const step of [-HOUR_MS, HOUR_MS])
    test(`${dialect}: a heartbeat is missed after its interval when the clock is set by ${step / SECOND_MS} s`, async (t) => {
      const { store, machine, context, key, sync } = await openService(t, dialect)
      const token = '5b1f1c2e-3d7a-4c55-9d0c-000000000001'
      await store.transact((tx) => insertHeartbeats(tx, [{ monitorKey: key, token }]))
      const settings = { expectedIntervalSeconds: 60, gracePeriodSeconds: 0, schedule: null, timezone: null }
      await updateRows(store.db, 'monitors', { type: 'HEARTBEAT', settings: JSON.stringify(settings) })
      const rest = { exitStatus: null, runId: null, body: null, bodyBytes: 0, source: '192.0.2.1' }
      await recordPings(context, [{ token, kind: 'success', at: context.now(), ...rest }])
      machine.pass(20 * SECOND_MS)
      machine.set(step)
      await sync()
      machine.pass(39 * SECOND_MS)
      await recordIntakeAlive(context, { since: 0, leapMs: 0 })
      assert.equal(await recordOverdue(context, 10), 0)
      machine.pass(1 * SECOND_MS)
      assert.equal(await recordOverdue(context, 10), 1)
    })

  for (const step of [-2 * HOUR_MS, -HOUR_MS, -20 * SECOND_MS, HOUR_MS])
    test(`${dialect}: an outage keeps its duration when the clock is set by ${step / SECOND_MS} s during it`, async (t) => {
      const { store, machine, sync, check, outages } = await openService(t, dialect)
      await check('up')
      machine.pass(MINUTE_MS)
      await check('down')
      machine.pass(10 * SECOND_MS)
      await check('down')
      machine.pass(30 * SECOND_MS)
      await sync()
      machine.set(step)
      await sync()
      machine.pass(30 * SECOND_MS)
      await check('up')
      machine.pass(10 * SECOND_MS)
      await check('up')
      assert.deepEqual(await outages(), [70 * SECOND_MS])
      const incident = await readRow(store.db, 'incidents')
      assert.equal(incident.resolved_at! - incident.started_at, 70 * SECOND_MS)
      const spans = await readRows(store.db, 'status_changes', { kind: 'runtime' }, ['started_at', 'id'])
      for (const [index, { ended_at }] of spans.entries())
        assert.equal(ended_at, spans[index + 1]?.started_at ?? null, 'spans follow one another')
      assert.ok(spans.every(({ started_at, ended_at }) => ended_at === null || ended_at >= started_at))
    })

  test(`${dialect}: a monitor keeps its status while the clock leaps forward, and no probe is lost`, async (t) => {
    const { store, machine, context, key, sync, check } = await openService(t, dialect)
    const hello = {
      probeId: probeId(1),
      region: 'local',
      name: 'one',
      version: '1',
      protocol: 1,
      held: 0,
      capabilities: { icmp: false, ipv6: false },
    }
    await registerProbe(context, { hello, tokenId: null, address: null })
    await check('up')
    await extendLeasesAfterGap(context)
    machine.pass(5 * SECOND_MS)
    machine.set(HOUR_MS)
    await sync()
    assert.deepEqual(await expireLostProbes(context), [])
    const { fresh_until } = await readRow(store.db, 'check_states')
    assert.ok(fresh_until > context.now())
    const monitor = await readRow(store.db, 'monitors', { key })
    assert.equal(monitor.runtime_status, 'up')
    machine.pass(15 * SECOND_MS)
    assert.equal((await expireLostProbes(context)).length, 1, 'the probe is lost later')
  })

  test(`${dialect}: a server that starts with its clock set back keeps the remaining delays`, async (t) => {
    const { store, machine, context, listen, turn, sync, claim } = await openService(t, dialect)
    await listen('ops', HOOK)
    await turn('down', 'up')
    const [first] = await claim()
    await saveOutcomes(context, [{ ...first!, outcome: REFUSED, wasTried: true }], middle)
    machine.pass(SECOND_MS)
    await sync()
    machine.set(-HOUR_MS)
    const { context: restarted } = await startServer(store, machine)
    assert.equal(restarted.now(), MONDAY + SECOND_MS - HOUR_MS)
    const row = await readDelivery(store.db)
    const waitMs = row!.next_attempt_at - restarted.now()
    assert.ok(waitMs > 0 && waitMs <= 10 * SECOND_MS, `${waitMs} ms`)
  })

  test(`${dialect}: time in which the machine slept is not a clock step`, async (t) => {
    const { store, machine, context, listen, turn, sync } = await openService(t, dialect)
    await listen('ops', HOOK)
    await turn('down', 'up')
    const dueAt = async () => (await readOutbox(store.db))[0]
    const before = await dueAt()
    machine.sleep(HOUR_MS)
    assert.equal(context.now(), MONDAY + HOUR_MS)
    assert.equal(await sync(), null)
    assert.deepEqual(await dueAt(), before)
  })

  test(`${dialect}: calendar times are not moved when the clock is set`, async (t) => {
    const { store, machine, context, key, listen, turn, sync } = await openService(t, dialect)
    await listen('ops', HOOK)
    const endsAt = context.now() + 30 * MINUTE_MS
    await turn('down', 'up')
    await updateDeliveries(store.db, { next_attempt_at: endsAt })
    await insertMaintenanceSpans(store.db, {
      monitor_key: key,
      starts_at: context.now(),
      window_id: 'window',
      ends_at: endsAt,
    })
    const escalation = { started_at: endsAt, due_at: endsAt + MINUTE_MS }
    const { id } = await readRow(store.db, 'incidents')
    const step = { incident_id: id, policy_id: 'policy', round: 1, step: 2, opened_at: context.now() }
    await insertRows(store.db, 'incident_escalations', { ...step, ...escalation })
    machine.set(-HOUR_MS)
    await sync()
    const row = await readDelivery(store.db)
    assert.equal(row.next_attempt_at, endsAt)
    assert.partialDeepStrictEqual(await readRow(store.db, 'incident_escalations'), escalation)
  })
}

/** Two servers on one PostgreSQL, each of the three with its own clock. */
async function openCluster(t: Cleanup) {
  const store = await openTestStore(t, 'postgres')
  const [here, there, database] = [new TestMachine(MONDAY), new TestMachine(MONDAY), new TestMachine(MONDAY)]
  const one = await startServer(store, here, database)
  const other = await startServer(store, there, database)
  const { createTarget, setCondition } = await createOutboxFixture(store, one.context, 1)
  await createTarget('ops', HOOK)
  await setCondition('down', 'up')
  const dueAt = () => readNextAttempt(store.db)
  const pass = async (ms: number) => {
    for (const machine of [here, there, database]) machine.pass(ms)
    for (const { clockSync } of [one, other]) await clockSync.sync()
  }
  await pass(11 * SECOND_MS)
  return { store, machines: { here, there, database }, one, other, dueAt, pass }
}

test('one of two servers that detect the same step moves the stored times', needsPostgres, async (t) => {
  const { machines, one, other, dueAt } = await openCluster(t)
  const before = await dueAt()
  for (const machine of Object.values(machines)) machine.set(-HOUR_MS)
  assert.deepEqual(await one.clockSync.sync(), { byMs: -HOUR_MS, shiftedMs: -HOUR_MS })
  assert.deepEqual(await other.clockSync.sync(), { byMs: -HOUR_MS, shiftedMs: 0 })
  assert.equal(await dueAt(), before - HOUR_MS)
  assert.equal(one.context.now(), machines.here.wall())
  assert.equal(other.context.now(), machines.there.wall())
})

for (const step of [-HOUR_MS, HOUR_MS])
  test(
    `a server whose own clock is set by ${step / SECOND_MS} s follows the database clock and moves nothing`,
    needsPostgres,
    async (t) => {
      const { store, machines, one, other, dueAt, pass } = await openCluster(t)
      const before = await dueAt()
      machines.here.set(step)
      await pass(20 * SECOND_MS)
      assert.equal(await dueAt(), before)
      assert.equal(one.context.now(), machines.database.wall())
      const started = await startServer(store, machines.here, machines.database)
      assert.equal(started.context.now(), machines.database.wall(), 'also after a start with the wrong clock')
      machines.here.set(-step)
      await pass(20 * SECOND_MS)
      assert.equal(one.context.now(), other.context.now())
      assert.equal(await dueAt(), before)
    },
  )

test('a server that was suspended while others continued moves nothing', needsPostgres, async (t) => {
  const { machines, one, other, dueAt } = await openCluster(t)
  const before = await dueAt()
  for (const machine of [machines.there, machines.database]) machine.pass(10 * MINUTE_MS)
  await other.clockSync.sync()
  machines.here.freeze(10 * MINUTE_MS)
  assert.deepEqual(await one.clockSync.sync(), { byMs: 10 * MINUTE_MS, shiftedMs: 0 })
  assert.equal(await dueAt(), before)
  assert.equal(one.context.now(), other.context.now())
})

test('a database without an earlier server moves nothing at the start', async (t) => {
  const { clockSync } = await startServer(await openTestStore(t, 'sqlite'), new TestMachine(MONDAY))
  assert.equal(await clockSync.start(), null)
})
