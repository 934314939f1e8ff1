import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { DAY_MS, HOUR_MS } from '../../../src/core/platform/time/time.ts'
import { READER_SCRIPT, READER_SCRIPT_HASH } from '../../../src/pages/reader-script.ts'
import { toStatusDocument } from '../../../src/pages/status-page/status-page.ts'
import { readPublicStatus } from '../../../src/services/status-pages/public-status.ts'
import { createPublicPage, SECRET } from '../../support/api/public-page.ts'
import { ANY_DIALECT, openTestStore } from '../../support/database/stores.ts'
import { insertLargePage } from '../../support/factories/large-page.ts'
import { seedStatusHistory } from '../../support/factories/seed-status-history.ts'
import { MONDAY } from '../../support/time/clock.ts'
import { countLoopTurns } from '../../support/time/loop-turns.ts'
import { assertWellFormed } from './html.ts'

for (const dialect of ANY_DIALECT) {
  test(`${dialect}: an invalid slug is not found on any route`, async (t) => {
    const { api } = await createPublicPage(t, dialect)
    for (const slug of ['a%00b', '%2F%2Fexample.com', 'Example', 'a%0Ab']) {
      for (const path of [
        `/status/${slug}`,
        `/status/${slug}/badge.svg`,
        `/status/${slug}/history`,
        `/api/status/${slug}`,
      ])
        assert.equal((await api.inject(path)).statusCode, 404, path)
      assert.equal((await api.inject(`/status/${slug}/`)).statusCode, 404)
      const asked = await api.inject({ method: 'POST', url: `/status/${slug}/password`, payload: 'password=x' })
      assert.equal(asked.statusCode, 404)
    }
  })

  test(`${dialect}: names and texts have their own direction`, async (t) => {
    const { read } = await createPublicPage(t, dialect, { name: '\u05d7\u05e0\u05d5\u05ea' })
    const { body } = await read('')
    assert.ok(body.includes('<h1 dir="auto">\u05d7\u05e0\u05d5\u05ea</h1>'))
    assert.ok(body.includes('h2,h3,h4,.pre{unicode-bidi:plaintext}'))
  })

  test(`${dialect}: the page shows the status of every component as text`, async (t) => {
    const app = await createPublicPage(t, dialect)
    const { apiId, context, shopId } = app
    await seedStatusHistory(context.store, shopId, [
      ['up', MONDAY - 60 * DAY_MS],
      ['down', MONDAY - HOUR_MS],
    ])
    await seedStatusHistory(context.store, apiId, [['up', MONDAY - 60 * DAY_MS]])
    await app.failAndRecover()
    await app.report({ title: 'Orders are late', severity: 'minor', affected_monitor_ids: [apiId] })
    const starts = MONDAY + DAY_MS
    await app.planMaintenance({
      starts_at: new Date(starts).toISOString(),
      ends_at: new Date(starts + HOUR_MS).toISOString(),
    })
    const { status, body, headers } = await app.read('')
    assert.equal(status, 200)
    assert.equal(headers['content-type'], 'text/html; charset=utf-8')
    assertWellFormed(body)
    for (const words of [
      'Partial outage',
      '<h3>Shop</h3>',
      'Where people buy',
      'Outage</span>',
      'Degraded</span>',
      'Orders are late',
      'Degraded performance',
      'Upgrade',
      'of the database',
      'Scheduled · <time datetime="2026-01-06T00:00Z">6 Jan 2026, 00:00</time>',
      'Shop is disrupted',
      'resolved after 10 min',
      'We are on it',
      '<b>4 Jan</b> down for 1 h',
      'As of <time datetime="2026-01-05T00:10Z">5 Jan 2026, 00:10 UTC</time>',
    ])
      assert.ok(body.includes(words), `${words} is not in ${body}`)
    const ids = [shopId, apiId, app.pageId, app.alice.projectId, app.alice.userId]
    for (const secret of [SECRET, 'timeout', 'ECONNREFUSED', '192.0.2.7', app.alice.email, ...ids])
      assert.ok(!body.includes(secret) && !JSON.stringify(headers).includes(secret), `${secret} leaks`)
  })

  test(`${dialect}: an unpublished page gets the same answer as an unknown one`, async (t) => {
    const app = await createPublicPage(t, dialect, { is_published: false })
    const hidden = await app.read('')
    const unknown = await app.call('GET', '/status/nothing')
    assert.deepEqual([hidden.status, hidden.body], [404, unknown.body])
    assert.match(hidden.body, /<h1>Page not found<\/h1>/)
    assert.equal(hidden.headers['cache-control'], 'no-store')
    assertWellFormed(hidden.body)
  })
}

