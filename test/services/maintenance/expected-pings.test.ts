/** Jobs whose pings are expected while their monitor is in maintenance. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PingKind } from '../../../src/core/heartbeats/heartbeat-state.ts'
import { SECOND_MS } from '../../../src/core/platform/time/time.ts'
import { markStaleMonitors } from '../../../src/services/evaluation/stale-monitors.ts'
import { recordOverdue, recordPings } from '../../../src/services/heartbeats/heartbeats.ts'
import { openDeferredIncidents } from '../../../src/services/maintenance/deferred-incidents.ts'
import { processDueWindows } from '../../../src/services/maintenance/maintenance-spans.ts'
import { createWindow, updateWindow } from '../../../src/services/maintenance/maintenance-windows.ts'
import { createMonitor } from '../../../src/services/monitors/monitor-creation.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { readRuntimeStatus } from '../../support/database/monitor-rows.ts'
import { type Cleanup, DIALECTS } from '../../support/database/stores.ts'
import { readRow, readRows } from '../../support/database/tables.ts'
import { createMonitorFixture } from '../../support/factories/monitors.ts'
import { MONDAY } from '../../support/time/clock.ts'

const second = (count: number): number => MONDAY + count * SECOND_MS

/** A job that pings every minute, and was pinged at second 0. */
async function openJob(t: Cleanup, dialect: DialectName, gracePeriodSeconds = 0) {
  const { context, scope } = await createMonitorFixture(t, dialect)
  const { db } = context.store
  const { id, key, target } = await createMonitor(context, scope, {
    type: 'HEARTBEAT',
    name: 'Backup',
    target: '',
    settings: { expectedIntervalSeconds: 60, gracePeriodSeconds, schedule: null, timezone: null },
    intervalSeconds: 60,
  })
  const ping = (kind: PingKind = 'success', runId: string | null = null) =>
    recordPings(context, [
      { token: target, kind, at: context.now(), exitStatus: null, runId, body: null, bodyBytes: 0, source: '' },
    ])
  await ping()
  const plan = (from: number, to: number) =>
    createWindow(context, scope, {
      name: 'Upgrade',
      description: '',
      monitorIds: [id],
      groupIds: [],
      startsAt: second(from),
      endsAt: second(to),
      recurrence: null,
    })
  /** Runs the loops every second until then, as a server does. */
  const runTo = async (until: number) => {
    for (let at = (context.now() - MONDAY) / SECOND_MS + 1; at <= until; at++) {
      context.setTime(second(at))
      await processDueWindows(context)
      await recordOverdue(context, 10)
      await openDeferredIncidents(context)
    }
    await markStaleMonitors(context, 0)
    return readRuntimeStatus(db, key)
  }
  const countIncidents = async () => (await readRows(db, 'incidents')).length
  const dueAt = async () => ((await readRow(db, 'heartbeats')).due_at! - MONDAY) / SECOND_MS
  return { context, scope, ping, plan, runTo, countIncidents, dueAt }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: a ping that was expected in maintenance is due one period and the grace period after its end`, async (t) => {
    for (const [grace, due] of [
      [0, 140],
      [30, 170],
    ] as const) {
      const { plan, runTo, countIncidents } = await openJob(t, dialect, grace)
      await plan(1, 80)
      assert.equal(await runTo(due - 1), 'up', `grace period ${grace} s`)
      assert.equal(await countIncidents(), 0)
      assert.equal(await runTo(due), 'down')
      assert.equal(await countIncidents(), 1)
    }
  })

  test(`${dialect}: a ping that was expected before or after maintenance keeps its deadline`, async (t) => {
    const late = await openJob(t, dialect)
    await late.plan(61, 80)
    assert.equal(await late.runTo(60), 'down')
    assert.equal(await late.countIncidents(), 1)
    const early = await openJob(t, dialect)
    await early.plan(10, 59)
    assert.equal(await early.runTo(60), 'down')
  })

  test(`${dialect}: after long maintenance the job is up until its deadline, and two windows without a gap count as one`, async (t) => {
    const { plan, runTo, countIncidents, context, dueAt } = await openJob(t, dialect)
    await plan(30, 600)
    await plan(600, 900)
    assert.equal(await runTo(61), 'up')
    assert.equal(await dueAt(), 960)
    context.setTime(second(940))
    assert.equal(await runTo(959), 'up')
    assert.equal(await countIncidents(), 0)
    assert.equal(await runTo(960), 'down')
  })

  test(`${dialect}: the deadline follows the end of a window that is cancelled or extended`, async (t) => {
    const { context, scope, plan, runTo, dueAt } = await openJob(t, dialect)
    const window = await plan(30, 600)
    await runTo(61)
    assert.equal(await dueAt(), 660)
    await updateWindow(context, scope, window.id, { endsAt: second(700) }, false)
    await updateWindow(context, scope, window.id, {}, true)
    assert.equal(await dueAt(), 121)
    assert.equal(await runTo(120), 'up')
    assert.equal(await runTo(121), 'down')
    const extended = await openJob(t, dialect)
    const short = await extended.plan(30, 100)
    await extended.runTo(61)
    await updateWindow(extended.context, extended.scope, short.id, { endsAt: second(200) }, false)
    assert.equal(await extended.runTo(259), 'up')
    assert.equal(await extended.runTo(260), 'down')
  })

  test(`${dialect}: a job that was down before stays down, and a run that the work ended is not missed`, async (t) => {
    const { plan, runTo, countIncidents } = await openJob(t, dialect)
    assert.equal(await runTo(60), 'down')
    await plan(70, 200)
    assert.equal(await runTo(300), 'down')
    assert.equal(await countIncidents(), 1)
    const cut = await openJob(t, dialect)
    await cut.runTo(10)
    await cut.ping('start', '0198c0de-0000-4000-8000-00000000000a')
    await cut.plan(11, 30)
    await cut.runTo(60)
    await cut.ping('success', '0198c0de-0000-4000-8000-00000000000b')
    assert.equal(await cut.runTo(119), 'up')
    assert.equal(await cut.runTo(120), 'down')
  })
}
