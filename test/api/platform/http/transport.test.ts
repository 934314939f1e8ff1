/** Behaviour below the routes, over a real connection, because calls without a network would hide it. */
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import type { ApiConfig } from '../../../../src/api/platform/deps.ts'
import { createTestApp, type TestApp } from '../../../support/api/app.ts'
import { createPeople, type Person } from '../../../support/factories/people.ts'

interface Line extends TestApp {
  alice: Person
  /** Sends these bytes and reads until the server closes. */
  say(request: string | Buffer): Promise<Reply>
  /** Sends a request with the mandatory headers and Alice's session. */
  ask(start: string, headers?: Record<string, string>, body?: string | Buffer): Promise<Reply>
}

interface Reply {
  status: number
  headers: Record<string, string>
  // biome-ignore lint/suspicious/noExplicitAny: tests read untyped answers
  body: any
}

async function createRawClient(t: TestContext, over: Partial<ApiConfig> = {}): Promise<Line> {
  const app = await createTestApp(t, 'sqlite', over)
  const { alice } = await createPeople(app.context, app.tokens)
  await app.api.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.api.server.address() as { port: number }
  const say = async (request: string | Buffer): Promise<Reply> => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(request)
    return parse(await text(socket))
  }
  const ask: Line['ask'] = (start, headers = {}, body = '') => {
    const length = Buffer.byteLength(body)
    const all = {
      Host: 'x',
      Connection: 'close',
      Authorization: alice.session.authorization,
      ...(length > 0 && { 'Content-Length': String(length) }),
      ...headers,
    }
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
    return say(Buffer.concat([Buffer.from(`${start} HTTP/1.1\r\n${lines.join('')}\r\n`), Buffer.from(body)]))
  }
  return { ...app, alice, say, ask }
}

