import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEgressPolicy } from '../../../src/core/platform/egress.ts'
import { MASK } from '../../../src/core/platform/sealing/sealed-fields.ts'
import { TraceRecorder } from '../../../src/net/trace/trace.ts'
import { refuseHttpSettings } from '../../../src/probers/http-settings.ts'
import { listen, onRequest, replyWith, startDnsServer, toARecord } from '../../support/targets/targets.ts'
import { formatJson, startTokenServer, type TokenServer } from '../../support/targets/token-server.ts'
import { check, makeTools, verdictOf } from '../check.ts'

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'
const UNAUTHORIZED = 'HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n'

const getAuthorization = (request: string): string | undefined => /^authorization: (.*)\r$/im.exec(request)?.[1]

/** Accepts the valid tokens of a token server. */
const requireToken = ({ valid }: TokenServer, seen: (string | undefined)[] = []) =>
  onRequest((socket, request) => {
    const given = getAuthorization(request)
    seen.push(given)
    socket.end(valid.has(given?.replace('Bearer ', '') ?? '') ? OK : UNAUTHORIZED)
  })

const oauth2 = (server: { url: string }, more: object = {}) => ({
  authentication: { type: 'oauth2', tokenUrl: server.url, clientId: 'wk', clientSecret: 's3cret:&', ...more },
})

test('basic and bearer authentication set the Authorization header', async (t) => {
  const seen: (string | undefined)[] = []
  const { url } = await listen(
    t,
    onRequest((socket, request) => {
      seen.push(getAuthorization(request))
      socket.end(OK)
    }),
  )
  const basic = { authentication: { type: 'basic', username: 'jürgen', password: 'p:w' } }
  const bearer = { authentication: { type: 'bearer', token: 'abc.def' } }
  assert.equal((await check(t, url, { settings: basic })).status, 'up')
  assert.equal((await check(t, url, { settings: bearer })).status, 'up')
  assert.deepEqual(seen, [`Basic ${Buffer.from('jürgen:p:w').toString('base64')}`, 'Bearer abc.def'])
})

test('credentials do not follow a redirect to another origin, and are masked in the stored response', async (t) => {
  const seen: (string | undefined)[] = []
  const other = await listen(
    t,
    onRequest((socket, request) => {
      seen.push(getAuthorization(request))
      socket.end('HTTP/1.1 500 Oops\r\nX-Echo: hunter22\r\nContent-Length: 8\r\n\r\nhunter22')
    }),
  )
  const { url } = await listen(
    t,
    replyWith(`HTTP/1.1 302 Found\r\nLocation: ${other.url}\r\nContent-Length: 0\r\n\r\n`),
  )
  const settings = { authentication: { type: 'basic', username: 'alice', password: 'hunter22' } }
  const outcome = await check(t, url, { settings })
  assert.equal(outcome.errorType, 'status_code')
  assert.deepEqual(seen, [undefined])
  assert.equal(outcome.response?.body, MASK)
  assert.ok(!JSON.stringify(outcome).includes('hunter22'))
})

test('a token is fetched once and kept for later checks', async (t) => {
  const server = await startTokenServer(t)
  const target = await listen(t, requireToken(server))
  const tools = makeTools(t)
  const settings = oauth2(server, { scopes: ['read', 'write'], audience: 'shop' })
  const outcomes = await Promise.all([1, 2, 3].map(() => check(t, target.url, { settings, tools })))
  outcomes.push(await check(t, target.url, { settings, tools }))
  assert.deepEqual(outcomes.map(verdictOf), Array(4).fill(['up', null, null]))
  assert.equal(server.requests.length, 1)
  assert.match(server.requests[0]!, /grant_type=client_credentials&scope=read\+write&audience=shop$/)
  assert.equal(getAuthorization(server.requests[0]!), `Basic ${Buffer.from('wk:s3cret%3A%26').toString('base64')}`)
})

test('client_auth post sends the client credentials in the body', async (t) => {
  const server = await startTokenServer(t)
  const target = await listen(t, requireToken(server))
  assert.equal((await check(t, target.url, { settings: oauth2(server, { clientAuth: 'post' }) })).status, 'up')
  assert.match(server.requests[0]!, /client_id=wk&client_secret=s3cret%3A%26$/)
  assert.equal(getAuthorization(server.requests[0]!), undefined)
})

