import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUR_MS, MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { recordResults } from '../../../src/services/evaluation/record-results.ts'
import { changeMonitors } from '../../../src/services/monitors/monitor-bulk.ts'
import { createMonitor } from '../../../src/services/monitors/monitor-creation.ts'
import {
  finishDuePauses,
  getMonitor,
  pauseMonitor,
  removeMonitor,
  resumeMonitor,
} from '../../../src/services/monitors/monitors.ts'
import { listHistory } from '../../../src/store/results/status-changes.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { readColumns, readRows } from '../../support/database/tables.ts'
import {
  createDownResult,
  createMonitorDraft,
  createMonitorFixture,
  type MonitorFixture,
} from '../../support/factories/monitors.ts'
import { MONDAY } from '../../support/time/clock.ts'

const HOUR = MONDAY + HOUR_MS

/** Lines such as `paused>active the pause ended by engine`, oldest first. */
async function listConfigChanges({ context }: MonitorFixture, key: number): Promise<string[]> {
  const { entries } = await listHistory(context.store.db, key, { limit: 100, offset: 0 })
  return entries
    .filter(({ kind, fromStatus }) => kind === 'config' && fromStatus !== null)
    .toReversed()
    .map(({ fromStatus, toStatus, reason, actorName }) => `${fromStatus}>${toStatus} ${reason} by ${actorName ?? '-'}`)
}

const listAudit = async ({ context }: MonitorFixture) =>
  (await readColumns(context.store.db, 'audit_log', ['action', 'actor_name', 'changes'], {})).slice(1)

const listMessages = async ({ context }: MonitorFixture) =>
  (await readRows(context.store.db, 'incident_updates', {}, ['created_at'])).map(({ message }) => message).slice(1)

for (const dialect of DIALECTS) {
  test(`${dialect}: a pause ends exactly at its end, once, and is recorded`, async (t) => {
    const desk = await createMonitorFixture(t, dialect)
    const { context, scope } = desk
    const { id, key } = await createMonitor(context, scope, createMonitorDraft())
    await recordResults(context, 'local', [createDownResult(key, MONDAY - 2), createDownResult(key, MONDAY - 1)])
    assert.equal((await pauseMonitor(context, scope, id, HOUR)).pausedUntil, HOUR)
    context.setTime(HOUR - 1)
    assert.equal(await finishDuePauses(context), HOUR)
    assert.equal((await getMonitor(context.store.db, 'alice', id)).status, 'paused')
    context.setTime(HOUR)
    context.woken.length = 0
    const results = await Promise.all([finishDuePauses(context), finishDuePauses(context)])
    assert.deepEqual(results, [null, null], 'two servers')
    const { status, runtimeStatus, pausedUntil } = await getMonitor(context.store.db, 'alice', id)
    assert.deepEqual([status, runtimeStatus, pausedUntil], ['active', 'unknown', null])
    assert.deepEqual(context.woken, ['assignments'])
    const until = '2026-01-05T01:00:00.000Z'
    assert.deepEqual(await listConfigChanges(desk, key), [
      `active>paused checks were paused until ${new Date(HOUR).toISOString()} by alice`,
      'paused>active the pause ended by -',
    ])
    assert.equal(new Date(HOUR).toISOString(), until)
    assert.deepEqual(
      (await listAudit(desk)).map(({ action, actor_name, changes }) => [action, actor_name, JSON.parse(changes)]),
      [
        ['monitor.paused', 'Alice', { status: { from: 'active', to: 'paused' }, paused_until: { to: until } }],
        [
          'monitor.resumed',
          'end of the pause',
          { status: { from: 'paused', to: 'active' }, paused_until: { from: until } },
        ],
      ],
    )
    assert.deepEqual(await listMessages(desk), [
      `Monitoring is paused until ${until}. The incident stays open, and no notifications are sent`,
      'Monitoring has resumed: the pause ended',
    ])
  })

  test(`${dialect}: another pause replaces the end, and a plain pause or a resume removes it`, async (t) => {
    const desk = await createMonitorFixture(t, dialect)
    const { context, scope } = desk
    const { id, key } = await createMonitor(context, scope, createMonitorDraft())
    await pauseMonitor(context, scope, id, HOUR)
    await pauseMonitor(context, scope, id, HOUR)
    assert.equal((await listConfigChanges(desk, key)).length, 1, 'the same end is no change')
    await pauseMonitor(context, scope, id, HOUR + HOUR_MS)
    assert.equal(await finishDuePauses(context), HOUR + HOUR_MS)
    await pauseMonitor(context, scope, id)
    assert.equal(await finishDuePauses(context), null)
    await changeMonitors(context, scope, { operation: 'pause', from: ['paused'], until: HOUR }, [id])
    assert.equal(await finishDuePauses(context), HOUR)
    await resumeMonitor(context, scope, id)
    assert.equal(await finishDuePauses(context), null)
    await pauseMonitor(context, scope, id, HOUR)
    await removeMonitor(context, scope, id)
    assert.equal(await finishDuePauses(context), null)
    await assert.rejects(pauseMonitor(context, scope, id, MONDAY), { code: 'VALIDATION_ERROR' })
  })

  test(`${dialect}: monitors beyond the limit of the plan stay paused, and the reason is recorded once`, async (t) => {
    const desk = await createMonitorFixture(t, dialect, { limits: { activeMonitors: 2 } })
    const { context, scope } = desk
    const first = await createMonitor(context, scope, createMonitorDraft())
    const second = await createMonitor(context, scope, createMonitorDraft())
    await recordResults(context, 'local', [
      createDownResult(second.key, MONDAY - 2),
      createDownResult(second.key, MONDAY - 1),
    ])
    await pauseMonitor(context, scope, first.id, HOUR)
    await pauseMonitor(context, scope, second.id, HOUR + 1)
    await createMonitor(context, scope, createMonitorDraft())
    context.setTime(HOUR + MINUTE_MS)
    for (let run = 0; run < 2; run++) assert.equal(await finishDuePauses(context), null)
    const after = await Promise.all([first, second].map(({ id }) => getMonitor(context.store.db, 'alice', id)))
    assert.deepEqual(
      after.map(({ status, pausedUntil }) => [status, pausedUntil]),
      [
        ['active', null],
        ['paused', null],
      ],
    )
    const history = await listConfigChanges(desk, second.key)
    assert.equal(history.length, 2)
    assert.match(history[1]!, /^paused>paused the pause ended, but checks stay paused: 2 monitors are active/)
    assert.match((await listMessages(desk)).at(-1)!, /^Monitoring is paused: the pause ended, but checks stay paused/)
  })
}
