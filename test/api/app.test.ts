import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import fastifyHelmet from '@fastify/helmet'
import Fastify from 'fastify'
import { createDashboard } from '../../src/pages/dashboard.ts'
import { createTestApp, type TestApp } from '../support/api/app.ts'
import { DIALECTS } from '../support/database/stores.ts'
import { createKeyHeaders, createPeople } from '../support/factories/people.ts'

const NOWHERE = '0198c0de-7a11-7abc-8def-0123456789ab'

/** Returns one response of every kind, with its expected status. */
async function collectResponses(app: TestApp): Promise<[string, number, Awaited<ReturnType<TestApp['call']>>][]> {
  const { alice } = await createPeople(app.context, app.tokens)
  const as = alice.session
  const read = await createKeyHeaders(app.context, alice, 'read')
  const json = { 'content-type': 'application/json' }
  const { call } = app
  return [
    ['a public read', 200, await call('GET', '/api/health')],
    ['a guarded read', 200, await call('GET', '/api/organization', { as })],
    ['HEAD', 200, await call('HEAD', '/api/organization', { as })],
    ['a creation', 201, await call('POST', '/api/projects', { as, body: { name: 'Shop' } })],
    ['an unknown route', 404, await call('GET', '/api/nothing')],
    ['an unknown route with an invalid body', 404, await call('POST', '/api/nothing', { headers: json, body: '{' })],
    ['another method', 405, await call('PUT', '/api/organization', { as })],
    ['OPTIONS without CORS', 405, await call('OPTIONS', '/api/organization')],
    ['a path with invalid percent-encoding', 400, await call('GET', '/api/projects/%zz', { as })],
    ['no credential', 401, await call('GET', '/api/organization')],
    ['a read-only key', 403, await call('POST', '/api/projects', { as: read, body: {} })],
    ['an invalid ID', 400, await call('GET', '/api/projects/1', { as })],
    ['malformed JSON', 400, await call('POST', '/api/projects', { as, headers: json, body: '{' })],
    [
      'a body that is too large',
      413,
      await call('POST', '/api/projects', { as, body: { name: 'x'.repeat(1_048_577) } }),
    ],
    ['an unknown ID', 404, await call('GET', `/api/projects/${NOWHERE}`, { as })],
    ['a conflict', 409, await call('DELETE', `/api/projects/${alice.projectId}`, { as })],
    ['the document', 200, await call('GET', '/api/openapi.json')],
    ['the reference', 200, await call('GET', '/docs')],
  ]
}

for (const dialect of DIALECTS)
  test(`${dialect}: every response has version, request ID, rate limit and security headers`, async (t) => {
    for (const [kind, status, answer] of await collectResponses(await createTestApp(t, dialect))) {
      const { headers } = answer
      assert.equal(answer.status, status, `${kind}: ${JSON.stringify(answer.body).slice(0, 300)}`)
      assert.equal(headers['x-api-version'], '1.0', kind)
      assert.match(headers['x-request-id'] ?? '', /^[\x21-\x7e]+$/, kind)
      assert.equal(headers['x-ratelimit-limit'], '1000', kind)
      assert.match(headers['x-ratelimit-remaining'] ?? '', /^9\d\d$/, kind)
      assert.match(headers['x-ratelimit-reset'] ?? '', /^\d{10}$/, kind)
      assert.equal(headers['x-content-type-options'], 'nosniff', kind)
      assert.ok(headers['content-security-policy']?.startsWith("default-src 'none'"), kind)
      if (status >= 400) assert.equal(answer.body.success, false, kind)
    }
  })

test('an answer to a credential forbids caching', async (t) => {
  const { call, context, tokens } = await createTestApp(t, 'sqlite')
  const { alice } = await createPeople(context, tokens)
  assert.equal((await call('GET', '/api/organization', { as: alice.session })).headers['cache-control'], 'no-store')
  assert.equal((await call('GET', '/api/organization')).headers['cache-control'], 'no-store')
  assert.equal((await call('GET', '/api/health')).headers['cache-control'], undefined)
})

test('the security headers equal the headers of helmet', async (t) => {
  const helmeted = Fastify()
  t.after(() => helmeted.close())
  await helmeted.register(fastifyHelmet, { strictTransportSecurity: { includeSubDomains: false } })
  helmeted.get('/', async () => '')
  const theirs = (await helmeted.inject('/')).headers
  const ours = (await (await createTestApp(t, 'sqlite')).call('GET', '/api/health')).headers
  for (const name of Object.keys(theirs).filter((name) => !/^(content-|date$|connection$)/.test(name)))
    assert.equal(ours[name], theirs[name], name)
})

test('an unknown URL is answered with 404 and counts', async (t) => {
  const { call } = await createTestApp(t, 'sqlite')
  const { status, body, headers } = await call('GET', '/api/nothing?x=1')
  assert.deepEqual([status, body.error.code], [404, 'NOT_FOUND'])
  assert.equal(headers['x-ratelimit-remaining'], '999')
  assert.equal((await call('GET', '/')).headers['x-ratelimit-remaining'], '998')
})

