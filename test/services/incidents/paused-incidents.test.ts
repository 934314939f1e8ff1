import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ConfiguredStatus } from '../../../src/core/monitors/monitor.ts'
import { createEgressPolicy } from '../../../src/core/platform/egress.ts'
import { MINUTE_MS, SECOND_MS } from '../../../src/core/platform/time/time.ts'
import { acknowledgeIncident, addIncidentNote } from '../../../src/services/incidents/incident-actions.ts'
import { removeMonitor, updateMonitor } from '../../../src/services/monitors/monitors.ts'
import { listIncidentUpdates } from '../../../src/store/incidents/incident-updates.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { readRows } from '../../support/database/tables.ts'
import { createDependencySite, type DependencySite, SCOPE } from '../../support/factories/dependency-site.ts'

const PAUSED = 'Monitoring is paused. The incident stays open, and no notifications are sent'
const RESUMED = 'Monitoring has resumed'

const toContext = ({ context }: DependencySite<'shop'>) => ({
  ...context,
  egress: createEgressPolicy({ mode: 'any' }),
  activeRegions: () => [],
})

const setStatus = (site: DependencySite<'shop'>, status: ConfiguredStatus) =>
  updateMonitor(toContext(site), SCOPE, 'alice-shop-0', () => ({ status }))

for (const dialect of DIALECTS) {
  test(`${dialect}: an incident stays open during a pause and resolves with the first pass after the resume`, async (t) => {
    const site = await createDependencySite(t, dialect, 'shop')
    await site.check({ shop: 'down' })
    site.advance(MINUTE_MS)
    await setStatus(site, 'paused')
    const { status, id, startedAt } = await site.getIncident('shop')
    assert.equal(status, 'open')
    site.advance(MINUTE_MS)
    await site.check({ shop: 'up' }) // a check that was under way
    await setStatus(site, 'active')
    site.advance(MINUTE_MS)
    await site.check({ shop: 'up' })
    const after = await site.getIncident('shop')
    assert.deepEqual([after.id, after.status, after.startedAt], [id, 'resolved', startedAt])
    assert.equal(after.resolvedAt, site.context.now())
    assert.deepEqual(await site.listNotifications(), ['opened shop', 'resolved shop'])
    assert.deepEqual(await site.listIncidentUpdates('shop'), ['created', PAUSED, RESUMED, 'resolved'])
    const [, paused] = await listIncidentUpdates(site.context.store.db, id)
    assert.deepEqual([paused!.userName, paused!.isPublic], ['alice', false])
  })

  test(`${dialect}: a failure after the resume continues the same incident and sends no alert`, async (t) => {
    const site = await createDependencySite(t, dialect, 'shop')
    await site.check({ shop: 'down' })
    await setStatus(site, 'disabled')
    site.advance(10 * MINUTE_MS)
    await setStatus(site, 'active')
    site.advance(MINUTE_MS)
    await site.check({ shop: 'down' })
    assert.equal((await site.getIncident('shop')).failureCount, 2)
    assert.deepEqual(await site.listNotifications(), ['opened shop'])
    assert.equal((await readRows(site.context.store.db, 'incidents')).length, 1)
    assert.match((await site.listIncidentUpdates('shop'))[1]!, /^Monitoring is disabled/)
  })

  test(`${dialect}: nothing is sent about an open incident during a pause, except its end`, async (t) => {
    const site = await createDependencySite(t, dialect, 'shop')
    await site.updateMonitor('shop', { reminder_interval_minutes: 5 })
    await site.check({ shop: 'down' })
    const { id } = await site.getIncident('shop')
    await setStatus(site, 'paused')
    for (let minute = 0; minute < 12; minute++) {
      site.advance(MINUTE_MS)
      await site.sendReminders()
    }
    await addIncidentNote(site.context, SCOPE, id, { message: 'Cable replaced', isPublic: false })
    await acknowledgeIncident(site.context, SCOPE, id)
    assert.deepEqual(await site.listNotifications(), ['opened shop'])
    await removeMonitor(toContext(site), SCOPE, 'alice-shop-0')
    assert.deepEqual(await site.listNotifications(), ['opened shop', 'resolved shop'])
    assert.equal((await site.getIncident('shop')).resolutionNote, 'Resolved because the monitor was deleted')
  })

  test(`${dialect}: reminders continue one interval after the resume`, async (t) => {
    const site = await createDependencySite(t, dialect, 'shop')
    await site.updateMonitor('shop', { reminder_interval_minutes: 5 })
    await site.check({ shop: 'down' })
    site.advance(4 * MINUTE_MS)
    await setStatus(site, 'paused')
    await setStatus(site, 'active')
    await site.check({ shop: 'down' })
    site.advance(5 * MINUTE_MS - 1)
    await site.sendReminders()
    assert.deepEqual(await site.listNotifications(), ['opened shop'])
    site.advance(1)
    await site.sendReminders()
    assert.deepEqual(await site.listNotifications(), ['opened shop', 'reminder shop'])
  })

  test(`${dialect}: a held alert stays held during a pause, and the next check after the resume decides`, async (t) => {
    for (const found of ['down', 'up'] as const) {
      const site = await createDependencySite(t, dialect, 'shop', 'router')
      await site.addDependency('shop', 'router')
      await site.check({ router: 'down', shop: 'down' })
      await setStatus(site, 'paused')
      site.advance(SECOND_MS)
      await site.check({ router: 'up' })
      for (let minute = 0; minute < 30; minute++) {
        site.advance(MINUTE_MS)
        await site.reviewSuppressions()
      }
      assert.deepEqual(await site.listSuppressions(), ['shop paused router'])
      await setStatus(site, 'active')
      await site.reviewSuppressions()
      const before = await site.listNotifications()
      assert.deepEqual(before, ['opened router', 'resolved router'])
      site.advance(SECOND_MS)
      await site.check({ shop: found })
      site.advance(SECOND_MS)
      await site.reviewSuppressions()
      assert.deepEqual((await site.listNotifications()).slice(2), found === 'down' ? ['opened shop'] : [])
      assert.equal(
        (await site.listIncidentUpdates('shop')).at(-1),
        found === 'down'
          ? 'Alert delayed: monitoring was paused, and the monitor is still failing'
          : 'No alert was sent: monitoring was paused before the alert was due',
      )
    }
  })
}
