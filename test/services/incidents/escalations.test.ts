import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS, SECOND_MS } from '../../../src/core/platform/time/time.ts'
import { sendDueEscalations } from '../../../src/services/incidents/escalations.ts'
import { reviewHolds } from '../../../src/services/incidents/holds/review-holds.ts'
import {
  acknowledgeIncident,
  changeIncidentStatus,
  editIncident,
} from '../../../src/services/incidents/incident-actions.ts'
import { endSilences, silenceMonitors } from '../../../src/services/incidents/silences.ts'
import { updatePolicy } from '../../../src/services/notifications/escalation-policies.ts'
import { insertGroup, insertMaintenanceSpans } from '../../support/database/monitor-rows.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { readColumns, updateRows } from '../../support/database/tables.ts'
import { createDyingContext, SCOPE, T0 } from '../../support/factories/dependency-site.ts'
import {
  createEscalationSite,
  createTestSchedule,
  insertMembers,
  SHOP,
} from '../../support/factories/escalation-site.ts'

/** Maintenance of a monitor from minute 1 to minute 20. */
const toSpan = (key: number) => ({
  monitor_key: key,
  window_id: 'w',
  starts_at: T0 + MINUTE_MS,
  ends_at: T0 + 20 * MINUTE_MS,
})

const ALL_STEPS = ['0 opened Mail', '5 opened Phone', '15 opened Boss']