test('a token without a positive lifetime is used once', async (t) => {
  for (const lifetime of [-1, 30, 'soon', undefined]) {
    const server = await startTokenServer(t, (count) => ({ access_token: `t${count}`, expires_in: lifetime }))
    const target = await listen(t, requireToken(server))
    const tools = makeTools(t)
    for (const _ of [1, 2]) assert.equal((await check(t, target.url, { settings: oauth2(server), tools })).status, 'up')
    assert.equal(server.requests.length, 2, String(lifetime))
  }
})

test('a 401 with a kept token fetches one new token, and a second 401 is the result', async (t) => {
  const server = await startTokenServer(t)
  const target = await listen(t, requireToken(server))
  const tools = makeTools(t)
  const settings = oauth2(server)
  assert.equal((await check(t, target.url, { settings, tools })).status, 'up')
  server.valid.clear()
  assert.equal((await check(t, target.url, { settings, tools })).status, 'up')
  assert.equal(server.requests.length, 2)
  server.valid.clear()
  server.answer = () => ({ access_token: 'other', expires_in: 3600 })
  server.valid.add = () => server.valid
  assert.deepEqual(verdictOf(await check(t, target.url, { settings, tools })), [
    'down',
    'status_code',
    'status 401, expected 2xx',
  ])
  assert.equal(server.requests.length, 3)
})

test('monitors with other credentials do not share a token', async (t) => {
  const server = await startTokenServer(t)
  const target = await listen(t, requireToken(server))
  const tools = makeTools(t)
  for (const scopes of [['a'], ['b']])
    assert.equal((await check(t, target.url, { settings: oauth2(server, { scopes }), tools })).status, 'up')
  assert.equal(server.requests.length, 2)
})

test('monitors with other name servers do not share a token', async (t) => {
  const server = await startTokenServer(t)
  const target = await listen(t, requireToken(server))
  const tools = makeTools(t)
  const startNames = () =>
    startDnsServer(t, ({ name, type }) => ({ answers: type === 'A' ? [toARecord(name, '127.0.0.1')] : [] }))
  const [one, other] = [await startNames(), await startNames()]
  const { authentication } = oauth2({ url: `http://login.internal.test:${new URL(server.url).port}/token` })
  for (const { address: dnsServer } of [one, one, other])
    assert.equal((await check(t, target.url, { settings: { authentication, dnsServer }, tools })).status, 'up')
  assert.equal(server.requests.length, 2)
})

test('a failing token server is named, and counts as a failure of the monitor', async (t) => {
  const target = await listen(t, replyWith(OK))
  const cases: [answer: object | string, message: RegExp][] = [
    [formatJson('401 Unauthorized', { error: 'invalid_client' }), /: status 401: invalid_client$/],
    [formatJson('503 Gone fishing', { message: 's3cret' }), /: status 503$/],
    ['HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nnope', /: the answer is not a JSON object$/],
    [{}, /: the answer contains no access_token$/],
    [{ access_token: 'x'.repeat(65_536) }, /: the token has 65536 characters; the maximum is 16384$/],
    [{ access_token: 'a\r\nHost: b' }, /: the token contains a character that a header cannot contain$/],
    [{ access_token: 'a', token_type: 'mac' }, /: the token is not of the type Bearer$/],
    [{ access_token: 'x'.repeat(200_000) }, /: the answer is longer than 128 KiB$/],
  ]
  for (const [answer, message] of cases) {
    const server = await startTokenServer(t, () => answer)
    const outcome = await check(t, target.url, { settings: oauth2(server) })
    assert.deepEqual([outcome.status, outcome.errorType], ['down', 'connection_error'])
    assert.match(outcome.errorMessage!, message)
    assert.ok(outcome.errorMessage!.startsWith(`the token server ${new URL(server.url).origin}: `))
    assert.ok(!JSON.stringify(outcome).includes('s3cret'))
  }
  assert.equal(target.accepted, 0)
})

