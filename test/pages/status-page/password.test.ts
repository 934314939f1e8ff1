import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS, MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { createPublicPage, type PublicPageApi, SECRET } from '../../support/api/public-page.ts'
import { ANY_DIALECT } from '../../support/database/stores.ts'

const PEOPLE = { accept: 'text/html,application/xhtml+xml' }
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const MACHINES = ['/feed.atom', '/feed.rss', '/maintenance.ics', '/badge.svg', '/api/v2/summary.json']

const basic = (password: string) => ({
  authorization: `Basic ${Buffer.from(`anybody:${password}`).toString('base64')}`,
})

const submitPassword = ({ api }: PublicPageApi, password: string, to = '', over: object = {}) =>
  api.inject({
    method: 'POST',
    url: '/status/example/password',
    headers: FORM,
    payload: new URLSearchParams({ password, to }).toString(),
    ...over,
  })

for (const dialect of ANY_DIALECT) {
  test(`${dialect}: a reader without the password gets a form, and programs get 401`, async (t) => {
    const app = await createPublicPage(t, dialect, { password: 'sesame' })
    await app.failAndRecover()
    for (const path of ['', '/history', '/subscribe']) {
      const { status, body, headers } = await app.read(path, PEOPLE)
      assert.equal(status, 200)
      assert.match(body, /<form method="post" action="\/status\/example\/password">/)
      assert.match(body, new RegExp(`name="to" value="${path}"`))
      assert.match(headers['cache-control']!, /no-store/)
      assert.equal(headers['x-robots-tag'], 'noindex')
      assert.doesNotMatch(body, new RegExp(`${SECRET}|Shop|API|disk`))
    }
    for (const path of [...MACHINES, '', '/history']) {
      const { status, body, headers } = await app.read(path, path.includes('.') ? PEOPLE : {})
      assert.equal(status, 401, path)
      assert.match(headers['www-authenticate']!, /^Basic realm=/)
      assert.match(headers['cache-control']!, /no-store/)
      assert.doesNotMatch(JSON.stringify(body), new RegExp(`${SECRET}|Shop|API`))
    }
  })

  test(`${dialect}: the password opens all documents of a page for thirty days or until it changes`, async (t) => {
    const app = await createPublicPage(t, dialect, { password: 'sesame' })
    const wrong = await submitPassword(app, 'open')
    assert.deepEqual([wrong.statusCode, wrong.headers['set-cookie']], [403, undefined])
    assert.match(wrong.body, /role="alert">Wrong password/)
    const right = await submitPassword(app, 'sesame', '/history')
    assert.deepEqual([right.statusCode, right.headers.location], [303, '/status/example/history'])
    const set = String(right.headers['set-cookie'])
    assert.match(set, /^wk_page=\d+\.[\w-]{43}; Path=\/status\/example; Max-Age=2592000; HttpOnly; SameSite=Lax$/)
    const cookie = { cookie: `other=1; ${set.split(';')[0]}` }
    for (const path of ['', '/history', ...MACHINES]) {
      const { status, headers } = await app.read(path, { ...PEOPLE, ...cookie })
      assert.equal(status, 200, path)
      assert.equal(headers['cache-control'], 'private, no-store', path)
      assert.equal(headers['access-control-allow-origin'], undefined, path)
    }
    const other = { name: 'Other', slug: 'other', is_published: true, password: 'sesame' }
    const pages = `/api/projects/${app.alice.projectId}/status-pages`
    await app.call('POST', pages, { as: app.alice.session, body: other })
    assert.equal((await app.call('GET', '/status/other', { headers: cookie })).status, 401)
    const isOpen = async (headers: object) => (await app.read('', { ...PEOPLE, ...headers })).body.includes('Shop')
    assert.equal(await isOpen(cookie), true)
    await app.edit({ password: 'another' })
    assert.equal(await isOpen(cookie), false)
    await app.edit({ password: null })
    assert.equal(await isOpen({}), true)
  })

  test(`${dialect}: programs send the password with any user name`, async (t) => {
    const app = await createPublicPage(t, dialect, { password: 'sé:same' })
    for (const path of MACHINES) {
      assert.equal((await app.read(path, basic('sé:same'))).status, 200, path)
      assert.equal((await app.read(path, { authorization: 'Basic nonsense' })).status, 401)
    }
    assert.equal((await app.read('/feed.atom', basic('wrong'))).status, 401)
  })
}

