import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEgressPolicy } from '../../../src/core/platform/egress.ts'
import { refuseHttpSettings } from '../../../src/probers/http-settings.ts'
import { createAuthority, createCertificate } from '../../support/targets/certificates.ts'
import { sendBytes, sendEndlessly, sendInPieces } from '../../support/targets/hostile.ts'
import { type ProxyLogin, startHttpProxy, startSocksProxy } from '../../support/targets/proxies.ts'
import { closedPort, type Handler, listen, onRequest, replyWith } from '../../support/targets/targets.ts'
import { startTokenServer } from '../../support/targets/token-server.ts'
import { check, fileWith, makeTools, verdictOf } from '../check.ts'

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi'
const UP = ['up', null, null]
const AUTHORITY = createAuthority()
const SITE = createCertificate({ issuer: AUTHORITY, names: ['shop.test'] })
const PROXY = createCertificate({ issuer: AUTHORITY, names: ['127.0.0.1'] })
const LOGIN: ProxyLogin = { username: 'watch', password: 'k33per:&' }

const trusting = (t: Parameters<typeof makeTools>[0]) => makeTools(t, { caFile: fileWith(t, AUTHORITY.cert) })

test('an HTTP proxy resolves the name of the target, over http and https', async (t) => {
  const plain = await listen(t, replyWith(OK))
  const secure = await listen(t, replyWith(OK), SITE)
  const proxy = await startHttpProxy(t)
  const settings = { proxy: { url: proxy.url } }
  const tools = trusting(t)
  const first = await check(t, `http://shop.test:${plain.port}/a?b`, { settings, tools })
  const second = await check(t, `https://shop.test:${secure.port}/`, { settings, tools })
  assert.deepEqual([verdictOf(first), verdictOf(second)], [UP, UP])
  assert.deepEqual(proxy.asked, [`http://shop.test:${plain.port}`, `shop.test:${secure.port}`])
  assert.match(proxy.heads[0]!, /^GET http:\/\/shop\.test:\d+\/a\?b HTTP\/1\.1\r\n[\s\S]*Cache-Control: no-cache\r\n/)
  const { connectMs, tlsMs } = second.timings
  assert.ok(connectMs! > 0 && tlsMs! > 0 && connectMs! + tlsMs! <= second.responseTimeMs!)
  assert.equal(second.remoteAddress, '127.0.0.1')
})

test("a proxy over https carries plain requests and TLS inside TLS, and its certificate is not the target's", async (t) => {
  const plain = await listen(t, replyWith(OK))
  const secure = await listen(t, replyWith(OK), SITE)
  const proxy = await startHttpProxy(t, { login: LOGIN, tls: PROXY })
  const settings = { proxy: { url: proxy.url, ...LOGIN } }
  const tools = trusting(t)
  assert.deepEqual(verdictOf(await check(t, `http://shop.test:${plain.port}/`, { settings, tools })), UP)
  const outcome = await check(t, `https://shop.test:${secure.port}/`, { settings, tools })
  assert.deepEqual(verdictOf(outcome), UP)
  assert.equal(outcome.certificate?.endpoint, `shop.test:${secure.port}`)
  assert.deepEqual(outcome.certificate?.sans, ['shop.test'])
})

test('a SOCKS5 proxy resolves names, and gets literal addresses as addresses', async (t) => {
  const plain = await listen(t, replyWith(OK))
  const secure = await listen(t, replyWith(OK), SITE)
  const proxy = await startSocksProxy(t, LOGIN)
  const settings = { proxy: { url: `socks5://127.0.0.1:${proxy.port}`, ...LOGIN } }
  const tools = trusting(t)
  for (const url of [`http://shop.test:${plain.port}/`, `https://shop.test:${secure.port}/`, `${plain.url}/`])
    assert.deepEqual(verdictOf(await check(t, url, { settings, tools })), UP)
  assert.deepEqual(proxy.asked, [`shop.test:${plain.port}`, `shop.test:${secure.port}`, `127.0.0.1:${plain.port}`])
})

test('a proxy that asks for a login, or refuses it, is named in the reason', async (t) => {
  const proxy = await startHttpProxy(t, { login: LOGIN })
  const socks = await startSocksProxy(t, LOGIN)
  const wrong = { username: 'watch', password: 'wrong-one' }
  const socksUrl = `socks5://127.0.0.1:${socks.port}`
  const messages = []
  for (const target of ['http://shop.test/', 'https://shop.test/'])
    for (const given of [
      { url: proxy.url },
      { url: proxy.url, ...wrong },
      { url: socksUrl },
      { url: socksUrl, ...wrong },
    ])
      messages.push((await check(t, target, { settings: { proxy: given } })).errorMessage)
  const expected = [
    `the proxy ${proxy.url} asks for a user name and password (status 407)`,
    `the proxy ${proxy.url} refused the user name and password (status 407)`,
    `the proxy ${socksUrl} asks for a user name and password`,
    `the proxy ${socksUrl} refused the user name and password`,
  ]
  assert.deepEqual(messages, [...expected, ...expected])
})

