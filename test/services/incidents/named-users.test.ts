/** Steps of escalation policies that name users. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NOT_A_MEMBER } from '../../../src/core/notifications/contact-method.ts'
import { removeMember } from '../../../src/services/accounts/members.ts'
import { sendDueEscalations } from '../../../src/services/incidents/escalations.ts'
import { createContactMethod } from '../../../src/services/notifications/contact-methods.ts'
import { getPolicy, updatePolicy } from '../../../src/services/notifications/escalation-policies.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { type Cleanup, DIALECTS } from '../../support/database/stores.ts'
import { readColumns } from '../../support/database/tables.ts'
import { SCOPE } from '../../support/factories/dependency-site.ts'
import {
  createEscalationSite,
  createTestSchedule,
  EGRESS,
  insertMembers,
} from '../../support/factories/escalation-site.ts'

async function prepare(t: Cleanup, dialect: DialectName) {
  const site = await createEscalationSite(t, dialect)
  const { context } = site
  await insertMembers(context)
  const bob = { ...SCOPE.actor, userId: 'bob' }
  const config = { url: 'https://pager.example.test/' }
  const pager = { name: 'Pager', channel: 'webhook' as const, config, isEnabled: true, quietHours: null }
  const { id: pagerId } = await createContactMethod({ ...context, egress: EGRESS }, bob, { ...pager, delayMinutes: 5 })
  const setSteps = (...steps: { scheduleIds?: string[]; userIds?: string[] }[]) =>
    updatePolicy(context, SCOPE, site.policy.id, {
      steps: steps.map((step, index) => ({
        afterMinutes: 15 * index,
        targetIds: [],
        scheduleIds: [],
        userIds: [],
        ...step,
      })),
    })
  return { ...site, pagerId, setSteps }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: a step notifies the users whom it names through their contact methods, each once`, async (t) => {
    const site = await prepare(t, dialect)
    const platform = await createTestSchedule(site.context, 'Platform', 'alice')
    await site.setSteps({ scheduleIds: [platform], userIds: ['alice'] }, { userIds: ['bob'] })
    await site.check({ shop: 'down' })
    const before = await readColumns(site.context.store.db, 'deliveries', ['target_id', 'recipient'])
    assert.deepEqual(before, [{ target_id: 'alice', recipient: 'alice' }])
    site.advance(15 * 60_000)
    await sendDueEscalations(site.context, 100)
    const sent = await readColumns(site.context.store.db, 'deliveries', ['target_id', 'recipient'], {
      event_type: 'incident.opened',
    })
    assert.deepEqual(
      sent.map((row) => `${row.recipient} ${row.target_id}`).sort(),
      ['alice alice', `Bob ${site.pagerId}`, 'Bob bob'].sort(),
    )
    assert.deepEqual(await site.listIncidentUpdates('shop'), ['created', 'Escalated to step 2: Bob'])
  })

  test(`${dialect}: a removed member leaves every step, and the alert goes to the targets of the monitor`, async (t) => {
    const site = await prepare(t, dialect)
    const { context, policy } = site
    await site.setSteps({ userIds: ['bob'] }, { userIds: ['bob', 'alice'] })
    await site.check({ shop: 'down' })
    await removeMember(context, SCOPE.actor, 'bob')
    const waiting = await readColumns(context.store.db, 'deliveries', ['status', 'error_message'], { recipient: 'Bob' })
    for (const { status, error_message } of waiting) assert.deepEqual([status, error_message], ['failed', NOT_A_MEMBER])
    const { steps } = await getPolicy(context.store.db, SCOPE.projectId, policy.id)
    assert.deepEqual(
      steps.map(({ userIds }) => userIds),
      [[], ['alice']],
    )
    const audit = await readColumns(context.store.db, 'audit_log', ['action'], { resource_id: policy.id })
    assert.equal(audit.filter(({ action }) => action === 'escalation_policy.updated').length, 2)
    for (const status of ['up', 'down'] as const) {
      site.advance(60_000)
      await site.check({ shop: status })
    }
    const rows = await readColumns(context.store.db, 'deliveries', ['target_id', 'event_type'], {}, ['created_at'])
    assert.deepEqual(rows.at(-1), { target_id: 'target-ops', event_type: 'incident.reopened' })
  })
}
