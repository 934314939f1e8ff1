import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS, SECOND_MS } from '../../../src/core/platform/time/time.ts'
import { sendDueEscalations } from '../../../src/services/incidents/escalations.ts'
import { reviewHolds } from '../../../src/services/incidents/holds/review-holds.ts'
import {
  acknowledgeIncident,
  withdrawIncidentAcknowledgement,
} from '../../../src/services/incidents/incident-actions.ts'
import { changeIncidents } from '../../../src/services/incidents/incident-bulk.ts'
import { endIncidentSnooze, snoozeIncident } from '../../../src/services/incidents/snoozes.ts'
import { createContactMethod, updateContactMethod } from '../../../src/services/notifications/contact-methods.ts'
import { updatePolicy } from '../../../src/services/notifications/escalation-policies.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { type Cleanup, DIALECTS } from '../../support/database/stores.ts'
import { readColumns } from '../../support/database/tables.ts'
import { SCOPE, T0 } from '../../support/factories/dependency-site.ts'
import {
  createEscalationSite,
  createTestSchedule,
  EGRESS,
  insertMembers,
} from '../../support/factories/escalation-site.ts'

/** A monitor with the policy Mail, Phone after 5 minutes and Boss after 15, which is down at T0. */
async function prepare(t: Cleanup, dialect: DialectName) {
  const site = await createEscalationSite(t, dialect)
  const { context } = site
  await site.updateMonitor('shop', { reminder_interval_minutes: 120 })
  await site.check({ shop: 'down' })
  const { id } = await site.getIncident('shop')
  return {
    ...site,
    id,
    acknowledge: () => acknowledgeIncident(context, SCOPE, id),
    unacknowledge: () => withdrawIncidentAcknowledgement(context, SCOPE, id),
    snoozeUntil: (minute: number) => snoozeIncident(context, SCOPE, id, T0 + minute * MINUTE_MS),
    async pass(minutes: number) {
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
  test(`${dialect}: a withdrawn acknowledgement notifies recipients, and the escalation continues where it was`, async (t) => {
    const site = await prepare(t, dialect)
    await site.pass(3)
    await site.acknowledge()
    await site.pass(1)
    const { status, acknowledgedAt, acknowledgedBy } = await site.unacknowledge()
    assert.deepEqual([status, acknowledgedAt, acknowledgedBy], ['open', null, null])
    await site.pass(30)
    assert.deepEqual(await site.listSent(), [
      '0 opened Mail',
      '3 acknowledged Mail',
      '4 unacknowledged Mail',
      '6 opened Phone',
      '16 opened Boss',
    ])
  })

  test(`${dialect}: a step that came due during the acknowledgement keeps its remaining wait`, async (t) => {
    const site = await prepare(t, dialect)
    await site.pass(3)
    await site.acknowledge()
    await site.pass(17)
    await site.unacknowledge()
    await site.pass(20)
    assert.deepEqual((await site.listSent()).slice(2), ['20 unacknowledged Mail', '22 opened Phone', '32 opened Boss'])
  })

  test(`${dialect}: an escalation that had finished stays finished, and reminders start again`, async (t) => {
    const site = await prepare(t, dialect)
    await site.pass(20)
    await site.acknowledge()
    await site.unacknowledge()
    await site.pass(121)
    const sent = (await site.listSent()).slice(6).sort()
    assert.deepEqual(sent, [
      ...['Boss', 'Mail', 'Phone'].map((name) => `140 reminder ${name}`),
      ...['Boss', 'Mail', 'Phone'].map((name) => `20 unacknowledged ${name}`),
    ])
  })

  test(`${dialect}: an opening that the acknowledgement cancelled waits for its delay again`, async (t) => {
    const site = await createEscalationSite(t, dialect)
    const { context } = site
    await insertMembers(context)
    const pager = await createContactMethod({ ...context, egress: EGRESS }, SCOPE.actor, {
      name: 'Pager',
      channel: 'webhook',
      config: { url: 'https://pager.example.test/' },
      delayMinutes: 5,
      isEnabled: true,
    })
    const schedule = await createTestSchedule(context, 'Platform', 'alice')
    await updatePolicy(context, SCOPE, site.policy.id, {
      steps: [{ afterMinutes: 0, targetIds: [], scheduleIds: [schedule], userIds: [] }],
    })
    await site.check({ shop: 'down' })
    const { id } = await site.getIncident('shop')
    const listDue = async () => {
      const rows = await readColumns(context.store.db, 'deliveries', ['next_attempt_at'], { target_id: pager.id })
      return rows.map((row) => (row.next_attempt_at - T0) / MINUTE_MS)
    }
    assert.deepEqual(await listDue(), [5])
    site.advance(3 * MINUTE_MS)
    await acknowledgeIncident(context, SCOPE, id)
    assert.deepEqual(await listDue(), [])
    site.advance(MINUTE_MS)
    await withdrawIncidentAcknowledgement(context, SCOPE, id)
    assert.deepEqual((await listDue()).map(Math.round), [9])
  })

  for (const minutes of [1, 20])
    test(`${dialect}: a step whose messages an acknowledgement of ${minutes} minutes cancelled counts as sent`, async (t) => {
      const site = await createEscalationSite(t, dialect)
      const { context } = site
      await insertMembers(context)
      const schedule = await createTestSchedule(context, 'Platform', 'alice')
      await updateContactMethod({ ...context, egress: EGRESS }, SCOPE.actor, 'alice', { delayMinutes: 5 })
      await updatePolicy(context, SCOPE, site.policy.id, {
        steps: [0, 5, 15].map((afterMinutes, index) => ({
          afterMinutes,
          targetIds: index === 1 ? [] : [site.ids.Mail!],
          scheduleIds: index === 1 ? [schedule] : [],
          userIds: [],
        })),
      })
      await site.check({ shop: 'down' })
      const { id } = await site.getIncident('shop')
      await site.advanceAndEscalate(6)
      assert.deepEqual(await site.listSent(), ['0 opened Mail', '5 opened Ops'])
      await acknowledgeIncident(context, SCOPE, id)
      assert.ok(!(await site.listSent()).includes('5 opened Ops'))
      await site.advanceAndEscalate(minutes)
      await withdrawIncidentAcknowledgement(context, SCOPE, id)
      await site.advanceAndEscalate(30)
      const at = 6 + minutes
      assert.deepEqual(
        (await site.listSent()).filter((line) => line.includes('opened')),
        ['0 opened Mail', `${at} opened Ops`, `${at + 9} opened Mail`],
      )
      const steps = (await site.listIncidentUpdates('shop')).filter((line) => line.startsWith('Escalated'))
      assert.deepEqual(steps, ['Escalated to step 2: alice (Platform)', 'Escalated to step 3: Mail'])
    })

  test(`${dialect}: an acknowledged incident is open again when its snooze ends by itself`, async (t) => {
    const site = await prepare(t, dialect)
    await site.pass(3)
    await site.acknowledge()
    const snoozed = await site.snoozeUntil(30)
    assert.deepEqual([snoozed.status, snoozed.snoozedBy?.name], ['acknowledged', 'Alice'])
    await site.pass(40)
    assert.deepEqual((await site.listSent()).slice(2), ['30 reminder Mail', '32 opened Phone', '42 opened Boss'])
    const columns = ['status', 'acknowledged_at', 'acknowledged_by'] as const
    const [stored] = await readColumns(site.context.store.db, 'incidents', [...columns], { id: site.id })
    assert.deepEqual(stored, { status: 'open', acknowledged_at: null, acknowledged_by: null })
  })

  test(`${dialect}: an incident whose snooze a user ends stays acknowledged`, async (t) => {
    const site = await prepare(t, dialect)
    await site.acknowledge()
    await site.snoozeUntil(30)
    assert.equal((await endIncidentSnooze(site.context, SCOPE, site.id)).status, 'acknowledged')
    await site.pass(40)
    assert.deepEqual(await site.listSent(), ['0 opened Mail', '0 acknowledged Mail'])
  })

  test(`${dialect}: many acknowledgements are withdrawn at once, and only acknowledged incidents have one`, async (t) => {
    const site = await prepare(t, dialect)
    const request = { action: 'unacknowledge', incidentIds: [site.id], note: null, snoozeUntil: null } as const
    assert.equal((await changeIncidents(site.context, SCOPE, request)).skipped, 1)
    await site.acknowledge()
    assert.equal((await changeIncidents(site.context, SCOPE, request)).succeeded, 1)
    await assert.rejects(site.unacknowledge(), { message: 'Incident is already in status: open' })
    await site.pass(6)
    assert.deepEqual((await site.listSent()).slice(2), ['0 unacknowledged Mail', '5 opened Phone'])
    const entries = await readColumns(site.context.store.db, 'audit_log', ['action'], { resource_id: site.id })
    assert.deepEqual(
      entries.map(({ action }) => action),
      ['incident.acknowledged', 'incident.unacknowledged'],
    )
  })
}
