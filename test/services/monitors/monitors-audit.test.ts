import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { createGroup } from '../../../src/services/monitors/groups.ts'
import { createMonitor } from '../../../src/services/monitors/monitor-creation.ts'
import { pauseMonitor, removeMonitor, resumeMonitor, updateMonitor } from '../../../src/services/monitors/monitors.ts'
import { startDryRun } from '../../../src/store/platform/session.ts'
import { type Tx, toBoundStore } from '../../../src/store/platform/store.ts'
import { listAuditEntries } from '../../support/database/account-rows.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { countRows } from '../../support/database/tables.ts'
import { createMonitorDraft, createMonitorFixture, type MonitorFixture } from '../../support/factories/monitors.ts'

/** Reads the audit entries of one object, oldest first. */
async function entriesOf({ context }: MonitorFixture, id: string): Promise<[action: string, changes: unknown][]> {
  const rows = await listAuditEntries(context.store.db, { resource_id: id })
  assert.ok(rows.every((row) => row.actor_id === 'alice' && row.organization_id === 'alice'))
  return rows.map((row) => [row.action, JSON.parse(row.changes)])
}

const TABLES = ['monitors', 'monitor_tags', 'audit_log', 'status_changes'] as const

for (const dialect of DIALECTS) {
  test(`${dialect}: a dry run writes monitors without audit entries and status history`, async (t) => {
    const { context, scope } = await createMonitorFixture(t, dialect)
    const create = (startRun: (tx: Tx) => void) =>
      context.store.transact(async (tx) => {
        startRun(tx)
        const before = await Promise.all(TABLES.map((table) => countRows(tx, table)))
        const bound = { ...context, store: toBoundStore(context.store, tx) }
        await createMonitor(bound, scope, createMonitorDraft({ tags: ['shop'] }))
        const after = await Promise.all(TABLES.map((table) => countRows(tx, table)))
        return after.map((count, index) => count - before[index]!)
      })
    assert.deepEqual(await create(startDryRun), [1, 1, 0, 0])
    assert.deepEqual(await create(() => {}), [1, 1, 1, 2])
  })

  test(`${dialect}: every user change of a monitor writes an audit entry, and a request without a change does not`, async (t) => {
    const desk = await createMonitorFixture(t, dialect)
    const { context, scope } = desk
    const draft = createMonitorDraft({ tags: ['shop'], settings: { headers: { Cookie: 'secret=1' } } })
    const { id } = await createMonitor(context, scope, draft)
    const web = (
      await createGroup(context, scope, {
        name: 'Web',
        description: '',
        parentGroupId: null,
        condition: null,
        escalationPolicyId: null,
      })
    ).group.id
    const change = (wanted: Parameters<typeof updateMonitor>[3]) => {
      context.setTime(context.now() + MINUTE_MS)
      return updateMonitor(context, scope, id, wanted)
    }
    await change(() => ({ name: 'Shop', tags: ['shop', 'web'] }))
    await change(({ settings }) => ({ settings: { ...settings, headers: { Cookie: 'secret=2' } } }))
    await change(({ name }) => ({ name, tags: ['web', 'shop'] }))
    await change(() => ({ groupId: web }))
    await pauseMonitor(context, scope, id)
    await pauseMonitor(context, scope, id)
    await resumeMonitor(context, scope, id)
    await removeMonitor(context, scope, id)

    const [[made, first], ...rest] = (await entriesOf(desk, id)) as [[string, Record<string, unknown>]]
    assert.equal(made, 'monitor.created')
    assert.deepEqual([first.name, first.tags], [{ to: 'Site' }, { to: ['shop'] }])
    assert.deepEqual(rest, [
      ['monitor.updated', { name: { from: 'Site', to: 'Shop' }, tags: { from: ['shop'], to: ['shop', 'web'] } }],
      ['monitor.updated', { 'headers.Cookie': { from: '***', to: '***' } }],
      ['monitor.moved', { group_id: { to: web } }],
      ['monitor.paused', { status: { from: 'active', to: 'paused' } }],
      ['monitor.resumed', { status: { from: 'paused', to: 'active' } }],
      ['monitor.deleted', { name: { from: 'Shop' } }],
    ])
  })

  test(`${dialect}: a refused change writes no audit entry`, async (t) => {
    const desk = await createMonitorFixture(t, dialect, { limits: { activeMonitors: 1 } })
    const { context, scope } = desk
    await createMonitor(context, scope, createMonitorDraft())
    await assert.rejects(createMonitor(context, scope, createMonitorDraft()), /1 monitor is active/)
    const { id } = await createMonitor(context, scope, createMonitorDraft({ status: 'paused' }))
    await assert.rejects(resumeMonitor(context, scope, id), /1 monitor is active/)
    assert.equal((await entriesOf(desk, id)).length, 1)
    assert.equal(await countRows(context.store.db, 'audit_log'), 2)
  })
}
