import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMonitor } from '../../../src/services/monitors/monitor-creation.ts'
import { pauseMonitor, removeMonitor, resumeMonitor, updateMonitor } from '../../../src/services/monitors/monitors.ts'
import { countOnce, listMonitors, type MonitorFilter } from '../../../src/store/monitors/monitor-list.ts'
import { incrementRevision } from '../../../src/store/monitors/monitors.ts'
import { DIALECTS, openTestStore } from '../../support/database/stores.ts'
import { createMonitorDraft, createMonitorFixture, type MonitorFixture } from '../../support/factories/monitors.ts'

const totalOf = async ({ context, scope }: MonitorFixture, filter: MonitorFilter = {}): Promise<number> =>
  (await listMonitors(context.store.db, scope.projectId, filter, { sort: 'name', limit: 1, offset: 0 })).total

for (const dialect of DIALECTS) {
  test(`${dialect}: a list is counted once, and again after a monitor changes`, async (t) => {
    const { db, transact } = await openTestStore(t, dialect)
    let counts = 0
    const count = async () => ++counts
    const ask = () => countOnce(db, 'a list', count)
    assert.deepEqual([await ask(), await ask(), await ask()], [1, 1, 1])
    await transact(incrementRevision)
    assert.deepEqual([await ask(), await ask()], [2, 2])
    assert.equal(await countOnce(db, 'another list', count), 3)
  })

  test(`${dialect}: a total is current at once after every kind of change`, async (t) => {
    const desk = await createMonitorFixture(t, dialect)
    const { context, scope } = desk
    const paused = { status: 'paused' } as const
    const tagged = { tag: 'shop' }
    const totals = async () => [await totalOf(desk), await totalOf(desk, paused), await totalOf(desk, tagged)]
    assert.deepEqual(await totals(), [0, 0, 0])

    const { id } = await createMonitor(context, scope, createMonitorDraft())
    await createMonitor(context, scope, createMonitorDraft())
    assert.deepEqual(await totals(), [2, 0, 0])
    await pauseMonitor(context, scope, id)
    assert.deepEqual(await totals(), [2, 1, 0])
    await updateMonitor(context, scope, id, () => ({ tags: ['shop'] }))
    assert.deepEqual(await totals(), [2, 1, 1])
    await resumeMonitor(context, scope, id)
    assert.deepEqual(await totals(), [2, 0, 1])
    await removeMonitor(context, scope, id)
    assert.deepEqual(await totals(), [1, 0, 0])
  })
}
