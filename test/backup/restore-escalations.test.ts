/** Snoozes, escalation steps and delayed messages that are pending in a backup. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { IncidentDraft } from '../../src/core/incidents/incident-change.ts'
import { MINUTE_MS } from '../../src/core/platform/time/time.ts'
import { sendDueEscalations } from '../../src/services/incidents/escalations.ts'
import { reviewHolds } from '../../src/services/incidents/holds/review-holds.ts'
import { reportIncident } from '../../src/services/incidents/incident-actions.ts'
import { snoozeIncident } from '../../src/services/incidents/snoozes.ts'
import { createContactMethod } from '../../src/services/notifications/contact-methods.ts'
import { createPolicy } from '../../src/services/notifications/escalation-policies.ts'
import { migrate } from '../../src/store/migrations/migrate.ts'
import type { DialectName } from '../../src/store/platform/dialects.ts'
import { openStore, type Store, type StoreLocation } from '../../src/store/platform/store.ts'
import { createEmptyLocation, restoreBackup, takeBackup } from '../support/database/backups.ts'
import { type Cleanup, createTestFilePath, DIALECTS, LONG_TIMEOUTS } from '../support/database/stores.ts'
import { readColumns, updateRows } from '../support/database/tables.ts'
import { createTestContext, type TestContext } from '../support/factories/context.ts'
import { SCOPE, T0 } from '../support/factories/dependency-site.ts'
import { createTestSchedule, EGRESS, insertMembers } from '../support/factories/escalation-site.ts'
import { sendAll } from '../support/factories/manual-courier.ts'
import { createOutboxFixture } from '../support/factories/outbox.ts'

const DRAFT: IncidentDraft = {
  severity: 'major',
  type: 'timeout',
  errorMessage: 'It hangs',
  title: 'Shop',
  checkId: null,
  source: null,
  publicTitle: null,
  statusPageUpdate: null,
  affectedRegions: [],
  affectedMonitorIds: [],
  failureCount: 1,
  startedAt: null,
}

function openAt(t: Cleanup, place: StoreLocation): Store {
  const store = openStore('url' in place ? { ...place, ...LONG_TIMEOUTS } : place)
  t.after(() => store.close())
  return store
}

/** Lets a server work until a minute. Returns lines such as `5 Shop opened Pager`: minute, incident, event, recipient. */
async function runUntil(context: TestContext, minute: number): Promise<string[]> {
  const lines: string[] = []
  for (; context.now() <= T0 + minute * MINUTE_MS; context.setTime(context.now() + MINUTE_MS)) {
    await reviewHolds(context, 'snoozed', 100)
    await sendDueEscalations(context, 100)
    for (const { delivery, target } of await sendAll(context)) {
      const at = (context.now() - T0) / MINUTE_MS
      const { type, data } = delivery.event
      lines.push(`${at} ${data.incident!.title} ${type.replace('incident.', '')} ${target!.name}`)
    }
  }
  return lines
}

/**
 * Ops is notified at once, and Alice after 5 minutes; her pager 10 minutes later. The incident Shop is snoozed from minute
 * 3 to minute 33. The backup is from minute 8.
 */
async function prepare(t: Cleanup, dialect: DialectName) {
  const place = await createEmptyLocation(t, dialect)
  const store = openAt(t, place)
  await migrate(store, T0)
  const context = createTestContext(store, T0)
  const ops = await (await createOutboxFixture(store, context, 0)).createTarget('ops', 'https://ops.example.test/')
  await insertMembers(context)
  const pager = { name: 'Pager', channel: 'webhook' as const, config: { url: 'https://pager.example.test/' } }
  await createContactMethod({ ...context, egress: EGRESS }, SCOPE.actor, {
    ...pager,
    delayMinutes: 10,
    isEnabled: true,
  })
  const steps = [
    { afterMinutes: 0, targetIds: [ops.id], scheduleIds: [], userIds: [] },
    {
      afterMinutes: 5,
      targetIds: [],
      scheduleIds: [await createTestSchedule(context, 'Platform', 'alice')],
      userIds: [],
    },
  ]
  const policy = await createPolicy(context, SCOPE, { name: 'On-call', steps, repeatCount: 0, repeatAfterMinutes: 20 })
  await updateRows(store.db, 'projects', { escalation_policy_id: policy.id })
  const shop = await reportIncident(context, SCOPE, DRAFT)
  await reportIncident(context, SCOPE, { ...DRAFT, title: 'Mail' })
  const before = await runUntil(context, 2)
  await snoozeIncident(context, SCOPE, shop.id, T0 + 33 * MINUTE_MS)
  before.push(...(await runUntil(context, 8)))
  const file = createTestFilePath(t, 'backup')
  await takeBackup(place, file, { takenAt: T0 + 8 * MINUTE_MS })
  return {
    before,
    async restoreAt(minute: number, to: DialectName) {
      const target = await createEmptyLocation(t, to)
      const now = T0 + minute * MINUTE_MS
      await restoreBackup(file, target, { now })
      return createTestContext(openAt(t, target), now)
    },
  }
}

for (const dialect of DIALECTS) {
  const other = DIALECTS.find((one) => one !== dialect) ?? dialect

  test(`${dialect}: a restored server sends delayed messages, steps and the end of a snooze at their times`, async (t) => {
    const { before, restoreAt } = await prepare(t, dialect)
    assert.deepEqual(before.toSorted(), ['0 Mail opened ops', '0 Shop opened ops', '5 Mail opened Account email'])
    const context = await restoreAt(10, other)
    assert.deepEqual(await runUntil(context, 60), [
      '15 Mail opened Pager',
      '33 Shop reminder ops',
      '35 Shop opened Account email',
      '45 Shop opened Pager',
    ])
  })

  test(`${dialect}: a late restore discards old delayed messages and continues overdue steps after five minutes`, async (t) => {
    const { restoreAt } = await prepare(t, dialect)
    const context = await restoreAt(60, other)
    assert.deepEqual(await runUntil(context, 90), [
      '65 Shop reminder ops',
      '65 Shop opened Account email',
      '75 Shop opened Pager',
    ])
    const failed = await readColumns(context.store.db, 'deliveries', ['error_message'], { status: 'failed' })
    assert.deepEqual(failed, [{ error_message: `not sent: restored from a backup of 2026-01-31T00:08:00.000Z` }])
  })
}
