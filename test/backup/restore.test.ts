import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEgressPolicy } from '../../src/core/platform/egress.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/core/platform/time/time.ts'
import { recordIntakeAlive, recordOverdue, recordPings } from '../../src/services/heartbeats/heartbeats.ts'
import { createMonitor } from '../../src/services/monitors/monitor-creation.ts'
import { groupDue } from '../../src/services/notifications/alert-groups.ts'
import { migrate } from '../../src/store/migrations/migrate.ts'
import { openStore, type Store, type StoreLocation } from '../../src/store/platform/store.ts'
import { findRegion, listRegions, saveRegion } from '../../src/store/probes/regions.ts'
import { createEmptyLocation, restoreBackup, takeBackup } from '../support/database/backups.ts'
import { readRevision, readRuntimeStatus } from '../support/database/monitor-rows.ts'
import { readDelivery } from '../support/database/notification-rows.ts'
import { insertMonitors, insertWorkspace } from '../support/database/rows.ts'
import { type Cleanup, createTestFilePath, DIALECTS, LONG_TIMEOUTS } from '../support/database/stores.ts'
import { insertRows, readRow, readRows, updateRows } from '../support/database/tables.ts'
import { createTestContext } from '../support/factories/context.ts'
import { sendAll } from '../support/factories/manual-courier.ts'
import { createAliceScope, toActiveRegion } from '../support/factories/monitors.ts'
import { createOutboxFixture, createOutboxFixtureIn } from '../support/factories/outbox.ts'
import { MONDAY } from '../support/time/clock.ts'

type Dialect = (typeof DIALECTS)[number]

/** State on Monday, and its restore into an empty database. */
async function createMondayFixture(t: Cleanup, dialect: Dialect) {
  const place = await createEmptyLocation(t, dialect)
  const store = openAt(t, place)
  await migrate(store, MONDAY)
  const file = createTestFilePath(t, 'monday.backup')
  const restoreAt = async (now: number) => {
    await takeBackup(place, file, { takenAt: MONDAY })
    const target = await createEmptyLocation(t, dialect)
    const { restored } = await restoreBackup(file, target, { now })
    const after = openAt(t, target)
    return { store: after, context: createTestContext(after, now), restored }
  }
  return { store, context: createTestContext(store, MONDAY), restoreAt }
}

function openAt(t: Cleanup, place: StoreLocation): Store {
  const store = openStore('url' in place ? { ...place, ...LONG_TIMEOUTS } : place)
  t.after(() => store.close())
  return store
}

const statusesOf = async ({ db }: Store) => (await readRows(db, 'deliveries')).map(({ status }) => status)

const pingOf = (token: string) => ({
  token,
  kind: 'success' as const,
  at: MONDAY,
  exitStatus: null,
  runId: null,
  body: null,
  bodyBytes: 0,
  source: '192.0.2.1',
})

/** Inserts one pending email to one subscriber of a page. */
async function insertPendingUpdate(store: Store): Promise<void> {
  const times = { created_at: MONDAY, updated_at: MONDAY }
  const texts = { name: 'Shop', description: '', theme: 'light', accent_color: '#000000' }
  await insertRows(store.db, 'status_pages', {
    id: 'page',
    organization_id: 'alice',
    project_id: 'alice',
    slug: 'shop',
    ...texts,
    logo_url: null,
    custom_domain: null,
    is_published: 1,
    password_hash: null,
    show_uptime_days: 90,
    ...times,
  })
  await insertRows(store.db, 'status_subscribers', {
    id: 'ann',
    page_id: 'page',
    email: 'ann@example.test',
    confirmed_at: MONDAY,
    asked_at: MONDAY,
    created_at: MONDAY,
    mail_due_at: MONDAY,
    mail_attempts: 0,
  })
  await insertRows(store.db, 'subscriber_updates', {
    id: 'news',
    page_id: 'page',
    source_id: 'source',
    cause: '{}',
    content: '[]',
    due_at: null,
    queued_up_to: 'ann',
    created_at: MONDAY,
  })
  await insertRows(store.db, 'subscriber_emails', { subscriber_id: 'ann', update_id: 'news', email_id: null })
}