test('an unchanged page is answered with 304 in every encoding', async (t) => {
  const { call } = await createPublicPage(t, 'sqlite')
  const get = (headers = {}, method = 'GET') => call(method, '/status/example', { headers })
  const plain = await get()
  assert.equal(plain.headers['cache-control'], 'public, max-age=15, stale-while-revalidate=60')
  assert.equal(plain.headers.vary, 'Accept-Encoding')
  const tags = new Set([plain.headers.etag!])
  for (const encoding of ['gzip', 'br']) {
    const { headers } = await get({ 'accept-encoding': encoding })
    assert.equal(headers['content-encoding'], encoding)
    tags.add(headers.etag!)
  }
  assert.equal(tags.size, 3)
  for (const tag of tags) {
    const again = await get({ 'if-none-match': `"other", ${tag}` })
    assert.deepEqual([again.status, again.body, again.headers['content-length']], [304, '', undefined])
    assert.equal(again.headers.etag, plain.headers.etag)
  }
  assert.equal((await get({ 'if-none-match': '"other"' })).status, 200)
  const head = await get({}, 'HEAD')
  assert.deepEqual([head.body, head.headers['content-length']], ['', plain.headers['content-length']])
})

test('a page is compressed with an encoding that the client accepts', async (t) => {
  const { api, call } = await createPublicPage(t, 'sqlite')
  const plain = (await call('GET', '/status/example')).body
  const packed = async (accepted: string) => {
    const response = await api.inject({ url: '/status/example', headers: { 'accept-encoding': accepted } })
    return [response.headers['content-encoding'], response.rawPayload] as const
  }
  const [brotli, asBrotli] = await packed('gzip, deflate, br, zstd')
  assert.deepEqual([brotli, brotliDecompressSync(asBrotli).toString()], ['br', plain])
  const [gzip, asGzip] = await packed('gzip;q=0.8, br;q=0')
  assert.deepEqual([gzip, gunzipSync(asGzip).toString()], ['gzip', plain])
  assert.equal((await packed('br;q=0.0, gzip;q=0'))[0], undefined)
})

test('a page runs only the script of all pages and loads only the logo', async (t) => {
  const logo = 'https://cdn.example.com/logo.svg'
  const { body, headers } = await (await createPublicPage(t, 'sqlite', { logo_url: logo, name: '<b>&"' })).read('')
  const [, style] = /<style>(.*?)<\/style>/s.exec(body)!
  const hash = createHash('sha256').update(style!).digest('base64')
  assert.equal(
    headers['content-security-policy'],
    `default-src 'none';style-src 'sha256-${hash}';script-src ${READER_SCRIPT_HASH};img-src data: https://cdn.example.com;form-action 'self';` +
      "base-uri 'none';frame-ancestors 'self'",
  )
  assert.ok(!/<script|\son\w+=|\sstyle=|javascript:/.test(body.replace(READER_SCRIPT.text, '')))
  assert.ok(body.includes(`<img class="logo" src="${logo}" alt="&lt;b&gt;&amp;&quot;">`))
})

test('a page with a password is not cached', async (t) => {
  const { headers, status } = await (await createPublicPage(t, 'sqlite', { password: 'sesame' })).read('', {
    authorization: `Basic ${btoa('x:sesame')}`,
  })
  assert.deepEqual([status, headers['cache-control']], [200, 'private, no-store'])
})

test('a page hidden from search engines has the noindex tags, and the chosen theme', async (t) => {
  const listed = await (await createPublicPage(t, 'sqlite')).read('')
  assert.ok(!listed.body.includes('noindex') && listed.headers['x-robots-tag'] === undefined)
  assert.ok(listed.body.includes('prefers-color-scheme:dark'))
  const hidden = await (await createPublicPage(t, 'sqlite', { is_indexed: false, theme: 'light' })).read('')
  assert.ok(hidden.body.includes('<meta name="robots" content="noindex">'))
  assert.equal(hidden.headers['x-robots-tag'], 'noindex')
  assert.ok(!hidden.body.includes('prefers-color-scheme'))
})

