import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS, SECOND_MS } from '../../../src/core/platform/time/time.ts'
import { recordResults } from '../../../src/services/evaluation/record-results.ts'
import { stopFlapping } from '../../../src/services/evaluation/stop-flapping.ts'
import { changeIncidentStatus } from '../../../src/services/incidents/incident-actions.ts'
import { pauseMonitor, resumeMonitor } from '../../../src/services/monitors/monitors.ts'
import { listStatusChanges } from '../../support/database/monitor-rows.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { readRow, readRows } from '../../support/database/tables.ts'
import { createDyingContext } from '../../support/factories/dependency-site.ts'
import { createMaintenanceFixture, type MaintenanceFixture } from '../../support/factories/maintenance.ts'
import { createDownResult } from '../../support/factories/monitors.ts'
import { MONDAY } from '../../support/time/clock.ts'

/** Records up and then alternates between down and up every minute. */
async function flap(works: MaintenanceFixture, from: number, changes: number): Promise<void> {
  await works.recordChecks(from, 'up')
  for (let change = 1; change <= changes; change++)
    await works.recordChecks(from + change, change % 2 === 1 ? 'down' : 'up')
}

/** Records the same status every minute and runs the watches. */
async function stay(works: MaintenanceFixture, from: number, to: number, status: 'up' | 'down'): Promise<void> {
  for (let minute = from; minute < to; minute++) {
    await works.recordChecks(minute, status)
    await works.advanceTo(minute + 0.5)
  }
  await works.advanceTo(to)
}

const entries = async ({ context }: MaintenanceFixture): Promise<string[]> => {
  const rows = await readRows(context.store.db, 'incident_updates', {}, ['created_at'])
  return rows.map(({ kind, message }) => `${kind}: ${message}`)
}

const flaps = ({ context }: MaintenanceFixture) => readRows(context.store.db, 'flaps')

