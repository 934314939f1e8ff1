import assert from 'node:assert/strict'
import { test } from 'node:test'
import ical, { type VEvent } from 'node-ical'
import Parser from 'rss-parser'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { createPublicPage, SECRET } from '../../support/api/public-page.ts'
import { ANY_DIALECT } from '../../support/database/stores.ts'
import { MONDAY } from '../../support/time/clock.ts'

const iso = (at: number): string => new Date(at).toISOString()
const once = (from: number, to: number) => ({ starts_at: iso(from), ends_at: iso(to) })
const PATHS = ['/feed.atom', '/feed.rss', '/maintenance.ics', '/badge.svg']

for (const dialect of ANY_DIALECT) {
  test(`${dialect}: feeds contain incidents and planned maintenance`, async (t) => {
    const app = await createPublicPage(t, dialect)
    await app.failAndRecover()
    app.clock.advance(MINUTE_MS)
    await app.planMaintenance(once(MONDAY + DAY_MS, MONDAY + DAY_MS + HOUR_MS))
    const atom = await app.read('/feed.atom')
    assert.equal(atom.headers['content-type'], 'application/atom+xml; charset=utf-8')
    const feed = await new Parser().parseString(atom.body)
    assert.deepEqual(
      feed.items.map(({ title, link }) => [title, link?.replace(/#[0-9a-f]{16}$/, '#key')]),
      [
        ['Maintenance: Upgrade', 'http://watchkeeper.test/status/example'],
        ['Shop is disrupted', 'http://watchkeeper.test/status/example/history?month=2026-01#key'],
      ],
    )
    assert.match(feed.items[1]!.content!, /We are on it/)
    assert.equal(feed.feedUrl, 'http://watchkeeper.test/status/example/feed.atom')
    const rss = await app.read('/feed.rss')
    assert.equal(rss.headers['content-type'], 'application/rss+xml; charset=utf-8')
    const items = (await new Parser().parseString(rss.body)).items
    assert.deepEqual(
      items.map(({ title }) => title),
      feed.items.map(({ title }) => title),
    )
    for (const path of PATHS) {
      const { status, body, headers } = await app.read(path)
      assert.equal(status, 200, path)
      assert.equal(headers['access-control-allow-origin'], '*')
      for (const secret of [SECRET, app.shopId, app.pageId]) assert.ok(!body.includes(secret), `${secret} in ${path}`)
      assert.equal((await app.read(path, { 'if-none-match': headers.etag! })).status, 304, path)
    }
  })

  test(`${dialect}: the update time of a document never decreases when an incident is resolved and reopened`, async (t) => {
    const app = await createPublicPage(t, dialect)
    const { clock, setCondition, shopId, read, call } = app
    const updated = async () => {
      const atom = (await read('/feed.atom')).body
      const rss = (await read('/feed.rss')).body
      const { page, incidents } = (await read('/api/v2/incidents.json')).body
      return {
        feed: /<updated>(.*?)</.exec(atom)![1]!,
        entry: /<entry>[\s\S]*?<updated>(.*?)</.exec(atom)![1]!,
        item: /<atom:updated>(.*?)</.exec(rss)![1]!,
        page: page.updated_at as string,
        incident: incidents[0].updated_at as string,
      }
    }
    const seen: Awaited<ReturnType<typeof updated>>[] = []
    const steps = [
      () => setCondition(shopId, 'down', 'up'),
      () => setCondition(shopId, 'up', 'down'),
      () => setCondition(shopId, 'down', 'up'),
    ]
    for (const step of steps) {
      await step()
      clock.advance(MINUTE_MS)
      seen.push(await updated())
    }
    for (const [index, later] of seen.slice(1).entries())
      for (const [name, at] of Object.entries(later))
        assert.ok(at > seen[index]![name as keyof typeof later], `${name} after step ${index + 1}`)
    const story = ['investigating', 'resolved', 'investigating']
    const [incident] = (await read('/api/v2/incidents.json')).body.incidents
    const states = incident.incident_updates.map(({ status }: { status: string }) => status)
    assert.deepEqual([incident.status, states], ['investigating', story])
    const shown = (await call('GET', '/api/status/example')).body.data.open_incidents[0].updates
    assert.deepEqual(
      shown.map(({ status }: { status: string }) => status),
      story,
    )
    const [first] = (await new Parser().parseString((await read('/feed.atom')).body)).items
    assert.match(first!.content!, /Affected again: Shop\.[\s\S]*has been resolved[\s\S]*Affected: Shop\./)
    assert.match((await read('')).body, /Affected again: Shop\./)
  })

  test(`${dialect}: a calendar contains the occurrences of recurring maintenance of groups and monitors`, async (t) => {
    const app = await createPublicPage(t, dialect)
    const { alice, call } = app
    const group = await call('POST', '/api/groups', { as: alice.session, body: { name: `${SECRET} rack` } })
    const inGroup = { group_id: group.body.data.id }
    await call('PUT', `/api/monitors/${app.shopId}`, { as: alice.session, body: inGroup })
    const recurrence = { cron: '0 2 * * 0', duration_minutes: 30, timezone: 'Europe/Berlin' }
    const sunday = MONDAY - DAY_MS + HOUR_MS
    const weekly = { ...once(sunday, sunday + HOUR_MS / 2), recurrence, monitor_ids: [], group_ids: [inGroup.group_id] }
    await app.planMaintenance({ name: 'Sunday', ...weekly })
    const calledOff = await app.planMaintenance({ name: 'Never', ...once(MONDAY + DAY_MS, MONDAY + DAY_MS + HOUR_MS) })
    await call('PUT', `/api/maintenance-windows/${calledOff}`, { as: alice.session, body: { status: 'cancelled' } })
    const other = await app.createMonitor('elsewhere')
    await app.planMaintenance({
      name: SECRET,
      monitor_ids: [other],
      ...once(MONDAY + DAY_MS, MONDAY + DAY_MS + HOUR_MS),
    })

    const { body, headers } = await app.read('/maintenance.ics')
    assert.equal(headers['content-type'], 'text/calendar; charset=utf-8')
    assert.ok(!body.includes(SECRET))
    const events = Object.values(ical.sync.parseICS(body)).filter((part): part is VEvent => part?.type === 'VEVENT')
    assert.equal(events.length, 13, 'a Sunday a week for 90 days')
    assert.deepEqual(new Set(events.map(({ summary }) => summary)), new Set(['Sunday']))
    assert.equal(events[0]!.description, 'of the database\n\nAffected: Shop.')
    // 29 March, after the start of daylight saving time in Berlin
    assert.deepEqual(
      [events[0], events.at(-2)].map((event) => iso(event!.start.getTime())),
      ['2026-01-11T01:00:00.000Z', '2026-03-29T01:00:00.000Z'],
    )
    assert.equal(new Set(events.map(({ uid }) => uid)).size, 13)
  })
}

test('the documents of an unpublished page are not found', async (t) => {
  const app = await createPublicPage(t, 'sqlite', { is_published: false })
  for (const path of [...PATHS, '/api/v2/summary.json']) assert.equal((await app.read(path)).status, 404, path)
  await app.edit({ is_published: true })
  assert.equal((await app.read('/feed.atom')).status, 200)
})

test('the documents of a protected page require its password and are not readable by other sites', async (t) => {
  const app = await createPublicPage(t, 'sqlite', { password: 'plum lantern' })
  const authorization = `Basic ${Buffer.from('reader:plum lantern').toString('base64')}`
  for (const path of [...PATHS, '/api/v2/summary.json']) {
    const refused = await app.read(path)
    assert.equal(refused.status, 401, path)
    const { status, headers } = await app.read(path, { authorization })
    assert.equal(status, 200, path)
    assert.equal(headers['cache-control'], 'private, no-store')
    for (const given of [refused.headers, headers]) {
      assert.equal(given['access-control-allow-origin'], undefined)
      assert.equal(given['cross-origin-resource-policy'], 'same-origin')
    }
  }
})

test('the documents of a page with its own domain use that domain', async (t) => {
  const app = await createPublicPage(t, 'sqlite', { custom_domain: 'status.example.com' })
  await app.failAndRecover()
  const { body } = await app.read('/feed.atom')
  const { feedUrl, link, items } = await new Parser().parseString(body)
  assert.deepEqual([feedUrl, link], ['http://status.example.com/feed.atom', 'http://status.example.com'])
  assert.match(items[0]!.link!, /^http:\/\/status\.example\.com\/history\?month=2026-01#/)
  const headers = { host: 'status.example.com' }
  for (const path of [...PATHS, '/api/v2/summary.json', '/api/v2/incidents/unresolved.json'])
    assert.equal((await app.call('GET', path, { headers })).status, 200, path)
  const history = await app.call('GET', '/history?month=2026-01', { headers })
  assert.match(history.body, /<a href="\/">Current status<\/a>/)
})
