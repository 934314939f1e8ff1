import assert from 'node:assert/strict'
import { getDiffieHellman } from 'node:crypto'
import { test } from 'node:test'
import type { TlsOptions } from 'node:tls'
import { createAuthority, createCertificate } from '../../support/targets/certificates.ts'
import { listen } from '../../support/targets/targets.ts'
import { waitUntil } from '../../support/time/until.ts'
import { check, fileWith, makeTools, verdictOf } from '../check.ts'
import {
  alertRecord,
  cutAfter,
  encodeDhGroup,
  handshakeRecord,
  sendBytesAfterHello,
  serverHello,
  startTlsWire,
} from './tls-wire.ts'

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi'
const AUTHORITY = createAuthority()
const GOOD = createCertificate({ issuer: AUTHORITY, names: ['127.0.0.1'] })
const TLS_12 = { maxVersion: 'TLSv1.2' } as const
const OLD_DEVICE = createCertificate({ names: ['127.0.0.1'], rsaBits: 2048 })
const MUTUAL = { requestCert: true, rejectUnauthorized: true, ca: AUTHORITY.cert }

const MISSING_CERTIFICATE = 'the server requires a client certificate of "Test Authority", and the monitor has none'

const ONLY_WITH = 'which is accepted only with the weak TLS of old devices or without certificate verification'

const nameVersion = (version: string) =>
  `no common TLS version: the server offers TLS ${version}, and the minimum TLS version of the monitor is 1.2`

const NO_COMMON_VERSION =
  'no common TLS version: this client supports 1.2 and 1.3, and 1.0 and 1.1 only without certificate verification'

/** The phase of the failure and its message. */
const REFUSING: Record<string, { site: TlsOptions; says: string; phase?: string }> = {
  'shares no cipher with us': {
    site: { ...TLS_12, ciphers: 'ECDHE-RSA-AES128-GCM-SHA256' },
    says: 'the server refused: no common cipher, or it requires a client certificate',
  },
  'wants a client certificate over TLS 1.2': {
    site: { ...TLS_12, ...MUTUAL },
    says: MISSING_CERTIFICATE,
  },
  // In TLS 1.3 the client finishes first, and receives the alert when it reads
  'wants a client certificate over TLS 1.3': {
    site: MUTUAL,
    says: MISSING_CERTIFICATE,
    phase: 'read',
  },
  'speaks no HTTP/1.1': { site: { ALPNProtocols: ['h2'] }, says: 'the server refused: no application protocol' },
}

for (const [kind, { site, says: expectedMessage, phase = 'tls' }] of Object.entries(REFUSING))
  test(`a server that ${kind} is an ssl_error with the reason`, async (t) => {
    const tools = makeTools(t, { caFile: fileWith(t, AUTHORITY.cert) })
    const { port, url, open } = await startTlsWire(t, { ...GOOD, ...site }, OK)
    for (const verifyTls of [true, false])
      assert.deepEqual(verdictOf(await check(t, url, { tools, settings: { verifyTls } })), [
        'down',
        'ssl_error',
        `${phase} 127.0.0.1:${port}: ${expectedMessage}`,
      ])
    await waitUntil(() => open.size === 0, 'the end of the connection')
  })

const OLD_CIPHERS = { ciphers: 'DEFAULT@SECLEVEL=0' }

/** Source: RFC 2409, section 6.2 */
const GROUP_OF_1024_BITS = encodeDhGroup(getDiffieHellman('modp2'))

const OLD_DEVICES: Record<string, { site: TlsOptions; says: string }> = {
  'TLS 1.0': { site: { minVersion: 'TLSv1', maxVersion: 'TLSv1', ...OLD_CIPHERS }, says: nameVersion('1.0') },
  'TLS 1.1': { site: { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ...OLD_CIPHERS }, says: nameVersion('1.1') },
  'a Diffie-Hellman group of 1024 bits': {
    site: { ...TLS_12, ciphers: 'DHE-RSA-AES128-SHA:@SECLEVEL=0', dhparam: GROUP_OF_1024_BITS },
    says: `the server uses a short Diffie-Hellman key, ${ONLY_WITH}`,
  },
}

for (const [kind, { site, says: expectedMessage }] of Object.entries(OLD_DEVICES))
  test(`an old device with ${kind} is up when verification is off, and later checks need one connection`, async (t) => {
    const tools = makeTools(t)
    const { port, url, open, accepted } = await startTlsWire(t, { ...OLD_DEVICE, ...site }, OK)
    const message = `tls 127.0.0.1:${port}: ${expectedMessage}`
    assert.deepEqual(verdictOf(await check(t, url, { tools })), ['down', 'ssl_error', message])
    for (const connections of [2, 1]) {
      const before = accepted()
      const outcome = await check(t, url, { tools, settings: { verifyTls: false } })
      assert.deepEqual(verdictOf(outcome), ['up', null, null])
      assert.deepEqual([accepted() - before, outcome.certificate?.subject], [connections, 'CN=127.0.0.1'])
    }
    assert.deepEqual(verdictOf(await check(t, url, { tools })), ['down', 'ssl_error', message])
    await waitUntil(() => open.size === 0, 'the end of the connection')
  })

