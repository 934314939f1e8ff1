import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS, SECOND_MS } from '../../../src/core/platform/time/time.ts'
import { lookAtHolds } from '../../../src/services/incidents/hold-looks.ts'
import { markIncidentsDeleted, readOutbox } from '../../support/database/notification-rows.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { readRow, readRows } from '../../support/database/tables.ts'
import { dying, makeSite } from '../../support/factories/dependency-site.ts'

const HELD = 'Alerts are held: it depends on "router", which is down'
const OVER = 'Nobody was alerted: alerts were held while "router" was down'
const LATE = 'Told late: alerts were held while "router" was down'

for (const dialect of DIALECTS) {
  test(`${dialect}: of what lies behind something that is down nobody is told, and what comes back with it nobody heard of`, async (t) => {
    const site = await makeSite(t, dialect, 'router', 'line', 'shop')
    await site.depend('shop', 'line')
    await site.depend('line', 'router')
    await site.check({ router: 'up', line: 'up', shop: 'up' })
    site.pass(MINUTE_MS)
    await site.check({ router: 'down', line: 'down', shop: 'down' })
    assert.deepEqual(await site.told(), ['opened router'])
    assert.deepEqual(await site.holds(), ['line down router', 'shop down line'])
    assert.deepEqual(await site.entries('line'), ['created', HELD])
    site.pass(MINUTE_MS)
    await site.check({ router: 'up', line: 'up', shop: 'up' })
    await site.look()
    assert.deepEqual(await site.told(), ['opened router', 'resolved router'])
    assert.deepEqual(await site.entries('line'), ['created', HELD, 'resolved', OVER])
    assert.deepEqual(await site.holds(), [])
  })

  test(`${dialect}: what does not come back is told when its own next check has seen it down`, async (t) => {
    const site = await makeSite(t, dialect, 'router', 'shop')
    await site.depend('shop', 'router')
    await site.check({ router: 'up', shop: 'up' })
    site.pass(MINUTE_MS)
    await site.check({ router: 'down', shop: 'down' })
    site.pass(MINUTE_MS)
    await site.check({ shop: 'down' })
    await site.check({ router: 'up' })
    await site.look()
    assert.deepEqual(
      [await site.holds(), await site.told()],
      [['shop clearing router'], ['opened router', 'resolved router']],
    )
    site.pass(20 * SECOND_MS)
    await site.look()
    assert.deepEqual(await site.holds(), ['shop clearing router'], 'it has not been checked since')
    site.pass(10 * SECOND_MS)
    await site.check({ shop: 'down' })
    await site.look()
    assert.deepEqual(await site.told(), ['opened router', 'resolved router', 'opened shop'])
    assert.deepEqual(await site.entries('shop'), ['created', HELD, `${LATE}, and this has not recovered with it`])
    assert.deepEqual(await site.holds(), [])
    const delivery = (await readOutbox(site.context.store.db)).at(-1)!
    assert.equal(JSON.parse(delivery.payload).data.incident.failure_count, 3, 'as it is now')
    site.pass(MINUTE_MS)
    await site.check({ shop: 'up' })
    assert.deepEqual((await site.told()).slice(3), ['resolved shop'])
  })

  test(`${dialect}: what is not checked again is told after ten minutes, or two intervals where those are shorter`, async (t) => {
    for (const [interval, patience] of [
      [600, 10 * MINUTE_MS],
      [30, MINUTE_MS],
    ] as const) {
      const site = await makeSite(t, dialect, 'router', 'shop')
      await site.depend('shop', 'router')
      await site.set('shop', { interval_seconds: interval })
      await site.check({ router: 'down', shop: 'down' })
      site.pass(1_000)
      await site.check({ router: 'up' })
      await site.look()
      for (let waited = MINUTE_MS; waited < patience; waited += MINUTE_MS) {
        site.pass(MINUTE_MS)
        await site.look()
      }
      site.pass(MINUTE_MS - 1)
      await site.look()
      assert.deepEqual(await site.told(), ['opened router', 'resolved router'])
      site.pass(1)
      await site.look()
      assert.deepEqual((await site.told()).slice(2), ['opened shop'])
    }
  })

  test(`${dialect}: a recovery that is under way is waited for`, async (t) => {
    const site = await makeSite(t, dialect, 'router', 'shop')
    await site.depend('shop', 'router')
    await site.set('shop', { recovery_threshold: 2 })
    await site.check({ router: 'down', shop: 'down' })
    site.pass(30 * SECOND_MS)
    await site.check({ router: 'up' })
    site.pass(SECOND_MS)
    await site.check({ shop: 'up' })
    await site.look()
    assert.deepEqual(await site.holds(), ['shop clearing router'])
    site.pass(10 * SECOND_MS)
    await site.check({ shop: 'up' })
    assert.deepEqual(await site.told(), ['opened router', 'resolved router'])
  })

  test(`${dialect}: children that are seen first wait for word of their parent: down, and they are held`, async (t) => {
    const site = await makeSite(t, dialect, 'router', 'shop', 'other')
    await site.depend('shop', 'router')
    await site.check({ router: 'up', shop: 'up', other: 'up' })
    site.pass(30 * SECOND_MS)
    await site.check({ shop: 'down', other: 'down' })
    assert.deepEqual(await site.told(), ['opened other'], 'what depends on nothing waits for nothing')
    assert.deepEqual(await site.holds(), ['shop in_doubt router'])
    assert.deepEqual((await site.look()).awaited, [site.keys.router])
    assert.deepEqual(await site.entries('shop'), ['created'])
    site.pass(5 * SECOND_MS)
    await site.check({ router: 'down' })
    await site.look()
    assert.deepEqual(await site.told(), ['opened other', 'opened router'])
    assert.deepEqual([await site.holds(), await site.entries('shop')], [['shop down router'], ['created', HELD]])
  })

  test(`${dialect}: up, and they are told as if nothing had been, with an end that follows`, async (t) => {
    const site = await makeSite(t, dialect, 'router', 'shop')
    await site.depend('shop', 'router')
    await site.check({ router: 'up', shop: 'up' })
    site.pass(30 * SECOND_MS)
    await site.check({ shop: 'down' })
    site.pass(5 * SECOND_MS)
    await site.check({ router: 'up' })
    site.pass(2 * SECOND_MS)
    await site.look()
    assert.deepEqual([await site.told(), await site.holds()], [['opened shop'], []])
    assert.deepEqual(await site.entries('shop'), ['created'])
    const rows = await readRows(site.context.store.db, 'deliveries')
    const entry = await readRow(site.context.store.db, 'incident_updates')
    assert.equal(rows[0]!.event_id, entry.id)
    site.pass(MINUTE_MS)
    await site.check({ shop: 'up' })
    assert.deepEqual(await site.told(), ['opened shop', 'resolved shop'])
  })

  test(`${dialect}: a parent that was seen up since the trouble began is not waited for, nor is a heartbeat or one at rest`, async (t) => {
    const site = await makeSite(t, dialect, 'router', 'job', 'old', 'shop')
    await site.depend('shop', 'router', 'job', 'old')
    await site.set('job', { type: 'HEARTBEAT' })
    await site.set('old', { status: 'paused', runtime_status: 'paused' })
    await site.check({ router: 'up', job: 'up', shop: 'up' })
    site.pass(30 * SECOND_MS)
    await site.check({ router: 'up', shop: 'down' })
    assert.deepEqual(await site.told(), ['opened shop'])
  })

  test(`${dialect}: a failure of the parent that is yet to be confirmed is waited for`, async (t) => {
    const site = await makeSite(t, dialect, 'router', 'shop')
    await site.depend('shop', 'router')
    await site.set('router', { failure_threshold: 2 })
    await site.check({ router: 'up', shop: 'up' })
    site.pass(30 * SECOND_MS)
    await site.check({ router: 'down', shop: 'down' })
    assert.deepEqual(await site.holds(), ['shop in_doubt router'])
    site.pass(10 * SECOND_MS)
    await site.check({ router: 'down' })
    await site.look()
    assert.deepEqual([await site.told(), await site.holds()], [['opened router'], ['shop down router']])
  })

  test(`${dialect}: nobody waits in doubt for longer than a minute, or than one more check takes to come`, async (t) => {
    for (const [interval, longest] of [
      [300, MINUTE_MS],
      [30, 50 * SECOND_MS],
    ] as const) {
      const site = await makeSite(t, dialect, 'router', 'shop')
      await site.depend('shop', 'router')
      await site.set('router', { interval_seconds: interval })
      await site.check({ router: 'up', shop: 'up' })
      site.pass(20 * SECOND_MS)
      await site.check({ shop: 'down' })
      site.pass(longest - 1)
      await site.look()
      assert.deepEqual(await site.told(), [])
      site.pass(1)
      await site.look()
      assert.deepEqual(await site.told(), ['opened shop'])
    }
  })

  test(`${dialect}: when nobody knows any more how the parent is, only a check of the child ends the wait`, async (t) => {
    const site = await makeSite(t, dialect, 'router', 'shop')
    await site.depend('shop', 'router')
    await site.check({ router: 'down', shop: 'down' })
    const stale = site.context.now() + 3 * MINUTE_MS
    await site.set('router', { runtime_status: 'unknown', status_since: stale })
    for (let minute = 0; minute < 30; minute++) {
      site.pass(MINUTE_MS)
      await site.look()
    }
    assert.deepEqual(await site.told(), ['opened router'], 'silence is no evidence')
    await site.check({ shop: 'down' })
    site.pass(MINUTE_MS)
    await site.look()
    assert.deepEqual((await site.told()).slice(1), ['opened shop'])
    assert.match((await site.entries('shop')).join(), /how that is now is not known/)
  })

  test(`${dialect}: whoever has heard of an incident hears of its end, whatever goes down meanwhile`, async (t) => {
    const site = await makeSite(t, dialect, 'router', 'shop')
    await site.depend('shop', 'router')
    await site.check({ router: 'up', shop: 'down' })
    site.pass(MINUTE_MS)
    await site.check({ router: 'down' })
    site.pass(SECOND_MS)
    await site.check({ shop: 'up' })
    assert.deepEqual(await site.told(), ['opened shop', 'opened router', 'resolved shop'])
  })

  test(`${dialect}: a failure that comes again while the parent is down is held, and told as one that came again`, async (t) => {
    const site = await makeSite(t, dialect, 'router', 'shop')
    await site.depend('shop', 'router')
    await site.check({ router: 'up', shop: 'down' })
    site.pass(SECOND_MS)
    await site.check({ shop: 'up' })
    site.pass(SECOND_MS)
    await site.check({ router: 'down', shop: 'down' })
    assert.deepEqual(await site.told(), ['opened shop', 'resolved shop', 'opened router'])
    site.pass(SECOND_MS)
    await site.check({ router: 'up' })
    site.pass(SECOND_MS)
    await site.check({ shop: 'down' })
    await site.look()
    assert.deepEqual((await site.told()).slice(3), ['resolved router', 'reopened shop'])
  })

  test(`${dialect}: a slow monitor behind something that is down is held like one that is down`, async (t) => {
    const site = await makeSite(t, dialect, 'router', 'shop')
    await site.depend('shop', 'router')
    await site.check({ router: 'down', shop: 'slow' })
    site.pass(MINUTE_MS)
    await site.check({ shop: 'slow' })
    assert.deepEqual([await site.told(), (await site.incident('shop')).type], [['opened router'], 'slow_response'])
  })

  test(`${dialect}: of several that are down each holds, until none is`, async (t) => {
    const site = await makeSite(t, dialect, 'router', 'power', 'shop')
    await site.depend('shop', 'router', 'power')
    await site.check({ router: 'down', power: 'down', shop: 'down' })
    site.pass(MINUTE_MS)
    await site.check({ router: 'up' })
    await site.look()
    assert.deepEqual(await site.holds(), ['shop down power'])
    await site.check({ power: 'up' })
    site.pass(SECOND_MS)
    await site.check({ shop: 'down' })
    await site.look()
    assert.deepEqual((await site.told()).at(-1), 'opened shop')
  })

  test(`${dialect}: two servers that look at once tell it once, and one that fails before its commit tells nothing`, async (t) => {
    const site = await makeSite(t, dialect, 'router', 'shop', 'cam', 'till')
    const behind = ['shop', 'cam', 'till'] as const
    for (const name of behind) await site.depend(name, 'router')
    await site.check({ router: 'down', shop: 'down', cam: 'down', till: 'down' })
    site.pass(SECOND_MS)
    await site.check({ router: 'up' })
    site.pass(SECOND_MS)
    await site.check({ shop: 'down', cam: 'down', till: 'down' })
    await assert.rejects(lookAtHolds(dying(site.context), 100), /killed/)
    assert.equal((await site.told()).length, 2)
    assert.equal((await site.holds()).length, 3)
    await Promise.all([site.look(), site.look(), site.look()])
    await site.look()
    assert.deepEqual((await site.told()).slice(2).sort(), ['opened cam', 'opened shop', 'opened till'])
  })

  test(`${dialect}: a hold that is gone by the time a server takes it up keeps nobody from their turn`, async (t) => {
    const site = await makeSite(t, dialect, 'router', 'shop')
    await site.depend('shop', 'router')
    await site.check({ router: 'down', shop: 'down' })
    await markIncidentsDeleted(site.context.store.db, 1)
    site.pass(MINUTE_MS)
    await site.look()
    assert.deepEqual(await site.holds(), [])
  })
}