test('a certificate problem behind a proxy is reported for the target', async (t) => {
  const secure = await listen(t, replyWith(OK), SITE)
  const proxy = await startHttpProxy(t)
  const settings = { proxy: { url: proxy.url } }
  const outcome = await check(t, `https://other.test:${secure.port}/`, { settings, tools: trusting(t) })
  assert.deepEqual(verdictOf(outcome), [
    'down',
    'ssl_error',
    `tls other.test:${secure.port} via 127.0.0.1:${proxy.port}: certificate is for shop.test, not for other.test`,
  ])
})

const HOSTILE: Record<string, { answer: Handler; says: RegExp; socks?: boolean; isTimeout?: boolean }> = {
  'closes the connection': {
    answer: (socket) => void socket.end(),
    says: /connection closed, no answer to CONNECT a\.test:443$/,
  },
  'does not answer': { answer: () => {}, says: /no answer to CONNECT a\.test:443 in 500 ms$/, isTimeout: true },
  'refuses the target': {
    answer: replyWith('HTTP/1.0 403 Forbidden\r\n\r\n'),
    says: / did not connect to a\.test:443: "HTTP\/1\.0 403 Forbidden"$/,
  },
  'refuses the login like tinyproxy': {
    answer: replyWith('HTTP/1.0 401 Unauthorized\r\n\r\n'),
    says: / asks for a user name and password \(status 401\)$/,
  },
  'is no proxy': { answer: sendBytes('220 mail ESMTP\r\n'), says: / did not answer like an HTTP proxy: / },
  'drops after CONNECT': {
    answer: onRequest((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n')),
    says: /^tls a\.test:443 via 127\.0\.0\.1:\d+: ECONNRESET$/,
  },
  'sends endless headers': {
    answer: onRequest(sendEndlessly('HTTP/1.1 200 OK\r\n', 'X-A: 1234567890\r\n')),
    says: /no whole answer to CONNECT a\.test:443 in 16384 bytes$/,
  },
  'sends headers of 64 KiB': {
    answer: replyWith(`HTTP/1.1 200 OK\r\nX-A: ${'a'.repeat(65_536)}\r\n\r\n`),
    says: /no whole answer to CONNECT a\.test:443 in 16384 bytes$/,
  },
  'answers HTTP in place of SOCKS5': {
    socks: true,
    answer: sendBytes('HTTP/1.1 400 Bad\r\n'),
    says: / did not answer like a SOCKS5 proxy$/,
  },
  'chooses a method that was not offered': {
    socks: true,
    answer: sendInPieces('\x05', '\x01'),
    says: / chose the authentication method 1, which was not offered$/,
  },
  'cannot reach the target': {
    socks: true,
    answer: onFirstData('\x05\x00', '\x05\x04'),
    says: / did not connect to a\.test:443: host unreachable$/,
  },
  'sends an unknown reply code': {
    socks: true,
    answer: onFirstData('\x05\x00', '\x05\x99'),
    says: / did not connect to a\.test:443: reply code 153$/,
  },
  'sends an unknown type of address': {
    socks: true,
    answer: onFirstData('\x05\x00', '\x05\x00\x00\x07\x00\x00'),
    says: / did not answer like a SOCKS5 proxy$/,
  },
  'sends more than the reply': {
    socks: true,
    answer: onFirstData('\x05\x00', '\x05\x00\x00\x01\x00\x00\x00\x00\x00\x00surprise'),
    says: / sent data before the request to a\.test:443$/,
  },
  'stops within the reply': {
    socks: true,
    answer: onFirstData('\x05\x00', '\x05\x00\x00\x01'),
    says: /no whole answer to the request for a\.test:443 in 4 bytes in 500 ms$/,
    isTimeout: true,
  },
}

/** Answers the pieces of a client one by one. */
function onFirstData(...answers: string[]): Handler {
  return (socket) => {
    const left = [...answers]
    socket.on('data', () => {
      const answer = left.shift()
      if (answer !== undefined) socket.write(Buffer.from(answer, 'latin1'))
    })
  }
}

for (const [behaviour, { answer, says, socks = false, isTimeout = false }] of Object.entries(HOSTILE)) {
  test(`a proxy that ${behaviour} is a failure of the monitor`, async (t) => {
    const { port } = await listen(t, answer)
    const url = `${socks ? 'socks5' : 'http'}://127.0.0.1:${port}`
    const timeoutMs = isTimeout ? 500 : 10_000
    const outcome = await check(t, 'https://a.test/', { settings: { proxy: { url } }, timeoutMs })
    assert.deepEqual([outcome.status, outcome.errorType], ['down', isTimeout ? 'timeout' : 'connection_error'])
    assert.match(outcome.errorMessage!, says)
    if (behaviour !== 'drops after CONNECT') assert.ok(outcome.errorMessage!.startsWith(`the proxy ${url}`))
  })
}

test('an error that a proxy sends in place of the target is reported with the proxy', async (t) => {
  const proxy = await listen(t, replyWith('HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n'))
  const outcome = await check(t, 'http://a.test/', { settings: { proxy: { url: proxy.url } } })
  assert.equal(outcome.errorMessage, `status 503, expected 2xx (through the proxy ${proxy.url})`)
})

test('a dead proxy is named', async (t) => {
  const port = await closedPort()
  const outcome = await check(t, 'http://a.test/', { settings: { proxy: { url: `http://127.0.0.1:${port}` } } })
  assert.deepEqual(verdictOf(outcome), [
    'down',
    'connection_error',
    `the proxy http://127.0.0.1:${port}: connect 127.0.0.1:${port}: ECONNREFUSED`,
  ])
})

test('the egress policy judges the proxy, and a literal target of a redirect behind it', async (t) => {
  const egress = createEgressPolicy({ mode: 'public' })
  const tools = makeTools(t, { egress })
  const proxy = { url: 'http://127.0.0.1:3128' }
  const outcome = await check(t, 'http://a.test/', { settings: { proxy }, tools })
  assert.match(outcome.errorMessage!, /^the proxy .*: refused by the egress policy, a loopback address$/)
  const open = await startHttpProxy(t)
  const site = await listen(
    t,
    replyWith('HTTP/1.1 302 Found\r\nLocation: http://10.0.0.1/\r\nContent-Length: 0\r\n\r\n'),
  )
  const guarded = makeTools(t, { egress: createEgressPolicy({ mode: 'public', allow: ['127.0.0.0/8'] }) })
  const redirected = await check(t, `http://a.test:${site.port}/`, {
    settings: { proxy: { url: open.url } },
    tools: guarded,
  })
  assert.match(redirected.errorMessage!, /^connect 10\.0\.0\.1:80: refused by the egress policy, a private address/)
  assert.equal(open.asked.length, 1)
})

test('an OAuth 2 token is fetched through the proxy, and not shared with a monitor of another proxy', async (t) => {
  const server = await startTokenServer(t)
  const site = await listen(t, replyWith(OK))
  const [one, other] = [await startHttpProxy(t), await startHttpProxy(t)]
  const tools = makeTools(t)
  const authentication = { type: 'oauth2', tokenUrl: server.url, clientId: 'wk', clientSecret: 's3cret' }
  for (const { url } of [one, one, other])
    await check(t, site.url, { settings: { authentication, proxy: { url } }, tools })
  assert.equal(server.requests.length, 2)
  assert.deepEqual(one.asked, [new URL(server.url).origin, site.url, site.url])
})

test('the answer of the target does not show the password of the proxy', async (t) => {
  const encoded = Buffer.from(`${LOGIN.username}:${LOGIN.password}`).toString('base64')
  const proxy = await listen(
    t,
    replyWith(`HTTP/1.1 502 Bad Gateway\r\nContent-Length: ${encoded.length}\r\n\r\n${encoded}`),
  )
  const outcome = await check(t, 'http://a.test/', { settings: { proxy: { url: proxy.url, ...LOGIN } } })
  assert.equal(outcome.statusCode, 502)
  assert.ok(!JSON.stringify(outcome).includes(encoded))
})

test('a proxy with a path, an unknown scheme, credentials in its URL or a login without a name is refused when saved', () => {
  const refuse = (proxy: object, ipVersion = 'auto') =>
    refuseHttpSettings(
      { proxy, headers: {}, ipVersion } as never,
      'http://a.example/',
      createEgressPolicy({ mode: 'public' }),
    )
  const refuseUrl = (url: string) => refuse({ url })?.message
  assert.match(refuseUrl('ftp://proxy.test')!, /http, https and socks5 are supported$/)
  assert.match(refuseUrl('proxy.test:3128')!, /http, https and socks5 are supported$/)
  assert.equal(refuseUrl('http://proxy.test:3128/path'), 'must end after the port; a proxy has no path')
  assert.equal(refuseUrl('socks5://proxy.test?x'), 'must end after the port; a proxy has no path')
  assert.match(refuseUrl('http://a:b@proxy.test')!, /use the fields username and password$/)
  assert.equal(refuseUrl('socks5://proxy.test:0'), 'must not name port 0')
  assert.equal(refuseUrl('http://10.0.0.1:3128'), 'must not point to a private address')
  assert.equal(refuseUrl('socks5://0x7f.1'), 'must not point to a loopback address')
  assert.match(refuseUrl('socks5://a b')!, /spaces/)
  assert.deepEqual(refuse({ url: 'http://proxy.test', password: 'x' })?.key, 'proxy.username')
  assert.deepEqual(refuse({ url: 'http://192.0.0.9' }, '6')?.key, 'proxy.url')
  assert.equal(refuse({ url: 'http://proxy.test:3128/' }), null)
  assert.equal(refuse({ url: 'socks5://[2606:4700::1111]:1080' }), null)
})
