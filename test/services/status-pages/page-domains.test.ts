import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PageDomains } from '../../../src/services/status-pages/page-domains.ts'
import { createPublicPage } from '../../support/api/public-page.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { waitUntil } from '../../support/time/until.ts'

const HOST = 'status.example.com'
const THERE = { host: HOST, accept: 'text/html' }

for (const dialect of DIALECTS) {
  test(`${dialect}: a custom domain serves its page at the root and the page's resources below it`, async (t) => {
    const app = await createPublicPage(t, dialect, { custom_domain: HOST })
    await app.failAndRecover()
    await waitUntil(async () => (await app.call('GET', '/', { headers: THERE })).status === 200)
    const get = async (path: string, headers: Record<string, string> = THERE) => app.call('GET', path, { headers })
    const { status, body } = await get('/')
    assert.equal(status, 200)
    assert.match(body, /<title>Example status<\/title>/)
    assert.match(body, /<link rel="canonical" href="http:\/\/status\.example\.com">/)
    for (const link of ['history', 'feed.atom', 'feed.rss', 'maintenance.ics'])
      assert.match(body, new RegExp(`href="${link}"`))
    for (const path of ['/history', '/feed.atom', '/feed.rss', '/maintenance.ics', '/badge.svg', '/api/v2/status.json'])
      assert.equal((await get(path)).status, 200, path)
    assert.equal((await get('/?from=mail', { host: 'STATUS.example.com.:8443' })).status, 200)
    assert.equal((await get('/status/example')).status, 200)
    assert.match((await get('/feed.atom')).body, /http:\/\/status\.example\.com/)
    assert.doesNotMatch((await get('/feed.atom')).body, /watchkeeper\.test/)
    // At the host name of the service nothing changes
    const own = await get('/status/example', { host: 'watchkeeper.test', accept: 'text/html' })
    assert.match(own.body, /href="example\/history"/)
  })

  test(`${dialect}: a custom domain serves nothing else of the service`, async (t) => {
    const app = await createPublicPage(t, dialect, { custom_domain: HOST })
    const as = { ...app.alice.session, host: HOST }
    await waitUntil(async () => (await app.call('GET', '/', { headers: THERE })).status === 200)
    for (const path of [
      '/api/monitors',
      '/api/openapi.json',
      '/docs',
      '/metrics',
      '/login',
      '/api/health',
      '/status/other',
    ])
      assert.equal((await app.call('GET', path, { headers: as })).status, 404, path)
    assert.equal((await app.call('POST', '/api/auth/login', { headers: as, body: {} })).status, 404)
    assert.equal((await app.call('GET', '/api/monitors', { headers: { ...as, host: 'watchkeeper.test' } })).status, 200)
  })

  test(`${dialect}: an unknown path of a page returns a page to browsers and an error to programs`, async (t) => {
    const app = await createPublicPage(t, dialect, { custom_domain: HOST })
    await waitUntil(async () => (await app.call('GET', '/', { headers: THERE })).status === 200)
    const reader = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
    for (const [host, path, home] of [
      [HOST, '/login', '/'],
      [HOST, '/some/where/else?x=1', '/'],
      [HOST, '/status/other', '/'],
      ['watchkeeper.test', '/status/example/nothing', '/status/example'],
      ['watchkeeper.test', '/status/nobody/nothing', '/status/nobody'],
    ] as const) {
      const { status, body, headers } = await app.call('GET', path, { headers: { ...reader, host } })
      assert.deepEqual([status, headers['content-type']], [404, 'text/html; charset=utf-8'], host + path)
      assert.match(body, new RegExp(`This page does not exist. <a href="${home}">`))
      const { status: code, body: json } = await app.call('GET', path, { headers: { accept: '*/*', host } })
      assert.deepEqual([code, json.error.code], [404, 'NOT_FOUND'], host + path)
      assert.equal((await app.call('POST', path, { headers: { ...reader, host }, body: {} })).status, 404)
    }
  })

  test(`${dialect}: a domain is served when it is assigned, and not after it is removed`, async (t) => {
    const app = await createPublicPage(t, dialect)
    const seen = async () => (await app.call('GET', '/', { headers: THERE })).body.includes?.('Example status') ?? false
    assert.equal(await seen(), false)
    await app.edit({ custom_domain: HOST })
    await waitUntil(seen, 'the page at its domain')
    await app.edit({ custom_domain: null })
    await waitUntil(async () => !(await seen()), 'the removal of the domain')
    await app.edit({ custom_domain: HOST, is_published: false })
    await waitUntil(async () => (await app.call('GET', '/', { headers: THERE })).status === 404, 'a 404 response')
  })

  test(`${dialect}: another server reads a changed domain after three seconds`, async (t) => {
    const app = await createPublicPage(t, dialect, { custom_domain: HOST })
    const { context, clock } = app
    const deaf = { ...context.live, onChange: () => () => {} } as unknown as typeof context.live
    const other = new PageDomains({ ...context, live: deaf }, 'watchkeeper.test')
    assert.equal(other.resolveUrl(HOST, '/'), '/')
    await waitUntil(() => other.resolveUrl(HOST, '/') === '/status/example')
    await app.edit({ slug: 'renamed' })
    assert.equal(other.resolveUrl(HOST, '/'), '/status/example')
    clock.advance(3_000)
    await waitUntil(() => other.resolveUrl(HOST, '/feed.atom') === '/status/renamed/feed.atom')
  })
}

test('a custom domain asks for the password, with a cookie for the whole domain', async (t) => {
  const app = await createPublicPage(t, 'sqlite', { custom_domain: HOST, password: 'sesame' })
  const form = async () => (await app.call('GET', '/history', { headers: THERE })).body
  await waitUntil(async () => String(await form()).includes('action="/password"'))
  const answer = await app.api.inject({
    method: 'POST',
    url: '/password',
    headers: { host: HOST, 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'password=sesame&to=%2Fhistory',
  })
  assert.deepEqual([answer.statusCode, answer.headers.location], [303, '/history'])
  assert.match(String(answer.headers['set-cookie']), /; Path=\/;/)
})

test('a page never takes the host name of the service, on any port', async (t) => {
  const app = await createPublicPage(t, 'sqlite', { custom_domain: HOST })
  const moved = await app.serveAnother({ baseUrl: `http://${HOST}:8443` })
  for (const host of [HOST, `${HOST}:8443`, `${HOST.toUpperCase()}.`])
    assert.equal((await moved.call('GET', '/api/health', { headers: { host } })).status, 200, host)
})
