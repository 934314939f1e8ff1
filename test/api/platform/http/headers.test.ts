import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { SECURITY_HEADERS } from '../../../../src/api/platform/http/headers.ts'
import { createDashboard } from '../../../../src/pages/dashboard.ts'
import { createPublicPage } from '../../../support/api/public-page.ts'
import { type Cleanup, createTestFolder } from '../../../support/database/stores.ts'

interface Ask {
  url: string
  method?: 'POST' | 'DELETE'
  headers?: Record<string, string>
  payload?: string | object
}

/** What every answer says, whatever else it is. */
const EVERYWHERE = [
  'x-content-type-options',
  'referrer-policy',
  'strict-transport-security',
  'cross-origin-opener-policy',
  'permissions-policy',
  'x-frame-options',
] as const

/** A dashboard as a build leaves it. */
function buildDashboard(t: Cleanup): string {
  const directory = createTestFolder(t)
  mkdirSync(join(directory, 'assets'))
  for (const file of ['index.html', 'theme.js', 'assets/index-abc.js'])
    writeFileSync(join(directory, file), '<!doctype html>')
  return directory
}

/** Everything that is answered in a way of its own. */
async function openHouse(t: Cleanup) {
  const app = await createPublicPage(t, 'sqlite', { custom_domain: 'status.customer.example' })
  const { alice, shopId } = app
  const served = await app.serveAnother({ corsOrigins: ['https://allowed.example'] }, {}, (api) =>
    createDashboard(buildDashboard(t))(api as never, {} as never),
  )
  const session = { authorization: alice.session.authorization }
  const badge = (await served.api.inject({ url: `/api/monitors/${shopId}/badges`, headers: session })).json().data
  const badgeUrl = new URL(Object.values(badge).flatMap((one) => JSON.stringify(one).match(/http[^"\\)]*/g) ?? [])[0]!)
  const readers: Record<string, Ask> = {
    'data of the API': { url: '/api/monitors', headers: session },
    'data for a foreign site that is allowed': {
      url: '/api/monitors',
      headers: { ...session, origin: 'https://allowed.example' },
    },
    'a refused credential': { url: '/api/monitors', headers: { authorization: 'Bearer nonsense' } },
    'a sign-in that fails': {
      method: 'POST',
      url: '/api/auth/login',
      payload: { email: 'a@example.com', password: 'b' },
    },
    'an id that is none': { url: '/api/monitors/1', headers: session },
    'an address where nothing is': { url: '/nothing/here' },
    'a method that is not taken': { method: 'DELETE', url: '/api/monitors', headers: session },
    'a body that cannot be read': {
      method: 'POST',
      url: '/api/monitors',
      headers: { ...session, 'content-type': 'application/json' },
      payload: '{',
    },
    'a ping of nobody': { url: '/api/heartbeats/ping/00000000-0000-4000-8000-000000000000' },
    health: { url: '/api/health' },
    'the API document': { url: '/api/openapi.json' },
    'the reference': { url: '/docs' },
    'the script of the reference': { url: '/docs/scalar.js' },
    'the dashboard': { url: '/' },
    'a script of the dashboard': { url: '/assets/index-abc.js' },
    'a status page': { url: '/status/example' },
    'a status page on its own domain': { url: '/', headers: { host: 'status.customer.example' } },
    'a month of a status page': { url: '/status/example/history' },
    'a feed': { url: '/status/example/feed.atom' },
    'a badge of a page': { url: '/status/example/badge.svg' },
    'a badge of a monitor': { url: badgeUrl.pathname + badgeUrl.search },
    'public data': { url: '/api/status/example' },
    'a status page that is not there': { url: '/status/other' },
    'the form to subscribe': { url: '/status/example/subscribe' },
    'a link that is not ours': { url: '/unsubscribe/nonsense' },
    'a subscription that is not ours': { url: '/subscriptions/confirm/nonsense' },
    'a password that is not asked for': {
      method: 'POST',
      url: '/status/example/password',
      payload: 'password=x',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    },
  }
  const answers = []
  for (const [what, ask] of Object.entries(readers)) {
    const { statusCode, headers } = await served.api.inject(ask)
    answers.push({ what, status: statusCode, headers: headers as Record<string, string>, isSignedIn: isSignedIn(ask) })
  }
  return { answers, served, session }
}

const isSignedIn = ({ headers = {} }: Ask): boolean => headers.authorization !== undefined

test('whatever is answered, nothing is sniffed, framed, referred to or asked for without TLS', async (t) => {
  const { answers } = await openHouse(t)
  for (const { what, headers, status } of answers) {
    assert.notEqual(status, 500, what)
    for (const name of EVERYWHERE) assert.equal(headers[name], SECURITY_HEADERS[name], `${what}: ${name}`)
    const policy = String(headers['content-security-policy'])
    assert.match(policy, /^default-src 'none'/, what)
    assert.match(policy, /frame-ancestors '(none|self)'/, what)
    assert.doesNotMatch(policy, /unsafe-eval|script-src[^;]*unsafe|\*/, what)
    if (headers['content-type']?.startsWith('text/html')) {
      assert.match(policy, /base-uri 'none'/, what)
      assert.match(policy, /form-action '(none|self)'/, what)
    }
  }
})

test('what a credential opened is kept by nobody and read by no other site', async (t) => {
  const { answers } = await openHouse(t)
  for (const { what, headers, isSignedIn } of answers.filter(({ isSignedIn }) => isSignedIn)) {
    assert.ok(isSignedIn)
    assert.equal(headers['cache-control'], 'no-store', what)
    assert.notEqual(headers['access-control-allow-origin'], '*', what)
    const isAllowed = headers['access-control-allow-origin'] === 'https://allowed.example'
    assert.equal(headers['cross-origin-resource-policy'], isAllowed ? 'cross-origin' : 'same-origin', what)
    assert.equal(headers['access-control-allow-credentials'], undefined, what)
  }
  const login = answers.find(({ what }) => what === 'a sign-in that fails')!
  assert.equal(login.headers['cache-control'], 'no-store')
})

test('only what anybody may read is read by other sites', async (t) => {
  const { answers } = await openHouse(t)
  const open = answers.filter(({ headers }) => headers['access-control-allow-origin'] === '*').map(({ what }) => what)
  assert.deepEqual(open.sort(), ['a badge of a monitor', 'a badge of a page', 'a feed', 'public data'])
})

test('TLS is asked for of no name but the one that answers: a page may be at a name of somebody else', () => {
  assert.doesNotMatch(SECURITY_HEADERS['strict-transport-security']!, /includeSubDomains|preload/)
})

test('each operation of the API says so, whether or not it lets the asker in', async (t) => {
  const { served, session } = await openHouse(t)
  const { paths } = (await served.api.inject('/api/openapi.json')).json()
  for (const [path, methods] of Object.entries(paths))
    for (const method of Object.keys(methods as object)) {
      if (path.endsWith('/events')) continue // does not end; its headers have a test in events.test.ts
      const url = path.replaceAll(/\{[^}]+\}/g, 'none')
      const { headers } = await served.api.inject({
        method: method.toUpperCase() as 'GET',
        url,
        headers: path.includes('auth') ? {} : session,
      })
      for (const name of EVERYWHERE) assert.equal(headers[name], SECURITY_HEADERS[name], `${method} ${path}: ${name}`)
    }
})
