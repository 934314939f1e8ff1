import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { readEscalation, sendNextStep } from '../../../src/services/incidents/escalations.ts'
import {
  acknowledgeIncident,
  changeIncidentStatus,
  getIncident,
} from '../../../src/services/incidents/incident-actions.ts'
import { notifyRecipient } from '../../../src/services/incidents/requested-notifications.ts'
import { createContactMethod } from '../../../src/services/notifications/contact-methods.ts'
import { updatePolicy } from '../../../src/services/notifications/escalation-policies.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { removeMember } from '../../support/database/account-rows.ts'
import { type Cleanup, DIALECTS } from '../../support/database/stores.ts'
import { readColumns, updateRows } from '../../support/database/tables.ts'
import { SCOPE } from '../../support/factories/dependency-site.ts'
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
  await insertMembers(context)
  await site.check({ shop: 'down' })
  const { id } = await site.getIncident('shop')
  return {
    ...site,
    id,
    sendStep: (step: number) => sendNextStep(context, SCOPE, id, { round: 1, step }),
    notify: (chosen: Parameters<typeof notifyRecipient>[3]) => notifyRecipient(context, SCOPE, id, chosen),
    listRecipients: async () => {
      const rows = await readColumns(context.store.db, 'deliveries', ['event_type', 'recipient'], {}, ['created_at'])
      return rows.map((row) => `${row.event_type} ${row.recipient}`)
    },
  }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: a step that a user sends early is sent once, and the later steps keep their distance`, async (t) => {
    const site = await prepare(t, dialect)
    await site.advanceAndEscalate(1)
    await site.sendStep(2)
    await assert.rejects(site.sendStep(2), { code: 'CONFLICT', message: 'The next step is 3 of round 1' })
    await site.advanceAndEscalate(20)
    assert.deepEqual(await site.listSent(), ['0 opened Mail', '1 opened Phone', '11 opened Boss'])
    const [, update] = await readColumns(
      site.context.store.db,
      'incident_updates',
      ['kind', 'message', 'user_id'],
      {},
      ['created_at'],
    )
    assert.deepEqual(update, { kind: 'escalated', message: 'Escalated early to step 2: Phone', user_id: 'alice' })
    const facts = (await site.listEvents()).map(({ data }) => [data.escalation?.step, data.update?.user_name])
    assert.deepEqual(facts.slice(1), [
      [2, 'Alice'],
      [3, null],
    ])
    await assert.rejects(site.sendStep(1), { code: 'CONFLICT', message: 'The escalation does not go on: finished' })
  })

  test(`${dialect}: an acknowledged incident is not escalated by hand`, async (t) => {
    const site = await prepare(t, dialect)
    await acknowledgeIncident(site.context, SCOPE, site.id)
    await assert.rejects(site.sendStep(2), { message: 'The escalation does not go on: acknowledged' })
  })

  test(`${dialect}: a recipient that a user chooses gets the opening and the end, and does not move the escalation`, async (t) => {
    const site = await prepare(t, dialect)
    await site.notify({ targetId: site.ids.Boss! })
    const [event] = (await site.listEvents()).slice(-1)
    assert.deepEqual([event.type, event.data.requested_by], ['incident.opened', 'Alice'])
    assert.deepEqual(await site.listIncidentUpdates('shop'), ['created', 'recipient_notified'])
    const { store, now } = site.context
    const incident = await getIncident(store.db, SCOPE.projectId, site.id)
    const { last, next } = (await readEscalation(store.db, incident, now()))!
    assert.deepEqual([last?.step, next?.step], [1, 2])
    site.advance(MINUTE_MS)
    await site.check({ shop: 'up' })
    assert.deepEqual((await site.listSent()).slice(2).sort(), ['1 resolved Boss', '1 resolved Mail'])
  })

  test(`${dialect}: without a policy, a chosen recipient gets every later message of the same outage`, async (t) => {
    const site = await prepare(t, dialect)
    await site.updateMonitor('shop', { escalation_policy_id: null })
    const { context, ids } = site
    await site.check({ shop: 'up' })
    site.advance(10 * MINUTE_MS)
    await site.check({ shop: 'down' })
    const { id } = await site.getIncident('shop')
    await notifyRecipient(context, SCOPE, id, { targetId: ids.Boss! })
    await notifyRecipient(context, SCOPE, id, { userId: 'bob' })
    await acknowledgeIncident(context, SCOPE, id)
    site.advance(MINUTE_MS)
    await site.check({ shop: 'up' })
    site.advance(MINUTE_MS)
    await site.check({ shop: 'down' })
    const rows = await readColumns(context.store.db, 'deliveries', ['event_type', 'recipient'], { incident_id: id }, [
      'created_at',
    ])
    const listOf = (name: string) =>
      rows.filter(({ recipient }) => recipient.includes(name)).map(({ event_type }) => event_type)
    const expected = ['incident.opened', 'incident.acknowledged', 'incident.resolved']
    assert.deepEqual([listOf('boss'), listOf('Bob')], [expected, expected])
    assert.equal(rows.at(-1)?.event_type, 'incident.reopened')
  })

  test(`${dialect}: the same recipient is notified once in 5 minutes, and only of an unresolved incident`, async (t) => {
    const site = await prepare(t, dialect)
    await site.notify({ targetId: site.ids.Boss! })
    await assert.rejects(site.notify({ targetId: site.ids.Boss! }), { code: 'CONFLICT' })
    await updateRows(site.context.store.db, 'deliveries', { status: 'failed' }, { target_id: site.ids.Boss! })
    await site.notify({ targetId: site.ids.Boss! })
    site.advance(6 * MINUTE_MS)
    await site.notify({ targetId: site.ids.Boss! })
    await changeIncidentStatus(site.context, SCOPE, site.id, { status: 'resolved', note: null })
    await assert.rejects(site.notify({ targetId: site.ids.Phone! }), { code: 'VALIDATION_ERROR' })
  })

  test(`${dialect}: a chosen recipient whose message waits is notified at once, and only once`, async (t) => {
    const site = await prepare(t, dialect)
    const { context, id } = site
    const pager = await createContactMethod({ ...context, egress: EGRESS }, SCOPE.actor, {
      name: 'Pager',
      channel: 'webhook',
      config: { url: 'https://pager.example.test/' },
      delayMinutes: 5,
      isEnabled: true,
    })
    const schedule = await createTestSchedule(context, 'Platform', 'alice')
    await updatePolicy(context, SCOPE, site.policy.id, {
      steps: [0, 1].map((afterMinutes) => ({
        afterMinutes,
        targetIds: [site.ids.Mail!],
        scheduleIds: [schedule],
        userIds: [],
      })),
    })
    const listDue = async () => {
      const rows = await readColumns(context.store.db, 'deliveries', ['next_attempt_at'], {
        incident_id: id,
        target_id: pager.id,
      })
      return rows.map((row) => (row.next_attempt_at - context.now()) / MINUTE_MS)
    }
    await sendNextStep(context, SCOPE, id, { round: 1, step: 2 })
    assert.deepEqual(await listDue(), [5])
    await updateRows(context.store.db, 'deliveries', { status: 'failed' }, { target_id: 'alice' })
    await site.notify({ userId: 'alice' })
    assert.deepEqual(await listDue(), [0])
    await assert.rejects(site.notify({ userId: 'alice' }), { code: 'CONFLICT' })
    assert.deepEqual(await listDue(), [0])
  })

  test(`${dialect}: a member is notified, and receives nothing after leaving the organization`, async (t) => {
    const site = await prepare(t, dialect)
    await site.notify({ userId: 'bob' })
    assert.deepEqual((await site.listRecipients()).slice(1), ['incident.opened Bob'])
    await removeMember(site.context.store.db, 'bob')
    site.advance(MINUTE_MS)
    await site.check({ shop: 'up' })
    assert.ok((await site.listRecipients()).some((line) => line.startsWith('incident.resolved')))
    assert.ok(!(await site.listRecipients()).includes('incident.resolved Bob'))
    await assert.rejects(site.notify({ userId: 'bob' }), /is no member of this organization|resolved/)
  })

  test(`${dialect}: a target of another project and a user of another organization are refused`, async (t) => {
    const site = await prepare(t, dialect)
    await assert.rejects(site.notify({ targetId: 'mallory-target' }), { code: 'VALIDATION_ERROR' })
    await assert.rejects(site.notify({ userId: 'mallory' }), /is no member of this organization/)
  })
}
