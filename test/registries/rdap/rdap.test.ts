import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { DomainAnswer } from '../../../src/core/expiry/domain.ts'
import { createEgressPolicy } from '../../../src/core/platform/egress.ts'
import { fileWith, makeTools } from '../../probers/check.ts'
import { createCertificate } from '../../support/targets/certificates.ts'
import {
  closedPort,
  type Handler,
  listen,
  NXDOMAIN,
  onRequest,
  replyEndlessly,
  startDnsServer,
} from '../../support/targets/targets.ts'
import { createTestClock, MONDAY } from '../../support/time/clock.ts'
import { waitUntil } from '../../support/time/until.ts'
import { answering, bootstrapFile, httpAnswer, lookupFor, rdapDomain, stopTime } from '../servers.ts'

const OK = httpAnswer(200, rdapDomain('example.com'))
const EXPIRES = Date.parse('2026-09-03T12:01:02Z')

/** Queries servers about example.com in this order; WHOIS is unreachable. */
async function ask(t: TestContext, handlers: (Handler | string)[]): Promise<DomainAnswer> {
  const urls: string[] = []
  for (const handler of handlers) urls.push(typeof handler === 'string' ? handler : (await listen(t, handler)).url)
  const lookup = lookupFor(t, {
    bootstrap: bootstrapFile(t, { com: urls }),
    whoisServer: `127.0.0.1:${await closedPort()}`,
  })
  return lookup.lookUp('example.com')
}

/** Returns the RDAP part of the message, which precedes the WHOIS part. */
function failureOf(answer: DomainAnswer): [silence: string, said: string] {
  assert.equal(answer.kind, 'unknown')
  const { failure, message } = answer as Extract<DomainAnswer, { kind: 'unknown' }>
  return [
    failure,
    message.replace(/; 127\.0\.0\.1: connect [^;]*ECONNREFUSED$/, '').replace(/127\.0\.0\.1:\d+/g, 'HOST'),
  ]
}

test('a registry reports when a domain expires', async (t) => {
  const requests: string[] = []
  const answer = await ask(t, [answering(OK, requests)])
  assert.ok(answer.kind === 'registered')
  assert.deepEqual([answer.registration.expiresAt, answer.registration.server], [EXPIRES, '127.0.0.1'])
  assert.match(requests[0]!, /^GET \/domain\/example\.com HTTP\/1\.1\r\n/)
  assert.match(requests[0]!, /\r\nAccept: application\/rdap\+json/)
})

test('names are queried as lower-case A-labels', async (t) => {
  const requests: string[] = []
  const { url } = await listen(t, answering(httpAnswer(200, rdapDomain('xn--bcher-kva.com')), requests))
  const lookup = lookupFor(t, { bootstrap: bootstrapFile(t, { com: [url] }) })
  assert.equal((await lookup.lookUp('BÜCHER.com')).kind, 'registered')
  assert.match(requests[0]!, /^GET \/domain\/xn--bcher-kva\.com /)
})

test('a 404 with an RDAP error or an empty body reports an unregistered domain', async (t) => {
  const unregistered = { kind: 'unregistered', source: 'rdap', server: '127.0.0.1' }
  const error = { errorCode: 404, title: 'Not Found', description: ['No such object'] }
  assert.deepEqual(await ask(t, [answering(httpAnswer(404, error))]), unregistered)
  assert.deepEqual(await ask(t, [answering(httpAnswer(404, ''))]), unregistered)
})

test('a 404 with an HTML page does not report an unregistered domain', async (t) => {
  const page = answering(httpAnswer(404, '<html><h1>Not Found</h1></html>'))
  assert.deepEqual(failureOf(await ask(t, [page])), [
    'unreadable',
    '127.0.0.1 returned status 404 with a body that is not RDAP',
  ])
  assert.equal((await ask(t, [page, answering(OK)])).kind, 'registered')
})

test('a mirror answers when the first server fails', async (t) => {
  const failing: (Handler | string)[] = [
    `http://127.0.0.1:${await closedPort()}/`,
    answering(httpAnswer(500, 'down')),
    answering(httpAnswer(503, 'down')),
    answering(httpAnswer(403, 'no')),
    answering(httpAnswer(429, 'slow')),
    answering(httpAnswer(200, '')),
    answering('nonsense'),
    (socket) => socket.destroy(),
    (socket) => socket.end(),
  ]
  for (const handler of failing) {
    const answer = await ask(t, [handler, answering(OK)])
    assert.equal(answer.kind, 'registered', String(handler))
  }
})

test('https is preferred when a registry offers both schemes', async (t) => {
  const authority = createCertificate({ names: ['authority'], isAuthority: true })
  const certificate = createCertificate({ names: ['127.0.0.1'], issuer: authority })
  const secure = await listen(t, answering(OK), certificate)
  const clear = await listen(t, answering(httpAnswer(500, '')))
  const bootstrap = bootstrapFile(t, { com: [clear.url, secure.url] })
  const tools = makeTools(t, { caFile: fileWith(t, authority.cert) })
  assert.equal((await lookupFor(t, { bootstrap, tools }).lookUp('example.com')).kind, 'registered')
  assert.equal(clear.accepted, 0)
})