for (const dialect of DIALECTS) {
  test(`${dialect}: an open incident is escalated step by step, and all its recipients receive its end`, async (t) => {
    const site = await createEscalationSite(t, dialect)
    await site.check({ shop: 'down' })
    await site.advanceAndEscalate(30)
    assert.deepEqual(await site.listSent(), ALL_STEPS)
    assert.deepEqual(await site.listIncidentUpdates('shop'), [
      'created',
      'Escalated to step 2: Phone',
      'Escalated to step 3: Boss',
    ])
    const facts = (await site.listEvents()).map(({ data }) => data.escalation)
    const started = { policy_name: 'On-call', started_at: new Date(T0).toISOString() }
    assert.deepEqual(facts, [undefined, { ...started, round: 1, step: 2 }, { ...started, round: 1, step: 3 }])
    await site.check({ shop: 'up' })
    assert.deepEqual(
      (await site.listSent()).slice(3).sort(),
      ['Boss', 'Mail', 'Phone'].map((name) => `30 resolved ${name}`),
    )
  })

  test(`${dialect}: a policy repeats all steps`, async (t) => {
    const site = await createEscalationSite(t, dialect, { repeatCount: 1 })
    await site.check({ shop: 'down' })
    await site.advanceAndEscalate(90)
    const repeated = ['35 opened Mail', '40 opened Phone', '50 opened Boss']
    assert.deepEqual(await site.listSent(), [...ALL_STEPS, ...repeated])
    assert.equal((await site.listEvents())[3].data.escalation.round, 2)
  })

  test(`${dialect}: an escalation whose next step is removed continues with the next round at that time`, async (t) => {
    const site = await createEscalationSite(t, dialect, { repeatCount: 1 })
    await site.check({ shop: 'down' })
    await site.advanceAndEscalate(6)
    await updatePolicy(site.context, SCOPE, site.policy.id, { steps: site.policy.steps.slice(0, 2) })
    await site.advanceAndEscalate(60)
    assert.deepEqual(await site.listSent(), [...ALL_STEPS.slice(0, 2), '15 opened Mail', '20 opened Phone'])
    assert.equal((await site.listIncidentUpdates('shop'))[2], 'Escalated to step 1 of round 2: Mail')
  })

  test(`${dialect}: an acknowledgement ends the escalation, and a reopening starts it again`, async (t) => {
    const site = await createEscalationSite(t, dialect)
    await site.check({ shop: 'down' })
    await site.advanceAndEscalate(6)
    const { id } = await site.getIncident('shop')
    await acknowledgeIncident(site.context, SCOPE, id)
    await site.advanceAndEscalate(14)
    const known = ['0 opened Mail', '5 opened Phone', '6 acknowledged Mail', '6 acknowledged Phone']
    assert.deepEqual((await site.listSent()).sort(), known.sort())
    await changeIncidentStatus(site.context, SCOPE, id, { status: 'resolved', note: null })
    await changeIncidentStatus(site.context, SCOPE, id, { status: 'open', note: null })
    await site.advanceAndEscalate(6)
    const later = (await site.listSent()).filter((line) => !line.includes('acknowledged')).slice(2)
    const reopened = ['20 reopened Mail', '20 resolved Mail', '20 resolved Phone', '25 reopened Phone']
    assert.deepEqual(later.sort(), reopened)
  })

  test(`${dialect}: a resolution ends the escalation`, async (t) => {
    const site = await createEscalationSite(t, dialect)
    await site.check({ shop: 'down' })
    site.advance(MINUTE_MS)
    await site.check({ shop: 'up' })
    await site.advanceAndEscalate(20)
    assert.deepEqual(await site.listSent(), ['0 opened Mail', '1 resolved Mail'])
  })

  test(`${dialect}: a batch that opens an incident, resolves it and opens it again starts one escalation`, async (t) => {
    const site = await createEscalationSite(t, dialect)
    await site.checkRepeatedly('shop', 'down', 'up', 'down')
    await site.advanceAndEscalate(8)
    assert.deepEqual(await site.listSent(), ['0 opened Mail', '0 resolved Mail', '0 reopened Mail', '5 reopened Phone'])
  })

  test(`${dialect}: a silence holds the steps until a review after its end`, async (t) => {
    const site = await createEscalationSite(t, dialect)
    await site.check({ shop: 'down' })
    site.advance(MINUTE_MS)
    await silenceMonitors(site.context, SCOPE, SHOP, { until: T0 + 600 * MINUTE_MS, note: null })
    await site.advanceAndEscalate(29)
    assert.deepEqual(await site.listSent(), ['0 opened Mail'])
    await endSilences(site.context, SCOPE, SHOP)
    await site.advanceAndEscalate(20)
    assert.deepEqual(await site.listSent(), ['0 opened Mail', '31 opened Phone', '41 opened Boss'])
  })

  test(`${dialect}: the clock of a silenced opening starts when it is sent`, async (t) => {
    const site = await createEscalationSite(t, dialect)
    await silenceMonitors(site.context, SCOPE, SHOP, { until: T0 + 600 * MINUTE_MS, note: null })
    await site.check({ shop: 'down' })
    await site.advanceAndEscalate(20)
    assert.deepEqual(await site.listSent(), [])
    await endSilences(site.context, SCOPE, SHOP)
    await reviewHolds(site.context, 'silenced', 100)
    await site.advanceAndEscalate(6)
    assert.deepEqual(await site.listSent(), ['20 opened Mail', '25 opened Phone'])
  })

  test(`${dialect}: a reopening that a silence held is sent before the steps of its escalation`, async (t) => {
    const site = await createEscalationSite(t, dialect)
    await site.check({ shop: 'down' })
    site.advance(MINUTE_MS)
    await site.check({ shop: 'up' })
    await silenceMonitors(site.context, SCOPE, SHOP, { until: T0 + 10 * MINUTE_MS, note: null })
    site.advance(MINUTE_MS)
    await site.check({ shop: 'down' })
    await site.advanceAndEscalate(10)
    const before = ['0 opened Mail', '1 resolved Mail']
    assert.deepEqual(await site.listSent(), before, 'the silence has ended, and the reopening was not released yet')
    await reviewHolds(site.context, 'silenced', 100)
    await site.advanceAndEscalate(6)
    assert.deepEqual(await site.listSent(), [...before, '12 reopened Mail', '17 reopened Phone'])
  })

  test(`${dialect}: an outage that ends and returns during a silence continues its escalation`, async (t) => {
    const site = await createEscalationSite(t, dialect)
    await site.check({ shop: 'down' })
    await silenceMonitors(site.context, SCOPE, SHOP, { until: T0 + 20 * MINUTE_MS, note: null })
    site.advance(4 * MINUTE_MS)
    await site.check({ shop: 'up' })
    await site.advanceAndEscalate(2)
    await site.check({ shop: 'down' })
    await site.advanceAndEscalate(15)
    await reviewHolds(site.context, 'silenced', 100)
    assert.deepEqual(await site.listSent(), ['0 opened Mail'])
    await site.advanceAndEscalate(20)
    assert.deepEqual(await site.listSent(), ['0 opened Mail', '22 reopened Phone', '32 reopened Boss'])
  })

  test(`${dialect}: a resolution that a silence held ends the escalation when it is sent`, async (t) => {
    const site = await createEscalationSite(t, dialect)
    await site.check({ shop: 'down' })
    await silenceMonitors(site.context, SCOPE, SHOP, { until: T0 + 20 * MINUTE_MS, note: null })
    site.advance(4 * MINUTE_MS)
    await site.check({ shop: 'up' })
    await site.advanceAndEscalate(17)
    await reviewHolds(site.context, 'silenced', 100)
    await site.advanceAndEscalate(30)
    assert.deepEqual(await site.listSent(), ['0 opened Mail', '4 resolved Mail'])
    assert.deepEqual(await readColumns(site.context.store.db, 'incident_escalations', ['due_at']), [{ due_at: null }])
  })

  test(`${dialect}: an acknowledged outage that ends and returns during a silence continues its escalation`, async (t) => {
    const site = await createEscalationSite(t, dialect)
    await site.check({ shop: 'down' })
    await silenceMonitors(site.context, SCOPE, SHOP, { until: T0 + 20 * MINUTE_MS, note: null })
    await acknowledgeIncident(site.context, SCOPE, (await site.getIncident('shop')).id)
    await site.advanceAndEscalate(6)
    await site.check({ shop: 'up' })
    site.advance(MINUTE_MS)
    await site.check({ shop: 'down' })
    await site.advanceAndEscalate(14)
    await reviewHolds(site.context, 'silenced', 100)
    await site.advanceAndEscalate(2)
    assert.deepEqual(await site.listSent(), ['0 opened Mail', '21 reopened Phone'])
  })

  test(`${dialect}: the clock of a suppressed opening starts when it is sent`, async (t) => {
    const site = await createEscalationSite(t, dialect)
    await site.addDependency('shop', 'router')
    await site.check({ router: 'down' })
    site.advance(SECOND_MS)
    await site.check({ shop: 'down' })
    await site.advanceAndEscalate(10)
    assert.deepEqual(await site.listSent(), ['0 opened Ops'])
    const isSent = async () => (await site.listSent()).some((line) => line.endsWith('opened Mail'))
    for (let minute = 0; minute < 20 && !(await isSent()); minute++) {
      await site.check({ router: 'up', shop: 'down' })
      await site.reviewSuppressions()
      site.advance(MINUTE_MS)
    }
    const [opened] = (await site.listSent()).filter((line) => line.endsWith('Mail'))
    const sentAt = Number.parseInt(opened!, 10)
    assert.ok(sentAt >= 10)
    await site.advanceAndEscalate(6)
    assert.ok((await site.listSent()).includes(`${sentAt + 5} opened Phone`), (await site.listSent()).join())
  })

  test(`${dialect}: maintenance holds the steps`, async (t) => {
    const site = await createEscalationSite(t, dialect)
    await site.check({ shop: 'down' })
    await insertMaintenanceSpans(site.context.store.db, toSpan(site.keys.shop))
    await site.advanceAndEscalate(25)
    assert.deepEqual(await site.listSent(), ['0 opened Mail', '20 opened Phone'])
  })

  test(`${dialect}: maintenance holds the steps only if it covers all monitors of the incident`, async (t) => {
    const site = await createEscalationSite(t, dialect)
    await site.check({ shop: 'down' })
    const { id } = await site.getIncident('shop')
    await editIncident(site.context, SCOPE, id, { affectedMonitorIds: ['alice-router-0'] })
    await insertMaintenanceSpans(site.context.store.db, toSpan(site.keys.shop))
    await site.advanceAndEscalate(6)
    assert.equal((await site.listSent()).at(-1), '5 opened Phone')
    await insertMaintenanceSpans(site.context.store.db, toSpan(site.keys.router))
    await site.advanceAndEscalate(15)
    assert.equal((await site.listSent()).at(-1), '20 opened Boss')
  })

  test(`${dialect}: a server that dies while sending a step leaves it to the next server, which sends it once`, async (t) => {
    const site = await createEscalationSite(t, dialect)
    await insertMembers(site.context)
    site.ids.Alice = 'alice'
    const scheduleIds = [await createTestSchedule(site.context, 'Platform', 'alice')]
    const steps = site.policy.steps.map((step) => (step.afterMinutes === 5 ? { ...step, scheduleIds } : step))
    await updatePolicy(site.context, SCOPE, site.policy.id, { steps })
    await site.check({ shop: 'down' })
    site.advance(5 * MINUTE_MS)
    await assert.rejects(sendDueEscalations(createDyingContext(site.context), 100), /killed/)
    assert.deepEqual(await site.listSent(), ['0 opened Mail'])
    const servers = [site.context, { ...site.context }]
    await Promise.all(servers.map((context) => sendDueEscalations(context, 100)))
    await Promise.all(servers.map((context) => sendDueEscalations(context, 100)))
    site.advance(10 * MINUTE_MS)
    await Promise.all(servers.map((context) => sendDueEscalations(context, 100)))
    assert.deepEqual(await site.listSent(), ['0 opened Mail', '5 opened Phone', '5 opened Alice', '15 opened Boss'])
  })

  test(`${dialect}: the innermost policy counts: monitor, group, parent group, project`, async (t) => {
    const site = await createEscalationSite(t, dialect)
    const { db } = site.context.store
    await insertGroup(db, { id: 'outer', escalation_policy_id: site.policy.id })
    await insertGroup(db, { id: 'inner', parent_group_id: 'outer' })
    await site.updateMonitor('shop', { escalation_policy_id: null, group_id: 'inner' })
    await site.check({ shop: 'down', router: 'down' })
    assert.deepEqual((await site.listSent()).sort(), ['0 opened Mail', '0 opened Ops'])
    site.advance(MINUTE_MS)
    await site.check({ shop: 'up', router: 'up' })
    await updateRows(db, 'projects', { escalation_policy_id: site.policy.id }, { id: 'alice' })
    site.advance(30 * MINUTE_MS)
    await site.check({ router: 'down' })
    assert.equal((await site.listSent()).at(-1), '31 opened Mail')
  })

  test(`${dialect}: a step without a reachable target is recorded, and an opening goes to the targets of the monitor`, async (t) => {
    const site = await createEscalationSite(t, dialect)
    for (const name of ['Mail', 'Phone'])
      await updateRows(site.context.store.db, 'notification_targets', { is_enabled: 0 }, { id: site.ids[name]! })
    await site.check({ shop: 'down' })
    await site.advanceAndEscalate(10)
    assert.deepEqual(await site.listSent(), ['0 opened Ops'])
    assert.match((await site.listIncidentUpdates('shop'))[1]!, /^Escalation step 2 notified no recipient/)
  })
}