test('a pass expires after thirty days, and its expiry cannot be forged', async (t) => {
  const app = await createPublicPage(t, 'sqlite', { password: 'sesame' })
  const set = String((await submitPassword(app, 'sesame')).headers['set-cookie'])
  const [until, signature] = /wk_page=(\d+)\.([\w-]+)/.exec(set)!.slice(1)
  const status = async (pass: string) => (await app.read('', { cookie: `wk_page=${pass}` })).status
  assert.equal(await status(`${until}.${signature}`), 200)
  assert.equal(await status(`${Number(until) + 1}.${signature}`), 401)
  assert.equal(await status('x'), 401)
  app.clock.advance(30 * DAY_MS)
  assert.equal(await status(`${until}.${signature}`), 401)
})

test('password guesses count by address and page, and a cached correct password does not count', async (t) => {
  const app = await createPublicPage(t, 'sqlite', { password: 'sesame' })
  assert.equal((await app.read('/feed.atom', basic('sesame'))).status, 200)
  for (let guess = 1; guess < 10; guess++) assert.equal((await submitPassword(app, `guess ${guess}`)).statusCode, 403)
  const late = await submitPassword(app, 'the last one')
  assert.equal(late.statusCode, 429)
  assert.match(late.body, /Too many attempts/)
  assert.equal((await app.read('/feed.atom', basic('guess'))).status, 429)
  assert.equal((await app.read('/feed.atom', basic('sesame'))).status, 200)
  assert.equal((await submitPassword(app, 'guess', '', { remoteAddress: '192.0.2.9' })).statusCode, 403)
  app.clock.advance(15 * MINUTE_MS)
  assert.equal((await submitPassword(app, 'sesame')).statusCode, 303)
})

test('the form redirects only within the page', async (t) => {
  const app = await createPublicPage(t, 'sqlite', { password: 'sesame' })
  for (const to of ['//evil.example', '/../..', 'https://evil.example', '/\\evil', '/a/../b'])
    assert.equal((await submitPassword(app, 'sesame', to)).headers.location, '/status/example', to)
  assert.equal((await submitPassword(app, '')).statusCode, 403)
  assert.equal((await app.call('POST', '/status/nothing/password', {})).status, 404)
})

test('the cookie has the Secure attribute when the service uses https', async (t) => {
  const app = await createPublicPage(t, 'sqlite', { password: 'sesame' })
  const secure = await app.serveAnother({ baseUrl: 'https://watchkeeper.test' })
  const answer = await submitPassword({ ...app, api: secure.api }, 'sesame')
  assert.match(String(answer.headers['set-cookie']), /SameSite=Lax; Secure$/)
})

test('a request for the form URL is redirected to the page', async (t) => {
  const { api } = await createPublicPage(t, 'sqlite', { password: 'sesame' })
  const { statusCode, headers } = await api.inject('/status/example/password')
  assert.deepEqual([statusCode, headers.location], [303, '/status/example'])
  assert.equal((await api.inject('/status/%0d%0aSet-Cookie:%20a=b/password')).statusCode, 404)
})

test('the form does not reveal the URL of the logo', async (t) => {
  const app = await createPublicPage(t, 'sqlite', {
    password: 'sesame',
    logo_url: 'https://cdn.internal.example/l.png',
  })
  const { headers, body } = await app.read('', PEOPLE)
  assert.doesNotMatch(JSON.stringify([headers, body]), /internal/)
})
