import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Statuspage } from 'statuspage.io'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { DOCUMENT_PATHS } from '../../../src/pages/feeds/statuspage-json.ts'
import { createPublicPage, SECRET } from '../../support/api/public-page.ts'
import { setRuntimeStatus } from '../../support/database/monitor-rows.ts'
import { ANY_DIALECT } from '../../support/database/stores.ts'
import { MONDAY } from '../../support/time/clock.ts'

const iso = (at: number): string => new Date(at).toISOString()
const KEY = /^[0-9a-f]{16}$/

const SLOW = { source: 'manual', title: 'Slow answers' }
const once = (from: number, to: number) => ({ starts_at: iso(from), ends_at: iso(to) })

for (const dialect of ANY_DIALECT) {
  test(`${dialect}: a Statuspage client reads a page from a running service`, async (t) => {
    const app = await createPublicPage(t, dialect)
    const { api, clock, context, shopId } = app
    await app.failAndRecover()
    await app.report({ ...SLOW, affected_monitor_ids: [app.apiId], status_page_update: 'We look into it' })
    await app.planMaintenance(once(MONDAY + DAY_MS, MONDAY + DAY_MS + HOUR_MS))
    await app.planMaintenance({ name: 'Move', ...once(MONDAY - HOUR_MS, MONDAY + HOUR_MS), monitor_ids: [app.apiId] })
    const { db } = context.store
    await setRuntimeStatus(db, 'down', shopId)
    clock.advance(MINUTE_MS)

    const client = new Statuspage('example')
    client.setApiUrl(`${await api.listen({ port: 0, host: '127.0.0.1' })}/status/example`)
    const summary = await client.api.getSummary()

    assert.match(summary.page.id, KEY)
    assert.deepEqual(
      [summary.page.name, summary.page.url, summary.page.time_zone],
      ['Example', 'http://watchkeeper.test/status/example', 'Etc/UTC'],
    )
    assert.deepEqual(
      summary.components.map(({ name, status, group, position }) => [name, status, group, position]),
      [
        ['Sales', 'major_outage', true, 1],
        ['Shop', 'major_outage', false, 1],
        ['Machines', 'degraded_performance', true, 2],
        ['API', 'degraded_performance', false, 1],
      ],
    )
    const [sales, shop] = summary.components
    assert.deepEqual([shop!.group_id, shop!.description, sales!.description], [sales!.id, 'Where people buy', null])
    assert.deepEqual((await client.api.getComponents()).components, summary.components)
    assert.deepEqual((await client.api.getStatus()).status, {
      indicator: 'major',
      description: 'Partial System Outage',
    })

    assert.deepEqual(
      summary.incidents.map(({ name, status, impact }) => [name, status, impact]),
      [['Slow answers', 'investigating', 'major']],
    )
    assert.deepEqual((await client.api.incidents.getUnresolved()).incidents, summary.incidents)
    const { incidents } = await client.api.incidents.getAll()
    assert.deepEqual(
      incidents.map(({ name, status, resolved_at }) => [name, status, resolved_at]),
      [
        ['Slow answers', 'investigating', null],
        ['Shop is disrupted', 'resolved', iso(MONDAY + 10 * MINUTE_MS)],
      ],
    )
    assert.deepEqual(
      incidents.map(({ incident_updates }) => incident_updates.map(({ status, body }) => [status, body])),
      [
        [['investigating', 'We look into it']],
        [
          ['resolved', 'This incident has been resolved.'],
          ['investigating', 'We are on it'],
        ],
      ],
    )
    const { scheduled_maintenances: upcoming } = await client.api.scheduledMaintenances.getUpcoming()
    assert.deepEqual(
      upcoming.map((work) => [work.name, work.status, work.scheduled_for, work.scheduled_until]),
      [['Upgrade', 'scheduled', iso(MONDAY + DAY_MS), iso(MONDAY + DAY_MS + HOUR_MS)]],
    )
    assert.deepEqual(
      summary.scheduled_maintenances.map(({ name, status }) => [name, status]),
      [
        ['Move', 'in_progress'],
        ['Upgrade', 'scheduled'],
      ],
    )
  })

  test(`${dialect}: past and planned maintenance have separate documents, and no document contains private data`, async (t) => {
    const app = await createPublicPage(t, dialect)
    await app.failAndRecover()
    await app.planMaintenance(once(MONDAY - DAY_MS, MONDAY - HOUR_MS))
    await app.planMaintenance({ name: 'Move', ...once(MONDAY - HOUR_MS, MONDAY + DAY_MS) })
    const namesIn = async (path: string) => {
      const { status, body } = await app.read(`/api/v2/scheduled-maintenances${path}.json`)
      assert.equal(status, 200)
      return body.scheduled_maintenances.map((work: { name: string; status: string }) => `${work.name} ${work.status}`)
    }
    assert.deepEqual(await namesIn(''), ['Move in_progress', 'Upgrade completed'])
    assert.deepEqual(await namesIn('/active'), ['Move in_progress'])
    assert.deepEqual(await namesIn('/upcoming'), [])
    for (const path of DOCUMENT_PATHS) {
      const { status, body, headers } = await app.read(`/api/v2/${path}`)
      assert.equal(status, 200, path)
      assert.equal(headers['access-control-allow-origin'], '*')
      assert.match(headers['content-type']!, /^application\/json/)
      const text = JSON.stringify(body)
      for (const secret of [SECRET, app.shopId, app.apiId, app.pageId, app.alice.projectId])
        assert.ok(!text.includes(secret), `${secret} in ${path}`)
    }
  })
}

