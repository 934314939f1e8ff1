/** Allowed and refused redirects of HTTP checks. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createAuthority, createCertificate } from '../../support/targets/certificates.ts'
import { assertHandled, type Expected, expectStatus, UP } from '../../support/targets/hostile.ts'
import {
  closedPort,
  type Handler,
  listen,
  NXDOMAIN,
  onRequest,
  startDnsServer,
  toARecord,
} from '../../support/targets/targets.ts'
import { type CheckOptions, check, fileWith, makeTools, verdictOf } from '../check.ts'

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi'

const redirect = (location: string): string =>
  `HTTP/1.1 302 Found\r\nContent-Length: 0\r\n${location === '' ? '' : `Location: ${location}\r\n`}\r\n`

/** Redirects requests for `/`; every other path returns 200. */
const leadingTo = (location: string): Handler =>
  onRequest((socket, request) =>
    socket.end(Buffer.from(request.startsWith('GET / ') ? redirect(location) : OK, 'latin1')),
  )

const refused = (why: string): Expected => expectStatus(302, `status 302: ${why}`)

const CASES: Record<string, Expected> = {
  'file:///etc/passwd': refused('redirected to a file: URL'),
  'ftp://127.0.0.1/': refused('redirected to a ftp: URL'),
  'javascript:alert(1)': refused('redirected to a javascript: URL'),
  'data:text/plain,hi': refused('redirected to a data: URL'),
  'mailto:root@localhost': refused('redirected to a mailto: URL'),
  'gopher://127.0.0.1/_x': refused('redirected to a gopher: URL'),
  'http://127.0.0.1:0/': refused('redirected to port 0'),
  'http://127.0.0.1:65536/': refused('redirected to an invalid URL'),
  'http://': refused('redirected to an invalid URL'),
  'http://[::1': refused('redirected to an invalid URL'),
  'http://a b/': refused('redirected to an invalid URL'),
  'http://127.0.0.1%00.example/': refused('redirected to an invalid URL'),
  '//': refused('redirected to an invalid URL'),
  '/there': UP,
  there: UP,
  './there': UP,
  '?there': UP,
  '/there#part': UP,
  '/th\tere': UP,
  '\\there': UP,
  '/a\0b': UP,
  '/größe': UP,
  '/gr\xc3\xb6\xc3\x9fe': UP,
  '/with spaces': UP,
  [`/${'x'.repeat(60_000)}`]: UP,
}

for (const [location, expected] of Object.entries(CASES)) {
  const shown = JSON.stringify(location.length > 40 ? `${location.slice(0, 40)}…` : location)
  test(`a redirect to ${shown} is ${expected.errorType ?? 'followed'}`, async (t) => {
    await assertHandled(t, { handler: leadingTo(location), expected })
  })
}

test('a redirect without a Location header is judged by its status', async (t) => {
  await assertHandled(t, { handler: leadingTo(''), expected: expectStatus(302) })
})

test('an empty Location header redirects to the same URL', async (t) => {
  const handler = onRequest((socket) => socket.end('HTTP/1.1 302 Found\r\nLocation:\r\n\r\n'))
  const expected = expectStatus(302, 'status 302: more than 10 redirects (redirected to http://{at})')
  await assertHandled(t, { handler, expected })
})

test('a redirect loop ends after ten redirects, even if every URL differs', async (t) => {
  const expected = expectStatus(302, 'status 302: more than 10 redirects (redirected to http://{at})')
  let hops = 0
  for (const place of ['/', '?again']) {
    const handler = onRequest((socket) => socket.end(redirect(`${place}${place === '/' ? '' : hops++}`)))
    await assertHandled(t, { handler, expected })
  }
  assert.equal(hops, 11)
})

test('two different Location headers are refused, two equal ones are followed', async (t) => {
  const answer = (other: string) => `HTTP/1.1 302 Found\r\nLocation: /there\r\nLocation: ${other}\r\n\r\n`
  const both = (other: string): Handler =>
    onRequest((socket, request) => socket.end(request.startsWith('GET / ') ? answer(other) : OK))
  await assertHandled(t, { handler: both('/there'), expected: UP })
  await assertHandled(t, { handler: both('/elsewhere'), expected: refused('several Location headers in one redirect') })
})

