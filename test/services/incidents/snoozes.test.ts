import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEgressPolicy } from '../../../src/core/platform/egress.ts'
import { MINUTE_MS, SECOND_MS } from '../../../src/core/platform/time/time.ts'
import { sendDueEscalations } from '../../../src/services/incidents/escalations.ts'
import { reviewHolds } from '../../../src/services/incidents/holds/review-holds.ts'
import { acknowledgeIncident, changeIncidentStatus } from '../../../src/services/incidents/incident-actions.ts'
import { endSilences, silenceMonitors } from '../../../src/services/incidents/silences.ts'
import { endIncidentSnooze, snoozeIncident } from '../../../src/services/incidents/snoozes.ts'
import { createPolicy } from '../../../src/services/notifications/escalation-policies.ts'
import { createTarget } from '../../../src/services/notifications/notification-targets.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { type Cleanup, DIALECTS } from '../../support/database/stores.ts'
import { readColumns, readRows } from '../../support/database/tables.ts'
import { createDependencySite, createDyingContext, SCOPE, T0 } from '../../support/factories/dependency-site.ts'

const EGRESS = createEgressPolicy({ mode: 'any' })

/** A monitor that is down at T0. Ops receives its alerts. */
async function prepare(t: Cleanup, dialect: DialectName, { reminderMinutes = 0 } = {}) {
  const site = await createDependencySite(t, dialect, 'shop')
  const { context } = site
  const names: Record<string, string> = {}
  /** Makes the monitor use a policy: Mail at once, Phone after 5 minutes, Boss after 15. */
  const usePolicy = async () => {
    const steps = []
    for (const [name, afterMinutes] of [
      ['Mail', 0],
      ['Phone', 5],
      ['Boss', 15],
    ] as const) {
      const draft = { name, channel: 'webhook' as const, config: { url: `https://${name}.example.test/` } }
      const rest = { isDefault: false, isEnabled: true, fallbackTargetId: null }
      const { id } = await createTarget({ ...context, egress: EGRESS }, SCOPE, { ...draft, ...rest })
      names[id] = name
      steps.push({ afterMinutes, targetIds: [id], scheduleIds: [], userIds: [] })
    }
    const terms = { name: 'On-call', repeatCount: 0, repeatAfterMinutes: 20 }
    const { id } = await createPolicy(context, SCOPE, { ...terms, steps })
    await site.updateMonitor('shop', { escalation_policy_id: id })
  }
  await site.updateMonitor('shop', { reminder_interval_minutes: reminderMinutes })
  const readDeliveries = () =>
    readColumns(context.store.db, 'deliveries', ['event_type', 'target_id', 'created_at', 'payload'], {}, [
      'created_at',
      'target_id',
    ])
  return {
    ...site,
    usePolicy,
    getId: async () => (await site.getIncident('shop')).id,
    /** Snoozes the incident until this many minutes after the start. */
    snoozeUntil: async (minutes: number) =>
      snoozeIncident(context, SCOPE, (await site.getIncident('shop')).id, T0 + minutes * MINUTE_MS),
    /** Lines such as `5 opened Phone`: minutes since the start, event and target. */
    listSent: async () =>
      (await readDeliveries()).map(
        ({ event_type, target_id, created_at }) =>
          `${Math.floor((created_at - T0) / MINUTE_MS)} ${event_type.replace('incident.', '')} ${names[target_id] ?? 'Ops'}`,
      ),
    getLastEvent: async () => JSON.parse((await readDeliveries()).at(-1)!.payload),
    listReviews: () => readRows(context.store.db, 'incident_holds', { reason: 'snoozed' }),
    /** Advances the time, and runs the watches every 30 seconds. */
    async advanceAndWatch(minutes: number) {
      for (let at = 0; at < minutes * MINUTE_MS; at += 30 * SECOND_MS) {
        site.advance(30 * SECOND_MS)
        await reviewHolds(context, 'snoozed', 100)
        await sendDueEscalations(context, 100)
        await site.sendReminders()
      }
    },
  }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: the recipients of a snoozed incident get a reminder when the snooze ends`, async (t) => {
    const site = await prepare(t, dialect)
    await site.check({ shop: 'down' })
    await site.advanceAndWatch(1)
    const { status, snoozedUntil, snoozedBy } = await site.snoozeUntil(31)
    assert.deepEqual([status, snoozedUntil, snoozedBy?.name], ['open', T0 + 31 * MINUTE_MS, 'Alice'])
    await site.advanceAndWatch(29)
    assert.deepEqual(await site.listSent(), ['0 opened Ops'])
    await site.advanceAndWatch(60)
    assert.deepEqual(await site.listSent(), ['0 opened Ops', '31 reminder Ops'])
    const { reminder, update, incident } = (await site.getLastEvent()).data
    assert.deepEqual([reminder.number, update.message], [1, 'The snooze by alice has ended'])
    assert.deepEqual([incident.status, incident.snoozed_until], ['open', undefined])
    assert.deepEqual(await site.listIncidentUpdates('shop'), [
      'created',
      'Snoozed until 2026-01-31 00:31:00 UTC',
      'The snooze by alice has ended',
    ])
    assert.deepEqual(await site.listReviews(), [])
  })

  test(`${dialect}: a snooze holds the steps of an escalation, which keep their distance after it`, async (t) => {
    const site = await prepare(t, dialect)
    await site.usePolicy()
    await site.check({ shop: 'down' })
    await site.advanceAndWatch(3)
    await site.snoozeUntil(33)
    await site.advanceAndWatch(50)
    assert.deepEqual(await site.listSent(), ['0 opened Mail', '33 reminder Mail', '35 opened Phone', '45 opened Boss'])
  })

  test(`${dialect}: an escalation continues at once when a user ends the snooze, without a reminder`, async (t) => {
    const site = await prepare(t, dialect)
    await site.usePolicy()
    await site.check({ shop: 'down' })
    await site.advanceAndWatch(3)
    await site.snoozeUntil(600)
    await site.snoozeUntil(33)
    await site.advanceAndWatch(10)
    await endIncidentSnooze(site.context, SCOPE, await site.getId())
    await site.advanceAndWatch(40)
    assert.deepEqual(await site.listSent(), ['0 opened Mail', '15 opened Phone', '25 opened Boss'])
    assert.equal((await site.listIncidentUpdates('shop'))[3], 'Snooze ended')
    assert.deepEqual(await site.listReviews(), [])
  })

  test(`${dialect}: an escalation that starts while its incident is snoozed waits for the end`, async (t) => {
    const site = await prepare(t, dialect)
    await site.usePolicy()
    await silenceMonitors(site.context, SCOPE, ['alice-shop-0'], { until: T0 + 600 * MINUTE_MS, note: null })
    await site.check({ shop: 'down' })
    await site.snoozeUntil(20)
    await site.advanceAndWatch(12)
    await endSilences(site.context, SCOPE, ['alice-shop-0'])
    await reviewHolds(site.context, 'silenced', 100)
    await site.advanceAndWatch(10)
    assert.deepEqual((await site.listSent()).slice(0, 3), ['12 opened Mail', '20 reminder Mail', '20 opened Phone'])
  })

  test(`${dialect}: a snooze holds the regular reminders, whose interval starts again at its end`, async (t) => {
    const site = await prepare(t, dialect, { reminderMinutes: 5 })
    await site.check({ shop: 'down' })
    await site.advanceAndWatch(6)
    await site.snoozeUntil(28)
    await site.advanceAndWatch(28)
    assert.deepEqual(await site.listSent(), ['0 opened Ops', '5 reminder Ops', '28 reminder Ops', '33 reminder Ops'])
    assert.equal((await site.getLastEvent()).data.reminder.number, 3)
  })

  test(`${dialect}: a resolution is sent during a snooze, and its end then sends nothing`, async (t) => {
    const site = await prepare(t, dialect)
    await site.check({ shop: 'down' })
    await site.snoozeUntil(10)
    await site.advanceAndWatch(5)
    await site.check({ shop: 'up' })
    await site.advanceAndWatch(10)
    assert.deepEqual(await site.listSent(), ['0 opened Ops', '5 resolved Ops'])
    assert.deepEqual(await site.listReviews(), [])
  })

  test(`${dialect}: the end of a snooze sends nothing when a user has acknowledged the incident`, async (t) => {
    const site = await prepare(t, dialect)
    await site.check({ shop: 'down' })
    await site.snoozeUntil(10)
    await site.advanceAndWatch(5)
    const { snoozedUntil } = await acknowledgeIncident(site.context, SCOPE, await site.getId())
    assert.equal(snoozedUntil, null)
    await site.advanceAndWatch(10)
    assert.deepEqual(await site.listSent(), ['0 opened Ops', '5 acknowledged Ops'])
  })

  test(`${dialect}: a reopened incident is not snoozed`, async (t) => {
    const site = await prepare(t, dialect)
    await site.usePolicy()
    await site.check({ shop: 'down' })
    await site.snoozeUntil(600)
    await site.advanceAndWatch(10)
    const id = await site.getId()
    await changeIncidentStatus(site.context, SCOPE, id, { status: 'resolved', note: null })
    await changeIncidentStatus(site.context, SCOPE, id, { status: 'open', note: null })
    await site.advanceAndWatch(7)
    assert.deepEqual((await site.listSent()).slice(2), ['10 reopened Mail', '15 reopened Phone'])
  })

  test(`${dialect}: a snooze that ends during a silence sends its reminder after the silence`, async (t) => {
    const site = await prepare(t, dialect)
    await site.check({ shop: 'down' })
    await site.snoozeUntil(10)
    const monitors = ['alice-shop-0']
    await silenceMonitors(site.context, SCOPE, monitors, { until: T0 + 600 * MINUTE_MS, note: null })
    await site.advanceAndWatch(20)
    await endSilences(site.context, SCOPE, monitors)
    await site.advanceAndWatch(2)
    assert.deepEqual(await site.listSent(), ['0 opened Ops', '21 reminder Ops'])
  })

  test(`${dialect}: a server that dies while ending a snooze leaves it to the next server, which sends it once`, async (t) => {
    const site = await prepare(t, dialect)
    await site.check({ shop: 'down' })
    await site.snoozeUntil(10)
    site.advance(10 * MINUTE_MS)
    await assert.rejects(reviewHolds(createDyingContext(site.context), 'snoozed', 100), /killed/)
    assert.deepEqual(await site.listSent(), ['0 opened Ops'])
    const servers = [site.context, { ...site.context }]
    for (let round = 0; round < 2; round++)
      await Promise.all(servers.map((context) => reviewHolds(context, 'snoozed', 100)))
    assert.deepEqual(await site.listSent(), ['0 opened Ops', '10 reminder Ops'])
    assert.ok(site.context.woken.includes('deliveries'))
  })
}