test('a section with only some components down has a partial outage', async (t) => {
  const { edit, read, clock, context, shopId, apiId } = await createPublicPage(t, 'sqlite')
  await edit({ sections: [{ name: 'Sales', components: [{ monitor_id: shopId }, { monitor_id: apiId }] }] })
  const statusOf = async () => (await read('/api/v2/components.json')).body.components[0].status
  await setRuntimeStatus(context.store.db, 'down', shopId)
  clock.advance(MINUTE_MS)
  assert.equal(await statusOf(), 'partial_outage')
  await setRuntimeStatus(context.store.db, 'down', apiId)
  clock.advance(MINUTE_MS)
  assert.equal(await statusOf(), 'major_outage')
})

test('every field of Statuspage is present', async (t) => {
  const app = await createPublicPage(t, 'sqlite')
  await app.report({ ...SLOW, affected_monitor_ids: [app.shopId] })
  await app.planMaintenance(once(MONDAY + DAY_MS, MONDAY + DAY_MS + HOUR_MS))
  const { body } = await app.read('/api/v2/summary.json')
  const fields = (object: object) => Object.keys(object).sort().join(' ')
  assert.equal(fields(body), 'components incidents page scheduled_maintenances status')
  const [group, component] = body.components
  const ofComponent =
    'created_at description group group_id id name only_show_if_degraded page_id position showcase start_date status updated_at'
  assert.equal(fields(component), ofComponent)
  assert.equal(fields(group), `components ${ofComponent}`)
  assert.deepEqual(group.components, [component.id])
  const ofIncident =
    'components created_at id impact incident_updates monitoring_at name page_id reminder_intervals resolved_at shortlink started_at status updated_at'
  const [incident] = body.incidents
  assert.equal(fields(incident), ofIncident)
  assert.deepEqual(incident.components, [component])
  assert.equal(incident.shortlink, `${body.page.url}/history?month=2026-01#${incident.id}`)
  const [work] = body.scheduled_maintenances
  assert.equal(fields(work), ofIncident.replace('resolved_at ', 'resolved_at scheduled_for scheduled_until '))
  assert.equal(
    fields(incident.incident_updates[0]),
    'affected_components body created_at custom_tweet deliver_notifications display_at id incident_id status tweet_id updated_at',
  )
  assert.equal(incident.incident_updates[0].incident_id, incident.id)
})

test('a page without measurements claims no status', async (t) => {
  const app = await createPublicPage(t, 'sqlite')
  const { body } = await app.read('/api/v2/status.json')
  assert.deepEqual(body.status, { indicator: 'none', description: 'No Current Data' })
})

test('an unchanged document is answered with 304', async (t) => {
  const app = await createPublicPage(t, 'sqlite')
  const first = await app.read('/api/v2/summary.json')
  const known = { 'if-none-match': first.headers.etag! }
  assert.equal((await app.read('/api/v2/summary.json', known)).status, 304)
  await app.report({ ...SLOW, affected_monitor_ids: [app.shopId] })
  const after = await app.read('/api/v2/summary.json', known)
  assert.equal(after.status, 200)
  assert.notEqual(after.body.page.updated_at, first.body.page.updated_at)
})