test('a failed redirect names its origin when the port is closed or the name is missing', async (t) => {
  const port = await closedPort()
  const closed = `connect 127.0.0.1:${port}: ECONNREFUSED (redirected to http://127.0.0.1:${port})`
  const { url } = await listen(t, leadingTo(`http://127.0.0.1:${port}/secret`))
  assert.deepEqual(verdictOf(await check(t, url)), ['down', 'connection_error', closed])
  const dns = await startDnsServer(t, () => ({ rcode: NXDOMAIN }))
  const tools = makeTools(t, { dnsServers: [dns.address] })
  const nowhere = await listen(t, leadingTo('http://nowhere.test/secret'))
  const missing = `resolve nowhere.test at ${dns.address}: NXDOMAIN (redirected to http://nowhere.test)`
  assert.deepEqual(verdictOf(await check(t, nowhere.url, { tools })), ['down', 'dns_error', missing])
})

test('a redirect to an invalid host name is a dns_error', async (t) => {
  const places = { 'http://a..b/': 'a..b', [`http://${'x'.repeat(64)}.test/`]: `${'x'.repeat(64)}.test` }
  for (const [location, name] of Object.entries(places)) {
    const { url } = await listen(t, leadingTo(location))
    const [status, errorType, message] = verdictOf(await check(t, url))
    assert.deepEqual([status, errorType], ['down', 'dns_error'])
    assert.ok(message?.startsWith(`resolve ${name}: not a valid name`), message ?? '')
  }
})

/** Starts a TLS site with a certificate for its host name. */
async function secureSite(t: TestContext, handler: Handler) {
  const authority = createAuthority()
  const dns = await startDnsServer(t, ({ name, type }) => ({
    answers: type === 'A' ? [toARecord(name, '127.0.0.1')] : [],
  }))
  const tools = makeTools(t, { caFile: fileWith(t, authority.cert), dnsServers: [dns.address] })
  const site = await listen(t, handler, createCertificate({ names: ['secure.test'], issuer: authority }))
  return { url: `https://secure.test:${site.port}`, tools }
}

/** Runs a check that is redirected to a second server, and returns the request that it received. */
async function seenBehind(t: TestContext, from: (there: string) => Promise<{ url: string } & CheckOptions>) {
  let seen = ''
  const plain = await listen(
    t,
    onRequest((socket, request) => {
      seen = request
      socket.end(OK)
    }),
  )
  const { url, tools } = await from(`http://127.0.0.1:${plain.port}/there`)
  const headers = { Authorization: 'Bearer sesame', Accept: 'text/html' }
  const outcome = await check(t, `${url}/`, { settings: { headers }, ...(tools && { tools }) })
  return { outcome, seen }
}

test('a redirect from https to http is followed without credentials', async (t) => {
  const { outcome, seen } = await seenBehind(t, (there) => secureSite(t, leadingTo(there)))
  assert.deepEqual(verdictOf(outcome), ['up', null, null])
  assert.match(seen, /^GET \/there HTTP/)
  assert.match(seen, /Accept: text\/html/)
  assert.doesNotMatch(seen, /sesame/)
})

test('credentials in a redirect URL are neither used nor shown', async (t) => {
  let seen = ''
  const there = await listen(
    t,
    onRequest((socket, request) => {
      seen = request
      socket.end('HTTP/1.1 401 Unauthorized\r\n\r\n')
    }),
  )
  const { url } = await listen(t, leadingTo(`http://sesame:tulip@127.0.0.1:${there.port}/`))
  const [, errorType, message] = verdictOf(await check(t, url))
  assert.deepEqual([errorType, message], ['status_code', 'status 401 after 1 redirect, expected 2xx'])
  assert.doesNotMatch(seen, /sesame|tulip|authorization/i)
})

test('a redirect without a scheme keeps the scheme', async (t) => {
  const { url, tools } = await secureSite(
    t,
    onRequest((socket, request) => {
      const host = /\r\nHost: (\S+)/i.exec(request)![1]
      socket.end(request.startsWith('GET / ') ? redirect(`//${host}/there`) : OK)
    }),
  )
  assert.deepEqual(verdictOf(await check(t, `${url}/`, { tools })), ['up', null, null])
})
