import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toTestEvent } from '../../../src/core/incidents/event.ts'
import { toPersonalTarget } from '../../../src/core/notifications/contact-method.ts'
import { NO_HEALTH } from '../../../src/core/notifications/delivery.ts'
import type { QuietHours } from '../../../src/core/notifications/quiet-hours.ts'
import { createEgressPolicy } from '../../../src/core/platform/egress.ts'
import { HOUR_MS, MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { updateTarget } from '../../../src/services/notifications/notification-targets.ts'
import { enqueueNotifications } from '../../../src/services/notifications/notify.ts'
import { transactSystem } from '../../../src/services/platform/work.ts'
import { findContactMethods, insertContactMethods } from '../../../src/store/notifications/contact-methods.ts'
import { listDeliveredOpenings } from '../../../src/store/notifications/sent-openings.ts'
import { moveWaits } from '../../../src/store/platform/clock/time-shifts.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { type Cleanup, DIALECTS } from '../../support/database/stores.ts'
import { insertRows, readColumns, updateRows } from '../../support/database/tables.ts'
import { createDependencySite, SCOPE, T0 } from '../../support/factories/dependency-site.ts'
import { DELIVERED, PERMANENT_FAILURE, sendAll } from '../../support/factories/manual-courier.ts'

const EGRESS = createEgressPolicy({ mode: 'any' })

/** T0 is midnight in UTC. */
const NIGHT: QuietHours = {
  timezone: 'UTC',
  restrictions: [{ from: '22:00', to: '07:00', fromWeekday: null, toWeekday: null }],
  mode: 'wait',
}

/** The target Ops has quiet hours until 7:00; the time is midnight. */
async function prepare(t: Cleanup, dialect: DialectName, over: Partial<QuietHours> = {}) {
  const site = await createDependencySite(t, dialect, 'router', 'shop')
  const { context } = site
  const { db } = context.store
  const setQuietHours = (quietHours: QuietHours | null, id = 'target-ops') =>
    updateRows(db, 'notification_targets', { quiet_hours: quietHours && JSON.stringify(quietHours) }, { id })
  await setQuietHours({ ...NIGHT, ...over })
  return {
    ...site,
    db,
    setQuietHours,
    /** Sets the time to hours and minutes of the day, such as `7:00`. */
    setTime(text: string) {
      const [hours, minutes] = text.split(':').map(Number)
      context.setTime(T0 + (hours! * 60 + minutes!) * MINUTE_MS)
    },
    /** Sends due messages, and returns lines such as `opened shop` or `quiet_hours.ended shop resolved, router open`. */
    async send(outcome = DELIVERED) {
      const claims = await sendAll(context, outcome)
      return claims.map(({ delivery: { event, targetId } }) => {
        const type = event.type.replace('incident.', '')
        const to = targetId === 'target-ops' ? '' : ` to ${targetId.replace('target-', '')}`
        const { alert_group: group, monitor, quiet_hours: quiet } = event.data
        if (!quiet) return `${type} ${monitor?.name}${to}`
        const states = group?.incidents.map((one) => `${one.monitor?.name} ${one.incident.status}`) ?? []
        const maintenance = quiet.maintenance.map((one) => one.event)
        return `${type} ${quiet.message_count}: ${[...states, ...maintenance].join(', ')}${to}`
      })
    },
    listStatuses: async () =>
      (await readColumns(db, 'deliveries', ['status'], {}, ['created_at', 'id'])).map(({ status }) => status),
  }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: messages wait for the end of quiet hours and are sent as one, each incident in its last state`, async (t) => {
    const site = await prepare(t, dialect)
    await updateRows(site.db, 'notification_targets', { events: '["down","recovered"]' }, { id: 'target-ops' })
    await site.check({ router: 'down' })
    site.setTime('0:01')
    await site.check({ shop: 'down' })
    assert.deepEqual(await site.send(), [])
    site.setTime('3:00')
    await site.check({ shop: 'up' })
    assert.deepEqual(await site.send(), [])
    site.setTime('6:59')
    assert.deepEqual(await site.send(), [])
    site.setTime('7:00')
    assert.deepEqual(await site.send(), ['quiet_hours.ended 3: router open, shop resolved'])
    assert.deepEqual(await site.listStatuses(), ['delivered', 'delivered', 'delivered'])
    site.setTime('7:10')
    await site.check({ router: 'up' })
    assert.deepEqual(await site.send(), ['resolved router'], 'the log has the opening')
  })

  test(`${dialect}: a message that waited by itself is sent unchanged`, async (t) => {
    const site = await prepare(t, dialect)
    await site.check({ shop: 'down' })
    assert.deepEqual(await site.send(), [])
    site.setTime('7:00')
    assert.deepEqual(await site.send(), ['opened shop'])
    site.setTime('7:01')
    await site.check({ shop: 'up' })
    assert.deepEqual(await site.send(), ['resolved shop'])
  })

  test(`${dialect}: critical_only sends an outage and its end at once, although a reminder waits`, async (t) => {
    const site = await prepare(t, dialect, { mode: 'critical_only' })
    await site.updateMonitor('shop', { reminder_interval_minutes: 60 })
    await site.check({ shop: 'down' })
    assert.deepEqual(await site.send(), ['opened shop'])
    site.setTime('1:00')
    await site.sendReminders()
    assert.deepEqual(await site.send(), [])
    site.setTime('1:30')
    await site.check({ shop: 'up' })
    assert.deepEqual(await site.send(), ['resolved shop'])
    site.setTime('7:00')
    assert.deepEqual(await site.send(), ['quiet_hours.ended 1: shop resolved'])
  })

  test(`${dialect}: critical_only holds slowness until the end`, async (t) => {
    const site = await prepare(t, dialect, { mode: 'critical_only' })
    for (const minute of ['0:01', '0:02', '0:03']) {
      site.setTime(minute)
      await site.check({ shop: 'slow' })
    }
    assert.deepEqual(await site.send(), [])
    site.setTime('7:00')
    assert.deepEqual(await site.send(), ['opened shop'])
  })

  test(`${dialect}: a change of the quiet hours releases held messages, unless it is still quiet`, async (t) => {
    const site = await prepare(t, dialect)
    const change = (quietHours: QuietHours | null) =>
      updateTarget({ ...site.context, egress: EGRESS }, SCOPE, 'target-ops', { quietHours })
    await site.check({ shop: 'down', router: 'down' })
    await site.send()
    site.setTime('3:00')
    const restriction = NIGHT.restrictions[0]!
    await change({ ...NIGHT, restrictions: [{ ...restriction, to: '05:00' }] })
    assert.deepEqual(await site.send(), [])
    await change(null)
    const [line, ...others] = await site.send()
    assert.match(line!, /^quiet_hours.ended 2: /)
    assert.deepEqual(others, [])
  })

  for (const config of [
    { service: 'pagerduty', routing_key: 'a'.repeat(32) },
    { service: 'alertmanager', urls: ['https://alerts.example.test'] },
  ])
    test(`${dialect}: ${config.service} receives every event separately, in order, at the end of quiet hours`, async (t) => {
      const site = await prepare(t, dialect)
      await updateRows(site.db, 'notification_targets', { config: JSON.stringify(config) }, { id: 'target-ops' })
      await site.check({ shop: 'down' })
      site.setTime('1:00')
      await site.check({ shop: 'up', router: 'down' })
      assert.deepEqual(await site.send(), [])
      assert.deepEqual(await listDeliveredOpenings(site.db, 'target-ops'), [], 'a held opening is not repeated')
      site.setTime('7:00')
      const lines = await site.send()
      assert.deepEqual(lines.toSorted(), ['opened router', 'opened shop', 'resolved shop'])
      assert.ok(lines.indexOf('opened shop') < lines.indexOf('resolved shop'))
      assert.equal((await listDeliveredOpenings(site.db, 'target-ops')).length, 1)
    })

  test(`${dialect}: critical_only sends no held reminder to PagerDuty after the end of its outage`, async (t) => {
    const site = await prepare(t, dialect, { mode: 'critical_only' })
    const config = JSON.stringify({ service: 'pagerduty', routing_key: 'a'.repeat(32) })
    await updateRows(site.db, 'notification_targets', { config }, { id: 'target-ops' })
    await site.updateMonitor('shop', { reminder_interval_minutes: 60 })
    await site.check({ shop: 'down' })
    site.setTime('1:00')
    await site.sendReminders()
    assert.deepEqual(await site.send(), ['opened shop'])
    site.setTime('1:30')
    await site.check({ shop: 'up' })
    assert.deepEqual(await site.send(), ['resolved shop'])
    site.setTime('7:00')
    assert.deepEqual(await site.send(), ['resolved shop'], 'a reminder would trigger the resolved alert again')
  })

  test(`${dialect}: the quiet hours of a contact method hold the alerts of its user`, async (t) => {
    const site = await prepare(t, dialect)
    const { context, db } = site
    const at = context.now()
    const config = { address: 'alice@example.com' }
    const method = { ...NO_HEALTH, id: 'method', userId: 'alice', name: 'Mail', channel: 'email' as const, config }
    const quiet = { ...method, delayMinutes: 0, isEnabled: true, quietHours: NIGHT, createdAt: at, updatedAt: at }
    await context.store.transact((tx) => insertContactMethods(tx, [quiet]))
    const [stored] = await findContactMethods(db, ['method'])
    const targets = [toPersonalTarget(stored!, { organizationId: 'alice', projectId: 'alice' })]
    const event = toTestEvent(targets[0]!, '', at)
    const notification = {
      id: 'event',
      event: { ...event, type: 'maintenance.started' as const },
      incidentId: null,
      at,
    }
    await transactSystem(context, (work) => enqueueNotifications(work, [{ ...notification, targets }]))
    assert.deepEqual(await site.send(), [])
    site.setTime('7:00')
    assert.deepEqual(await site.send(), ['maintenance.started undefined to method'])
  })

  test(`${dialect}: a held message stays due at its calendar time when the clock is set`, async (t) => {
    const site = await prepare(t, dialect)
    await site.check({ shop: 'down' })
    await site.send()
    await site.context.store.transact((tx) => moveWaits(tx, { from: T0, byMs: MINUTE_MS }, T0))
    const [row] = await readColumns(site.db, 'deliveries', ['next_attempt_at'])
    assert.equal(row!.next_attempt_at, T0 + 7 * HOUR_MS)
  })

  test(`${dialect}: a fallback receives the message about the quiet hours once, and its own quiet hours apply`, async (t) => {
    const site = await prepare(t, dialect)
    const { context, db } = site
    const [ops] = await readColumns(db, 'notification_targets', ['config'], { id: 'target-ops' })
    const at = context.now()
    const names = { id: 'target-boss', organization_id: 'alice', project_id: 'alice', name: 'boss', channel: 'webhook' }
    const boss = {
      ...names,
      config: ops!.config,
      is_default: 0,
      is_enabled: 1,
      created_at: at,
      updated_at: at,
    } as const
    await insertRows(db, 'notification_targets', [boss])
    await insertRows(db, 'target_fallbacks', [{ target_id: 'target-ops', fallback_target_id: 'target-boss' }])
    const late = { ...NIGHT, restrictions: [{ ...NIGHT.restrictions[0]!, to: '08:00' }] }
    await site.setQuietHours(late, 'target-boss')
    await site.check({ shop: 'down', router: 'down' })
    await site.send()
    site.setTime('7:00')
    const [failed, ...early] = await site.send(PERMANENT_FAILURE)
    assert.match(failed!, /^quiet_hours.ended 2: /)
    assert.deepEqual(early, [])
    site.setTime('8:00')
    const [line, ...others] = await site.send()
    assert.match(line!, /^quiet_hours.ended 2: .*(shop open, router open|router open, shop open) to boss$/)
    assert.deepEqual(others, [])
  })
}
