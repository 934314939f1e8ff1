import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS, SECOND_MS } from '../../../src/core/platform/time/time.ts'
import {
  acknowledgeIncident,
  changeIncidentStatus,
  removeIncident,
  reportIncident,
} from '../../../src/services/incidents/incident-actions.ts'
import { changeReminders, sendDueReminders } from '../../../src/services/incidents/reminders.ts'
import { insertMaintenanceSpans } from '../../support/database/monitor-rows.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { deleteRows, insertRows, readColumns, readRows } from '../../support/database/tables.ts'
import {
  createDependencySite,
  createDyingContext,
  type DependencySite,
  SCOPE,
} from '../../support/factories/dependency-site.ts'
import { claimAll, completeAs, sendAll, TEMPORARY_FAILURE } from '../../support/factories/manual-courier.ts'

/** Advances the time and sends due reminders every ten seconds. */
async function advanceAndRemind(site: DependencySite<string>, ms: number): Promise<void> {
  for (let at = 0; at < ms; at += 10 * SECOND_MS) {
    site.advance(10 * SECOND_MS)
    await site.sendReminders()
  }
}

const payloads = async (site: DependencySite<string>) => {
  const rows = await readColumns(
    site.context.store.db,
    'deliveries',
    ['payload', 'incident_id', 'created_at'],
    { event_type: 'incident.reminder' },
    ['created_at'],
  )
  return rows.map((row) => ({ ...row, event: JSON.parse(row.payload) }))
}

const interval = (site: DependencySite<'shop' | 'router'>, minutes: number) =>
  site.updateMonitor('shop', { reminder_interval_minutes: minutes })

