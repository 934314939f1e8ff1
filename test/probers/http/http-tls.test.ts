import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { TLSSocket } from 'node:tls'
import {
  createAuthority,
  createCertificate,
  createExpiredCertificate,
  createFutureCertificate,
  toDateInDays,
} from '../../support/targets/certificates.ts'
import { type Handler, listen, onRequest, replyWith, startDnsServer, toARecord } from '../../support/targets/targets.ts'
import { waitUntil } from '../../support/time/until.ts'
import { check, fileWith, makeTools, verdictOf } from '../check.ts'

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi'
const UP = ['up', null, null]
const AUTHORITY = createAuthority()
const GOOD = createCertificate({ issuer: AUTHORITY, names: ['good.test', '127.0.0.1'] })

const day = (offset: number): string => toDateInDays(offset).toISOString().slice(0, 10)

const trusting = (t: Parameters<typeof makeTools>[0], dnsServers: string[] = []) =>
  makeTools(t, { caFile: fileWith(t, AUTHORITY.cert), dnsServers })

test('a certificate of a trusted authority is accepted, and the handshake is timed', async (t) => {
  const target = await listen(t, replyWith(OK), GOOD)
  const outcome = await check(t, target.url, { tools: trusting(t) })
  assert.deepEqual(verdictOf(outcome), UP)
  const { connectMs, tlsMs, firstByteMs } = outcome.timings
  assert.ok(connectMs! > 0 && tlsMs! > 0 && firstByteMs! > 0)
  assert.ok(connectMs! + tlsMs! <= outcome.responseTimeMs!)
})

const BAD = {
  'that has expired': { certificate: createExpiredCertificate(AUTHORITY), says: `certificate expired on ${day(-1)}` },
  'that is not yet valid': {
    certificate: createFutureCertificate(AUTHORITY),
    says: `certificate not valid before ${day(2)}`,
  },
  'that signs itself': { certificate: createCertificate({ names: ['127.0.0.1'] }), says: 'self-signed certificate' },
  'of an unknown authority': {
    certificate: createCertificate({ names: ['127.0.0.1'], issuer: createAuthority('Shady "Root"') }),
    says: 'certificate from an unknown authority: its issuer "Shady "Root"" was not sent',
  },
  'for another host': {
    certificate: createCertificate({ names: ['a.test', 'b.test', '192.0.2.7'], issuer: AUTHORITY }),
    says: 'certificate is for a.test, b.test, 192.0.2.7, not for 127.0.0.1',
  },
  'for many other hosts': {
    certificate: createCertificate({ names: Array.from({ length: 8 }, (_, i) => `h${i}.test`), issuer: AUTHORITY }),
    says: 'certificate is for h0.test, h1.test, h2.test, h3.test, h4.test and 3 more, not for 127.0.0.1',
  },
}

for (const [kind, { certificate, says: expectedMessage }] of Object.entries(BAD)) {
  test(`a certificate ${kind} is an ssl_error with the reason unless verification is off`, async (t) => {
    const target = await listen(t, replyWith(OK), certificate)
    const tools = trusting(t)
    const outcome = await check(t, target.url, { tools })
    assert.deepEqual(verdictOf(outcome), ['down', 'ssl_error', `tls 127.0.0.1:${target.port}: ${expectedMessage}`])
    assert.equal(outcome.remoteAddress, '127.0.0.1')
    assert.deepEqual(verdictOf(await check(t, target.url, { tools, settings: { verifyTls: false } })), UP)
  })
}

test('an expired authority is named instead of the certificate that it signed', async (t) => {
  const old = createAuthority('Old Authority', {
    notBefore: new Date(Date.now() - 9e9),
    notAfter: new Date(Date.now() - 9e7),
  })
  const certificate = createCertificate({ names: ['127.0.0.1'], issuer: old })
  const target = await listen(t, replyWith(OK), { cert: certificate.cert + old.cert, key: certificate.key })
  const tools = makeTools(t, { caFile: fileWith(t, old.cert) })
  const { errorType, errorMessage } = await check(t, target.url, { tools })
  assert.equal(errorType, 'ssl_error')
  assert.match(errorMessage!, /: authority "Old Authority" expired on \d{4}-\d\d-\d\d$/)
})