test('a missing file is answered with 404 instead of 405', async (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'wk-assets-'))
  t.after(() => rmSync(directory, { recursive: true }))
  mkdirSync(join(directory, 'assets'))
  const app = await createTestApp(t, 'sqlite')
  const { call } = await app.serveAnother({}, {}, (api) => createDashboard(directory)(api, {} as never))
  for (const method of ['GET', 'HEAD']) {
    const { status, headers } = await call(method, '/assets/none.js')
    assert.deepEqual([status, headers.allow, headers['x-ratelimit-limit']], [404, undefined, '1000'], method)
  }
  const { status, headers } = await call('DELETE', '/assets/none.js')
  assert.deepEqual([status, headers.allow], [405, 'GET, HEAD'])
})

test('a browser that opens an unknown address gets the page of the dashboard, and programs get an error', async (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'wk-screens-'))
  t.after(() => rmSync(directory, { recursive: true }))
  writeFileSync(join(directory, 'index.html'), '<title>Watchkeeper</title>')
  const app = await createTestApp(t, 'sqlite')
  const { call } = await app.serveAnother({}, {}, (api) => createDashboard(directory)(api, {} as never))
  const navigation = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
  const seen = []
  for (const [method, path, headers] of [
    ['GET', '/foo', navigation],
    ['HEAD', '/settings/nope?x=1', navigation],
    ['GET', '/foo', {}],
    ['POST', '/foo', navigation],
    ['GET', '/api', navigation],
    ['GET', '/api/foo', navigation],
  ] as const) {
    const { status, headers: given } = await call(method, path, { headers })
    seen.push(`${method} ${path}: ${status} ${given['content-type']} ${given['cache-control']}`)
    assert.equal(given['x-ratelimit-limit'], '1000', path)
  }
  const [html, json] = ['text/html; charset=utf-8', 'application/json; charset=utf-8']
  assert.deepEqual(seen, [
    `GET /foo: 404 ${html} no-store`,
    `HEAD /settings/nope?x=1: 404 ${html} no-store`,
    `GET /foo: 404 ${json} no-store`,
    `POST /foo: 404 ${json} no-store`,
    `GET /api: 404 ${json} no-store`,
    `GET /api/foo: 404 ${json} no-store`,
  ])
})

test('an unknown URL counts for the caller', async (t) => {
  const { call, context, tokens } = await createTestApp(t, 'sqlite')
  const { alice } = await createPeople(context, tokens)
  await call('GET', '/api/health')
  assert.equal((await call('GET', '/api/nothing', { as: alice.session })).headers['x-ratelimit-remaining'], '999')
})

test('an unsupported method is answered with 405 and the supported methods', async (t) => {
  const { call } = await createTestApp(t, 'sqlite')
  const { status, body, headers } = await call('PUT', `/api/projects/${NOWHERE}?x=1`)
  assert.deepEqual([status, body.error.code], [405, 'METHOD_NOT_ALLOWED'])
  assert.equal(headers.allow, 'GET, HEAD, PATCH, DELETE')
})

test('a valid request ID of the client is returned', async (t) => {
  const { call } = await createTestApp(t, 'sqlite')
  const idFor = async (id: string) =>
    (await call('GET', '/api/health', { headers: { 'x-request-id': id } })).headers['x-request-id']
  assert.equal(await idFor('trace-1/2:3~'), 'trace-1/2:3~')
  assert.equal(await idFor('a'.repeat(128)), 'a'.repeat(128))
  for (const unusable of ['', 'a'.repeat(129), 'two words', 'ä']) assert.notEqual(await idFor(unusable), unusable)
  assert.notEqual(await idFor(''), await idFor(''))
})

const TOKEN = { authorization: 'Bearer x' }
/** From the first check to the last: each request would also fail all later checks. */
const ORDER: [string, string, string, object, string][] = [
  ['an unknown URL', 'POST', '/api/nothing', { as: TOKEN }, 'NOT_FOUND'],
  ['a missing credential', 'POST', '/api/projects', {}, 'AUTHENTICATION_REQUIRED'],
  ['an invalid credential', 'PATCH', '/api/projects/1', { as: TOKEN }, 'INVALID_TOKEN'],
]

for (const [what, method, url, options, code] of ORDER)
  test(`${what} is checked before the body`, async (t) => {
    const { call } = await createTestApp(t, 'sqlite')
    const bad = { headers: { 'content-type': 'application/json' }, body: '{' }
    assert.equal((await call(method, url, { ...bad, ...options })).body.error.code, code)
  })

