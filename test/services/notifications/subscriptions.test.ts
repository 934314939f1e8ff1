import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEgressPolicy } from '../../../src/core/platform/egress.ts'
import { MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { stopFlapping } from '../../../src/services/evaluation/stop-flapping.ts'
import { sendDueEscalations } from '../../../src/services/incidents/escalations.ts'
import { acknowledgeIncident } from '../../../src/services/incidents/incident-actions.ts'
import { createPolicy } from '../../../src/services/notifications/escalation-policies.ts'
import { createTarget } from '../../../src/services/notifications/notification-targets.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { type Cleanup, DIALECTS } from '../../support/database/stores.ts'
import { readColumns, updateRows } from '../../support/database/tables.ts'
import { createDependencySite, SCOPE, T0 } from '../../support/factories/dependency-site.ts'
import { createExpiringCertificate, createExpiryFixture } from '../../support/factories/expiries.ts'
import { createMaintenanceFixture } from '../../support/factories/maintenance.ts'

const EGRESS = createEgressPolicy({ mode: 'any' })

async function prepare(t: Cleanup, dialect: DialectName) {
  const site = await createDependencySite(t, dialect, 'shop')
  const { db } = site.context.store
  return {
    ...site,
    setEvents: (...events: string[]) =>
      updateRows(db, 'notification_targets', { events: JSON.stringify(events) }, { id: 'target-ops' }),
    /** Events without their prefix, in order of creation. */
    async listSent() {
      const rows = await readColumns(db, 'deliveries', ['event_type'], {}, ['created_at', 'id'])
      return rows.map(({ event_type }) => event_type.replace('incident.', ''))
    },
  }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: a target without the event down receives nothing about an outage`, async (t) => {
    const site = await prepare(t, dialect)
    await site.setEvents('degraded', 'recovered', 'reminder')
    await site.updateMonitor('shop', { reminder_interval_minutes: 5 })
    await site.check({ shop: 'down' })
    site.advance(5 * MINUTE_MS)
    await site.sendReminders()
    await acknowledgeIncident(site.context, SCOPE, (await site.getIncident('shop')).id)
    site.advance(MINUTE_MS)
    await site.check({ shop: 'up' })
    assert.deepEqual(await site.listSent(), [])
  })

  test(`${dialect}: a target with degraded receives the opening and the end of slowness`, async (t) => {
    const site = await prepare(t, dialect)
    await site.setEvents('degraded', 'recovered')
    for (const status of ['slow', 'slow', 'slow', 'up', 'up', 'up'] as const) {
      await site.check({ shop: status })
      site.advance(MINUTE_MS)
    }
    assert.deepEqual(await site.listSent(), ['opened', 'resolved'])
  })

  test(`${dialect}: a target with only down receives acknowledgements but no reminder and no recovery`, async (t) => {
    const site = await prepare(t, dialect)
    await site.setEvents('down')
    await site.updateMonitor('shop', { reminder_interval_minutes: 5 })
    await site.check({ shop: 'down' })
    site.advance(5 * MINUTE_MS)
    await site.sendReminders()
    await acknowledgeIncident(site.context, SCOPE, (await site.getIncident('shop')).id)
    site.advance(MINUTE_MS)
    await site.check({ shop: 'up' })
    assert.deepEqual(await site.listSent(), ['opened', 'acknowledged'])
  })

  test(`${dialect}: a target receives both messages about flapping when it subscribes to flapping`, async (t) => {
    for (const [events, expected] of [
      [['down'], []],
      [['flapping'], []],
      [
        ['down', 'flapping'],
        ['flapping.started', 'flapping.ended'],
      ],
    ] as const) {
      const site = await prepare(t, dialect)
      await site.setEvents(...events)
      for (const status of [
        'up',
        'down',
        'up',
        'down',
        'up',
        'down',
        'up',
        'up',
        'up',
        'up',
        'up',
        'up',
        'up',
      ] as const) {
        await site.check({ shop: status })
        site.advance(MINUTE_MS)
      }
      await stopFlapping(site.context)
      const sent = await site.listSent()
      assert.deepEqual(
        sent.filter((type) => type.startsWith('flapping')),
        expected,
      )
    }
  })

  test(`${dialect}: a target receives one message about flapping when two incidents of the monitor are open`, async (t) => {
    const site = await prepare(t, dialect)
    for (const status of ['up', 'down', 'up', 'down', 'up', 'slow', 'slow', 'slow', 'down'] as const) {
      await site.check({ shop: status })
      site.advance(MINUTE_MS)
    }
    assert.deepEqual((await site.listSent()).slice(4), ['opened', 'opened', 'flapping.started'])
  })

  test(`${dialect}: a target receives the recovery when it unsubscribed from down after the opening`, async (t) => {
    const site = await prepare(t, dialect)
    await site.setEvents('down', 'recovered')
    await site.check({ shop: 'down' })
    await site.setEvents('domain', 'recovered')
    site.advance(MINUTE_MS)
    await site.check({ shop: 'up' })
    assert.deepEqual(await site.listSent(), ['opened', 'resolved'])
  })

  test(`${dialect}: a target receives no recovery when it subscribed to down after the opening`, async (t) => {
    const site = await prepare(t, dialect)
    await site.setEvents('recovered')
    await site.check({ shop: 'down' })
    await site.setEvents('down', 'recovered')
    site.advance(MINUTE_MS)
    await site.check({ shop: 'up' })
    assert.deepEqual(await site.listSent(), [])
  })

  test(`${dialect}: an outage that ends within one batch sends both of its messages`, async (t) => {
    const site = await prepare(t, dialect)
    await site.setEvents('down', 'recovered')
    await site.checkRepeatedly('shop', 'down', 'up')
    assert.deepEqual(await site.listSent(), ['opened', 'resolved'])
  })

  test(`${dialect}: an escalation step skips targets without the event down, and its entry states it`, async (t) => {
    const site = await prepare(t, dialect)
    const { context } = site
    const create = async (name: string, events: ['down'] | ['maintenance'] | null) => {
      const config = { url: `https://${name.toLowerCase()}.example.test/` }
      const draft = { name, channel: 'webhook' as const, config, isDefault: false, isEnabled: true, events }
      return (await createTarget({ ...context, egress: EGRESS }, SCOPE, { ...draft, fallbackTargetId: null })).id
    }
    const [first, phone, plans] = [
      await create('First', null),
      await create('Phone', ['down']),
      await create('Plans', ['maintenance']),
    ]
    const policy = await createPolicy(context, SCOPE, {
      name: 'On-call',
      steps: [
        { afterMinutes: 0, targetIds: [first], scheduleIds: [], userIds: [] },
        { afterMinutes: 5, targetIds: [phone, plans], scheduleIds: [], userIds: [] },
        { afterMinutes: 10, targetIds: [plans], scheduleIds: [], userIds: [] },
      ],
      repeatCount: 0,
      repeatAfterMinutes: 20,
    })
    await site.updateMonitor('shop', { escalation_policy_id: policy.id })
    await site.check({ shop: 'down' })
    for (const minutes of [5, 10]) {
      context.setTime(T0 + minutes * MINUTE_MS)
      await sendDueEscalations(context, 100)
    }
    const rows = await readColumns(context.store.db, 'deliveries', ['target_id'], {}, ['created_at'])
    assert.deepEqual(
      rows.map(({ target_id }) => target_id),
      [first, phone],
    )
    assert.deepEqual(await site.listIncidentUpdates('shop'), [
      'created',
      'Escalated to step 2: Phone',
      'Escalation step 3 notified no recipient: all of its targets are disabled, deleted or without this event',
    ])
  })

  test(`${dialect}: a target without the event maintenance receives no start and no end of a window`, async (t) => {
    const works = await createMaintenanceFixture(t, dialect)
    const other = await works.createTarget('plans', 'https://plans.example.test/')
    const { db } = works.context.store
    await updateRows(db, 'notification_targets', { events: '["down"]' }, { id: 'target-ops' })
    await works.planWindow()
    await works.advanceTo(200)
    const rows = await readColumns(db, 'deliveries', ['target_id'])
    assert.deepEqual(
      rows.map(({ target_id }) => target_id),
      [other.id, other.id],
    )
  })

  test(`${dialect}: a target without recoveries receives no renewal, and its warning still ends`, async (t) => {
    const desk = await createExpiryFixture(t, dialect)
    const [ops, mute] = [await desk.listen('ops'), await desk.listen('mute')]
    await updateRows(desk.db, 'notification_targets', { events: '["certificate"]' }, { id: ops })
    await updateRows(desk.db, 'notification_targets', { events: '["down","recovered"]' }, { id: mute })
    const shop = await desk.create({ notificationTargetIds: [ops, mute] })
    for (const [days, letter] of [
      [10, 'A'],
      [365, 'B'],
    ] as const) {
      await desk.recordCertificate(shop, createExpiringCertificate(days, letter))
      await desk.evaluateDue()
      desk.context.setTime(desk.context.now() + MINUTE_MS)
    }
    assert.deepEqual(await desk.listNotifications(mute), [])
    assert.deepEqual(await desk.listNotifications(ops), [
      'certificate.expiring: The certificate of "Shop" expires in 10 days',
    ])
    const subjects = await readColumns(desk.db, 'notified_subjects', ['target_id', 'ended_at'])
    assert.deepEqual(
      subjects.map(({ target_id, ended_at }) => [target_id, ended_at !== null]),
      [[ops, true]],
    )
  })
}
