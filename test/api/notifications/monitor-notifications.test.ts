import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createIncidentApi } from '../../support/api/incident-api.ts'
import { describeResponse } from '../../support/api/monitor-api.ts'
import { updateDeliveries } from '../../support/database/notification-rows.ts'
import { DIALECTS } from '../../support/database/stores.ts'

for (const dialect of DIALECTS)
  test(`${dialect}: the notification log of a monitor lists its deliveries, newest first and paged`, async (t) => {
    const app = await createIncidentApi(t, dialect)
    const { call, alice, bob, charlie, context, clock } = app
    await app.createTarget('ops', { is_default: true })
    const [site, other] = [await app.createMonitor('Site'), await app.createMonitor('Other')]
    const reported: string[] = []
    for (const [title, over] of [
      ['first', { check_id: site }],
      ['of another', { check_id: other }],
      ['second', { check_id: site }],
      ['naming it', { affected_monitor_ids: [site] }],
    ] as const) {
      clock.advance(1_000)
      reported.push((await app.report({ title, source: 'manual', ...over })).incident?.id)
    }
    const read = async (query = '', as = alice.session) => {
      const { status, body } = await call('GET', `/api/monitors/${site}/notifications${query}`, { as })
      assert.equal(status, 200, JSON.stringify(body))
      return body.data as {
        notifications: { incident_id: string; status: string; channel: string }[]
        pagination: { total_count: number; has_more: boolean }
      }
    }
    const ids = ({ notifications }: Awaited<ReturnType<typeof read>>) => notifications.map((one) => one.incident_id)
    const incidents = (await app.list()).incidents as { id: string; title: string }[]
    const idOf = (title: string) => incidents.find((one) => one.title === title)!.id
    const all = await read('', bob.session)
    assert.deepEqual(ids(all), [idOf('second'), idOf('first')])
    assert.deepEqual([all.notifications[0]!.channel, all.notifications[0]!.status], ['webhook', 'pending'])
    const page = await read('?limit=1')
    assert.deepEqual([ids(page), page.pagination.total_count, page.pagination.has_more], [[idOf('second')], 2, true])
    assert.deepEqual(ids(await read('?limit=1&offset=1')), [idOf('first')])
    const { db } = context.store
    await updateDeliveries(db, { status: 'failed' }, { incident_id: idOf('first') })
    assert.deepEqual(ids(await read('?status=failed')), [idOf('first')])
    assert.deepEqual(ids(await read('?channel=email')), [])
    const refused = await call('GET', `/api/monitors/${site}/notifications`, { as: app.key })
    assert.equal(describeResponse(refused), '403 JWT_REQUIRED')
    const foreign = await call('GET', `/api/monitors/${site}/notifications`, { as: charlie.session })
    assert.equal(describeResponse(foreign), '404 MONITOR_NOT_FOUND')
  })