test('a server without secure renegotiation is asked again when verification is off', async (t) => {
  const hello = serverHello([3, 3])
  // The last seven bytes are the extension
  const bare = handshakeRecord([3, 3], 2, [...hello.subarray(9, -7), 0, 0])
  const { port, url } = await sendBytesAfterHello(t, Buffer.concat([bare, alertRecord(80)]))
  const messages = []
  for (const verifyTls of [true, false]) messages.push((await check(t, url, { settings: { verifyTls } })).errorMessage)
  const place = `tls 127.0.0.1:${port}: the server`
  assert.deepEqual(messages, [
    `${place} does not support secure renegotiation (RFC 5746), ${ONLY_WITH}`,
    `${place} refused: internal error`,
  ])
})

const V12 = [3, 3] as const
const CERTIFICATE = 11

const BYTES: Record<string, [bytes: Buffer, says: string]> = {
  'is plain HTTP': [Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'), 'the response is not TLS'],
  'is a greeting': [Buffer.from('220 mail.example ESMTP\r\n'), 'the response is not TLS'],
  'is SSL 2': [Buffer.from([0x80, 0x2e, 4, 0, 1, 0, 2, 0, 0, 0, 0, 0, 0]), 'the response is not TLS'],
  'is SSL 3': [serverHello([3, 0]), NO_COMMON_VERSION],
  'is TLS 1.0': [serverHello([3, 1]), nameVersion('1.0')],
  'names a cipher that we did not offer': [serverHello(V12, [0, 4]), 'unknown cipher returned'],
  'goes on with garbage': [
    Buffer.concat([serverHello(V12), Buffer.from('garbage of all kinds')]),
    'the response is not TLS',
  ],
  'holds a certificate that is none': [
    Buffer.concat([serverHello(V12), handshakeRecord(V12, CERTIFICATE, [0, 0, 7, 0, 0, 4, 1, 2, 3, 4])]),
    'cannot parse the server certificate (wrong tag)',
  ],
  'alerts that the host is unknown': [alertRecord(112), 'the server does not recognize the host name'],
  'alerts an internal error': [alertRecord(80), 'the server refused: internal error'],
  'alerts that the client certificate is bad': [alertRecord(42), 'the server refused: bad certificate'],
  'is data before the handshake': [Buffer.from([23, 3, 3, 0, 5, 1, 2, 3, 4, 5]), 'unexpected message'],
}

for (const [kind, [bytes, expectedMessage]] of Object.entries(BYTES))
  test(`an answer that ${kind} is an ssl_error with the reason`, async (t) => {
    const { port, url, open } = await sendBytesAfterHello(t, bytes)
    assert.deepEqual(verdictOf(await check(t, url)), ['down', 'ssl_error', `tls 127.0.0.1:${port}: ${expectedMessage}`])
    await waitUntil(() => open.size === 0, 'the end of the connection')
  })

test('a warning alert about the host name is ignored, and the silence after it is a timeout', async (t) => {
  const { port, url, open } = await sendBytesAfterHello(t, alertRecord(112, 1))
  const outcome = await check(t, url, { timeoutMs: 300 })
  assert.deepEqual(verdictOf(outcome), ['down', 'timeout', `tls 127.0.0.1:${port}: no answer in 300 ms`])
  await waitUntil(() => open.size === 0, 'the end of the connection')
})

for (const bytes of [1, 100, 700])
  test(`a handshake that stops after ${bytes} bytes is a timeout, and a connection_error when reset or closed`, async (t) => {
    const inside = await startTlsWire(t, GOOD, OK)
    const endings = { stays: () => {}, ends: (s: { end(): void }) => s.end(), resets: reset }
    for (const [name, then] of Object.entries(endings)) {
      const { port, open } = await listen(t, cutAfter(inside.port, bytes, then))
      const outcome = await check(t, `https://127.0.0.1:${port}/`, { timeoutMs: name === 'stays' ? 300 : 5_000 })
      const expectedMessage = name === 'stays' ? 'no answer in 300 ms' : 'ECONNRESET'
      const cause = name === 'stays' ? 'timeout' : 'connection_error'
      assert.deepEqual(verdictOf(outcome), ['down', cause, `tls 127.0.0.1:${port}: ${expectedMessage}`])
      await waitUntil(() => open.size === 0, 'the end of the connection')
    }
    await waitUntil(() => inside.open.size === 0, 'the end of the inner connection')
  })

const reset = (socket: { resetAndDestroy(): unknown }): void => void socket.resetAndDestroy()

test('every check does a full handshake, even if the server sends session tickets', async (t) => {
  const tools = makeTools(t, { caFile: fileWith(t, AUTHORITY.cert) })
  for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
    const { url, sessions } = await startTlsWire(t, { ...GOOD, minVersion: version, maxVersion: version }, OK)
    for (let i = 0; i < 4; i++) assert.equal((await check(t, url, { tools })).status, 'up')
    assert.deepEqual(sessions, Array(4).fill('full'))
  }
})