test('a token server that repeats the client credentials does not show them', async (t) => {
  const encoded = Buffer.from('wk:s3cret%3A%26').toString('base64')
  for (const answer of [
    formatJson('400 Bad Request', { error: encoded.replace(/=+$/, '') }),
    `HTTP/1.1 ${encoded}\r\n\r\n`,
  ]) {
    const server = await startTokenServer(t, () => answer)
    const { status, errorMessage } = await check(t, 'http://192.0.2.1/', { settings: oauth2(server) })
    assert.equal(status, 'down')
    assert.match(errorMessage!, /\*{8}/)
    assert.ok(!errorMessage!.includes(encoded.slice(0, 12)), errorMessage!)
  }
})

test('the steps of a check do not show a fetched token or encoded credentials that the target repeats', async (t) => {
  const server = await startTokenServer(t)
  const target = await listen(
    t,
    onRequest((socket, request) => {
      const text = `welcome, ${getAuthorization(request)}`
      socket.end(`HTTP/1.1 200 OK\r\nContent-Length: ${text.length}\r\n\r\n${text}`)
    }),
  )
  const keywords = [{ text: 'welcome', shouldContain: true }]
  const basic = { authentication: { type: 'basic', username: 'alice', password: 'hunter22' } }
  for (const settings of [oauth2(server), basic]) {
    const recorder = new TraceRecorder()
    const options = { type: 'KEYWORD', settings: { ...settings, keywords }, log: recorder } as const
    assert.equal((await check(t, target.url, options)).status, 'up')
    const steps = JSON.stringify(recorder.steps)
    assert.match(steps, /"welcome, (?:Bearer |Basic )?\*{8}"/)
    assert.ok(!steps.includes('token-1') && !steps.includes(Buffer.from('alice:hunter22').toString('base64')), steps)
  }
})

test('a token server that hangs or never ends its answer fails the check at its deadline', async (t) => {
  const target = await listen(t, replyWith(OK))
  for (const answer of ['', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{']) {
    const server = await startTokenServer(t, () => answer)
    const tools = makeTools(t)
    const outcomes = await Promise.all(
      [1, 2].map(() => check(t, target.url, { settings: oauth2(server), timeoutMs: 300, tools })),
    )
    assert.deepEqual(
      outcomes.map(({ status, errorType }) => [status, errorType]),
      Array(2).fill(['down', 'timeout']),
    )
  }
})

test('the egress policy judges the token server', async (t) => {
  const server = await startTokenServer(t)
  const tools = makeTools(t, { egress: createEgressPolicy({ mode: 'public' }) })
  const outcome = await check(t, 'http://192.0.2.1/', { settings: oauth2(server), tools })
  assert.equal(outcome.status, 'down')
  assert.match(
    outcome.errorMessage!,
    /^the token server http:\/\/127\.0\.0\.1:\d+: connect .* refused by the egress policy/,
  )
  assert.equal(server.requests.length, 0)
})

test('authentication without its fields, or with fields of another type, is refused', () => {
  const egress = createEgressPolicy({ mode: 'public' })
  const refuse = (authentication: object, headers = {}) => {
    const refusal = refuseHttpSettings(
      { authentication, headers, ipVersion: 'auto' } as never,
      'http://a.example/',
      egress,
    )
    return refusal && `${refusal.key} ${refusal.message}`
  }
  const oauth = { type: 'oauth2', tokenUrl: 'https://id.example/token', clientId: 'a', clientSecret: 'b' }
  assert.equal(refuse(oauth), null)
  assert.equal(refuse({ type: 'basic', username: 'a' }), 'authentication.password is required for basic')
  assert.equal(refuse({ username: 'a' }), 'authentication.type is required')
  assert.equal(
    refuse({ type: 'basic', username: 'a:b', password: 'c' }),
    'authentication.username must not contain a colon',
  )
  assert.equal(refuse({ type: 'bearer', token: 'a b' }), 'authentication.token must be ASCII characters without spaces')
  assert.equal(refuse({ type: 'bearer', token: '{{name with}}' }), null)
  assert.equal(
    refuse({ type: 'bearer', token: 'a' }, { authorization: 'b' }),
    'authentication conflicts with the header Authorization; remove one of them',
  )
  assert.match(refuse({ ...oauth, tokenUrl: 'http://127.0.0.1/' })!, /^authentication\.token_url must not point to /)
})
