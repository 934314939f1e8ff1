import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import tls, { createSecureContext, createServer, type TLSSocket, type TlsOptions } from 'node:tls'
import { createAuthority, createCertificate, toDateInDays } from '../../support/targets/certificates.ts'
import { startHttpProxy } from '../../support/targets/proxies.ts'
import { check, fileWith, makeTools, verdictOf } from '../check.ts'

const AUTHORITY = createAuthority('Shop Root')
const SERVER = createCertificate({ issuer: AUTHORITY, names: ['127.0.0.1'] })
const CLIENTS = createAuthority('Client Root')
const CLIENT = createCertificate({ issuer: CLIENTS, names: ['monitoring'], notAfter: toDateInDays(30) })
const UP = ['up', null, null]
const ca = AUTHORITY.cert
const IDENTITY = { clientCertificate: CLIENT.cert, clientKey: CLIENT.key }
const DESCRIBED = `"monitoring" of "Client Root", valid until ${toDateInDays(30).toISOString().slice(0, 10)}`
const TLS_12 = { maxVersion: 'TLSv1.2' } as const
const OLD_CIPHERS = { ciphers: 'DEFAULT@SECLEVEL=0' }
const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi'

interface Seen {
  client: string | null
  serverName: string | false | null
  isReused: boolean
}

/** Starts a server that records what each connection offers. */
async function startSite(t: TestContext, options: TlsOptions, getResponse = () => OK) {
  const seen: Seen[] = []
  const protocols: (string | null)[] = []
  const server = createServer({ cert: SERVER.cert, key: SERVER.key, ...options }, (socket: TLSSocket) => {
    const { subject } = socket.getPeerCertificate()
    protocols.push(socket.getProtocol())
    seen.push({
      client: subject?.CN ? String(subject.CN) : null,
      serverName: socket.servername,
      isReused: socket.isSessionReused(),
    })
    socket.on('error', () => {})
    socket.once('data', () => socket.end(getResponse()))
  })
  server.on('tlsClientError', () => {})
  let connections = 0
  server.on('connection', () => connections++)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => void server.close())
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `https://127.0.0.1:${port}/`,
    place: `127.0.0.1:${port}`,
    seen,
    protocols,
    countConnections: () => connections,
  }
}

const ASKS = { requestCert: true, rejectUnauthorized: false, ca: CLIENTS.cert }
const REQUIRES = { requestCert: true, rejectUnauthorized: true, ca: CLIENTS.cert }

test('a client certificate opens a server that requires one', async (t) => {
  const { url, seen } = await startSite(t, REQUIRES)
  assert.deepEqual(verdictOf(await check(t, url, { settings: { tls: { ...IDENTITY, ca } } })), UP)
  assert.equal(seen[0]?.client, 'monitoring')
})

for (const [version, limits, phase] of [
  ['1.2', TLS_12, 'tls'],
  ['1.3', {}, 'read'],
] as const)
  test(`the reason names the authorities of a server that requires a client certificate over TLS ${version}`, async (t) => {
    const { url, place } = await startSite(t, { ...REQUIRES, ...limits })
    const outcome = await check(t, url, { settings: { tls: { ca } } })
    const reason = 'the server requires a client certificate of "Client Root", and the monitor has none'
    assert.deepEqual(verdictOf(outcome), ['down', 'ssl_error', `${phase} ${place}: ${reason}`])
  })

test('a status that refuses a request names the missing client certificate', async (t) => {
  const { url } = await startSite(t, ASKS, () => 'HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n')
  const messages = []
  for (const tls of [{ ca }, { ca, ...IDENTITY }])
    messages.push((await check(t, url, { settings: { tls } })).errorMessage)
  const asked = 'the server asked for a client certificate of "Client Root", and the monitor has'
  assert.deepEqual(
    messages.map((message) => /\((.*)\)$/.exec(message!)?.[1]),
    [`${asked} none`, `${asked} ${DESCRIBED}`],
  )
})

test('a refusal without a question for the client certificate suggests a maximum version of 1.2', async (t) => {
  const { url } = await startSite(t, {}, () => 'HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n')
  const explain = async (tls: object) => (await check(t, url, { settings: { tls } })).errorMessage
  const status = 'status 403, expected 2xx'
  const note =
    'the server did not ask for the client certificate of the monitor; ' +
    'if it asks after the request, set the maximum TLS version of the monitor to 1.2'
  assert.equal(await explain({ ca, ...IDENTITY }), `${status} (${note})`)
  assert.equal(await explain({ ca, ...IDENTITY, maxVersion: '1.2' }), status)
  assert.equal(await explain({ ca }), status)
})