test('an answer with an untrusted certificate is refused', async (t) => {
  const { url } = await listen(t, answering(OK), createCertificate({ names: ['127.0.0.1'] }))
  const [kind, shownMessage] = failureOf(await ask(t, [url]))
  assert.equal(kind, 'unreachable')
  assert.match(shownMessage, /^127\.0\.0\.1: tls HOST: .*certificate/)
})

test('every failure is reported with its reason, and none reports an unregistered domain', async (t) => {
  const half = OK.slice(0, -200)
  const cases: [name: string, handler: Handler, silence: string, said: RegExp][] = [
    ['500', answering(httpAnswer(500, 'oops')), 'unreachable', /^127\.0\.0\.1 returned status 500$/],
    ['403', answering(httpAnswer(403, 'oops')), 'unreachable', /^127\.0\.0\.1 returned status 403$/],
    ['204', answering(httpAnswer(204, '')), 'unreachable', /returned status 204$/],
    ['empty', answering(httpAnswer(200, '')), 'unreadable', /^127\.0\.0\.1 returned an empty response$/],
    ['html', answering(httpAnswer(200, '<html></html>')), 'unreadable', /other than a JSON object$/],
    ['an error', answering(httpAnswer(200, { errorCode: 404 })), 'unreadable', /other than a domain$/],
    [
      'another',
      answering(httpAnswer(200, rdapDomain('example.net'))),
      'unreadable',
      /returned data about EXAMPLE\.NET instead$/,
    ],
    ['half', answering(half), 'unreachable', /read HOST: closed after/],
    ['half a 404', answering(httpAnswer(404, '{}').slice(0, -1)), 'unreachable', /closed after 1 of 2 bytes/],
    ['garbage', answering('\u0000\u0001garbage\r\n\r\n'), 'unreachable', /not an HTTP\/1\.1 response/],
    ['closed', (socket) => socket.end(), 'unreachable', /closed without a response/],
    ['reset', onRequest((socket) => void socket.resetAndDestroy()), 'unreachable', /ECONNRESET/],
    ['endless', replyEndlessly('HTTP/1.1 200 OK\r\n\r\n', '{"a":"'), 'unreadable', /returned more than 1048576 bytes/],
    ['endless headers', replyEndlessly('HTTP/1.1 200 OK\r\n', 'X-A: b\r\n'), 'unreachable', /headers over/],
    [
      'bad gzip',
      answering(httpAnswer(200, 'no gzip', 'Content-Encoding: gzip\r\n')),
      'unreadable',
      /invalid compression/,
    ],
    ['in circles', answering(httpAnswer(302, '', 'Location: /again\r\n')), 'unreachable', /more than 5 redirects/],
    ['to nowhere', answering(httpAnswer(302, '', 'Location: gopher://x/\r\n')), 'unreachable', /gopher/],
  ]
  for (const [name, handler, expected, shownMessage] of cases) {
    const [kind, message] = failureOf(await ask(t, [handler]))
    assert.equal(kind, expected, `${name}: ${message}`)
    assert.match(message, shownMessage, name)
  }
})

test('an unrequested compressed answer is decoded', async (t) => {
  const body = gzipSync(JSON.stringify(rdapDomain('example.com')))
  const head = `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${body.length}\r\n\r\n`
  assert.equal((await ask(t, [answering(Buffer.concat([Buffer.from(head), body]))])).kind, 'registered')
})

test('a redirect is followed to the answer', async (t) => {
  const real = await listen(t, answering(OK))
  const answer = await ask(t, [answering(httpAnswer(307, '', `Location: ${real.url}/domain/example.com\r\n`))])
  assert.equal(answer.kind, 'registered')
})

test('the egress policy applies to redirects of a configured server', async (t) => {
  const inside = await listen(t, answering(OK))
  const named = await listen(t, answering(httpAnswer(302, '', `Location: ${inside.url}/domain/example.com\r\n`)))
  const tools = makeTools(t, { egress: createEgressPolicy({ mode: 'public' }) })
  const lookup = lookupFor(t, { tools, bootstrap: bootstrapFile(t, { com: [named.url] }) })
  const [kind, message] = failureOf(await lookup.lookUp('example.com'))
  assert.equal(kind, 'unreachable')
  assert.match(message, /refused by the egress policy, a loopback address/)
  assert.deepEqual([named.accepted, inside.accepted], [1, 0])
})

test('a configured server cannot be a cloud metadata address', async (t) => {
  const [kind, message] = failureOf(await ask(t, ['http://169.254.169.254/']))
  assert.equal(kind, 'unreachable')
  assert.match(message, /a cloud metadata address/)
})

