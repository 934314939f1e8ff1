/** Silences of monitors that are paused, deleted or restored, or that depend on a monitor that is down. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEgressPolicy } from '../../../src/core/platform/egress.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../src/core/platform/time/time.ts'
import { silenceMonitors } from '../../../src/services/incidents/silences.ts'
import { restoreMonitors } from '../../../src/services/monitors/monitor-restore.ts'
import { finishDuePauses, pauseMonitor, removeMonitor, resumeMonitor } from '../../../src/services/monitors/monitors.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { type Cleanup, DIALECTS } from '../../support/database/stores.ts'
import { readRows, updateRows } from '../../support/database/tables.ts'
import { createDependencySite, reviewSilences, SCOPE, T0 } from '../../support/factories/dependency-site.ts'

const SHOP = 'alice-shop-0'
const ENDS_AT = T0 + HOUR_MS
const DELAYED = 'Alert delayed: alerts were silenced by Alice'
const NEVER_SENT = 'No alert was sent: alerts were silenced by Alice'

async function makeSite(t: Cleanup, dialect: DialectName) {
  const site = await createDependencySite(t, dialect, 'shop', 'router')
  await updateRows(site.context.store.db, 'users', { name: 'Alice' }, { id: 'alice' })
  const context = { ...site.context, egress: createEgressPolicy({ mode: 'any' }), activeRegions: () => [] }
  return {
    ...site,
    silence: (until = ENDS_AT) => silenceMonitors(context, SCOPE, [SHOP], { until, note: null }),
    pause: (until?: number) => pauseMonitor(context, SCOPE, SHOP, until),
    resume: () => resumeMonitor(context, SCOPE, SHOP),
    remove: () => removeMonitor(context, SCOPE, SHOP),
    restore: () => restoreMonitors(context, SCOPE, [SHOP]),
    /** Runs the loops at a time. */
    async runAt(at: number): Promise<void> {
      context.setTime(at)
      await finishDuePauses(context)
      await site.reviewSuppressions()
      await reviewSilences(context)
    },
    async checkLater(found: 'up' | 'down'): Promise<void> {
      site.advance(SECOND_MS)
      await site.check({ shop: found })
      await this.runAt(context.now() + 10 * SECOND_MS)
    },
  }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: an alert whose silence ended during a pause waits for the first check after the resume`, async (t) => {
    for (const found of ['down', 'up'] as const) {
      const site = await makeSite(t, dialect)
      await site.silence()
      await site.checkLater('down')
      await site.pause()
      await site.runAt(ENDS_AT)
      await site.runAt(ENDS_AT + HOUR_MS)
      await site.resume()
      await site.runAt(ENDS_AT + HOUR_MS + SECOND_MS)
      assert.deepEqual(await site.listNotifications(), [], 'no check yet')
      await site.checkLater(found)
      await site.runAt(ENDS_AT + 3 * HOUR_MS)
      assert.deepEqual(await site.listNotifications(), found === 'down' ? ['opened shop'] : [])
      assert.equal((await site.listIncidentUpdates('shop')).at(-1), found === 'down' ? DELAYED : NEVER_SENT)
      assert.deepEqual(await readRows(site.context.store.db, 'incident_holds', { reason: 'silenced' }), [])
    }
  })

  test(`${dialect}: an alert is sent ten minutes after a resume when no check reports`, async (t) => {
    const site = await makeSite(t, dialect)
    await site.silence()
    await site.checkLater('down')
    await site.pause()
    await site.runAt(ENDS_AT)
    await site.resume()
    await site.runAt(ENDS_AT + 10 * MINUTE_MS - 1)
    assert.deepEqual(await site.listNotifications(), [])
    await site.runAt(ENDS_AT + 10 * MINUTE_MS + 5 * SECOND_MS)
    assert.deepEqual(await site.listNotifications(), ['opened shop'])
  })

  test(`${dialect}: a pause that ends during a silence leaves the alert to the silence`, async (t) => {
    for (const found of ['down', 'up'] as const) {
      const site = await makeSite(t, dialect)
      await site.check({ shop: 'down' })
      await site.silence()
      await site.pause(T0 + MINUTE_MS)
      await site.runAt(T0 + MINUTE_MS)
      await site.checkLater(found)
      assert.deepEqual(await site.listNotifications(), ['opened shop'])
      await site.runAt(ENDS_AT)
      await site.runAt(ENDS_AT + HOUR_MS)
      const known = found === 'up' ? ['opened shop', 'resolved shop'] : ['opened shop']
      assert.deepEqual(await site.listNotifications(), known)
    }
  })

  test(`${dialect}: an incident that opens in a silence alerts once at its end although a pause lay between`, async (t) => {
    for (const found of ['down', 'up'] as const) {
      const site = await makeSite(t, dialect)
      await site.silence()
      await site.checkLater('down')
      await site.pause(T0 + MINUTE_MS)
      await site.runAt(T0 + MINUTE_MS)
      await site.checkLater(found)
      await site.runAt(ENDS_AT)
      await site.runAt(ENDS_AT + HOUR_MS)
      assert.deepEqual(await site.listNotifications(), found === 'down' ? ['opened shop'] : [])
    }
  })

  test(`${dialect}: a dependency, a pause and a silence hold an alert until the last of them ends`, async (t) => {
    const site = await makeSite(t, dialect)
    await site.addDependency('shop', 'router')
    await site.silence()
    await site.check({ router: 'down' })
    await site.checkLater('down')
    await site.pause()
    site.advance(SECOND_MS)
    await site.check({ router: 'up' })
    await site.runAt(T0 + 30 * MINUTE_MS)
    await site.resume()
    await site.checkLater('down')
    assert.deepEqual(await site.listSuppressions(), [])
    assert.deepEqual(await site.listNotifications(), ['opened router', 'resolved router'], 'silenced')
    await site.runAt(ENDS_AT)
    await site.runAt(ENDS_AT + HOUR_MS)
    assert.deepEqual((await site.listNotifications()).slice(2), ['opened shop'])
  })

  test(`${dialect}: an alert in doubt waits for its dependency first, and then for the end of the silence`, async (t) => {
    const site = await makeSite(t, dialect)
    await site.addDependency('shop', 'router')
    await site.silence()
    await site.check({ shop: 'down' })
    assert.deepEqual(await site.listSuppressions(), ['shop in_doubt router'])
    site.advance(SECOND_MS)
    await site.check({ router: 'up' })
    await site.runAt(T0 + MINUTE_MS)
    assert.deepEqual(await site.listSuppressions(), [])
    assert.deepEqual(await site.listNotifications(), [])
    await site.runAt(ENDS_AT)
    await site.runAt(ENDS_AT + HOUR_MS)
    assert.deepEqual(await site.listNotifications(), ['opened shop'])
  })

  test(`${dialect}: a resolution that a silence held is sent although a dependency held the outage after it`, async (t) => {
    const site = await makeSite(t, dialect)
    await site.check({ shop: 'down' })
    await site.silence()
    await site.checkLater('up')
    await site.addDependency('shop', 'router')
    await site.check({ router: 'down' })
    await site.checkLater('down')
    await site.runAt(ENDS_AT)
    assert.deepEqual(await site.listSuppressions(), ['shop down router'])
    await site.checkLater('up')
    await site.runAt(ENDS_AT + 2 * MINUTE_MS)
    await site.runAt(ENDS_AT + HOUR_MS)
    assert.deepEqual(await site.listNotifications(), ['opened shop', 'opened router', 'resolved shop'])
  })

  test(`${dialect}: a restored monitor resumes and alerts again when its pause and its silence are over`, async (t) => {
    const site = await makeSite(t, dialect)
    await site.silence()
    await site.checkLater('down')
    await site.pause(T0 + 2 * MINUTE_MS)
    await site.remove()
    await site.runAt(ENDS_AT)
    assert.equal((await site.getIncident('shop')).resolutionNote, 'Resolved because the monitor was deleted')
    assert.deepEqual(await site.listNotifications(), [])
    await site.restore()
    await site.runAt(ENDS_AT + SECOND_MS)
    const [shop] = await readRows(site.context.store.db, 'monitors', { id: SHOP })
    assert.deepEqual([shop!.status, shop!.paused_until], ['active', null])
    assert.deepEqual(await readRows(site.context.store.db, 'silences'), [])
    assert.equal((await site.getIncident('shop')).status, 'resolved')
    await site.checkLater('down')
    await site.runAt(ENDS_AT + HOUR_MS)
    assert.deepEqual(await site.listNotifications(), ['opened shop'])
    assert.equal((await readRows(site.context.store.db, 'incidents')).length, 2, 'the first stays resolved')
  })

  test(`${dialect}: a monitor that is restored during its silence stays silenced, and its pause stays`, async (t) => {
    const site = await makeSite(t, dialect)
    await site.check({ shop: 'down' })
    await site.silence()
    await site.pause(T0 + 40 * MINUTE_MS)
    await site.remove()
    assert.deepEqual(await site.listNotifications(), ['opened shop', 'resolved shop'])
    await site.runAt(T0 + 30 * MINUTE_MS)
    await site.restore()
    await site.runAt(T0 + 31 * MINUTE_MS)
    assert.equal((await readRows(site.context.store.db, 'monitors', { id: SHOP }))[0]!.status, 'paused')
    await site.runAt(T0 + 40 * MINUTE_MS)
    await site.checkLater('down')
    assert.deepEqual(await site.listNotifications(), ['opened shop', 'resolved shop'])
    await site.runAt(ENDS_AT)
    assert.deepEqual(await site.listNotifications(), ['opened shop', 'resolved shop', 'opened shop'])
  })
}
