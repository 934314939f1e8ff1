import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { IncidentDraft } from '../../../src/core/incidents/incident-change.ts'
import { MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { markStaleMonitors } from '../../../src/services/evaluation/stale-monitors.ts'
import { addIncidentNote, reportIncident } from '../../../src/services/incidents/incident-actions.ts'
import { openDeferredIncidents } from '../../../src/services/maintenance/deferred-incidents.ts'
import { updateWindow } from '../../../src/services/maintenance/maintenance-windows.ts'
import { pauseMonitor } from '../../../src/services/monitors/monitors.ts'
import { createPolicy } from '../../../src/services/notifications/escalation-policies.ts'
import { listStatusChanges } from '../../support/database/monitor-rows.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { readColumns, readRow, readRows, updateRows } from '../../support/database/tables.ts'
import { createMaintenanceFixture, type MaintenanceFixture } from '../../support/factories/maintenance.ts'
import { MONDAY } from '../../support/time/clock.ts'

const minute = (count: number): number => MONDAY + count * MINUTE_MS

const REPORT: IncidentDraft = {
  severity: 'major',
  type: 'timeout',
  errorMessage: 'It hangs',
  title: 'Broken',
  checkId: null,
  source: 'manual',
  publicTitle: null,
  statusPageUpdate: null,
  affectedRegions: [],
  affectedMonitorIds: [],
  failureCount: 1,
  startedAt: null,
}

/** Notifications of incidents. */
const alerts = async (works: MaintenanceFixture): Promise<string[]> =>
  (await works.listNotifications()).filter((word) => word.startsWith('incident'))

const reasons = async ({ context }: MaintenanceFixture): Promise<string[]> => {
  const rows = await listStatusChanges(context.store.db)
  return rows.map(({ reason }) => reason)
}

for (const dialect of DIALECTS) {
  test(`${dialect}: a failure that recovers in maintenance is in the history and opens no incident`, async (t) => {
    const works = await createMaintenanceFixture(t, dialect)
    await works.planWindow()
    await works.recordChecks(1, 'up')
    await works.advanceTo(60)
    await works.recordChecks(70, 'down')
    await works.recordChecks(72, 'up')
    await works.advanceTo(200)
    assert.deepEqual([await works.listIncidents(), await alerts(works)], [[], []])
    assert.match((await reasons(works)).at(-1)!, /^up: .* \(in maintenance\)$/)
  })

  test(`${dialect}: a monitor still failing at the end of maintenance opens one incident from then on`, async (t) => {
    const works = await createMaintenanceFixture(t, dialect)
    await works.planWindow()
    await works.recordChecks(1, 'up')
    await works.advanceTo(60)
    await works.recordChecks(118, 'down')
    await works.recordChecks(119, 'down')
    await works.advanceTo(119)
    assert.deepEqual(await works.listIncidents(), [])
    works.context.setTime(minute(120))
    await Promise.all([
      openDeferredIncidents(works.context),
      openDeferredIncidents(works.context),
      openDeferredIncidents(works.context),
    ])
    await works.advanceTo(121)
    await works.recordChecks(121, 'down')
    assert.deepEqual([await works.listIncidents(), await alerts(works)], [['open 120'], ['incident.opened 120']])
    const incident = await readRow(works.context.store.db, 'incidents')
    assert.deepEqual([incident?.error_message, incident?.failure_count], ['status 503, expected 2xx', 6])
  })

  test(`${dialect}: a failure in maintenance that arrives late opens its incident`, async (t) => {
    const works = await createMaintenanceFixture(t, dialect)
    await works.planWindow()
    await works.recordChecks(1, 'up')
    await works.advanceTo(119)
    const before = works.context.now
    works.context.now = () => Math.max(before(), minute(121))
    await works.advanceTo(121)
    await works.recordChecks(119, 'down')
    assert.deepEqual(await works.listIncidents(), [])
    await works.advanceTo(121)
    assert.deepEqual([await works.listIncidents(), await alerts(works)], [['open 120'], ['incident.opened 121']])
  })

  test(`${dialect}: a new failure after maintenance opens its own incident`, async (t) => {
    const works = await createMaintenanceFixture(t, dialect)
    await works.planWindow()
    await works.recordChecks(1, 'up')
    await works.advanceTo(60)
    await works.recordChecks(100, 'down')
    await works.recordChecks(110, 'up')
    await works.advanceTo(125)
    await works.recordChecks(125, 'down')
    await works.advanceTo(130)
    assert.deepEqual([await works.listIncidents(), await alerts(works)], [['open 125'], ['incident.opened 125']])
  })

  test(`${dialect}: an incident opened before maintenance keeps counting, may resolve, and notifies at the end`, async (t) => {
    const works = await createMaintenanceFixture(t, dialect)
    await works.planWindow()
    await works.recordChecks(55, 'up')
    await works.recordChecks(58, 'down')
    await works.advanceTo(60)
    const { id } = await readRow(works.context.store.db, 'incidents')
    works.context.setTime(minute(65))
    await addIncidentNote(works.context, works.scope, id, { message: 'We are at it', isPublic: false })
    await works.recordChecks(66, 'down')
    await works.recordChecks(70, 'up')
    assert.deepEqual(await works.listIncidents(), ['resolved 58'])
    await works.advanceTo(130)
    assert.deepEqual(await alerts(works), ['incident.opened 58', 'incident.updated 120', 'incident.resolved 120'])
  })

  test(`${dialect}: deferred notifications leave when maintenance ends early, and wait when it is extended or another follows`, async (t) => {
    const works = await createMaintenanceFixture(t, dialect)
    const window = await works.planWindow()
    await works.recordChecks(55, 'up')
    await works.recordChecks(58, 'down')
    await works.advanceTo(60)
    await works.recordChecks(65, 'up')
    const heldUntil = async () => (await alerts(works)).at(-1)
    const endAt = async (at: number, now: number) => {
      works.context.setTime(minute(now))
      await updateWindow(works.context, works.scope, window.id, { endsAt: minute(at) }, false)
    }
    assert.equal(await heldUntil(), 'incident.resolved 120')
    await endAt(150, 70)
    assert.equal(await heldUntil(), 'incident.resolved 150')
    const other = await works.planWindow({ name: 'Next', startsAt: minute(140), endsAt: minute(180) })
    await works.advanceTo(131)
    assert.equal(await heldUntil(), 'incident.resolved 180')
    await updateWindow(works.context, works.scope, other.id, {}, true)
    assert.equal(await heldUntil(), 'incident.resolved 150')
    await endAt(133, 133)
    assert.equal(await heldUntil(), 'incident.resolved 133')
  })

  test(`${dialect}: an escalation starts at the end of maintenance, also when the end moves`, async (t) => {
    const works = await createMaintenanceFixture(t, dialect)
    const { db } = works.context.store
    const [{ id: targetId }] = (await readColumns(db, 'notification_targets', ['id'])) as [{ id: string }]
    const steps = [0, 10].map((afterMinutes) => ({ afterMinutes, targetIds: [targetId], scheduleIds: [], userIds: [] }))
    const draft = { name: 'On-call', steps, repeatCount: 0, repeatAfterMinutes: 30 }
    const policy = await createPolicy(works.context, works.scope, draft)
    await updateRows(db, 'projects', { escalation_policy_id: policy.id }, { id: works.scope.projectId })
    const window = await works.planWindow()
    await works.advanceTo(65)
    await reportIncident(works.context, works.scope, { ...REPORT, checkId: 'alice-monitor-0' })
    const nextStep = async () => {
      const [row] = await readColumns(db, 'incident_escalations', ['started_at', 'due_at'])
      return [row!.started_at, row!.due_at!].map((at) => (at - MONDAY) / MINUTE_MS)
    }
    assert.deepEqual(await nextStep(), [120, 130])
    for (const end of [150, 66]) {
      await updateWindow(works.context, works.scope, window.id, { endsAt: minute(end) }, false)
      assert.deepEqual(await nextStep(), [end, end + 10])
    }
  })

  test(`${dialect}: maintenance cut short during a failure opens the incident, unless another window covers it`, async (t) => {
    const works = await createMaintenanceFixture(t, dialect)
    const window = await works.planWindow()
    const longer = await works.planWindow({ name: 'Longer', endsAt: minute(140) })
    await works.recordChecks(1, 'up')
    await works.advanceTo(60)
    await works.recordChecks(70, 'down')
    works.context.setTime(minute(80))
    await updateWindow(works.context, works.scope, window.id, {}, true)
    await works.advanceTo(81)
    assert.deepEqual(await works.listIncidents(), [])
    await works.recordChecks(89, 'down')
    works.context.setTime(minute(90))
    await updateWindow(works.context, works.scope, longer.id, {}, true)
    await works.advanceTo(91)
    assert.deepEqual(await works.listIncidents(), ['open 90'])
  })

  test(`${dialect}: a monitor paused in maintenance opens no incident for earlier failures`, async (t) => {
    const works = await createMaintenanceFixture(t, dialect)
    await works.planWindow()
    await works.recordChecks(1, 'up')
    await works.advanceTo(60)
    await works.recordChecks(119, 'down')
    await pauseMonitor(works.context, works.scope, 'alice-monitor-0')
    await works.advanceTo(130)
    assert.deepEqual(await works.listIncidents(), [])
    assert.deepEqual(await readRows(works.context.store.db, 'deferred_incidents'), [])
  })

  test(`${dialect}: a failure within three minutes after a recovery reopens the incident after maintenance, not during it`, async (t) => {
    const works = await createMaintenanceFixture(t, dialect)
    await works.planWindow({ endsAt: minute(62) })
    await works.recordChecks(50, 'up')
    await works.recordChecks(55, 'down')
    await works.recordChecks(59, 'up')
    await works.advanceTo(60)
    await works.recordChecks(61, 'down')
    assert.deepEqual(await works.listIncidents(), ['resolved 55'])
    await works.advanceTo(63)
    assert.deepEqual(await works.listIncidents(), ['open 55'])
    assert.equal((await alerts(works)).at(-1), 'incident.reopened 62')
  })

  test(`${dialect}: a monitor without results in maintenance becomes unknown, and the reason states the maintenance`, async (t) => {
    const works = await createMaintenanceFixture(t, dialect)
    await works.planWindow()
    await works.recordChecks(58, 'up')
    await works.advanceTo(60)
    works.context.setTime(minute(70))
    await markStaleMonitors(works.context, 0)
    assert.equal((await reasons(works)).at(-1), 'unknown: no result arrived in time (in maintenance)')
  })

  test(`${dialect}: after an outage of the service past the end of maintenance, incidents open only after a new check`, async (t) => {
    const works = await createMaintenanceFixture(t, dialect, 3)
    const [lost, back, still] = works.keys as [number, number, number]
    await works.planWindow()
    await works.recordChecks(59, 'up')
    await works.advanceTo(60)
    await works.recordChecks(70, 'down')
    // No server ran until here
    await works.advanceTo(200)
    assert.deepEqual(await works.listIncidents(), [])
    await works.recordChecks(200.1, 'up', [back])
    await works.recordChecks(200.1, 'down', [still])
    await markStaleMonitors(works.context, 0)
    await works.advanceTo(202)
    assert.deepEqual(await alerts(works), ['incident.opened 200'])
    await works.recordChecks(203, 'down', [lost])
    assert.deepEqual(await alerts(works), ['incident.opened 200', 'incident.opened 203'])
    assert.deepEqual(await readRows(works.context.store.db, 'deferred_incidents'), [])
  })

  test(`${dialect}: a manual incident of several monitors is deferred only while all of them are in maintenance`, async (t) => {
    const works = await createMaintenanceFixture(t, dialect, 2)
    await works.planWindow({ monitorIds: ['alice-monitor-0'] })
    await works.planWindow({ name: 'Both', startsAt: minute(90), endsAt: minute(100) })
    await works.advanceTo(65)
    const report = (monitorIds: string[]) =>
      reportIncident(works.context, works.scope, { ...REPORT, affectedMonitorIds: monitorIds })
    await report(['alice-monitor-0', 'alice-monitor-1'])
    await report(['alice-monitor-0'])
    await works.advanceTo(95)
    await report(['alice-monitor-0', 'alice-monitor-1'])
    assert.deepEqual(await alerts(works), ['incident.opened 65', 'incident.opened 120', 'incident.opened 100'])
  })
}
