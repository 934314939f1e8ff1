import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { readEscalation } from '../../../src/services/incidents/escalations.ts'
import { acknowledgeIncident } from '../../../src/services/incidents/incident-actions.ts'
import { silenceMonitors } from '../../../src/services/incidents/silences.ts'
import { snoozeIncident } from '../../../src/services/incidents/snoozes.ts'
import { updatePolicy } from '../../../src/services/notifications/escalation-policies.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { type Cleanup, DIALECTS } from '../../support/database/stores.ts'
import { SCOPE, T0 } from '../../support/factories/dependency-site.ts'
import {
  createEscalationSite,
  createTestSchedule,
  insertMembers,
  SHOP,
} from '../../support/factories/escalation-site.ts'

async function prepare(t: Cleanup, dialect: DialectName) {
  const site = await createEscalationSite(t, dialect)
  const toMinute = (at: number | null) => (at === null ? 'when sent' : `at ${(at - T0) / MINUTE_MS}`)
  const toText = (one: { step: number; recipients: object[] } | null, at: number | null = null) =>
    one &&
    `${one.step} ${toMinute(at)}: ${one.recipients.map((recipient) => Object.values(recipient).join('/')).join(', ')}`
  return {
    ...site,
    /** The state, the last step and the next step, such as `2 at 5: Phone/`. */
    async read() {
      const { context } = site
      const found = await readEscalation(context.store.db, await site.getIncident('shop'), context.now())
      return found && [found.state, toText(found.last, found.last?.sentAt), toText(found.next, found.next?.dueAt)]
    },
  }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: an incident shows the last step and the next step of its policy until the last one`, async (t) => {
    const site = await prepare(t, dialect)
    await site.check({ shop: 'down' })
    assert.deepEqual(await site.read(), ['active', '1 at 0: Mail/', '2 at 5: Phone/'])
    await site.advanceAndEscalate(6)
    assert.deepEqual(await site.read(), ['active', '2 at 5: Phone/', '3 at 15: Boss/'])
    await snoozeIncident(site.context, SCOPE, (await site.getIncident('shop')).id, T0 + 16 * MINUTE_MS)
    assert.deepEqual(await site.read(), ['snoozed', '2 at 5: Phone/', '3 at 25: Boss/'])
    await site.advanceAndEscalate(20)
    assert.deepEqual(await site.read(), ['finished', '3 at 25: Boss/', null])
    await acknowledgeIncident(site.context, SCOPE, (await site.getIncident('shop')).id)
    assert.deepEqual(await site.read(), ['acknowledged', '3 at 25: Boss/', null])
  })

  test(`${dialect}: a step to a schedule names the user who is on call at its time`, async (t) => {
    const site = await prepare(t, dialect)
    await insertMembers(site.context)
    const scheduleIds = [
      await createTestSchedule(site.context, 'Platform', 'alice', 'bob'),
      await createTestSchedule(site.context, 'Empty'),
    ]
    const toStep = (afterMinutes: number) => ({ afterMinutes, targetIds: [], scheduleIds, userIds: [] })
    await updatePolicy(site.context, SCOPE, site.policy.id, { steps: [toStep(0), toStep(10)] })
    await site.check({ shop: 'down' })
    assert.deepEqual(await site.read(), ['active', '1 at 0: alice/Platform', '2 at 10: Bob/Platform, /Empty'])
  })

  test(`${dialect}: a silenced opening waits for the first step, and an incident without a policy has no escalation`, async (t) => {
    const site = await prepare(t, dialect)
    await silenceMonitors(site.context, SCOPE, SHOP, { until: T0 + MINUTE_MS, note: null })
    await site.check({ shop: 'down' })
    assert.deepEqual(await site.read(), ['silenced', null, '1 when sent: Mail/'])
    await site.check({ router: 'down' })
    const router = await site.getIncident('router')
    assert.equal(await readEscalation(site.context.store.db, router, site.context.now()), null)
  })
}