test('a rate limited server is not queried until its Retry-After has passed', async (t) => {
  const clock = createTestClock()
  const target = await listen(t, answering(httpAnswer(429, 'slow down', 'Retry-After: 120\r\n')))
  const whoisServer = `127.0.0.1:${await closedPort()}`
  const lookup = lookupFor(t, { bootstrap: bootstrapFile(t, { com: [target.url] }), whoisServer }, clock)
  const first = await lookup.lookUp('example.com')
  assert.ok(first.kind === 'unknown')
  assert.deepEqual([first.failure, first.retryAfterMs], ['rate_limited', 120_000])
  clock.set(MONDAY + 60_000)
  const second = await lookup.lookUp('example.com')
  assert.ok(second.kind === 'unknown')
  assert.deepEqual([second.failure, second.retryAfterMs], ['rate_limited', 60_000])
  assert.match(second.message, /^127\.0\.0\.1:\d+ rate limits queries for another 60 s/)
  assert.equal(target.accepted, 1)
  clock.set(MONDAY + 121_000)
  await lookup.lookUp('example.com')
  assert.equal(target.accepted, 2)
})

test('a 503 with Retry-After counts as a rate limit', async (t) => {
  const answer = await ask(t, [answering(httpAnswer(503, '', 'Retry-After: Mon, 05 Jan 2026 01:00:00 GMT\r\n'))])
  assert.ok(answer.kind === 'unknown')
  assert.deepEqual([answer.failure, answer.retryAfterMs], ['rate_limited', 3_600_000])
})

test('an unresolvable registry and an unavailable name server both give the reason', async (t) => {
  const { address } = await startDnsServer(t, () => ({ rcode: NXDOMAIN }))
  const bootstrap = bootstrapFile(t, { com: ['http://rdap.registry.test/'] })
  const whoisServer = `127.0.0.1:${await closedPort()}`
  const known = lookupFor(t, { bootstrap, whoisServer, tools: makeTools(t, { dnsServers: [address] }) })
  assert.match(failureOf(await known.lookUp('example.com'))[1], /rdap\.registry\.test: resolve .*NXDOMAIN/)
  const away = makeTools(t, { dnsServers: [`127.0.0.1:${await closedPort()}`] })
  const [kind, shownMessage] = failureOf(
    await lookupFor(t, { bootstrap, whoisServer, tools: away }).lookUp('example.com'),
  )
  assert.equal(kind, 'unreachable')
  assert.match(shownMessage, /^rdap\.registry\.test: resolve rdap\.registry\.test/)
})

test('an invalid domain is not queried', async (t) => {
  const target = await listen(t, answering(OK))
  const lookup = lookupFor(t, { bootstrap: bootstrapFile(t, { com: [target.url] }) })
  for (const text of ['', 'com', '127.0.0.1', 'a b.com', '../../etc.com/x']) {
    const answer = await lookup.lookUp(text)
    assert.equal(answer.kind === 'unknown' && answer.failure, 'no_source')
  }
  assert.equal(target.accepted, 0)
})

test('a silent or slow server takes at most its time limit', async (t) => {
  const asked: Socket[] = []
  const mute = onRequest((socket) => asked.push(socket))
  const [{ url }, mirror] = [await listen(t, mute), await listen(t, answering(OK))]
  const whoisServer = `127.0.0.1:${await closedPort()}`
  const { tools, pass, reads } = stopTime(t)
  const limits = { serverMs: 300, lookupMs: 10_000 }
  const lookUp = (com: string[]) =>
    lookupFor(t, { tools, bootstrap: bootstrapFile(t, { com }), whoisServer, limits }).lookUp('example.com')
  const nothing = lookUp([url])
  await waitUntil(() => asked.length === 1, 'the question')
  pass(300)
  assert.deepEqual(failureOf(await nothing), ['unreachable', '127.0.0.1: read HOST: no answer in 300 ms'])
  for (const [times, bases] of [
    [2, [url]],
    [3, [url, mirror.url]],
  ] as const) {
    const answer = lookUp([...bases])
    await waitUntil(() => asked.length === times, 'the question')
    await reads(asked.at(-1)!, 'HTTP/1.1 200 OK\r\n\r\n')
    for (let drips = 0; drips < 10; drips++) {
      await reads(asked.at(-1)!, '{')
      pass(30)
    }
    if (bases.length === 2) assert.equal((await answer).kind, 'registered')
    else assert.match(failureOf(await answer)[1], /^127\.0\.0\.1: read HOST: body not complete/)
  }
})

test('all servers together take at most the time limit of the lookup', async (t) => {
  let asked = 0
  const mute = onRequest(() => void asked++)
  const urls = await Promise.all(Array.from({ length: 5 }, async () => (await listen(t, mute)).url))
  const { tools, pass } = stopTime(t)
  const limits = { serverMs: 300, lookupMs: 500 }
  const answer = lookupFor(t, { tools, bootstrap: bootstrapFile(t, { com: urls }), limits }).lookUp('example.com')
  await waitUntil(() => asked === 1, 'the first question')
  pass(300)
  await waitUntil(() => asked === 2, 'the second')
  pass(200)
  const [kind, shownMessage] = failureOf(await answer)
  assert.equal(kind, 'unreachable')
  assert.match(
    shownMessage,
    /^127\.0\.0\.1: read HOST: no answer in 300 ms; 127\.0\.0\.1: read HOST: no answer in 200 ms$/,
  )
})
