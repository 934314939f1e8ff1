import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../src/core/platform/time/time.ts'
import { findHoldReasons } from '../../../src/services/incidents/holds/index.ts'
import { silenceMonitors } from '../../../src/services/incidents/silences.ts'
import { snoozeIncident } from '../../../src/services/incidents/snoozes.ts'
import { saveHolds } from '../../../src/store/incidents/incident-holds.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { insertRows, readColumns } from '../../support/database/tables.ts'
import type { TestContext } from '../../support/factories/context.ts'
import { createDependencySite, reviewSilences, SCOPE, T0 } from '../../support/factories/dependency-site.ts'

for (const dialect of DIALECTS) {
  test(`${dialect}: users see the first of several reasons that hold an incident`, async (t) => {
    const site = await createDependencySite(t, dialect, 'router', 'shop')
    const { context, keys } = site
    const { db } = context.store
    const until = T0 + HOUR_MS
    const read = async () => {
      const incident = await site.getIncident('shop')
      return (await findHoldReasons(db, [incident], context.now()))(incident)
    }
    await site.check({ router: 'up', shop: 'down' })
    const { id } = await site.getIncident('shop')
    const seen = [await read()]
    await insertRows(db, 'flaps', { monitor_key: keys.shop, since: T0, stable_at: until, interval_ms: MINUTE_MS })
    seen.push(await read())
    await site.addDependency('shop', 'router')
    site.advance(1)
    await site.check({ router: 'down' })
    seen.push(await read())
    await insertRows(db, 'maintenance_spans', {
      ...{ monitor_key: keys.shop, window_id: 'window', starts_at: T0, ends_at: until },
    })
    seen.push(await read())
    await context.store.transact((tx) =>
      saveHolds(tx, [
        {
          ...{
            reason: 'dependency_down',
            incidentId: id,
            monitorKey: keys.shop,
            parentKey: keys.router,
            entryId: 'any',
          },
          ...{ phase: 'down', since: T0, clearedAt: null, waitUntil: null, reviewAt: until },
        },
      ]),
    )
    seen.push(await read())
    await silenceMonitors(context, SCOPE, ['alice-shop-0'], { until, note: null })
    seen.push(await read())
    await site.updateMonitor('shop', { status: 'paused' })
    seen.push(await read())
    await snoozeIncident(context, SCOPE, id, until)
    seen.push(await read())
    assert.deepEqual(seen, [
      ...[null, 'flapping', 'dependency_down', 'maintenance', 'dependency_down', 'silenced', 'paused', 'snoozed'],
    ])
  })

  test(`${dialect}: a silence holds no update of a status page, and a dependency holds it like the alert`, async (t) => {
    const site = await createDependencySite(t, dialect, 'router', 'shop', 'cam')
    const { context, keys } = site
    await insertSubscribedPage(context, keys.shop, keys.cam)
    await site.addDependency('shop', 'router')
    await silenceMonitors(context, SCOPE, ['alice-cam-0'], { until: T0 + HOUR_MS, note: null })
    const readCauses = async () =>
      (await readColumns(context.store.db, 'subscriber_updates', ['cause'], {}, ['id'])).map(
        ({ cause }) => `${JSON.parse(cause).kind} ${JSON.parse(cause).monitorIds}`,
      )
    await site.check({ router: 'down' })
    await site.check({ shop: 'down', cam: 'down' })
    assert.deepEqual(await readCauses(), ['opened alice-cam-0'])
    site.advance(MINUTE_MS)
    await site.check({ router: 'up' })
    site.advance(MINUTE_MS)
    await site.check({ shop: 'down' })
    await site.reviewSuppressions()
    assert.deepEqual(await readCauses(), ['opened alice-cam-0', 'opened alice-shop-0'])
  })

  test(`${dialect}: an alert that a dependency releases is held by a silence that began meanwhile`, async (t) => {
    const site = await createDependencySite(t, dialect, 'router', 'shop')
    const { context } = site
    await site.addDependency('shop', 'router')
    await site.check({ router: 'up', shop: 'up' })
    site.advance(30 * SECOND_MS)
    await site.check({ shop: 'down' })
    assert.deepEqual(await site.listSuppressions(), ['shop in_doubt router'])
    const until = context.now() + MINUTE_MS
    await silenceMonitors(context, SCOPE, ['alice-shop-0'], { until, note: null })
    site.advance(SECOND_MS)
    await site.check({ router: 'up' })
    await site.reviewSuppressions()
    assert.deepEqual([await site.listSuppressions(), await site.listNotifications()], [[], []])
    context.setTime(until)
    await reviewSilences(context)
    assert.deepEqual(await site.listNotifications(), ['opened shop'])
  })
}

/** Inserts a published page with one subscriber that shows these monitors. */
async function insertSubscribedPage({ store: { db } }: TestContext, ...monitorKeys: number[]): Promise<void> {
  const owner = { organization_id: 'alice', project_id: 'alice', created_at: T0, updated_at: T0 }
  const looks = { name: 'Shop', description: '', theme: 'light', accent_color: '#000000', show_uptime_days: 90 }
  const access = { slug: 'shop', is_published: 1, allows_subscribers: 1 } as const
  const none = { logo_url: null, custom_domain: null, password_hash: null }
  await insertRows(db, 'status_pages', { id: 'page', ...owner, ...looks, ...access, ...none })
  await insertRows(db, 'status_page_sections', { id: 'web', page_id: 'page', name: 'Web', position: 0 })
  for (const [position, monitor_key] of monitorKeys.entries()) {
    const place = { page_id: 'page', section_id: 'web', position, display_name: null, description: '' }
    await insertRows(db, 'status_page_components', { id: `${monitor_key}`, monitor_key, ...place })
  }
  const times = { confirmed_at: T0, asked_at: T0, created_at: T0, mail_due_at: null, mail_attempts: 0 }
  await insertRows(db, 'status_subscribers', { id: 'ann', page_id: 'page', email: 'ann@example.test', ...times })
}
