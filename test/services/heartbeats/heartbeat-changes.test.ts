/** Edits of the schedule of a job whose pings have arrived. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PingKind } from '../../../src/core/heartbeats/heartbeat-state.ts'
import { HOUR_MS, MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { markStaleMonitors } from '../../../src/services/evaluation/stale-monitors.ts'
import { recordOverdue, recordPings } from '../../../src/services/heartbeats/heartbeats.ts'
import { createMonitor } from '../../../src/services/monitors/monitor-creation.ts'
import { updateMonitor } from '../../../src/services/monitors/monitors.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { readRuntimeStatus } from '../../support/database/monitor-rows.ts'
import { type Cleanup, DIALECTS } from '../../support/database/stores.ts'
import { readRow, readRows } from '../../support/database/tables.ts'
import { createMonitorFixture } from '../../support/factories/monitors.ts'
import { MONDAY } from '../../support/time/clock.ts'

const EVERY_MINUTE = { expectedIntervalSeconds: 60, gracePeriodSeconds: 30, schedule: null, timezone: null }
const HOURLY = { ...EVERY_MINUTE, expectedIntervalSeconds: 3_600 }
const DAILY = { ...EVERY_MINUTE, schedule: '0 3 * * *', timezone: 'Europe/Berlin' }

async function openJob(t: Cleanup, dialect: DialectName) {
  const { context, scope } = await createMonitorFixture(t, dialect)
  const { db } = context.store
  const { id, key, target } = await createMonitor(context, scope, {
    type: 'HEARTBEAT',
    name: 'Backup',
    target: '',
    settings: EVERY_MINUTE,
    intervalSeconds: 60,
  })
  const ping = (kind: PingKind = 'success') =>
    recordPings(context, [
      { token: target, kind, at: context.now(), exitStatus: null, runId: null, body: null, bodyBytes: 0, source: '' },
    ])
  /** Runs the loops that judge silence. */
  const watch = async () => {
    await recordOverdue(context, 10)
    await markStaleMonitors(context, 0)
  }
  const edit = (settings: object) => updateMonitor(context, scope, id, () => ({ settings: { ...settings } }))
  const statusOf = () => readRuntimeStatus(db, key)
  const countOpen = async () => (await readRows(db, 'incidents')).filter(({ status }) => status === 'open').length
  return { context, db, key, ping, watch, edit, statusOf, countOpen }
}

for (const dialect of DIALECTS) {
  for (const [name, settings, dueAt] of [
    ['an interval', HOURLY, MONDAY + HOUR_MS + 30_000],
    ['a schedule', DAILY, MONDAY + 2 * HOUR_MS + 30_000],
  ] as const)
    test(`${dialect}: a job that gets ${name} stays up until the deadline that follows from its last ping`, async (t) => {
      const { context, db, ping, watch, edit, statusOf } = await openJob(t, dialect)
      await ping()
      context.setTime(MONDAY + 30_000)
      await edit(settings)
      assert.equal((await readRow(db, 'heartbeats')).due_at, dueAt)
      context.setTime(dueAt - 1)
      await watch()
      assert.equal(await statusOf(), 'up')
      context.setTime(dueAt)
      await watch()
      assert.equal(await statusOf(), 'down')
    })

  test(`${dialect}: a job that is in time by its new schedule is up at once, and its incident resolves`, async (t) => {
    const { context, ping, watch, edit, statusOf, countOpen } = await openJob(t, dialect)
    await ping()
    context.setTime(MONDAY + 5 * MINUTE_MS)
    await watch()
    assert.deepEqual([await statusOf(), await countOpen()], ['down', 1])
    await edit(DAILY)
    assert.deepEqual([await statusOf(), await countOpen()], ['up', 0])
    context.setTime(MONDAY + HOUR_MS)
    await watch()
    assert.equal(await statusOf(), 'up')
  })

  test(`${dialect}: a job that reported a failure, or is late by its new schedule too, stays down with its incident`, async (t) => {
    const { context, ping, watch, edit, statusOf, countOpen } = await openJob(t, dialect)
    await ping('fail')
    await edit(DAILY)
    context.setTime(MONDAY + HOUR_MS)
    await watch()
    assert.deepEqual([await statusOf(), await countOpen()], ['down', 1])
    await ping()
    assert.deepEqual([await statusOf(), await countOpen()], ['up', 0])
    await edit(EVERY_MINUTE)
    context.setTime(MONDAY + HOUR_MS + 10 * MINUTE_MS)
    await watch()
    await edit({ ...EVERY_MINUTE, expectedIntervalSeconds: 120 })
    assert.deepEqual([await statusOf(), await countOpen()], ['down', 1])
    context.setTime(MONDAY + HOUR_MS + 12 * MINUTE_MS)
    await watch()
    assert.equal(await statusOf(), 'down')
  })
}