test('a CA file without certificates is rejected at the start', (t) => {
  assert.throws(() => makeTools(t, { caFile: fileWith(t, 'no certificate') }), /contains no PEM certificate/)
  assert.throws(() => makeTools(t, { caFile: '/nonexistent' }), /ENOENT/)
})

test('the server receives the host name, and the certificate is checked against it', async (t) => {
  const dns = await startDnsServer(t, ({ name }) => ({ answers: [toARecord(name, '127.0.0.1')] }))
  const tools = trusting(t, [dns.address])
  const asked: unknown[] = []
  const target = await listen(
    t,
    onRequest((socket) => {
      asked.push((socket as unknown as { servername: string }).servername)
      socket.end(OK)
    }),
    GOOD,
  )
  for (const host of ['good.test', 'good.test.', 'GOOD.test']) {
    assert.deepEqual(verdictOf(await check(t, `https://${host}:${target.port}/`, { tools })), UP)
  }
  assert.deepEqual(asked, ['good.test', 'good.test', 'good.test'])
  const outcome = await check(t, `https://bad.test:${target.port}/`, { tools })
  const message = `tls 127.0.0.1:${target.port}: certificate is for good.test, 127.0.0.1, not for bad.test`
  assert.deepEqual(verdictOf(outcome), ['down', 'ssl_error', message])
})

test('the Host header of a request to an address is the name for TLS and for the certificate', async (t) => {
  const asked: unknown[] = []
  const target = await listen(
    t,
    onRequest((socket) => {
      asked.push((socket as unknown as { servername: string | false }).servername)
      socket.end(OK)
    }),
    createCertificate({ issuer: AUTHORITY, names: ['good.test'] }),
  )
  const tools = trusting(t)
  const checkWith = (host: string) =>
    check(t, `https://127.0.0.1:${target.port}/`, { tools, settings: { headers: { host } } })
  for (const host of ['good.test', 'GOOD.test.', 'good.test:8443'])
    assert.deepEqual(verdictOf(await checkWith(host)), UP, host)
  const message = (host: string) => `tls 127.0.0.1:${target.port}: certificate is for good.test, not for ${host}`
  assert.equal((await checkWith('bad.test')).errorMessage, message('bad.test'))
  // A name that a certificate cannot have
  assert.equal((await checkWith('not a host')).errorMessage, message('127.0.0.1'))
  const dns = await startDnsServer(t, ({ name }) => ({ answers: [toARecord(name, '127.0.0.1')] }))
  const named = await check(t, `https://good.test:${target.port}/`, {
    tools: trusting(t, [dns.address]),
    settings: { headers: { Host: 'other.test' } },
  })
  assert.deepEqual(verdictOf(named), UP)
  assert.deepEqual(asked, ['good.test', 'GOOD.test', 'good.test', 'good.test'])
})

test('no TLS session is resumed, which shows every check the certificate', async (t) => {
  const resumed: boolean[] = []
  const target = await listen(
    t,
    onRequest((socket) => {
      resumed.push((socket as unknown as { isSessionReused(): boolean }).isSessionReused())
      socket.end(OK)
    }),
    GOOD,
  )
  const tools = trusting(t)
  for (let i = 0; i < 3; i++) assert.deepEqual(verdictOf(await check(t, target.url, { tools })), UP)
  assert.deepEqual(resumed, [false, false, false])
})

test('a check reads the certificate once, and Node describes no chain', async (t) => {
  const describing = t.mock.method(TLSSocket.prototype, 'getPeerCertificate')
  const reading = t.mock.method(TLSSocket.prototype, 'getPeerX509Certificate')
  const tools = trusting(t)
  for (const certificate of [GOOD, BAD['for another host'].certificate, BAD['that has expired'].certificate]) {
    const target = await listen(t, replyWith(OK), certificate)
    const outcome = await check(t, target.url, { tools })
    assert.ok(outcome.certificate)
    assert.equal(reading.mock.callCount(), 1)
    reading.mock.resetCalls()
  }
  assert.equal(describing.mock.callCount(), 0)
})

