import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS, SECOND_MS } from '../../../src/core/platform/time/time.ts'
import { reviewSuppressions } from '../../../src/services/incidents/review-suppressions.ts'
import { markIncidentsDeleted, readOutbox } from '../../support/database/notification-rows.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { readRow, readRows } from '../../support/database/tables.ts'
import { createDependencySite, createDyingContext } from '../../support/factories/dependency-site.ts'

const HELD = 'Alerts are held: the dependency "router" is down'
const OVER = 'No alert was sent: alerts were held while the dependency "router" was down'
const LATE = 'Alert delayed: alerts were held while the dependency "router" was down'

for (const dialect of DIALECTS) {
  test(`${dialect}: of what lies behind something that is down nobody is told, and what comes back with it nobody heard of`, async (t) => {
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

  test(`${dialect}: what does not come back is told when its own next check has seen it down`, async (t) => {
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
    assert.deepEqual(await site.listSuppressions(), ['shop clearing router'], 'it has not been checked since')
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
    assert.equal(JSON.parse(delivery.payload).data.incident.failure_count, 3, 'as it is now')
    site.advance(MINUTE_MS)
    await site.check({ shop: 'up' })
    assert.deepEqual((await site.listNotifications()).slice(3), ['resolved shop'])
  })

  test(`${dialect}: what is not checked again is told after ten minutes, or two intervals where those are shorter`, async (t) => {
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

  test(`${dialect}: a recovery that is under way is waited for`, async (t) => {
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

  test(`${dialect}: children that are seen first wait for word of their parent: down, and they are held`, async (t) => {
    const site = await createDependencySite(t, dialect, 'router', 'shop', 'other')
    await site.addDependency('shop', 'router')
    await site.check({ router: 'up', shop: 'up', other: 'up' })
    site.advance(30 * SECOND_MS)
    await site.check({ shop: 'down', other: 'down' })
    assert.deepEqual(await site.listNotifications(), ['opened other'], 'what depends on nothing waits for nothing')
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

  test(`${dialect}: up, and they are told as if nothing had been, with an end that follows`, async (t) => {
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

  test(`${dialect}: a parent that was seen up since the trouble began is not waited for, nor is a heartbeat or one at rest`, async (t) => {
    const site = await createDependencySite(t, dialect, 'router', 'job', 'old', 'shop')
    await site.addDependency('shop', 'router', 'job', 'old')
    await site.updateMonitor('job', { type: 'HEARTBEAT' })
    await site.updateMonitor('old', { status: 'paused', runtime_status: 'paused' })
    await site.check({ router: 'up', job: 'up', shop: 'up' })
    site.advance(30 * SECOND_MS)
    await site.check({ router: 'up', shop: 'down' })
    assert.deepEqual(await site.listNotifications(), ['opened shop'])
  })

  test(`${dialect}: a failure of the parent that is yet to be confirmed is waited for`, async (t) => {
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

  test(`${dialect}: nobody waits in doubt for longer than a minute, or than one more check takes to come`, async (t) => {
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

  test(`${dialect}: when nobody knows any more how the parent is, only a check of the child ends the wait`, async (t) => {
    const site = await createDependencySite(t, dialect, 'router', 'shop')
    await site.addDependency('shop', 'router')
    await site.check({ router: 'down', shop: 'down' })
    const stale = site.context.now() + 3 * MINUTE_MS
    await site.updateMonitor('router', { runtime_status: 'unknown', status_since: stale })
    for (let minute = 0; minute < 30; minute++) {
      site.advance(MINUTE_MS)
      await site.reviewSuppressions()
    }
    assert.deepEqual(await site.listNotifications(), ['opened router'], 'silence is no evidence')
    await site.check({ shop: 'down' })
    site.advance(MINUTE_MS)
    await site.reviewSuppressions()
    assert.deepEqual((await site.listNotifications()).slice(1), ['opened shop'])
    assert.match((await site.listIncidentUpdates('shop')).join(), /its current status is unknown/)
  })

  test(`${dialect}: whoever has heard of an incident hears of its end, whatever goes down meanwhile`, async (t) => {
    const site = await createDependencySite(t, dialect, 'router', 'shop')
    await site.addDependency('shop', 'router')
    await site.check({ router: 'up', shop: 'down' })
    site.advance(MINUTE_MS)
    await site.check({ router: 'down' })
    site.advance(SECOND_MS)
    await site.check({ shop: 'up' })
    assert.deepEqual(await site.listNotifications(), ['opened shop', 'opened router', 'resolved shop'])
  })

  test(`${dialect}: a failure that comes again while the parent is down is held, and told as one that came again`, async (t) => {
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

  test(`${dialect}: a slow monitor behind something that is down is held like one that is down`, async (t) => {
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

  test(`${dialect}: of several that are down each holds, until none is`, async (t) => {
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

  test(`${dialect}: two servers that look at once tell it once, and one that fails before its commit tells nothing`, async (t) => {
    const site = await createDependencySite(t, dialect, 'router', 'shop', 'cam', 'till')
    const behind = ['shop', 'cam', 'till'] as const
    for (const name of behind) await site.addDependency(name, 'router')
    await site.check({ router: 'down', shop: 'down', cam: 'down', till: 'down' })
    site.advance(SECOND_MS)
    await site.check({ router: 'up' })
    site.advance(SECOND_MS)
    await site.check({ shop: 'down', cam: 'down', till: 'down' })
    await assert.rejects(reviewSuppressions(createDyingContext(site.context), 100), /killed/)
    assert.equal((await site.listNotifications()).length, 2)
    assert.equal((await site.listSuppressions()).length, 3)
    await Promise.all([site.reviewSuppressions(), site.reviewSuppressions(), site.reviewSuppressions()])
    await site.reviewSuppressions()
    assert.deepEqual((await site.listNotifications()).slice(2).sort(), ['opened cam', 'opened shop', 'opened till'])
  })

  test(`${dialect}: a hold that is gone by the time a server takes it up keeps nobody from their turn`, async (t) => {
    const site = await createDependencySite(t, dialect, 'router', 'shop')
    await site.addDependency('shop', 'router')
    await site.check({ router: 'down', shop: 'down' })
    await markIncidentsDeleted(site.context.store.db, 1)
    site.advance(MINUTE_MS)
    await site.reviewSuppressions()
    assert.deepEqual(await site.listSuppressions(), [])
  })
}
