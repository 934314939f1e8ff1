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

/** Headers of every answer. */
const COMMON_HEADERS = [
  'x-content-type-options',
  'referrer-policy',
  'strict-transport-security',
  'cross-origin-opener-policy',
  'permissions-policy',
  'x-frame-options',
] as const

/** Writes a dashboard like a build. */
function buildDashboard(t: Cleanup): string {
  const directory = createTestFolder(t)
  mkdirSync(join(directory, 'assets'))
  for (const file of ['index.html', 'theme.js', 'assets/index-abc.js'])
    writeFileSync(join(directory, file), '<!doctype html>')
  return directory
}

/** Returns answers of every kind of route. */
async function collectAnswers(t: Cleanup) {
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
    'data for an allowed origin': {
      url: '/api/monitors',
      headers: { ...session, origin: 'https://allowed.example' },
    },
    'a refused credential': { url: '/api/monitors', headers: { authorization: 'Bearer nonsense' } },
    'a failed sign-in': {
      method: 'POST',
      url: '/api/auth/login',
      payload: { email: 'a@example.com', password: 'b' },
    },
    'an invalid ID': { url: '/api/monitors/1', headers: session },
    'an unknown URL': { url: '/nothing/here' },
    'an unsupported method': { method: 'DELETE', url: '/api/monitors', headers: session },
    'an invalid body': {
      method: 'POST',
      url: '/api/monitors',
      headers: { ...session, 'content-type': 'application/json' },
      payload: '{',
    },
    'a ping with an unknown token': { url: '/api/heartbeats/ping/00000000-0000-4000-8000-000000000000' },
    health: { url: '/api/health' },
    'the API document': { url: '/api/openapi.json' },
    'the reference': { url: '/docs' },
    'the script of the reference': { url: '/docs/scalar.js' },
    'the dashboard': { url: '/' },
    'a script of the dashboard': { url: '/assets/index-abc.js' },
    'a status page': { url: '/status/example' },
    'a status page on its own domain': { url: '/', headers: { host: 'status.customer.example' } },
    'the history of a status page': { url: '/status/example/history' },
    'a feed': { url: '/status/example/feed.atom' },
    'a badge of a page': { url: '/status/example/badge.svg' },
    'a badge of a monitor': { url: badgeUrl.pathname + badgeUrl.search },
    'public data': { url: '/api/status/example' },
    'an unknown status page': { url: '/status/other' },
    'the subscription form': { url: '/status/example/subscribe' },
    'an invalid unsubscribe link': { url: '/unsubscribe/nonsense' },
    'an invalid acknowledge link': { url: '/acknowledge/nonsense' },
    'an invalid subscription link': { url: '/subscriptions/confirm/nonsense' },
    'a password for a page without one': {
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

test('every answer forbids sniffing, framing and referrers, and requires TLS', async (t) => {
  const { answers } = await collectAnswers(t)
  for (const { what, headers, status } of answers) {
    assert.notEqual(status, 500, what)
    for (const name of COMMON_HEADERS) assert.equal(headers[name], SECURITY_HEADERS[name], `${what}: ${name}`)
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

test('an answer to a credential is not cached and not readable by other sites', async (t) => {
  const { answers } = await collectAnswers(t)
  for (const { what, headers, isSignedIn } of answers.filter(({ isSignedIn }) => isSignedIn)) {
    assert.ok(isSignedIn)
    assert.equal(headers['cache-control'], 'no-store', what)
    assert.notEqual(headers['access-control-allow-origin'], '*', what)
    const isAllowed = headers['access-control-allow-origin'] === 'https://allowed.example'
    assert.equal(headers['cross-origin-resource-policy'], isAllowed ? 'cross-origin' : 'same-origin', what)
    assert.equal(headers['access-control-allow-credentials'], undefined, what)
  }
  const login = answers.find(({ what }) => what === 'a failed sign-in')!
  assert.equal(login.headers['cache-control'], 'no-store')
})

test('only public data is readable by other sites', async (t) => {
  const { answers } = await collectAnswers(t)
  const open = answers.filter(({ headers }) => headers['access-control-allow-origin'] === '*').map(({ what }) => what)
  assert.deepEqual(open.sort(), ['a badge of a monitor', 'a badge of a page', 'a feed', 'public data'])
})

test('TLS is required only for the host that answers, because subdomains may belong to other people', () => {
  assert.doesNotMatch(SECURITY_HEADERS['strict-transport-security']!, /includeSubDomains|preload/)
})

test('each operation of the API sends the security headers, for admitted and refused requests', async (t) => {
  const { served, session } = await collectAnswers(t)
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
      for (const name of COMMON_HEADERS)
        assert.equal(headers[name], SECURITY_HEADERS[name], `${method} ${path}: ${name}`)
    }
})
