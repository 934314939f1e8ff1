import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { processDueWindows } from '../../../src/services/maintenance/maintenance-spans.ts'
import { removeWindow, updateWindow } from '../../../src/services/maintenance/maintenance-windows.ts'
import { insertGroup } from '../../support/database/monitor-rows.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { countRows, readColumns, updateRows } from '../../support/database/tables.ts'
import { createMaintenanceFixture } from '../../support/factories/maintenance.ts'
import { MONDAY } from '../../support/time/clock.ts'

const minute = (count: number): number => MONDAY + count * MINUTE_MS

for (const dialect of DIALECTS) {
  test(`${dialect}: a window sends a notification with its details at its start and at its end`, async (t) => {
    const works = await createMaintenanceFixture(t, dialect, 2)
    const window = await works.planWindow()
    await works.advanceTo(49)
    assert.deepEqual(await works.listSpans(), [])
    await works.advanceTo(50)
    assert.deepEqual(await works.listSpans(), ['0: 60-120', '1: 60-120'])
    await works.advanceTo(200)
    assert.deepEqual(await works.listNotifications(), ['maintenance.started 60', 'maintenance.ended 120'])
    const rows = await readColumns(works.context.store.db, 'deliveries', ['payload', 'incident_id'])
    assert.deepEqual(rows[0]?.incident_id, null)
    assert.deepEqual(JSON.parse(rows[0]!.payload), {
      type: 'maintenance.started',
      timestamp: new Date(minute(60)).toISOString(),
      data: {
        organization_id: 'alice',
        project_id: 'alice',
        maintenance: {
          id: window.id,
          name: 'Upgrade',
          description: 'of the database',
          starts_at: new Date(minute(60)).toISOString(),
          ends_at: new Date(minute(120)).toISOString(),
          monitors: [
            { id: 'alice-monitor-0', name: 'monitor-0' },
            { id: 'alice-monitor-1', name: 'monitor-1' },
          ],
          monitor_count: 2,
        },
      },
    })
  })

  test(`${dialect}: several servers send the notifications of a window once`, async (t) => {
    const works = await createMaintenanceFixture(t, dialect)
    await works.planWindow()
    for (const at of [50, 60, 120]) {
      works.context.setTime(minute(at))
      await Promise.all([1, 2, 3].map(() => processDueWindows(works.context)))
    }
    assert.deepEqual(await works.listNotifications(), ['maintenance.started 60', 'maintenance.ended 120'])
  })

  test(`${dialect}: a window that cannot be processed does not block other windows`, async (t) => {
    const works = await createMaintenanceFixture(t, dialect, 2)
    const { db } = works.context.store
    const recurrence = { cron: '0 4 * * *', durationMinutes: 30, timezone: 'Europe/Berlin', until: null }
    const broken = await works.planWindow({ monitorIds: ['alice-monitor-0'], recurrence })
    await works.planWindow({ monitorIds: ['alice-monitor-1'], startsAt: minute(61) })
    const elsewhere = JSON.stringify({ ...recurrence, timezone: 'Mars/Base' })
    await updateRows(db, 'maintenance_windows', { recurrence: elsewhere }, { id: broken.id })
    works.context.setTime(minute(60))
    await assert.rejects(processDueWindows(works.context), new RegExp(broken.id))
    assert.deepEqual(await works.listSpans(), ['1: 61-120'])
    const next = (await processDueWindows(works.context))!
    assert.equal(next, minute(61), 'a failed window is retried a minute later')
    works.context.setTime(next)
    await assert.rejects(processDueWindows(works.context))
    assert.deepEqual(await works.listNotifications(), ['maintenance.started 61'])
  })

  test(`${dialect}: occurrences missed while no server ran are recorded without notifications`, async (t) => {
    const works = await createMaintenanceFixture(t, dialect)
    const recurrence = { cron: '0 * * * *', durationMinutes: 20, timezone: 'UTC', until: null }
    await works.planWindow({ endsAt: minute(80), recurrence })
    works.context.setTime(minute(250))
    await processDueWindows(works.context)
    assert.deepEqual(await works.listSpans(), ['0: 60-80', '0: 120-140', '0: 180-200', '0: 240-260'])
    assert.deepEqual(await works.listNotifications(), [])
  })

  test(`${dialect}: a window canceled or deleted while in effect ends at once`, async (t) => {
    const works = await createMaintenanceFixture(t, dialect)
    const [first, second] = [await works.planWindow(), await works.planWindow({ name: 'Other' })]
    await works.advanceTo(90)
    await updateWindow(works.context, works.scope, first!.id, {}, true)
    await removeWindow(works.context, works.scope, second!.id)
    assert.deepEqual(await works.listSpans(), ['0: 60-90', '0: 60-90'])
    await works.advanceTo(200)
    assert.deepEqual((await works.listNotifications()).toSorted(), [
      'maintenance.ended 90',
      'maintenance.ended 90',
      'maintenance.started 60',
      'maintenance.started 60',
    ])
  })

  test(`${dialect}: a window deleted before its start leaves nothing behind`, async (t) => {
    const works = await createMaintenanceFixture(t, dialect)
    const window = await works.planWindow()
    await works.advanceTo(55)
    await removeWindow(works.context, works.scope, window.id)
    await works.advanceTo(200)
    assert.deepEqual([await works.listSpans(), await works.listNotifications()], [[], []])
  })

  test(`${dialect}: a window extended or shortened while in effect ends at its new time`, async (t) => {
    const works = await createMaintenanceFixture(t, dialect)
    const window = await works.planWindow()
    await works.advanceTo(90)
    const until = (at: number) => updateWindow(works.context, works.scope, window.id, { endsAt: minute(at) }, false)
    await until(150)
    assert.deepEqual(await works.listSpans(), ['0: 60-150'])
    await until(100)
    assert.deepEqual(await works.listSpans(), ['0: 60-100'])
    await works.advanceTo(200)
    assert.deepEqual(await works.listNotifications(), ['maintenance.started 60', 'maintenance.ended 100'])
  })

  test(`${dialect}: a monitor added to a window is in maintenance from then on, and a removed monitor is not`, async (t) => {
    const works = await createMaintenanceFixture(t, dialect, 2)
    const window = await works.planWindow({ monitorIds: ['alice-monitor-0'] })
    await works.advanceTo(90)
    await updateWindow(works.context, works.scope, window.id, { monitorIds: ['alice-monitor-1'] }, false)
    assert.deepEqual(await works.listSpans(), ['0: 60-90', '1: 90-120'])
  })

  test(`${dialect}: a monitor added to a recurring window with a new schedule has no earlier maintenance`, async (t) => {
    const works = await createMaintenanceFixture(t, dialect, 2)
    const daily = (cron: string) => ({ cron, durationMinutes: 30, timezone: 'UTC', until: null })
    const [first, second] = ['alice-monitor-0', 'alice-monitor-1'] as const
    const window = await works.planWindow({ monitorIds: [first], recurrence: daily('0 4 * * *') })
    await works.advanceTo(200)
    const change = { monitorIds: [first, second], recurrence: daily('0 5 * * *') }
    await updateWindow(works.context, works.scope, window.id, change, false)
    await works.advanceTo(320)
    assert.deepEqual(await works.listSpans(), ['0: 60-120', '0: 300-330', '1: 300-330'])
  })

  test(`${dialect}: a group includes the monitors of its nested groups as they join and leave`, async (t) => {
    const works = await createMaintenanceFixture(t, dialect, 3)
    const { db } = works.context.store
    const group = (id: string, parent: string | null) =>
      works.context.store.transact((tx) => insertGroup(tx, { id, parent_group_id: parent }))
    await group('outer', null)
    await group('inner', 'outer')
    const move = (index: number, to: string | null) =>
      works.context.store.transact((tx) => updateRows(tx, 'monitors', { group_id: to }, { key: works.keys[index]! }))
    await move(0, 'inner')
    await works.planWindow({ monitorIds: [], groupIds: ['outer'] })
    await works.advanceTo(90)
    await move(0, null)
    await move(1, 'outer')
    await works.advanceTo(91)
    assert.deepEqual(await works.listSpans(), ['0: 60-91', '1: 91-120'])
    await move(2, 'inner')
    await works.advanceTo(119)
    assert.deepEqual(await works.listSpans(), ['0: 60-91', '1: 91-120', '2: 92-120'])
    assert.equal(await countRows(db, 'maintenance_progress'), 1)
  })

  test(`${dialect}: a window of many monitors costs as many queries as a window of one`, async (t) => {
    const count = async (monitors: number) => {
      const works = await createMaintenanceFixture(t, dialect, monitors)
      let queries = 0
      const { store } = works.context
      works.context.store = {
        ...store,
        transact: (work) =>
          store.transact((tx) => {
            const executor = tx.getExecutor()
            const execute = executor.executeQuery.bind(executor)
            executor.executeQuery = (query) => {
              queries++
              return execute(query)
            }
            return work(tx)
          }),
      }
      await works.planWindow()
      await works.advanceTo(130)
      return queries
    }
    assert.equal(await count(40), await count(1))
  })
}
