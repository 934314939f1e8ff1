import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUR_MS, MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { findHoldReasons } from '../../../src/services/incidents/holds/index.ts'
import { silenceMonitors } from '../../../src/services/incidents/silences.ts'
import { snoozeIncident } from '../../../src/services/incidents/snoozes.ts'
import { saveHolds } from '../../../src/store/incidents/incident-holds.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { insertRows } from '../../support/database/tables.ts'
import { createDependencySite, SCOPE, T0 } from '../../support/factories/dependency-site.ts'

for (const dialect of DIALECTS)
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
