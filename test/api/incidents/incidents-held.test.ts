import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { sendDueReminders } from '../../../src/services/incidents/reminders.ts'
import { createIncidentApi, listNotifications } from '../../support/api/incident-api.ts'
import { setRuntimeStatus } from '../../support/database/monitor-rows.ts'
import { DIALECTS } from '../../support/database/stores.ts'

for (const dialect of DIALECTS) {
  test(`${dialect}: every incident list shows the dependency that holds the alerts, until the incident ends`, async (t) => {
    const { context, key, call, send, createMonitor, setCondition, list } = await createIncidentApi(t, dialect)
    const router = await createMonitor('Router')
    const shop = await createMonitor('Shop', { depends_on_monitor_ids: [router] })
    await setRuntimeStatus(context.store.db, 'down', router)
    await setCondition(router, 'down', 'up')
    await setCondition(shop, 'down', 'up')
    const { incidents } = await list()
    const heldBy = (incident: { alerts_suppressed_by?: unknown }) => incident.alerts_suppressed_by
    assert.deepEqual(incidents.map(heldBy).filter(Boolean), [{ monitor_id: router, name: 'Router' }])
    const held = incidents.find(heldBy)
    assert.equal(held.check_id, shop)
    assert.deepEqual((await send('GET', `/${held.id}`)).body.data.incident, held)
    const overview = await call('GET', '/api/dashboard/overview', { as: key })
    if (overview.status === 200) assert.equal(overview.body.data.latest_incidents.filter(heldBy).length, 1)
    const { body } = await send('GET', `/${held.id}/updates`)
    assert.equal(body.data.updates[1].message, 'Alerts are held: the dependency "Router" is down')
    await setCondition(shop, 'up', 'down')
    assert.equal('alerts_suppressed_by' in (await send('GET', `/${held.id}`)).body.data.incident, false)
  })

  test(`${dialect}: an update enables and disables the reminders of a monitor`, async (t) => {
    const { context, clock, key, call, createMonitor, createTarget, setCondition } = await createIncidentApi(t, dialect)
    const target = await createTarget('ops')
    const shop = await createMonitor('Shop', { notification_target_ids: [target] })
    await setCondition(shop, 'down', 'up')
    const put = (minutes: number) =>
      call('PUT', `/api/monitors/${shop}`, { as: key, body: { reminder_interval_minutes: minutes } })
    const later = async (minutes: number) => {
      clock.advance(minutes * MINUTE_MS)
      await sendDueReminders(context, 10)
    }
    await later(60)
    await put(10)
    await later(10)
    assert.deepEqual(await listNotifications({ context }), ['ops incident.opened', 'ops incident.reminder'])
    await put(0)
    await later(60)
    assert.equal((await listNotifications({ context })).length, 2)
  })
}