test('a server without HTTP/1.1 in ALPN is an ssl_error with that reason', async (t) => {
  const both = await listen(t, replyWith(OK), { ...GOOD, ALPNProtocols: ['h2', 'http/1.1'] })
  const tools = trusting(t)
  assert.deepEqual(verdictOf(await check(t, both.url, { tools })), UP)
  const other = await listen(t, replyWith(OK), { ...GOOD, ALPNProtocols: ['h2'] })
  const { errorType, errorMessage } = await check(t, other.url, { tools })
  assert.equal(errorType, 'ssl_error')
  assert.match(errorMessage!, /no application protocol/)
})

test('a server with another TLS version is an ssl_error with the reason of OpenSSL', async (t) => {
  const options = {
    ...GOOD,
    minVersion: 'TLSv1' as const,
    maxVersion: 'TLSv1.1' as const,
    ciphers: 'DEFAULT@SECLEVEL=0',
  }
  const target = await listen(t, replyWith(OK), options)
  const { status, errorType, errorMessage } = await check(t, target.url, { tools: trusting(t) })
  assert.deepEqual([status, errorType], ['down', 'ssl_error'])
  assert.match(errorMessage!, /^tls 127\.0\.0\.1:\d+: .*(version|protocol)/)
})

test('a server that requires a client certificate is an ssl_error', async (t) => {
  const target = await listen(t, replyWith(OK), {
    ...GOOD,
    requestCert: true,
    rejectUnauthorized: true,
    ca: AUTHORITY.cert,
  })
  const outcome = await check(t, target.url, { tools: trusting(t) })
  assert.equal(outcome.status, 'down')
  assert.match(outcome.errorType!, /ssl_error|connection_error/)
})

test('a port without TLS is an ssl_error', async (t) => {
  const target = await listen(t, (socket) => void socket.write('220 mail.example ESMTP\r\n'))
  const outcome = await check(t, `https://127.0.0.1:${target.port}/`)
  const message = `tls 127.0.0.1:${target.port}: the response is not TLS`
  assert.deepEqual(verdictOf(outcome), ['down', 'ssl_error', message])
})

test('an unanswered handshake is a timeout of the tls phase', async (t) => {
  const target = await listen(t, () => {})
  const outcome = await check(t, `https://127.0.0.1:${target.port}/`, { timeoutMs: 300 })
  assert.deepEqual(verdictOf(outcome), ['down', 'timeout', `tls 127.0.0.1:${target.port}: no answer in 300 ms`])
  await waitUntil(() => target.open.size === 0, 'the end of the connection')
})

test('a handshake that is cut short is a connection_error', async (t) => {
  const target = await listen(t, (socket) => socket.once('data', () => socket.end()))
  const outcome = await check(t, `https://127.0.0.1:${target.port}/`)
  const message = `tls 127.0.0.1:${target.port}: ECONNRESET`
  assert.deepEqual(verdictOf(outcome), ['down', 'connection_error', message])
})

/** The type of an alert record, and the bytes before a record's length. Source: RFC 5246, section 6.2.1 */
const ALERT = 21
const RECORD_HEAD_BYTES = 5

/** Forwards all records except the close_notify alert, and closes the connection instead. */
const rude =
  (port: number): Handler =>
  (outer) => {
    const inner = connect(port, '127.0.0.1').on('error', () => {})
    outer.on('data', (chunk: Buffer) => inner.write(chunk))
    outer.on('close', () => inner.destroy())
    let held = Buffer.alloc(0)
    inner.on('data', (chunk: Buffer) => {
      held = Buffer.concat([held, chunk])
      while (held.length >= RECORD_HEAD_BYTES) {
        const end = RECORD_HEAD_BYTES + held.readUInt16BE(3)
        if (held.length < end) return
        if (held[0] === ALERT) outer.end()
        else outer.write(held.subarray(0, end))
        held = held.subarray(end)
      }
    })
  }

test('a body that ends with the connection may end without close_notify, as in browsers', async (t) => {
  // In TLS 1.3 a proxy cannot recognize the alert record
  const inside = await listen(t, replyWith('HTTP/1.1 200 OK\r\n\r\nhi'), { ...GOOD, maxVersion: 'TLSv1.2' })
  const target = await listen(t, rude(inside.port))
  const outcome = await check(t, `https://127.0.0.1:${target.port}/`, { tools: trusting(t) })
  assert.deepEqual(verdictOf(outcome), UP)
})
