import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS, HOUR_MS } from '../../../src/core/platform/time/time.ts'
import { describeResponse } from '../../support/api/monitor-api.ts'
import { createPublicPage, SECRET } from '../../support/api/public-page.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { seedStatusHistory } from '../../support/factories/seed-status-history.ts'
import { MONDAY } from '../../support/time/clock.ts'

for (const dialect of DIALECTS)
  test(`${dialect}: the public status contains the contents of the page, and no private data`, async (t) => {
    const app = await createPublicPage(t, dialect, { contact_url: 'https://example.com/help' })
    await seedStatusHistory(app.context.store, app.shopId, [
      ['up', MONDAY - 60 * DAY_MS],
      ['down', MONDAY - HOUR_MS],
    ])
    await app.failAndRecover()
    const { status, body, headers } = await app.call('GET', '/api/status/example')
    assert.equal(status, 200)
    assert.equal(headers['access-control-allow-origin'], '*')
    const { page, overall_status, sections, open_incidents, past_incidents, maintenance, as_of } = body.data
    assert.deepEqual(page, {
      slug: 'example',
      name: 'Example',
      description: '',
      theme: 'auto',
      accent_color: '#2563eb',
      contact_url: 'https://example.com/help',
      show_uptime_days: 90,
    })
    assert.deepEqual(
      [overall_status, open_incidents, maintenance, as_of],
      ['major_outage', [], [], '2026-01-05T00:10:00.000Z'],
    )
    const [shop] = sections[0].components
    assert.deepEqual([shop.name, shop.description, shop.status], ['Shop', 'Where people buy', 'outage'])
    assert.deepEqual(shop.days.at(-2), {
      date: '2026-01-04',
      status: 'outage',
      uptime_percentage: 95.833333,
      down_seconds: 3_600,
      degraded_seconds: 0,
      maintenance_seconds: 0,
      incidents: [],
    })
    assert.equal(shop.days.length, 90)
    const [{ title, impact, updates, resolved_at }] = past_incidents
    assert.deepEqual([title, impact, resolved_at], ['Shop is disrupted', 'critical', '2026-01-05T00:10:00.000Z'])
    assert.deepEqual(
      updates.map(({ status, message }: { status: string; message: string }) => [status, message]),
      [['investigating', 'We are on it']],
    )
    const text = JSON.stringify(body)
    for (const secret of [SECRET, 'timeout', '192.0.2.7', app.shopId, app.pageId, app.alice.projectId])
      assert.ok(!text.includes(secret), `${secret} leaks`)
  })

test('an unchanged page is answered with 304', async (t) => {
  const { call } = await createPublicPage(t, 'sqlite')
  const { headers } = await call('GET', '/api/status/example')
  assert.equal(headers['cache-control'], 'public, max-age=15, stale-while-revalidate=60')
  const again = await call('GET', '/api/status/example', { headers: { 'if-none-match': headers.etag! } })
  assert.deepEqual([again.status, again.body], [304, ''])
})

test('an unknown or unpublished page is not found, and a protected page requires its password', async (t) => {
  const app = await createPublicPage(t, 'sqlite', { password: 'sesame' })
  const read = (headers = {}) => app.call('GET', '/api/status/example', { headers })
  assert.equal(describeResponse(await read()), '401 AUTHENTICATION_REQUIRED')
  const opened = await read({ authorization: `Basic ${btoa('anybody:sesame')}` })
  assert.deepEqual([opened.status, opened.headers['cache-control']], [200, 'private, no-store'])
  assert.equal(opened.headers['access-control-allow-origin'], undefined)
  await app.edit({ is_published: false })
  assert.equal(describeResponse(await read()), '404 RESOURCE_NOT_FOUND')
  assert.equal(describeResponse(await app.call('GET', '/api/status/nothing')), '404 RESOURCE_NOT_FOUND')
})

test('readers of a page get the same bytes without a copy for each', async (t) => {
  const app = await createPublicPage(t, 'sqlite')
  const sent: unknown[] = []
  const { call } = await app.serveAnother({}, {}, (api) => {
    api.addHook('onSend', async (_request, _reply, payload) => {
      sent.push(payload)
      return payload
    })
  })
  for (let reader = 0; reader < 2; reader++) await call('GET', '/api/status/example')
  assert.ok(Buffer.isBuffer(sent[0]))
  assert.equal(sent[0], sent[1])
})

for (const dialect of DIALECTS)
  test(`${dialect}: a page shows a paused component as not monitored, and its incident as open`, async (t) => {
    const { call, alice, shopId, setCondition, read, clock } = await createPublicPage(t, dialect)
    await setCondition(shopId, 'down', 'up')
    const pause = await call('POST', `/api/monitors/${shopId}/pause`, { as: alice.session, body: {} })
    assert.equal(pause.status, 200)
    const html = String((await read('')).body)
    const shown = ['Not monitored', 'Major outage', 'Shop is disrupted', 'has been resolved', 'All systems operational']
    assert.deepEqual(
      shown.map((words) => html.includes(words)),
      [true, true, true, false, false],
    )
    const { data } = (await call('GET', '/api/status/example')).body
    const [shop] = data.sections[0].components
    assert.deepEqual([data.overall_status, shop.status], ['major_outage', 'not_monitored'])
    assert.deepEqual(
      [data.open_incidents.map(({ status }: { status: string }) => status), data.past_incidents],
      [['investigating'], []],
    )
    const summary = (await read('/api/v2/summary.json')).body
    const component = summary.components.find(({ name }: { name: string }) => name === 'Shop')
    assert.deepEqual(
      [component.description, summary.incidents[0].status, summary.status.indicator],
      ['Where people buy. Not monitored at the moment', 'investigating', 'critical'],
    )
    assert.doesNotMatch(String((await read('/feed.atom')).body), /[Rr]esolved/)
    clock.advance(HOUR_MS)
    await call('POST', `/api/monitors/${shopId}/resume`, { as: alice.session })
    await setCondition(shopId, 'up', 'unknown')
    await read('')
    const after = (await call('GET', '/api/status/example')).body.data
    assert.deepEqual([after.open_incidents, after.past_incidents.length], [[], 1])
  })