test('a server that begins one handshake after another is down after five', async (t) => {
  // Node limits the handshakes of a server, too
  t.mock.property(tls, 'CLIENT_RENEG_LIMIT', Infinity)
  const server = createServer({ cert: SERVER.cert, key: SERVER.key, ...TLS_12 }, (socket) => {
    const renegotiate = () => {
      if (!socket.destroyed) socket.renegotiate({ rejectUnauthorized: false }, renegotiate)
    }
    socket.on('error', () => {})
    socket.once('data', renegotiate)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => void server.close())
  const place = `127.0.0.1:${(server.address() as AddressInfo).port}`
  assert.deepEqual(verdictOf(await check(t, `https://${place}/`, { settings: { tls: { ca } } })), [
    'down',
    'ssl_error',
    `read ${place}: the server began more than 5 handshakes on one connection`,
  ])
})

test('an expected status is no refusal, so the server is not asked again', async (t) => {
  const { url, countConnections } = await startSite(
    t,
    ASKS,
    () => 'HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n',
  )
  assert.deepEqual(verdictOf(await check(t, url, { settings: { tls: { ca }, expectedStatus: [403] } })), UP)
  assert.equal(countConnections(), 1)
})

test('a status without a request for a certificate has no note about it', async (t) => {
  const { url } = await startSite(t, {}, () => 'HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n')
  assert.doesNotMatch((await check(t, url, { settings: { tls: { ca } } })).errorMessage!, /certificate/)
})

test('a server that closes the connection after a foreign client certificate is explained', async (t) => {
  const foreign = createCertificate({ issuer: AUTHORITY, names: ['foreign'] })
  const { url } = await startSite(t, REQUIRES)
  const tls = { ca, clientCertificate: foreign.cert, clientKey: foreign.key }
  const { status, errorMessage } = await check(t, url, { settings: { tls } })
  assert.equal(status, 'down')
  assert.match(
    errorMessage!,
    /certificate of "Client Root", and the monitor has "foreign" of "Shop Root", valid until /,
  )
})

test('the authorities of a monitor replace the authorities of the probe', async (t) => {
  const { url, place } = await startSite(t, {})
  const tools = makeTools(t, { caFile: fileWith(t, AUTHORITY.cert) })
  const verdicts = []
  for (const tls of [null, { ca }, { ca: CLIENTS.cert }, IDENTITY])
    verdicts.push(verdictOf(await check(t, url, { tools, settings: { tls } })))
  const reason = 'certificate from an unknown authority, "Shop Root"'
  assert.deepEqual(verdicts, [UP, UP, ['down', 'ssl_error', `tls ${place}: ${reason}`], UP])
})

test('a certificate is trusted that the authorities of a monitor contain themselves', async (t) => {
  const own = createCertificate({ names: ['127.0.0.1'] })
  const { url } = await startSite(t, { cert: own.cert, key: own.key })
  assert.deepEqual(verdictOf(await check(t, url, { settings: { tls: { ca: own.cert } } })), UP)
  const { url: other } = await startSite(t, {})
  assert.deepEqual(verdictOf(await check(t, other, { settings: { tls: { ca: SERVER.cert } } })), UP)
})

test('the server name selects one of several certificates, and the check records that certificate', async (t) => {
  const shop = createCertificate({ issuer: AUTHORITY, names: ['shop.internal'] })
  const { url, place, seen } = await startSite(t, {
    SNICallback: (name, done) => done(null, name === 'shop.internal' ? createSecureContext(shop) : undefined),
  })
  const outcome = await check(t, url, { settings: { tls: { ca, serverName: 'shop.internal' } } })
  assert.deepEqual([...verdictOf(outcome), outcome.certificate?.subject], [...UP, 'CN=shop.internal'])
  const wrong = await check(t, url, { settings: { tls: { ca, serverName: 'blog.internal' } } })
  const reason = `tls ${place}: certificate is for 127.0.0.1, not for blog.internal`
  assert.deepEqual(verdictOf(wrong), ['down', 'ssl_error', reason])
  assert.equal(seen[0]?.serverName, 'shop.internal')
})

test('a server name has precedence over the Host header', async (t) => {
  const { url, seen } = await startSite(t, {})
  const settings = { verifyTls: false, headers: { Host: 'host.internal' } }
  await check(t, url, { settings })
  await check(t, url, { settings: { ...settings, tls: { serverName: 'named.internal' } } })
  assert.deepEqual(
    seen.map(({ serverName }) => serverName),
    ['host.internal', 'named.internal'],
  )
})

test('a redirect to another port receives neither the client certificate nor the server name, and the way back both', async (t) => {
  const named = createCertificate({ issuer: AUTHORITY, names: ['127.0.0.1', 'shop.internal'] })
  const redirectTo = (url: string) => `HTTP/1.1 302 Found\r\nLocation: ${url}\r\nContent-Length: 0\r\n\r\n`
  const responses: string[] = []
  const site = await startSite(t, { ...ASKS, cert: named.cert, key: named.key }, () => responses.shift()!)
  const other = await startSite(t, ASKS, () => redirectTo(site.url))
  responses.push(redirectTo(other.url), OK)
  const outcome = await check(t, site.url, { settings: { tls: { ...IDENTITY, ca, serverName: 'shop.internal' } } })
  assert.deepEqual(verdictOf(outcome), UP)
  const own = { client: 'monitoring', serverName: 'shop.internal', isReused: false }
  assert.deepEqual([site.seen, other.seen], [[own, own], [{ client: null, serverName: false, isReused: false }]])
})

test('monitors with other options share neither sessions nor certificates', async (t) => {
  const other = createCertificate({ issuer: CLIENTS, names: ['other'] })
  const site = await startSite(t, ASKS)
  const tools = makeTools(t)
  const options = [
    { ca, ...IDENTITY },
    { ca },
    { ca, clientCertificate: other.cert, clientKey: other.key },
    { ca, ...IDENTITY },
  ]
  for (const tls of options) assert.deepEqual(verdictOf(await check(t, site.url, { tools, settings: { tls } })), UP)
  assert.deepEqual(
    site.seen.map(({ client, isReused }) => [client, isReused]),
    ['monitoring', null, 'other', 'monitoring'].map((client) => [client, false]),
  )
})

for (const version of ['1.0', '1.1'] as const)
  test(`a server with TLS ${version} is named, and a lower minimum version accepts it`, async (t) => {
    const limits = { minVersion: 'TLSv1', maxVersion: version === '1.0' ? 'TLSv1' : 'TLSv1.1' } as const
    const { url, place } = await startSite(t, { ...OLD_CIPHERS, ...limits })
    const reason = `the server offers TLS ${version}, and the minimum TLS version of the monitor is 1.2`
    const message = `tls ${place}: no common TLS version: ${reason}`
    for (const tls of [{ ca }, { ca, legacy: true }])
      assert.deepEqual(verdictOf(await check(t, url, { settings: { tls } })), ['down', 'ssl_error', message])
    assert.deepEqual(verdictOf(await check(t, url, { settings: { tls: { ca, minVersion: version } } })), UP)
  })

test('a higher minimum version refuses a server of today, with and without certificate verification', async (t) => {
  const { url, place } = await startSite(t, TLS_12)
  const reason = 'no common TLS version: the server offers TLS 1.2, and the minimum TLS version of the monitor is 1.3'
  for (const verifyTls of [true, false])
    assert.deepEqual(verdictOf(await check(t, url, { settings: { verifyTls, tls: { ca, minVersion: '1.3' } } })), [
      'down',
      'ssl_error',
      `tls ${place}: ${reason}`,
    ])
})

test('a maximum version is used with a server of today, and refuses a server that requires a later version', async (t) => {
  const modern = await startSite(t, { minVersion: 'TLSv1.3' })
  const usual = await startSite(t, {})
  for (const verifyTls of [true, false]) {
    const limit = { verifyTls, tls: { ca, maxVersion: '1.2' } }
    assert.deepEqual(verdictOf(await check(t, usual.url, { settings: limit })), UP)
    assert.equal(usual.protocols.at(-1), 'TLSv1.2')
    const reason = 'no common TLS version: the maximum TLS version of the monitor is 1.2'
    assert.deepEqual(verdictOf(await check(t, modern.url, { settings: limit })), [
      'down',
      'ssl_error',
      `tls ${modern.place}: ${reason}`,
    ])
  }
  const old = { ca, minVersion: '1.0', maxVersion: '1.1' }
  const recent = await startSite(t, { minVersion: 'TLSv1.2' })
  assert.match(
    (await check(t, recent.url, { settings: { tls: old } })).errorMessage!,
    /the maximum TLS version of the monitor is 1\.1$/,
  )
})

test('a weak key is accepted only with the weak TLS of old devices', async (t) => {
  const weak = createCertificate({ issuer: AUTHORITY, names: ['127.0.0.1'], rsaBits: 1024 })
  const { url, place } = await startSite(t, { cert: weak.cert, key: weak.key, ...OLD_CIPHERS })
  const reason = 'certificate has a 1024-bit key, which is too weak'
  const strict = await check(t, url, { settings: { tls: { ca } } })
  assert.deepEqual(verdictOf(strict), ['down', 'ssl_error', `tls ${place}: ${reason}`])
  assert.deepEqual(verdictOf(await check(t, url, { settings: { tls: { ca, legacy: true } } })), UP)
})

test('a client certificate and the question for its authorities pass through a proxy', async (t) => {
  const site = await startSite(t, REQUIRES)
  const proxy = await startHttpProxy(t)
  const verdicts = []
  for (const tls of [{ ca, ...IDENTITY }, { ca }])
    verdicts.push(verdictOf(await check(t, site.url, { settings: { tls, proxy: { url: proxy.url } } })))
  const reason = 'the server requires a client certificate of "Client Root", and the monitor has none'
  assert.deepEqual(verdicts, [UP, ['down', 'ssl_error', `read ${site.place} via 127.0.0.1:${proxy.port}: ${reason}`]])
  assert.deepEqual(proxy.asked, [site.place, site.place, site.place])
})
