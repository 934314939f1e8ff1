import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS, SECOND_MS } from '../../../src/core/platform/time/time.ts'
import { reviewHolds } from '../../../src/services/incidents/holds/review-holds.ts'
import { markIncidentsDeleted, readOutbox } from '../../support/database/notification-rows.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { readRow, readRows } from '../../support/database/tables.ts'
import { createDependencySite, createDyingContext } from '../../support/factories/dependency-site.ts'

const HELD = 'Alerts are held: the dependency "router" is down'
const OVER = 'No alert was sent: alerts were held while the dependency "router" was down'
const LATE = 'Alert delayed: alerts were held while the dependency "router" was down'

for (const dialect of DIALECTS) {
  test(`${dialect}: monitors behind a down dependency send no alerts, and no alert follows when they recover with it`, async (t) => {
    const site = await createDependencySite(t, dialect, 'router', 'line', 'shop')
    await site.addDependency('shop', 'line')
    await site.addDependency('line', 'router')
    await site.check({ router: 'up', line: 'up', shop: 'up' })
    site.advance(MINUTE_MS)
    await site.check({ router: 'down', line: 'down', shop: 'down' })
    assert.deepEqual(await site.listNotifications(), ['opened router'])
    assert.deepEqual(await site.listSuppressions(), ['line down router', 'shop down line'])
    assert.deepEqual(await site.listIncidentUpdates('line'), ['created', HELD])
    site.advance(MINUTE_MS)
    await site.check({ router: 'up', line: 'up', shop: 'up' })
    await site.reviewSuppressions()
    assert.deepEqual(await site.listNotifications(), ['opened router', 'resolved router'])
    assert.deepEqual(await site.listIncidentUpdates('line'), ['created', HELD, 'resolved', OVER])
    assert.deepEqual(await site.listSuppressions(), [])
  })

  test(`${dialect}: a monitor that does not recover with its dependency alerts when its next check is down`, async (t) => {
    const site = await createDependencySite(t, dialect, 'router', 'shop')
    await site.addDependency('shop', 'router')
    await site.check({ router: 'up', shop: 'up' })
    site.advance(MINUTE_MS)
    await site.check({ router: 'down', shop: 'down' })
    site.advance(MINUTE_MS)
    await site.check({ shop: 'down' })
    await site.check({ router: 'up' })
    await site.reviewSuppressions()
    assert.deepEqual(
      [await site.listSuppressions(), await site.listNotifications()],
      [['shop clearing router'], ['opened router', 'resolved router']],
    )
    site.advance(20 * SECOND_MS)
    await site.reviewSuppressions()
    assert.deepEqual(await site.listSuppressions(), ['shop clearing router'], 'the shop has not been checked since')
    site.advance(10 * SECOND_MS)
    await site.check({ shop: 'down' })
    await site.reviewSuppressions()
    assert.deepEqual(await site.listNotifications(), ['opened router', 'resolved router', 'opened shop'])
    assert.deepEqual(await site.listIncidentUpdates('shop'), [
      'created',
      HELD,
      `${LATE}; this monitor has not recovered with it`,
    ])
    assert.deepEqual(await site.listSuppressions(), [])
    const delivery = (await readOutbox(site.context.store.db)).at(-1)!
    assert.equal(JSON.parse(delivery.payload).data.incident.failure_count, 3, 'the current count')
    site.advance(MINUTE_MS)
    await site.check({ shop: 'up' })
    assert.deepEqual((await site.listNotifications()).slice(3), ['resolved shop'])
  })

  test(`${dialect}: an unchecked monitor alerts two intervals after its dependency recovers, at most ten minutes`, async (t) => {
    for (const [interval, patience] of [
      [600, 10 * MINUTE_MS],
      [30, MINUTE_MS],
    ] as const) {
      const site = await createDependencySite(t, dialect, 'router', 'shop')
      await site.addDependency('shop', 'router')
      await site.updateMonitor('shop', { interval_seconds: interval })
      await site.check({ router: 'down', shop: 'down' })
      site.advance(1_000)
      await site.check({ router: 'up' })
      await site.reviewSuppressions()
      for (let waited = MINUTE_MS; waited < patience; waited += MINUTE_MS) {
        site.advance(MINUTE_MS)
        await site.reviewSuppressions()
      }
      site.advance(MINUTE_MS - 1)
      await site.reviewSuppressions()
      assert.deepEqual(await site.listNotifications(), ['opened router', 'resolved router'])
      site.advance(1)
      await site.reviewSuppressions()
      assert.deepEqual((await site.listNotifications()).slice(2), ['opened shop'])
    }
  })

  test(`${dialect}: a recovery in progress delays the alert`, async (t) => {
    const site = await createDependencySite(t, dialect, 'router', 'shop')
    await site.addDependency('shop', 'router')
    await site.updateMonitor('shop', { recovery_threshold: 2 })
    await site.check({ router: 'down', shop: 'down' })
    site.advance(30 * SECOND_MS)
    await site.check({ router: 'up' })
    site.advance(SECOND_MS)
    await site.check({ shop: 'up' })
    await site.reviewSuppressions()
    assert.deepEqual(await site.listSuppressions(), ['shop clearing router'])
    site.advance(10 * SECOND_MS)
    await site.check({ shop: 'up' })
    assert.deepEqual(await site.listNotifications(), ['opened router', 'resolved router'])
  })

  test(`${dialect}: a monitor that fails before its dependency waits, and its alerts are held when the dependency goes down`, async (t) => {
    const site = await createDependencySite(t, dialect, 'router', 'shop', 'other')
    await site.addDependency('shop', 'router')
    await site.check({ router: 'up', shop: 'up', other: 'up' })
    site.advance(30 * SECOND_MS)
    await site.check({ shop: 'down', other: 'down' })
    assert.deepEqual(await site.listNotifications(), ['opened other'], 'a monitor without dependencies does not wait')
    assert.deepEqual(await site.listSuppressions(), ['shop in_doubt router'])
    assert.deepEqual((await site.reviewSuppressions()).awaited, [site.keys.router])
    assert.deepEqual(await site.listIncidentUpdates('shop'), ['created'])
    site.advance(5 * SECOND_MS)
    await site.check({ router: 'down' })
    await site.reviewSuppressions()
    assert.deepEqual(await site.listNotifications(), ['opened other', 'opened router'])
    assert.deepEqual(
      [await site.listSuppressions(), await site.listIncidentUpdates('shop')],
      [['shop down router'], ['created', HELD]],
    )
  })

  test(`${dialect}: a waiting monitor alerts normally when its dependency is up, and a resolution follows`, async (t) => {
    const site = await createDependencySite(t, dialect, 'router', 'shop')
    await site.addDependency('shop', 'router')
    await site.check({ router: 'up', shop: 'up' })
    site.advance(30 * SECOND_MS)
    await site.check({ shop: 'down' })
    site.advance(5 * SECOND_MS)
    await site.check({ router: 'up' })
    site.advance(2 * SECOND_MS)
    await site.reviewSuppressions()
    assert.deepEqual([await site.listNotifications(), await site.listSuppressions()], [['opened shop'], []])
    assert.deepEqual(await site.listIncidentUpdates('shop'), ['created'])
    const rows = await readRows(site.context.store.db, 'deliveries')
    const entry = await readRow(site.context.store.db, 'incident_updates')
    assert.equal(rows[0]!.event_id, entry.id)
    site.advance(MINUTE_MS)
    await site.check({ shop: 'up' })
    assert.deepEqual(await site.listNotifications(), ['opened shop', 'resolved shop'])
  })

  test(`${dialect}: a monitor does not wait for a dependency seen up since the failure, a heartbeat or a paused monitor`, async (t) => {
    const site = await createDependencySite(t, dialect, 'router', 'job', 'old', 'shop')
    await site.addDependency('shop', 'router', 'job', 'old')
    await site.updateMonitor('job', { type: 'HEARTBEAT' })
    await site.updateMonitor('old', { status: 'paused', runtime_status: 'paused' })
    await site.check({ router: 'up', job: 'up', shop: 'up' })
    site.advance(30 * SECOND_MS)
    await site.check({ router: 'up', shop: 'down' })
    assert.deepEqual(await site.listNotifications(), ['opened shop'])
  })

  test(`${dialect}: an unconfirmed failure of the dependency delays the alert`, async (t) => {
    const site = await createDependencySite(t, dialect, 'router', 'shop')
    await site.addDependency('shop', 'router')
    await site.updateMonitor('router', { failure_threshold: 2 })
    await site.check({ router: 'up', shop: 'up' })
    site.advance(30 * SECOND_MS)
    await site.check({ router: 'down', shop: 'down' })
    assert.deepEqual(await site.listSuppressions(), ['shop in_doubt router'])
    site.advance(10 * SECOND_MS)
    await site.check({ router: 'down' })
    await site.reviewSuppressions()
    assert.deepEqual(
      [await site.listNotifications(), await site.listSuppressions()],
      [['opened router'], ['shop down router']],
    )
  })

  test(`${dialect}: an alert in doubt waits for at most a minute, or for one more check of the dependency`, async (t) => {
    for (const [interval, longest] of [
      [300, MINUTE_MS],
      [30, 50 * SECOND_MS],
    ] as const) {
      const site = await createDependencySite(t, dialect, 'router', 'shop')
      await site.addDependency('shop', 'router')
      await site.updateMonitor('router', { interval_seconds: interval })
      await site.check({ router: 'up', shop: 'up' })
      site.advance(20 * SECOND_MS)
      await site.check({ shop: 'down' })
      site.advance(longest - 1)
      await site.reviewSuppressions()
      assert.deepEqual(await site.listNotifications(), [])
      site.advance(1)
      await site.reviewSuppressions()
      assert.deepEqual(await site.listNotifications(), ['opened shop'])
    }
  })

  test(`${dialect}: only a check of the monitor ends the wait when the status of the dependency is unknown`, async (t) => {
    const site = await createDependencySite(t, dialect, 'router', 'shop')
    await site.addDependency('shop', 'router')
    await site.check({ router: 'down', shop: 'down' })
    const stale = site.context.now() + 3 * MINUTE_MS
    await site.updateMonitor('router', { runtime_status: 'unknown', status_since: stale })
    for (let minute = 0; minute < 30; minute++) {
      site.advance(MINUTE_MS)
      await site.reviewSuppressions()
    }
    assert.deepEqual(await site.listNotifications(), ['opened router'], 'missing results are not evidence')
    await site.check({ shop: 'down' })
    site.advance(MINUTE_MS)
    await site.reviewSuppressions()
    assert.deepEqual((await site.listNotifications()).slice(1), ['opened shop'])
    assert.match((await site.listIncidentUpdates('shop')).join(), /its current status is unknown/)
  })

  test(`${dialect}: a target notified of an incident is notified of its end although a dependency goes down in between`, async (t) => {
    const site = await createDependencySite(t, dialect, 'router', 'shop')
    await site.addDependency('shop', 'router')
    await site.check({ router: 'up', shop: 'down' })
    site.advance(MINUTE_MS)
    await site.check({ router: 'down' })
    site.advance(SECOND_MS)
    await site.check({ shop: 'up' })
    assert.deepEqual(await site.listNotifications(), ['opened shop', 'opened router', 'resolved shop'])
  })

  test(`${dialect}: a repeated failure while the dependency is down is held and later sent as reopened`, async (t) => {
    const site = await createDependencySite(t, dialect, 'router', 'shop')
    await site.addDependency('shop', 'router')
    await site.check({ router: 'up', shop: 'down' })
    site.advance(SECOND_MS)
    await site.check({ shop: 'up' })
    site.advance(SECOND_MS)
    await site.check({ router: 'down', shop: 'down' })
    assert.deepEqual(await site.listNotifications(), ['opened shop', 'resolved shop', 'opened router'])
    site.advance(SECOND_MS)
    await site.check({ router: 'up' })
    site.advance(SECOND_MS)
    await site.check({ shop: 'down' })
    await site.reviewSuppressions()
    assert.deepEqual((await site.listNotifications()).slice(3), ['resolved router', 'reopened shop'])
  })

  test(`${dialect}: a slow monitor behind a down dependency is suppressed like a down monitor`, async (t) => {
    const site = await createDependencySite(t, dialect, 'router', 'shop')
    await site.addDependency('shop', 'router')
    await site.check({ router: 'down', shop: 'slow' })
    site.advance(MINUTE_MS)
    await site.check({ shop: 'slow' })
    assert.deepEqual(
      [await site.listNotifications(), (await site.getIncident('shop')).type],
      [['opened router'], 'slow_response'],
    )
  })

  test(`${dialect}: each of several down dependencies suppresses alerts until all are up`, async (t) => {
    const site = await createDependencySite(t, dialect, 'router', 'power', 'shop')
    await site.addDependency('shop', 'router', 'power')
    await site.check({ router: 'down', power: 'down', shop: 'down' })
    site.advance(MINUTE_MS)
    await site.check({ router: 'up' })
    await site.reviewSuppressions()
    assert.deepEqual(await site.listSuppressions(), ['shop down power'])
    await site.check({ power: 'up' })
    site.advance(SECOND_MS)
    await site.check({ shop: 'down' })
    await site.reviewSuppressions()
    assert.deepEqual((await site.listNotifications()).at(-1), 'opened shop')
  })

  test(`${dialect}: servers that review at once send each alert once, and a server that fails before its commit sends none`, async (t) => {
    const site = await createDependencySite(t, dialect, 'router', 'shop', 'cam', 'till')
    const behind = ['shop', 'cam', 'till'] as const
    for (const name of behind) await site.addDependency(name, 'router')
    await site.check({ router: 'down', shop: 'down', cam: 'down', till: 'down' })
    site.advance(SECOND_MS)
    await site.check({ router: 'up' })
    site.advance(SECOND_MS)
    await site.check({ shop: 'down', cam: 'down', till: 'down' })
    await assert.rejects(reviewHolds(createDyingContext(site.context), 'dependency_down', 100), /killed/)
    assert.equal((await site.listNotifications()).length, 2)
    assert.equal((await site.listSuppressions()).length, 3)
    await Promise.all([site.reviewSuppressions(), site.reviewSuppressions(), site.reviewSuppressions()])
    await site.reviewSuppressions()
    assert.deepEqual((await site.listNotifications()).slice(2).sort(), ['opened cam', 'opened shop', 'opened till'])
  })

  test(`${dialect}: a suppression that ends before a server reviews it does not block the review`, async (t) => {
    const site = await createDependencySite(t, dialect, 'router', 'shop')
    await site.addDependency('shop', 'router')
    await site.check({ router: 'down', shop: 'down' })
    await markIncidentsDeleted(site.context.store.db, 1)
    site.advance(MINUTE_MS)
    await site.reviewSuppressions()
    assert.deepEqual(await site.listSuppressions(), [])
  })
}