for (const dialect of DIALECTS) {
  const make = async (t: Parameters<typeof createDependencySite>[0], minutes = 5) => {
    const site = await createDependencySite(t, dialect, 'router', 'shop')
    await interval(site, minutes)
    return site
  }

  test(`${dialect}: an open incident sends numbered reminders at its interval, in order`, async (t) => {
    const site = await make(t)
    await site.updateMonitor('shop', { notes: 'Call the shop team.', runbook_url: 'https://wiki.example.com/shop' })
    await site.check({ shop: 'down', router: 'down' })
    await advanceAndRemind(site, 5 * MINUTE_MS - 10 * SECOND_MS)
    assert.deepEqual((await site.listNotifications()).sort(), ['opened router', 'opened shop'])
    await advanceAndRemind(site, 10 * SECOND_MS)
    await advanceAndRemind(site, 10 * MINUTE_MS)
    assert.deepEqual((await site.listNotifications()).slice(2), ['reminder shop', 'reminder shop', 'reminder shop'])
    const sent = await payloads(site)
    assert.deepEqual(
      sent.map(({ event }) => [event.type, event.data.reminder.number, event.data.incident.status]),
      [1, 2, 3].map((number) => ['incident.reminder', number, 'open']),
    )
    const { notes, runbook_url } = sent[0]!.event.data.monitor
    assert.deepEqual([notes, runbook_url], ['Call the shop team.', 'https://wiki.example.com/shop'])
    const incident = await site.getIncident('shop')
    assert.ok(sent.every((row) => row.incident_id === incident.id))
    assert.deepEqual(await site.listIncidentUpdates('shop'), ['created'], 'a reminder adds no update')
    await site.check({ shop: 'up' })
    assert.equal((await site.listNotifications()).at(-1), 'resolved shop')
    await advanceAndRemind(site, 10 * MINUTE_MS)
    assert.equal((await site.listNotifications()).length, 6, 'a resolved incident sends no reminders')
  })

  test(`${dialect}: acknowledging or deleting an incident ends its reminders, and reopening starts them again`, async (t) => {
    const site = await make(t)
    await site.check({ shop: 'down' })
    await advanceAndRemind(site, 6 * MINUTE_MS)
    const { id } = await site.getIncident('shop')
    await acknowledgeIncident(site.context, SCOPE, id)
    await advanceAndRemind(site, 10 * MINUTE_MS)
    assert.deepEqual(await site.listNotifications(), ['opened shop', 'reminder shop', 'acknowledged shop'])
    await changeIncidentStatus(site.context, SCOPE, id, { status: 'resolved', note: null })
    await changeIncidentStatus(site.context, SCOPE, id, { status: 'open', note: null })
    await advanceAndRemind(site, 5 * MINUTE_MS)
    assert.deepEqual((await site.listNotifications()).slice(3), ['resolved shop', 'reopened shop', 'reminder shop'])
    assert.equal((await payloads(site)).at(-1)!.event.data.reminder.number, 1)
    await removeIncident(site.context, SCOPE, id)
    await advanceAndRemind(site, 10 * MINUTE_MS)
    assert.equal((await site.listNotifications()).length, 6)
    assert.deepEqual(await readRows(site.context.store.db, 'incident_reminders'), [])
  })

  test(`${dialect}: a manual incident of a monitor sends reminders, one without a monitor does not`, async (t) => {
    const site = await make(t)
    const draft = {
      severity: 'major' as const,
      type: 'timeout' as const,
      errorMessage: 'Slow',
      title: 'Shop',
      source: null,
      publicTitle: null,
      statusPageUpdate: null,
      affectedRegions: [],
      affectedMonitorIds: [],
      failureCount: 1,
      startedAt: null,
    }
    await reportIncident(site.context, SCOPE, { ...draft, checkId: 'alice-shop-0' })
    await reportIncident(site.context, SCOPE, { ...draft, checkId: null, affectedMonitorIds: ['alice-shop-0'] })
    await advanceAndRemind(site, 5 * MINUTE_MS)
    assert.equal((await payloads(site)).length, 1)
  })

  test(`${dialect}: a changed interval counts from now, and an interval of 0 turns reminders off`, async (t) => {
    const site = await make(t)
    const { context, keys } = site
    await site.check({ shop: 'down' })
    const change = async (before: number, after: number) => {
      await interval(site, after)
      const [from, to] = [before, after].map((reminderIntervalMinutes) => ({ reminderIntervalMinutes }))
      const changes = [{ key: keys.shop, before: from!, after: to! }]
      await context.store.transact((tx) => changeReminders(tx, changes, { at: context.now() }))
    }
    await advanceAndRemind(site, MINUTE_MS)
    await change(5, 2)
    await advanceAndRemind(site, 50 * SECOND_MS)
    assert.equal((await payloads(site)).length, 0)
    await advanceAndRemind(site, 10 * SECOND_MS)
    assert.equal((await payloads(site)).length, 1)
    await change(2, 0)
    await advanceAndRemind(site, 10 * MINUTE_MS)
    assert.equal((await payloads(site)).length, 1)
    await change(0, 3)
    await advanceAndRemind(site, 3 * MINUTE_MS)
    assert.equal((await payloads(site)).length, 2)
  })

  test(`${dialect}: no reminder is sent or made up for during maintenance, suppression or flapping`, async (t) => {
    const site = await make(t)
    const { context, keys } = site
    const { db } = context.store
    await site.addDependency('shop', 'router')
    await site.check({ router: 'up', shop: 'down' })
    const start = context.now()
    const span = { monitor_key: keys.shop, window_id: 'w', starts_at: start, ends_at: start + 12 * MINUTE_MS }
    await insertMaintenanceSpans(db, span)
    await advanceAndRemind(site, 14 * MINUTE_MS)
    assert.equal((await payloads(site)).length, 0, 'in maintenance')
    await advanceAndRemind(site, MINUTE_MS)
    assert.equal((await payloads(site)).length, 1)
    await site.check({ router: 'down' })
    await advanceAndRemind(site, 12 * MINUTE_MS)
    assert.equal((await payloads(site)).length, 1, 'held')
    await site.check({ router: 'up' })
    await advanceAndRemind(site, 2 * MINUTE_MS)
    assert.equal((await payloads(site)).length, 1)
    await advanceAndRemind(site, 2 * MINUTE_MS)
    assert.equal((await payloads(site)).length, 2)
    const flap = {
      monitor_key: keys.shop,
      since: start,
      stable_at: context.now() + 60 * MINUTE_MS,
      interval_ms: 60_000,
    }
    await insertRows(db, 'flaps', flap)
    await advanceAndRemind(site, 12 * MINUTE_MS)
    assert.equal((await payloads(site)).length, 2, 'flapping')
    await deleteRows(db, 'flaps')
    await advanceAndRemind(site, 5 * MINUTE_MS)
    assert.deepEqual(
      (await payloads(site)).map(({ event }) => event.data.reminder.number),
      [1, 2, 3],
    )
  })

  test(`${dialect}: an unreachable target gets no reminder until the opening was delivered`, async (t) => {
    const site = await make(t, 1)
    const { context } = site
    await site.check({ shop: 'down' })
    for (let minute = 0; minute < 5; minute++) {
      await completeAs(context, await claimAll(context), TEMPORARY_FAILURE)
      site.advance(MINUTE_MS)
      await site.sendReminders()
    }
    assert.deepEqual(await site.listNotifications(), ['opened shop'])
    site.advance(10 * MINUTE_MS)
    await sendAll(context)
    await site.sendReminders()
    assert.deepEqual(await site.listNotifications(), ['opened shop', 'reminder shop'])
  })

  test(`${dialect}: one reminder is sent after hours without a server, and the next one interval later`, async (t) => {
    const site = await make(t)
    await site.check({ shop: 'down' })
    site.advance(3 * 60 * MINUTE_MS)
    await site.sendReminders()
    await site.sendReminders()
    assert.equal((await payloads(site)).length, 1)
    await advanceAndRemind(site, 4 * MINUTE_MS)
    assert.equal((await payloads(site)).length, 1)
    await advanceAndRemind(site, MINUTE_MS)
    assert.equal((await payloads(site)).length, 2)
  })

  test(`${dialect}: several servers send each reminder once, and a server that fails before its commit sends none`, async (t) => {
    const site = await make(t)
    await site.updateMonitor('router', { reminder_interval_minutes: 5 })
    await site.check({ shop: 'down', router: 'down' })
    site.advance(5 * MINUTE_MS)
    const { context } = site
    await assert.rejects(sendDueReminders(createDyingContext(context), 100), /killed/)
    assert.equal((await payloads(site)).length, 0)
    await Promise.all([1, 2, 3, 4].map(() => site.sendReminders()))
    await site.sendReminders()
    assert.equal((await payloads(site)).length, 2)
  })

  test(`${dialect}: a delayed alert is followed by its first reminder one interval later`, async (t) => {
    const site = await make(t)
    await site.addDependency('shop', 'router')
    await site.check({ router: 'down', shop: 'down' })
    await advanceAndRemind(site, 4 * MINUTE_MS)
    await site.check({ router: 'up' })
    site.advance(SECOND_MS)
    await site.check({ shop: 'down' })
    await site.reviewSuppressions()
    assert.equal((await site.listNotifications()).at(-1), 'opened shop')
    await advanceAndRemind(site, 4 * MINUTE_MS)
    assert.equal((await payloads(site)).length, 0)
    await advanceAndRemind(site, MINUTE_MS)
    assert.equal((await payloads(site)).length, 1)
  })
}