test('a request is checked in the order key, session, project, permission, body', async (t) => {
  const { call, context, tokens } = await createTestApp(t, 'sqlite')
  const { alice, bob, charlie } = await createPeople(context, tokens)
  const bad = { body: { nonsense: 1 } }
  const code = async (method: string, url: string, as: object, headers = {}) =>
    (await call(method, url, { as: as as Record<string, string>, headers, ...bad })).body.error.code
  const read = await createKeyHeaders(context, alice, 'read')
  const write = await createKeyHeaders(context, alice, 'read_write')
  assert.equal(await code('POST', '/api/projects', read), 'READ_ONLY_API_KEY')
  assert.equal(await code('POST', '/api/projects', write), 'JWT_REQUIRED')
  assert.equal(await code('POST', '/api/projects', bob.session), 'INSUFFICIENT_PERMISSIONS')
  assert.equal(await code('POST', '/api/projects', alice.session), 'VALIDATION_ERROR')
  const elsewhere = { 'x-project-id': charlie.projectId }
  assert.equal(await code('POST', '/api/monitors', read, elsewhere), 'READ_ONLY_API_KEY')
  assert.equal(await code('POST', '/api/monitors', write, elsewhere), 'PROJECT_ORGANIZATION_MISMATCH')
  assert.equal(await code('POST', '/api/monitors', write), 'VALIDATION_ERROR')
})

test('only trusted proxies may forward a client address', async (t) => {
  const forwarded = { headers: { 'x-forwarded-for': '203.0.113.9' } }
  const left = async (app: TestApp, options = {}) =>
    (await app.call('GET', '/api/health', options)).headers['x-ratelimit-remaining']
  const trusting = await createTestApp(t, 'sqlite', { trustedProxies: ['127.0.0.0/8'] })
  assert.deepEqual([await left(trusting), await left(trusting, forwarded)], ['999', '999'])
  const wary = await createTestApp(t, 'sqlite', { trustedProxies: ['192.0.2.0/24'] })
  assert.deepEqual([await left(wary), await left(wary, forwarded)], ['999', '998'])
})

test('browsers of listed origins may call the API, and other origins may not', async (t) => {
  const { call } = await createTestApp(t, 'sqlite', { corsOrigins: ['https://board.example'] })
  const from = (origin: string) => ({ headers: { origin } })
  const preflight = { 'access-control-request-method': 'POST' }
  const allowed = await call('GET', '/api/health', from('https://board.example'))
  assert.equal(allowed.headers['access-control-allow-origin'], 'https://board.example')
  assert.equal(allowed.headers.vary, 'Origin')
  const asked = await call('OPTIONS', '/api/monitors', { headers: { origin: 'https://board.example', ...preflight } })
  assert.equal(asked.status, 204)
  assert.match(asked.headers['access-control-allow-headers']!, /X-API-Key/)
  const other = await call('GET', '/api/health', from('https://evil.example'))
  assert.equal(other.headers['access-control-allow-origin'], undefined)
  assert.equal(
    (await call('OPTIONS', '/api/monitors', { headers: { origin: 'https://evil.example', ...preflight } })).status,
    405,
  )
})

test('without listed origins no cross-origin call is allowed', async (t) => {
  const { call } = await createTestApp(t, 'sqlite')
  const { headers } = await call('GET', '/api/health', { headers: { origin: 'https://board.example' } })
  assert.deepEqual([headers['access-control-allow-origin'], headers.vary], [undefined, undefined])
})

test('a request that is not HTTP gets the failure envelope', async (t) => {
  const { api } = await createTestApp(t, 'sqlite')
  await api.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((api.server.address() as { port: number }).port, '127.0.0.1')
  socket.end('NONSENSE\r\n\r\n')
  const [head, body] = (await text(socket)).split('\r\n\r\n') as [string, string]
  assert.match(head, /^HTTP\/1\.1 400 /)
  assert.match(head, /x-api-version: 1\.0/)
  assert.match(head, /x-ratelimit-remaining: 999/)
  assert.match(head, /x-request-id: \S+/)
  assert.equal(JSON.parse(body).error.code, 'VALIDATION_ERROR')
})

test('a server that shuts down refuses new requests with Retry-After', async (t) => {
  const { api } = await createTestApp(t, 'sqlite', {}, { isProbeAlive: () => true })
  await api.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((api.server.address() as { port: number }).port, '127.0.0.1')
  const answers = text(socket)
  // The second request is already on the open connection when the server begins to shut down
  socket.write('GET /api/health HTTP/1.1\r\nHost: x\r\n\r\nGET /api/health HTTP/1.1\r\nHost: x\r\n')
  await new Promise((resolve) => api.server.once('request', resolve))
  const closed = api.close()
  socket.write('\r\n')
  const [, second] = (await answers).split(/(?=HTTP\/1\.1 )/)
  await closed
  assert.match(second ?? '', /^HTTP\/1\.1 503 [\s\S]*retry-after: \d+[\s\S]*"SERVICE_UNAVAILABLE"/i)
})
