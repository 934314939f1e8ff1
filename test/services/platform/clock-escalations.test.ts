/** Snoozes, escalation steps and delayed messages that are pending when the clock is set. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../src/core/platform/time/time.ts'
import { sendDueEscalations } from '../../../src/services/incidents/escalations.ts'
import { reviewHolds } from '../../../src/services/incidents/holds/review-holds.ts'
import { snoozeIncident } from '../../../src/services/incidents/snoozes.ts'
import { createContactMethod } from '../../../src/services/notifications/contact-methods.ts'
import { updatePolicy } from '../../../src/services/notifications/escalation-policies.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { type Cleanup, DIALECTS } from '../../support/database/stores.ts'
import { SCOPE } from '../../support/factories/dependency-site.ts'
import {
  createEscalationSite,
  createTestSchedule,
  EGRESS,
  insertMembers,
} from '../../support/factories/escalation-site.ts'
import { sendAll } from '../../support/factories/manual-courier.ts'
import { startServer, TestMachine } from './set-clock.ts'

/**
 * A monitor that is down from minute 0. Mail is notified at once and Alice after 5 minutes; her pager 10 minutes later.
 */
async function prepare(t: Cleanup, dialect: DialectName) {
  const site = await createEscalationSite(t, dialect)
  await insertMembers(site.context)
  const pager = { name: 'Pager', channel: 'webhook' as const, config: { url: 'https://pager.example.test/' } }
  const draft = { ...pager, delayMinutes: 10, isEnabled: true }
  await createContactMethod({ ...site.context, egress: EGRESS }, SCOPE.actor, draft)
  const schedule = await createTestSchedule(site.context, 'Platform', 'alice')
  await updatePolicy(site.context, SCOPE, site.policy.id, {
    steps: [
      { afterMinutes: 0, targetIds: [site.ids.Mail!], scheduleIds: [], userIds: [] },
      { afterMinutes: 5, targetIds: [], scheduleIds: [schedule], userIds: [] },
    ],
  })
  await site.check({ shop: 'down' })
  const machine = new TestMachine(site.context.now())
  const { context, clockSync } = await startServer(site.context.store, machine)
  await clockSync.sync()
  let minute = 0
  return {
    context,
    machine,
    getIncident: () => site.getIncident('shop'),
    snoozeFor: async (minutes: number) =>
      snoozeIncident(context, SCOPE, (await site.getIncident('shop')).id, context.now() + minutes * MINUTE_MS),
    setClock: async (byMs: number) => {
      machine.set(byMs)
      await clockSync.sync()
    },
    /** Returns lines such as `5 opened Pager`: elapsed minutes, event, recipient. */
    async runUntil(end: number): Promise<string[]> {
      const lines: string[] = []
      for (; minute <= end; minute++) {
        await reviewHolds(context, 'snoozed', 100)
        await sendDueEscalations(context, 100)
        for (const { delivery, target } of await sendAll(context))
          lines.push(`${minute} ${delivery.event.type.replace('incident.', '')} ${target!.name}`)
        machine.pass(MINUTE_MS)
      }
      return lines
    },
  }
}

for (const dialect of DIALECTS) {
  for (const step of [-HOUR_MS, HOUR_MS]) {
    const title = `when the clock is set by ${step / SECOND_MS} s`

    test(`${dialect}: a step and a delayed message are sent after their delay ${title}`, async (t) => {
      const { runUntil, setClock } = await prepare(t, dialect)
      assert.deepEqual(await runUntil(2), ['0 opened Mail'])
      await setClock(step)
      assert.deepEqual(await runUntil(8), ['5 opened Account email'])
      await setClock(step)
      assert.deepEqual(await runUntil(30), ['15 opened Pager'])
    })

    test(`${dialect}: a snooze keeps its length, and the next step its wait, ${title}`, async (t) => {
      const { runUntil, setClock, snoozeFor, getIncident, context } = await prepare(t, dialect)
      await runUntil(2)
      await snoozeFor(30)
      await runUntil(10)
      await setClock(step)
      assert.equal((await getIncident()).snoozedUntil, context.now() + 22 * MINUTE_MS)
      assert.deepEqual(await runUntil(60), ['33 reminder Mail', '35 opened Account email', '45 opened Pager'])
    })
  }

  test(`${dialect}: a snooze keeps its length when the clock is set back further than the history moves`, async (t) => {
    const { runUntil, setClock, snoozeFor } = await prepare(t, dialect)
    await runUntil(2)
    await snoozeFor(30)
    await setClock(-31 * DAY_MS)
    // The schedule begins later than the new time, so no user is on call at minute 35
    assert.deepEqual(await runUntil(40), ['33 reminder Mail'])
  })
}