for (const dialect of DIALECTS) {
  test(`${dialect}: a restore discards old alerts, and new incidents are notified`, async (t) => {
    const { store, context, restoreAt } = await createMondayFixture(t, dialect)
    const { createTarget, setCondition } = await createOutboxFixture(store, context, 14)
    await createTarget('ops', 'https://ops.example.test/hook')
    await setCondition('down', 'up')
    await groupDue(context) // Ten with separate messages, the rest in one message
    const week = await restoreAt(MONDAY + 7 * DAY_MS)
    assert.deepEqual(new Set(await statusesOf(week.store)), new Set(['failed']))
    assert.equal(week.restored.alerts, 14)
    const { error_message } = await readDelivery(week.store.db)
    assert.equal(error_message, `not sent: restored from a backup of ${new Date(MONDAY).toISOString()}`)

    const later = await createOutboxFixtureIn(week.store, week.context, 0)
    await later.setCondition('up', 'down', [3])
    const told = await sendAll(week.context)
    assert.deepEqual(
      told.map(({ delivery }) => delivery.event.type),
      ['incident.resolved'],
    )
  })

  test(`${dialect}: a restore after a few minutes loses no alert`, async (t) => {
    const { store, context, restoreAt } = await createMondayFixture(t, dialect)
    const { createTarget, setCondition } = await createOutboxFixture(store, context, 14)
    await createTarget('ops', 'https://ops.example.test/hook')
    await setCondition('down', 'up')
    await groupDue(context)
    const { store: after, context: then, restored } = await restoreAt(MONDAY + 5 * MINUTE_MS)
    assert.deepEqual([restored.alerts, restored.mails], [0, 0])
    await sendAll(then)
    assert.deepEqual(new Set(await statusesOf(after)), new Set(['delivered']))
  })

  test(`${dialect}: a restore discards old status page updates and reminders`, async (t) => {
    const { store, context, restoreAt } = await createMondayFixture(t, dialect)
    const { setCondition } = await createOutboxFixture(store, context)
    await updateRows(store.db, 'monitors', { reminder_interval_minutes: 30 })
    await setCondition('down', 'up')
    await insertPendingUpdate(store)
    const now = MONDAY + DAY_MS
    const { store: after, restored } = await restoreAt(now)
    assert.equal(restored.mails, 1)
    assert.deepEqual(await readRows(after.db, 'subscriber_updates'), [])
    const { due_at } = await readRow(after.db, 'incident_reminders')
    assert.equal(due_at, now + 30 * MINUTE_MS)
  })

  test(`${dialect}: a job whose ping was due between backup and restore gets more time`, async (t) => {
    const { store: before, context, restoreAt } = await createMondayFixture(t, dialect)
    await insertWorkspace(before)
    const desk = {
      ...context,
      egress: createEgressPolicy({ mode: 'any' }),
      activeRegions: () => [toActiveRegion('local')],
    }
    const settings = { expectedIntervalSeconds: 3_600, gracePeriodSeconds: 300, schedule: null, timezone: null }
    const draft = { type: 'HEARTBEAT', name: 'Backup', target: '', settings, intervalSeconds: 3_600 } as const
    const { target } = await createMonitor(desk, createAliceScope(), draft)
    await recordPings(context, [pingOf(target)])
    await recordIntakeAlive(context, { since: MONDAY, leapMs: 0 })
    const { context: later, store } = await restoreAt(MONDAY + 5 * HOUR_MS)
    assert.equal(await recordIntakeAlive(later, { since: later.now(), leapMs: 0 }), 1)
    assert.equal(await recordOverdue(later, 10), 0)
    const runtimeStatus = await readRuntimeStatus(store.db)
    assert.equal(runtimeStatus, 'up')
  })

  test(`${dialect}: a restore skips revisions and epochs that probes may have received, and reuses no key`, async (t) => {
    const { store, context, restoreAt } = await createMondayFixture(t, dialect)
    await createOutboxFixture(store, context, 3)
    await store.transact((tx) => saveRegion(tx, { code: 'eu-1', name: 'EU', isDefault: false }, MONDAY))
    const now = MONDAY + DAY_MS
    const { store: after } = await restoreAt(now)
    const value = await readRevision(after.db)
    assert.equal(value, now * 1_000)
    assert.equal(findRegion(await listRegions(after.db), 'eu-1').epoch, now / MINUTE_MS)
    await insertMonitors(after, 1, { prefix: 'later' })
    const keys = (await readRows(after.db, 'monitors', {}, ['key'])).map(({ key }) => key)
    assert.deepEqual(keys, [1, 2, 3, 100_004])
    // A second restore of the same backup skips further than the first
    const { store: again } = await restoreAt(now + MINUTE_MS)
    assert.ok(findRegion(await listRegions(again.db), 'eu-1').epoch > now / MINUTE_MS)
  })
}
