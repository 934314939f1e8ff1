import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS, HOUR_MS } from '../../../src/core/platform/time/time.ts'
import { createPublicPage, type PublicPageApi, SECRET } from '../../support/api/public-page.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { MONDAY } from '../../support/time/clock.ts'

const titlesOf = (page: string): string[] => [...page.matchAll(/<h4>([^<]*)<\/h4>/g)].map(([, title]) => title!)
const monthsOf = (page: string): string[] => [...page.matchAll(/rel="(prev|next)" href="([^"]*)"/g)].map((at) => at[2]!)

const reportIncident = (app: PublicPageApi, title: string, startedAt: number, over: object = {}) =>
  app.report({
    source: 'manual',
    title,
    affected_monitor_ids: [app.shopId],
    started_at: new Date(startedAt).toISOString(),
    ...over,
  })

for (const dialect of DIALECTS)
  test(`${dialect}: the history lists every incident in the month of its start, back to the first`, async (t) => {
    const app = await createPublicPage(t, dialect)
    await reportIncident(app, 'First', Date.UTC(2025, 9, 31, 23, 59))
    await reportIncident(app, 'Last of November', Date.UTC(2025, 11, 1) - 1)
    await reportIncident(app, 'First of December', Date.UTC(2025, 11, 1), {
      check_id: app.shopId,
      affected_monitor_ids: [],
    })
    await reportIncident(app, 'Elsewhere', Date.UTC(2025, 8, 1), {
      affected_monitor_ids: [await app.createMonitor('other')],
    })
    await app.failAndRecover()

    const now = await app.read('/history')
    assert.equal(now.status, 200)
    assert.deepEqual(titlesOf(now.body), ['Shop is disrupted'])
    assert.deepEqual(monthsOf(now.body), ['history?month=2025-12'])
    assert.match(now.body, /<h2>Incidents in January 2026<\/h2>/)
    assert.match(now.body, /We are on it/)
    assert.match(now.body, /<a href="\/status\/example">Current status<\/a>/)

    const read = async (month: string) => (await app.read(`/history?month=${month}`)).body
    assert.deepEqual(titlesOf(await read('2025-12')), ['First of December'])
    assert.deepEqual(titlesOf(await read('2025-11')), ['Last of November'])
    assert.deepEqual(monthsOf(await read('2025-11')), ['history?month=2025-10', 'history?month=2025-12'])
    const first = await read('2025-10')
    assert.deepEqual([titlesOf(first), monthsOf(first)], [['First'], ['history?month=2025-11']])
    for (const page of [now.body, first])
      for (const secret of [SECRET, app.shopId, app.pageId]) assert.ok(!page.includes(secret), secret)
  })

test('invalid months and months before the first incident are not found', async (t) => {
  const app = await createPublicPage(t, 'sqlite')
  assert.match((await app.read('/history')).body, /No incidents this month\./)
  for (const month of ['2025-12', '2026-02', '2026-13', '2026-1', '', '2026-01%00', '2026-01&month=2026-01'])
    assert.equal((await app.read(`/history?month=${month}`)).status, 404, month)
  await reportIncident(app, 'Old', MONDAY - 40 * DAY_MS)
  assert.equal((await app.read('/history?month=2025-12')).status, 200)
  assert.equal((await app.read('/history?month=2025-10')).status, 404)
})

test('a feed links to the position of an incident in the history', async (t) => {
  const app = await createPublicPage(t, 'sqlite')
  await reportIncident(app, 'Slow <answers>', MONDAY - HOUR_MS)
  const { body } = await app.read('/feed.rss')
  const [, address, key] = /<link>http:\/\/watchkeeper\.test\/status\/example(\/history[^<#]*)#([^<]*)<\/link>/.exec(
    body,
  )!
  const { body: page, headers } = await app.read(address!)
  assert.match(page, new RegExp(`<article class="card K-major" id="${key}"><h4>Slow &lt;answers&gt;</h4>`))
  assert.match(page, /Investigating · Partial outage · since/)
  assert.match(headers['content-security-policy']!, /^default-src 'none';style-src 'sha256-/)
  assert.match(headers['cache-control']!, /^public, max-age=/)
  assert.equal((await app.read(address!, { 'if-none-match': headers.etag! })).status, 304)
})