for (const dialect of DIALECTS) {
  test(`${dialect}: flapping sends its own message after the fifth change and then nothing until the monitor is stable`, async (t) => {
    const works = await createMaintenanceFixture(t, dialect)
    await flap(works, 1, 9)
    await stay(works, 11, 15, 'up')
    assert.deepEqual(await works.listNotifications(), [
      'incident.opened 2',
      'incident.resolved 3',
      'incident.reopened 4',
      'incident.resolved 5',
      'incident.reopened 6',
      'flapping.started 6',
    ])
    assert.deepEqual(
      (await entries(works)).slice(-2).map((line) => line.split('. ')[0]),
      [
        'reopened: down: 1 of 1 region, `status 503, expected 2xx`, 2 checks in a row',
        'status_changed: The monitor is flapping: 5 changes between up and down within 4 min',
      ],
    )
    await stay(works, 15, 30, 'up')
    assert.deepEqual((await works.listNotifications()).slice(6), ['flapping.ended 16', 'incident.resolved 16'])
    assert.equal((await entries(works)).at(-1), 'resolved: no longer flapping: up for 5 min')
    assert.deepEqual(await works.listIncidents(), ['resolved 2'])
    assert.deepEqual(await flaps(works), [])
  })

  test(`${dialect}: a monitor that stops flapping while down stays down and sends one message`, async (t) => {
    const works = await createMaintenanceFixture(t, dialect)
    await flap(works, 1, 7)
    await stay(works, 9, 30, 'down')
    assert.deepEqual((await works.listNotifications()).slice(6), ['flapping.ended 13'])
    assert.deepEqual(await works.listIncidents(), ['open 2'])
    assert.match((await entries(works)).at(-1)!, /The monitor is no longer flapping: down for 5 min\./)
  })

  test(`${dialect}: the status history states which changes count as flapping`, async (t) => {
    const works = await createMaintenanceFixture(t, dialect)
    await flap(works, 1, 6)
    const rows = await listStatusChanges(works.context.store.db)
    const words = rows.map(
      ({ reason }) => /flapping: \d+ changes between up and down within \d+ min/.exec(reason)?.[0] ?? '',
    )
    assert.deepEqual(words.slice(2), [
      '',
      '',
      '',
      '',
      'flapping: 5 changes between up and down within 4 min',
      'flapping: 6 changes between up and down within 5 min',
    ])
  })

  test(`${dialect}: an incident that a user resolved while flapping opens again with the next failure and sends an alert`, async (t) => {
    const works = await createMaintenanceFixture(t, dialect)
    await flap(works, 1, 5)
    const { id } = await readRow(works.context.store.db, 'incidents')
    await changeIncidentStatus(works.context, works.scope, id, { status: 'resolved', note: null })
    await works.recordChecks(7, 'up')
    await works.recordChecks(10, 'down')
    assert.deepEqual((await works.listNotifications()).slice(6), ['incident.resolved 6', 'incident.opened 10'])
    assert.deepEqual(await works.listIncidents(), ['resolved 2', 'open 10'])
  })

  test(`${dialect}: pausing ends flapping, and a resumed monitor starts without changes`, async (t) => {
    const works = await createMaintenanceFixture(t, dialect)
    await flap(works, 1, 5)
    assert.equal((await flaps(works)).length, 1)
    await pauseMonitor(works.context, works.scope, 'alice-monitor-0')
    assert.deepEqual(await flaps(works), [])
    works.context.setTime(MONDAY + 7 * MINUTE_MS)
    await resumeMonitor(works.context, works.scope, 'alice-monitor-0')
    await flap(works, 8, 1)
    assert.deepEqual(await flaps(works), [])
  })

  test(`${dialect}: changes during maintenance do not count as flapping`, async (t) => {
    const works = await createMaintenanceFixture(t, dialect)
    await works.planWindow()
    await works.advanceTo(60)
    await flap(works, 61, 8)
    assert.deepEqual([await flaps(works), await works.listIncidents()], [[], []])
    await flap(works, 121, 3)
    assert.deepEqual(await flaps(works), [])
  })

  test(`${dialect}: a monitor that keeps changing during maintenance is not stable until the changes stop`, async (t) => {
    const works = await createMaintenanceFixture(t, dialect)
    await works.planWindow()
    await flap(works, 53, 7)
    await works.advanceTo(60)
    for (const [minute, status] of [
      [61, 'up'],
      [62, 'down'],
      [63, 'up'],
    ] as const)
      await works.recordChecks(minute, status)
    await stay(works, 64, 66, 'up')
    assert.deepEqual(await works.listIncidents(), ['open 54'])
    await stay(works, 66, 69, 'up')
    const incident = await readRow(works.context.store.db, 'incidents')
    assert.equal(Math.floor((incident!.resolved_at! - MONDAY) / MINUTE_MS), 63)
    assert.equal((await entries(works)).at(-1), 'resolved: no longer flapping: up for 5 min')
    assert.deepEqual((await works.listNotifications()).slice(6), [
      'maintenance.started 60',
      'flapping.ended 120',
      'incident.resolved 120',
    ])
  })

  test(`${dialect}: the end of flapping sends one message when several servers detect it and one crashes`, async (t) => {
    const works = await createMaintenanceFixture(t, dialect)
    await flap(works, 1, 6)
    for (let calm = 8; calm <= 12; calm++) await works.recordChecks(calm, 'up')
    works.context.setTime(MONDAY + 13 * MINUTE_MS)
    await assert.rejects(stopFlapping(createDyingContext(works.context)), /killed/)
    await Promise.all([stopFlapping(works.context), stopFlapping(works.context), stopFlapping(works.context)])
    assert.deepEqual((await works.listNotifications()).slice(6), ['flapping.ended 13', 'incident.resolved 13'])
  })

  test(`${dialect}: a change after an undetected stable time ends flapping first`, async (t) => {
    const works = await createMaintenanceFixture(t, dialect)
    await flap(works, 1, 6)
    for (let calm = 8; calm <= 21; calm++) await works.recordChecks(calm, 'up')
    await works.recordChecks(22, 'down')
    assert.deepEqual((await works.listNotifications()).slice(6), [
      'flapping.ended 22',
      'incident.opened 22',
      'incident.resolved 22',
    ])
    assert.deepEqual([await flaps(works), await works.listIncidents()], [[], ['resolved 2', 'open 22']])
  })

  test(`${dialect}: time without results is not stable, and five intervals count from its end`, async (t) => {
    const works = await createMaintenanceFixture(t, dialect)
    await flap(works, 1, 6)
    await works.advanceTo(20)
    assert.deepEqual([(await flaps(works)).length, await works.listIncidents()], [1, ['open 2']])
    await stay(works, 21, 25, 'up')
    assert.deepEqual(await works.listIncidents(), ['open 2'])
    await stay(works, 25, 27, 'up')
    assert.deepEqual((await works.listNotifications()).slice(6), ['flapping.ended 26', 'incident.resolved 26'])
  })

  test(`${dialect}: a failure that waits for its confirmation does not end flapping`, async (t) => {
    const works = await createMaintenanceFixture(t, dialect)
    await flap(works, 1, 6)
    for (let calm = 8; calm <= 11; calm++) await works.recordChecks(calm, 'up')
    const [key] = works.keys
    const at = MONDAY + 12 * MINUTE_MS - SECOND_MS
    works.context.setTime(at + 1)
    await recordResults(works.context, 'local', [createDownResult(key!, at)])
    works.context.setTime(MONDAY + 12 * MINUTE_MS + 10 * SECOND_MS)
    assert.equal(await stopFlapping(works.context), works.context.now() + 2 * SECOND_MS)
    assert.equal((await flaps(works)).length, 1)
  })
}
