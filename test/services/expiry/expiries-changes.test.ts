import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { changePlan } from '../../../src/services/accounts/organizations.ts'
import { getNextExpiryDueAt } from '../../../src/services/expiry/expiries.ts'
import { changeMonitors } from '../../../src/services/monitors/monitor-bulk.ts'
import { pauseMonitor, removeMonitor, resumeMonitor, updateMonitor } from '../../../src/services/monitors/monitors.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { type Cleanup, DIALECTS } from '../../support/database/stores.ts'
import { countRows, readRows } from '../../support/database/tables.ts'
import { createExpiringCertificate, createExpiryFixture } from '../../support/factories/expiries.ts'
import { MONDAY } from '../../support/time/clock.ts'

/** Opens a shop whose certificate expires in 20 days and whose target a was warned. */
async function openWarned(t: Cleanup, dialect: DialectName) {
  const desk = await createExpiryFixture(t, dialect)
  const { context, scope, create, recordCertificate, listen, evaluateDue } = desk
  const monitor = await create({ notificationTargetIds: [await listen('a')] })
  await recordCertificate(monitor, createExpiringCertificate(20))
  await evaluateDue()
  return {
    ...desk,
    monitor,
    change: (change: object) => updateMonitor(context, scope, monitor.id, () => change),
    /** Notifications after the warning, without the monitor name. */
    since: async () =>
      (await desk.listNotifications()).slice(1).map((line) => line.replace(' The certificate of "Shop"', '')),
    last: async () => (await desk.incidents()).at(-1)!,
    watches: () => readRows(desk.db, 'expiry_watches'),
  }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: turning the warnings off sends a resolution and then nothing`, async (t) => {
    for (const off of [{ enabled: false }, { checkExpiry: false }, { expiryWarningDays: [7] }]) {
      const { change, since, last, evaluateDue, evaluateOnDay } = await openWarned(t, dialect)
      await change({ sslMonitoring: off })
      await evaluateDue()
      const { status, resolutionNote } = await last()
      assert.deepEqual([status, await since()], ['resolved', ['incident.resolved: expires in 20 days']])
      assert.match(resolutionNote!, 'enabled' in off ? /no longer watched/ : /is valid until 2026-01-25/)
      await evaluateOnDay(7)
      assert.equal((await since()).length, 1)
      await change({ sslMonitoring: { enabled: true, checkExpiry: true, expiryWarningDays: [30, 14, 7] } })
      await evaluateDue()
      assert.equal((await since()).at(-1), 'certificate.expiring: expires in 13 days')
    }
  })

  test(`${dialect}: monitoring turned off and on within three minutes reopens the same incident`, async (t) => {
    const { change, since, last, evaluateDue, incidents, context } = await openWarned(t, dialect)
    const { id } = await last()
    await change({ sslMonitoring: { enabled: false } })
    await evaluateDue()
    context.setTime(MONDAY + 2 * MINUTE_MS)
    await change({ sslMonitoring: { enabled: true } })
    await evaluateDue()
    const [only, ...others] = await incidents()
    assert.deepEqual([others, only?.id, only?.status], [[], id, 'open'])
    assert.deepEqual(await since(), [
      'incident.resolved: expires in 20 days',
      'certificate.expiring: expires in 20 days',
    ])
  })

  test(`${dialect}: changed thresholds apply at once, and sent warnings are not repeated`, async (t) => {
    const { change, since, evaluateDue, evaluateOnDay } = await openWarned(t, dialect)
    await change({ sslMonitoring: { expiryWarningDays: [30, 21, 3] } })
    await evaluateDue()
    assert.deepEqual(await since(), ['certificate.expiring: expires in 20 days'])
    await change({ sslMonitoring: { expiryWarningDays: [30, 3] } })
    await evaluateDue()
    await change({ sslMonitoring: { expiryWarningDays: [30, 21, 3] } })
    await evaluateDue()
    await evaluateOnDay(10)
    assert.equal((await since()).length, 1)
    await evaluateOnDay(17)
    assert.equal((await since()).at(-1), 'certificate.expiring: expires in 3 days')
  })

  test(`${dialect}: another monitor target resolves the incident, and its certificate is evaluated separately`, async (t) => {
    const { change, since, last, evaluateDue, recordCertificate, monitor, context } = await openWarned(t, dialect)
    await change({ target: 'https://other.example.com/' })
    await evaluateDue()
    const { status, resolutionNote } = await last()
    assert.deepEqual([status, await since()], ['resolved', ['incident.resolved: expires in 20 days']])
    assert.match(resolutionNote!, /has a new target/)
    context.setTime(MONDAY + HOUR_MS)
    await recordCertificate(monitor, createExpiringCertificate(10, 'C', { endpoint: 'other.example.com:443' }))
    await recordCertificate(monitor, createExpiringCertificate(1, 'D')) // a check of the old target that ended late
    await evaluateDue()
    assert.deepEqual((await since()).slice(1), ['certificate.expiring: expires in 10 days'])
  })

  test(`${dialect}: a paused or deleted monitor is not evaluated, and a resumed monitor keeps its warning`, async (t) => {
    const { context, scope, monitor, since, evaluateOnDay, watches } = await openWarned(t, dialect)
    await pauseMonitor(context, scope, monitor.id)
    await evaluateOnDay(7)
    assert.deepEqual([await since(), await getNextExpiryDueAt(context)], [[], null])
    await resumeMonitor(context, scope, monitor.id)
    await evaluateOnDay(7)
    assert.deepEqual(await since(), ['certificate.expiring: expires in 13 days'], 'crossed in the pause')
    const all = [monitor.id]
    await changeMonitors(context, scope, { operation: 'pause', from: ['active'] }, all)
    assert.equal(await getNextExpiryDueAt(context), null)
    await changeMonitors(context, scope, { operation: 'resume', from: ['paused'] }, all)
    assert.equal(await getNextExpiryDueAt(context), context.now())
    await evaluateOnDay(7.5)
    assert.equal((await since()).length, 1, 'the same threshold')
    await pauseMonitor(context, scope, monitor.id)
    await updateMonitor(context, scope, monitor.id, () => ({ sslMonitoring: { enabled: false } }))
    await resumeMonitor(context, scope, monitor.id)
    await evaluateOnDay(7.5)
    assert.match((await since()).at(-1)!, /^incident.resolved/, 'no longer watched')
    await removeMonitor(context, scope, monitor.id)
    await evaluateOnDay(20)
    assert.deepEqual([(await since()).length, await watches()], [2, []])
  })

  test(`${dialect}: a downgrade stops expiry alerts, and an upgrade restores them`, async (t) => {
    const { context, scope, since, last, evaluateDue, evaluateOnDay, db } = await openWarned(t, dialect)
    await changePlan(context, scope.actor, 'alice', 'free')
    await evaluateDue()
    assert.deepEqual(
      [(await last()).resolutionNote, await since()],
      ['The plan does not include certificate alerts', ['incident.resolved: expires in 20 days']],
    )
    await evaluateOnDay(15)
    assert.equal((await since()).length, 1)
    assert.equal(await getNextExpiryDueAt(context), null)
    await changePlan(context, scope.actor, 'alice', 'pro')
    await evaluateDue()
    assert.equal((await since()).at(-1), 'certificate.expiring: expires in 5 days')
    assert.equal(await countRows(db, 'expiry_watches'), 1)
  })

  test(`${dialect}: a certificate stored before monitoring was turned on sends a warning when it is turned on`, async (t) => {
    const { create, listen, recordCertificate, evaluateDue, listNotifications, change } = await (async () => {
      const desk = await createExpiryFixture(t, dialect)
      return { ...desk, change: (id: string, to: object) => updateMonitor(desk.context, desk.scope, id, () => to) }
    })()
    const monitor = await create({ sslMonitoring: undefined, notificationTargetIds: [await listen('a')] })
    await recordCertificate(monitor, createExpiringCertificate(5))
    assert.equal(await evaluateDue(), 0)
    await change(monitor.id, { sslMonitoring: {} })
    await evaluateDue()
    assert.deepEqual(await listNotifications(), ['certificate.expiring: The certificate of "Shop" expires in 5 days'])
  })

  test(`${dialect}: a change of only the name causes no evaluation`, async (t) => {
    const { change, context } = await openWarned(t, dialect)
    await change({ name: 'Store' })
    assert.equal(await getNextExpiryDueAt(context), MONDAY + 6 * DAY_MS)
  })
}