test('a page with a time zone shows its times in that zone, also without its script', async (t) => {
  const app = await createPublicPage(t, 'sqlite', { timezone: 'Europe/Berlin' })
  await app.planMaintenance({ starts_at: '2026-01-05T22:30:00Z', ends_at: '2026-01-05T23:15:00Z' })
  for (const path of ['', '/history']) {
    const { body } = await app.read(path)
    assertWellFormed(body)
    assert.match(body, /^<!doctype html><html lang="en" data-zone="Europe\/Berlin">/)
    assert.ok(body.includes('<span class="zone">Times are in Europe/Berlin, days in UTC.</span>'))
  }
  const { body } = await app.read('')
  assert.match(body, /As of <time datetime="2026-01-05T00:00Z">5 Jan 2026, 01:00<\/time>/)
  assert.match(body, />5 Jan 2026, 23:30<\/time> – <time datetime="2026-01-05T23:15Z">6 Jan 2026, 00:15<\/time>/)
  await app.edit({ timezone: null })
  const unset = await app.read('')
  assert.ok(unset.body.startsWith('<!doctype html><html lang="en"><head>'))
  assert.ok(unset.body.includes('5 Jan 2026, 00:00 UTC'))
})

test('a page and its feeds show the public title of an incident that the service opened', async (t) => {
  const app = await createPublicPage(t, 'sqlite')
  await app.setCondition(app.shopId, 'down', 'up')
  const { incidents } = await app.list(`?status=open&monitor_id=${app.shopId}`)
  const paths = ['', '/history', '/feed.atom', '/feed.rss', '/api/v2/summary.json']
  for (const path of paths) assert.match((await readText(app, path)).body, /Shop is disrupted/)
  await app.send('PATCH', `/${incidents[0].id}`, { public_title: 'Orders <are> delayed' })
  for (const path of paths) {
    const { body } = await readText(app, path)
    assert.match(body, /Orders (?:<|&lt;)are(?:>|&gt;) delayed/, path)
    assert.doesNotMatch(body, /Shop is disrupted/, path)
  }
  await app.send('PATCH', `/${incidents[0].id}`, { public_title: null })
  assert.match((await app.read('')).body, /Shop is disrupted/)
})

async function readText(app: Awaited<ReturnType<typeof createPublicPage>>, path: string): Promise<{ body: string }> {
  const { body } = await app.read(path)
  return { body: typeof body === 'string' ? body : JSON.stringify(body) }
}

test('an uncached page answers with an error page without the database', async (t) => {
  const app = await createPublicPage(t, 'sqlite')
  await app.context.store.close()
  const { status, body, headers } = await app.read('')
  assert.ok([500, 503].includes(status), String(status))
  assert.equal(headers['content-type'], 'text/html; charset=utf-8')
  assert.ok(!body.includes('sqlite') && !body.includes('database'))
})

test('a page of fifty components over ninety days has at most 55 KB with its style and script, uncompressed', async (t) => {
  const store = await openTestStore(t, 'sqlite')
  await insertLargePage(store, { slug: 'large', components: 50, outages: 2, now: MONDAY + HOUR_MS })
  const shown = await readPublicStatus({ store, now: () => MONDAY + HOUR_MS }, 'large')
  const { body } = await toStatusDocument(shown!, 'https://status.example.com', 'large/', true)
  assertWellFormed(body)
  assert.equal(body.match(/<li class="r">/g)!.length, 50)
  assert.ok(Buffer.byteLength(body) < 55_000, `${Buffer.byteLength(body)} bytes`)
  assert.ok(!/ECONNREFUSED|private/.test(body))
})

test('a URL with a trailing slash redirects to the page', async (t) => {
  const { api } = await createPublicPage(t, 'sqlite')
  const { statusCode, headers } = await api.inject('/status/example/')
  assert.deepEqual([statusCode, headers.location], [308, '/status/example'])
})

test('the URL of a logo adds only its host to the policy', async (t) => {
  const app = await createPublicPage(t, 'sqlite')
  for (const logo_url of ['https://a;sandbox/l.png', 'https://a,script-src/l.png']) {
    await app.edit({ logo_url })
    assert.match((await app.read('')).headers['content-security-policy']!, /;img-src data:;form-action 'self';/)
  }
})

test('rendering a section of 200 components yields to other requests', async (t) => {
  const store = await openTestStore(t, 'sqlite')
  const now = MONDAY + HOUR_MS
  await insertLargePage(store, { slug: 'large', components: 1, outages: 2, now })
  const shown = (await readPublicStatus({ store, now: () => now }, 'large'))!
  const [component] = shown.status.sections.flatMap(({ components }) => components)
  const sections = [{ name: 'All', components: Array(200).fill(component) }]
  const large = { ...shown, status: { ...shown.status, sections } }
  const { result, turns } = await countLoopTurns(() => toStatusDocument(large, 'https://status.example.com', '', true))
  assert.equal(result.body.match(/<li class="r">/g)!.length, 200)
  assert.ok(turns >= 4, `${turns} turns`)
})