function parse(raw: string): Reply {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const [start = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const body = rest.join('\r\n\r\n')
  return {
    status: Number(start.split(' ')[1]),
    headers,
    body: headers['content-type']?.includes('json') && body ? JSON.parse(body) : body,
  }
}

const NOWHERE = '0198c0de-7a11-7abc-8def-0123456789ab'
const JSON_TYPE = { 'Content-Type': 'application/json' }

/** Checks the parts of every answer: envelope, version, request ID and rate limit headers. */
function assertOurs({ status, headers, body }: Reply, code: string): void {
  assert.equal(body.error?.code, code, JSON.stringify(body))
  assert.equal(body.success, false)
  assert.equal(headers['x-api-version'], '1.0')
  assert.match(headers['x-request-id'] ?? '', /^[\x21-\x7e]{1,128}$/)
  for (const name of ['limit', 'remaining', 'reset']) assert.match(headers[`x-ratelimit-${name}`] ?? '', /^\d+$/, name)
  assert.equal(headers['x-content-type-options'], 'nosniff')
  assert.ok(status >= 400)
}

const H = 'Host: x\r\nConnection: close\r\n'
const ODD: [string, string, number, string][] = [
  ['a request without a host', 'GET /api/projects HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'VALIDATION_ERROR'],
  [
    'a request with two hosts',
    'GET /api/projects HTTP/1.1\r\nHost: x\r\nhost: y\r\nConnection: close\r\n\r\n',
    400,
    'VALIDATION_ERROR',
  ],
  ['HTTP/1.0 with two hosts', 'GET /api/projects HTTP/1.0\r\nHost: x\r\nHost: x\r\n\r\n', 400, 'VALIDATION_ERROR'],
  ['an unknown method', `FOO /api/health HTTP/1.1\r\n${H}\r\n`, 400, 'VALIDATION_ERROR'],
  ['CONNECT', `CONNECT x:443 HTTP/1.1\r\n${H}\r\n`, 400, 'VALIDATION_ERROR'],
  ['TRACE', `TRACE /api/health HTTP/1.1\r\n${H}\r\n`, 405, 'METHOD_NOT_ALLOWED'],
  ['OPTIONS *', `OPTIONS * HTTP/1.1\r\n${H}\r\n`, 404, 'NOT_FOUND'],
  [
    'headers beyond 16 KiB',
    `GET /api/health HTTP/1.1\r\n${H}X-A: ${'a'.repeat(17_000)}\r\n\r\n`,
    400,
    'VALIDATION_ERROR',
  ],
  ['a URL over 16 KiB', `GET /${'a'.repeat(17_000)} HTTP/1.1\r\n${H}\r\n`, 400, 'VALIDATION_ERROR'],
  [
    'two lengths',
    `POST /api/x HTTP/1.1\r\n${H}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    400,
    'VALIDATION_ERROR',
  ],
  ['a path with invalid percent-encoding', `GET /api/projects/%zz HTTP/1.1\r\n${H}\r\n`, 400, 'VALIDATION_ERROR'],
  [
    'an ID of a thousand characters',
    `GET /api/projects/${'a'.repeat(1000)} HTTP/1.1\r\n${H}\r\n`,
    400,
    'VALIDATION_ERROR',
  ],
  ['another spelling of a path', `GET /API/health/ HTTP/1.1\r\n${H}\r\n`, 404, 'NOT_FOUND'],
  [
    'a declared body that is never sent',
    `POST /api/x HTTP/1.1\r\n${H}Content-Length: 99999999\r\n\r\n`,
    404,
    'NOT_FOUND',
  ],
]

for (const [what, request, status, code] of ODD)
  test(`${what} gets the failure envelope`, async (t) => {
    const { say } = await createRawClient(t)
    const reply = await say(request)
    assert.equal(reply.status, status)
    assertOurs(reply, code)
  })

test('HEAD is answered without a body, even when its headers exceed 16 KiB', async (t) => {
  const { say } = await createRawClient(t)
  const { status, body } = await say(`HEAD /api/health HTTP/1.1\r\n${H}X-A: ${'a'.repeat(17_000)}\r\n\r\n`)
  assert.deepEqual([status, body], [400, ''])
})

test('an answer repeats only the start of a long URL', async (t) => {
  const { ask } = await createRawClient(t)
  const { body } = await ask(`GET /api/projects/${'a'.repeat(5000)}`)
  assert.ok(JSON.stringify(body).length < 500)
})

test('an unknown expectation is ignored, and a known one is met', async (t) => {
  const { ask, say, alice } = await createRawClient(t)
  assert.equal((await ask('GET /api/organization', { Expect: 'miracles' })).status, 200)
  const auth = `Authorization: ${alice.session.authorization}\r\n`
  const start = `POST /api/projects HTTP/1.1\r\n${H}${auth}Content-Type: application/json\r\n`
  const continued = await say(`${start}Expect: 100-continue\r\nContent-Length: 15\r\n\r\n{"name":"Shop"}`)
  assert.equal(continued.status, 100)
  assert.match(continued.body, /^HTTP\/1\.1 201 /)
})

test('HTTP/1.0 needs no Host header, and an absolute URL is accepted', async (t) => {
  const { say, ask } = await createRawClient(t)
  assert.equal((await say('GET /api/health HTTP/1.0\r\n\r\n')).status, 200)
  assert.equal((await ask('GET http://watchkeeper.test/api/health')).status, 200)
})

test('HEAD equals GET without its body on every route', async (t) => {
  const { ask, call } = await createRawClient(t)
  const got = await ask('GET /api/projects')
  const head = await ask('HEAD /api/projects')
  assert.deepEqual([head.status, head.body], [200, ''])
  assert.equal(head.headers['content-length'], got.headers['content-length'])
  const { paths } = (await call('GET', '/api/openapi.json')).body
  for (const [path, methods] of Object.entries(paths as Record<string, object>)) {
    if (!('get' in methods)) continue
    const address = path.replace(/\{\w+\}/g, NOWHERE)
    const { status } = await call('HEAD', address)
    assert.notEqual(status, 405, address)
  }
})

test('every route refuses unsupported methods and lists the supported ones', async (t) => {
  const { call, api } = await createRawClient(t, { rateLimit: 0 })
  const { paths } = (await call('GET', '/api/openapi.json')).body
  const patterns = Object.entries(paths as Record<string, object>).map(([path, methods]) => ({
    pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
    methods: Object.keys(methods).map((method) => method.toUpperCase()),
  }))
  for (const path of Object.keys(paths)) {
    const address = path.replace(/\{\w+\}/g, NOWHERE)
    // `/api/monitors/batch` also matches `/api/monitors/{id}`
    const taken = [...new Set(patterns.flatMap(({ pattern, methods }) => (pattern.test(address) ? methods : [])))]
    if (taken.includes('GET')) taken.push('HEAD')
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((one) => !taken.includes(one))) {
      const { statusCode, headers } = await api.inject({ method: method as 'GET', url: address })
      assert.equal(statusCode, 405, `${method} ${address}`)
      assert.deepEqual(String(headers.allow).split(', ').sort(), taken.toSorted(), `${method} ${address}`)
    }
  }
})

const BODIES: [string, Record<string, string>, string | Buffer, number, string | undefined, RegExp][] = [
  ['JSON that is not UTF-8', JSON_TYPE, Buffer.from('{"name":"\xff"}', 'latin1'), 400, '', /not valid UTF-8/],
  ['a compressed body', { ...JSON_TYPE, 'Content-Encoding': 'gzip' }, '{"name":"x"}', 400, 'Content-Encoding', /gzip/],
  ['a JSON patch', { 'Content-Type': 'application/merge-patch+json' }, '{"name":"x"}', 400, '', /application\/json/],
  [
    'a hidden prototype',
    JSON_TYPE,
    '{"a":[{"\\u005f_proto__":1}]}',
    400,
    'a.0.__proto__',
    /no field may be named __proto__/,
  ],
  ['a hidden NUL', JSON_TYPE, '{"a":{"b":"\\u0000"}}', 400, 'a.b', /U\+0000/],
  [
    'a deep nest',
    JSON_TYPE,
    `${'{"a":'.repeat(2_000)}"\\u0000"${'}'.repeat(2_000)}`,
    400,
    '',
    /nested more than 64 levels deep/,
  ],
  ['a deep list', JSON_TYPE, '['.repeat(10_000), 400, '', /nested more than 64 levels deep/],
  [
    'a field called constructor',
    JSON_TYPE,
    '{"name":"x","constructor":"x"}',
    400,
    'constructor',
    /is an unknown field/,
  ],
]

for (const [what, headers, body, status, field, message] of BODIES)
  test(`${what} is refused with a reason`, async (t) => {
    const { ask } = await createRawClient(t)
    const reply = await ask('POST /api/projects', headers, body)
    assert.equal(reply.status, status)
    assertOurs(reply, 'VALIDATION_ERROR')
    assert.equal(reply.body.error.details.field, field)
    assert.match(reply.body.error.message, message)
  })

for (const type of ['application/json; charset=utf-8', 'Application/JSON', 'application/json;charset="UTF-8"'])
  test(`${type} is accepted as JSON`, async (t) => {
    const { ask } = await createRawClient(t)
    const bodies = ['{"name":"Shop"}', '\uFEFF{"name":"Mark"}', '{"name":"\\u00fc"}', ' {"name":"Room"}\n']
    for (const body of bodies)
      assert.equal((await ask('POST /api/projects', { 'Content-Type': type }, body)).status, 201)
  })

test('a body over the limit of its route is refused with 413 without reading the rest, with or without a declared length', async (t) => {
  const { ask, say, alice } = await createRawClient(t)
  const declared = await ask('POST /api/monitors', { ...JSON_TYPE, 'Content-Length': '1048577' })
  const small = await ask('POST /api/projects', { ...JSON_TYPE, 'Content-Length': '16385' })
  const head = `POST /api/monitors HTTP/1.1\r\n${H}Authorization: ${alice.session.authorization}\r\nContent-Type: application/json\r\n`
  const found = await say(`${head}Transfer-Encoding: chunked\r\n\r\n${`10000\r\n${'x'.repeat(65_536)}\r\n`.repeat(17)}`)
  for (const reply of [declared, small, found]) {
    assert.equal(reply.status, 413)
    assertOurs(reply, 'PAYLOAD_TOO_LARGE')
    assert.equal(reply.headers.connection, 'close')
  }
  const most = `{"name":"${'x'.repeat(1_048_576 - 11)}"}`
  assert.equal((await ask('POST /api/monitors', JSON_TYPE, most)).status, 400, 'a body at the limit is validated')
})

test('a body on GET is ignored', async (t) => {
  const { ask } = await createRawClient(t)
  assert.equal((await ask('GET /api/projects', JSON_TYPE, '{')).status, 200)
})

test('an empty body of any type is accepted on DELETE and on POST', async (t) => {
  const { ask, alice } = await createRawClient(t)
  for (const type of ['application/json', 'text/plain']) {
    const headers = { 'Content-Type': type, 'Content-Length': '0' }
    assert.equal((await ask(`DELETE /api/projects/${alice.projectId}`, headers)).status, 409)
    assert.equal((await ask(`POST /api/monitors/${NOWHERE}/pause`, headers)).status, 404)
  }
})

test('a repeated header that may occur once is refused or ignored', async (t) => {
  const { ask, say, alice } = await createRawClient(t)
  const twice = `GET /api/monitors HTTP/1.1\r\n${H}Authorization: ${alice.session.authorization}\r\n`
  const projects = await say(`${twice}X-Project-ID: ${alice.projectId}\r\nX-Project-ID: ${alice.projectId}\r\n\r\n`)
  assert.deepEqual([projects.status, projects.body.error.details.field], [400, 'X-Project-ID'])
  const ids = await say(`${twice}X-Request-Id: a\r\nX-Request-Id: b\r\n\r\n`)
  assert.equal(ids.status, 200)
  assert.doesNotMatch(ids.headers['x-request-id']!, /,/)
  assert.equal((await ask('GET /api/monitors', { 'X-Request-Id': 'mine' })).headers['x-request-id'], 'mine')
})

test('an answer to a write is not cached, with or without a credential', async (t) => {
  const { ask, call } = await createRawClient(t)
  assert.equal((await ask('GET /api/organization')).headers['cache-control'], 'no-store')
  const login = await call('POST', '/api/auth/login', { body: { email: 'a@example.test', password: 'wrong password' } })
  assert.deepEqual([login.status, login.headers['cache-control']], [401, 'no-store'])
})

test('without a rate limit no answer has rate limit headers', async (t) => {
  const { say, ask } = await createRawClient(t, { rateLimit: 0 })
  const replies = [
    await ask('GET /api/organization'),
    await say('NONSENSE\r\n\r\n'),
    await say('GET /api/projects HTTP/1.1\r\nConnection: close\r\n\r\n'),
    await ask('GET /api/nothing'),
    await ask('GET /api/%zz'),
  ]
  for (const { headers } of replies) {
    assert.equal(headers['x-api-version'], '1.0')
    assert.deepEqual(
      Object.keys(headers).filter((name) => name.startsWith('x-ratelimit')),
      [],
    )
  }
})

test('a listed origin may read refusals, and similar origins get no CORS headers', async (t) => {
  const { ask } = await createRawClient(t, { corsOrigins: ['https://board.example'] })
  const from = { Origin: 'https://board.example' }
  for (const start of ['GET /api/nothing', 'PUT /api/health', 'GET /api/%zz', 'GET /api/projects/1']) {
    const { headers } = await ask(start, from)
    assert.equal(headers['access-control-allow-origin'], 'https://board.example', start)
    assert.match(headers['access-control-expose-headers']!, /Retry-After.*Idempotency-Replayed/)
    assert.equal(headers['access-control-allow-credentials'], undefined)
  }
  for (const origin of ['null', 'https://board.example.evil', 'http://board.example', 'https://board.example:444'])
    assert.equal((await ask('GET /api/health', { Origin: origin })).headers['access-control-allow-origin'], undefined)
  const preflight = { ...from, 'Access-Control-Request-Method': 'POST' }
  const { status, body, headers } = await ask('OPTIONS /api/monitors', preflight)
  assert.deepEqual([status, body], [204, ''])
  assert.match(headers['access-control-allow-headers']!, /Idempotency-Key.*Last-Event-ID.*X-Project-ID/)
})
