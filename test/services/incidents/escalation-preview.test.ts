/** The preview of an escalation, compared with the messages that are really sent. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS, SECOND_MS } from '../../../src/core/platform/time/time.ts'
import { previewMonitor, previewPolicy } from '../../../src/services/incidents/escalation-preview.ts'
import { sendDueEscalations } from '../../../src/services/incidents/escalations.ts'
import { silenceMonitors } from '../../../src/services/incidents/silences.ts'
import { getMonitor } from '../../../src/services/monitors/monitors.ts'
import { createContactMethod } from '../../../src/services/notifications/contact-methods.ts'
import { getPolicy, updatePolicy } from '../../../src/services/notifications/escalation-policies.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { type Cleanup, DIALECTS } from '../../support/database/stores.ts'
import { countRows } from '../../support/database/tables.ts'
import { reviewSilences, SCOPE, T0 } from '../../support/factories/dependency-site.ts'
import {
  createEscalationSite,
  createTestSchedule,
  EGRESS,
  insertMembers,
  SHOP,
} from '../../support/factories/escalation-site.ts'
import { sendAll } from '../../support/factories/manual-courier.ts'

/**
 * A policy with a target at once, a schedule after 15 minutes and an empty schedule after 30. Alice hands over to Bob at minute
 * 10. Bob has an email address, a pager after 5 minutes, and a phone that is quiet until minute 40.
 */
async function prepare(t: Cleanup, dialect: DialectName) {
  const site = await createEscalationSite(t, dialect)
  const { context } = site
  await insertMembers(context)
  const bob = { ...SCOPE.actor, userId: 'bob' }
  const method = { channel: 'webhook' as const, isEnabled: true }
  await createContactMethod({ ...context, egress: EGRESS }, bob, {
    ...method,
    name: 'Pager',
    config: { url: 'https://pager.example.test/secret' },
    delayMinutes: 5,
  })
  await createContactMethod({ ...context, egress: EGRESS }, bob, {
    ...method,
    name: 'Phone +49 30 1234',
    config: { url: 'https://phone.example.test/secret' },
    delayMinutes: 0,
    quietHours: {
      timezone: 'UTC',
      mode: 'wait',
      restrictions: [{ from: '23:00', to: '00:40', fromWeekday: null, toWeekday: null }],
    },
  })
  const staffed = await createTestSchedule(context, 'Platform', 'alice', 'bob')
  const empty = await createTestSchedule(context, 'Empty')
  await updatePolicy(context, SCOPE, site.policy.id, {
    steps: [
      { afterMinutes: 0, targetIds: [site.ids.Mail!], scheduleIds: [], userIds: [] },
      { afterMinutes: 15, targetIds: [], scheduleIds: [staffed, empty], userIds: [] },
      { afterMinutes: 30, targetIds: [site.ids.Boss!], scheduleIds: [staffed], userIds: [] },
    ],
  })
  const preview = async () =>
    previewMonitor(context.store.db, await getMonitor(context.store.db, SCOPE.projectId, SHOP[0]!), context.now())
  return { ...site, preview }
}

const toMinute = (at: number) => Math.floor((at - T0) / MINUTE_MS)

type Preview = Awaited<ReturnType<typeof previewMonitor>>

/** Lines such as `15 webhook Bob`. */
const listPlanned = ({ steps }: Preview): string[] =>
  steps
    .flatMap(({ messages }) => messages)
    .map(({ sendAt, channel, targetName, user }) => `${toMinute(sendAt)} ${channel} ${targetName ?? user?.name}`)
    .sort()

async function listSent({ context, advance, check, ids }: Awaited<ReturnType<typeof prepare>>, minutes: number) {
  const sent: string[] = []
  const send = async () => {
    for (const { delivery, target } of await sendAll(context)) {
      const isShared = Object.values(ids).includes(delivery.targetId)
      sent.push(`${toMinute(context.now())} ${delivery.channel} ${isShared ? target?.name : delivery.recipient}`)
    }
  }
  await check({ shop: 'down' })
  await send()
  for (let at = 0; at < minutes * MINUTE_MS; at += 30 * SECOND_MS) {
    advance(30 * SECOND_MS)
    await sendDueEscalations(context, 100)
    await reviewSilences(context)
    await send()
  }
  return sent.sort()
}

for (const dialect of DIALECTS) {
  test(`${dialect}: the preview lists the messages that an outage then sends, at their times`, async (t) => {
    const site = await prepare(t, dialect)
    const { preview, context, policy } = site
    const rows = await countRows(context.store.db, 'contact_methods')
    const planned = await preview()
    assert.equal(await countRows(context.store.db, 'contact_methods'), rows)
    assert.deepEqual(
      planned.steps.map(({ step, dueAt, gaps }) => [step, toMinute(dueAt), gaps]),
      [
        [1, 0, []],
        [2, 15, [{ scheduleName: 'Empty', userName: null }]],
        [3, 30, []],
      ],
    )
    const held = planned.steps[1]!.messages.filter(({ isHeldByQuietHours }) => isHeldByQuietHours)
    assert.deepEqual(
      held.map(({ sendAt }) => toMinute(sendAt)),
      [40],
    )
    assert.doesNotMatch(JSON.stringify(planned.steps), /secret|1234|Pager|Phone|bob@/)
    const ofPolicy = await previewPolicy(
      context.store.db,
      await getPolicy(context.store.db, SCOPE.projectId, policy.id),
      context.now(),
    )
    assert.deepEqual(ofPolicy.steps, planned.steps)
    // Messages of both steps that are held until minute 40 are one message
    assert.deepEqual([...new Set(listPlanned(planned))], [...new Set(await listSent(site, 45))])
  })

  test(`${dialect}: the steps of a silenced monitor count from the end of the silence`, async (t) => {
    const site = await prepare(t, dialect)
    const until = T0 + 20 * MINUTE_MS
    await silenceMonitors(site.context, SCOPE, SHOP, { until, note: null })
    const planned = await site.preview()
    assert.deepEqual([planned.heldBy, planned.heldUntil], ['silenced', until])
    assert.deepEqual([...new Set(listPlanned(planned))], [...new Set(await listSent(site, 60))])
  })
}
