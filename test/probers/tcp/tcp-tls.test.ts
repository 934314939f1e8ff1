import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { Value } from 'typebox/value'
import type { TlsTerms } from '../../../src/core/monitors/monitor.ts'
import { findTlsMode, TcpSettings } from '../../../src/probers/tcp.ts'
import { createAuthority, createCertificate, createExpiredCertificate } from '../../support/targets/certificates.ts'
import { type Handler, listen, replyWith } from '../../support/targets/targets.ts'
import { waitUntil } from '../../support/time/until.ts'
import { check, fileWith, makeTools, verdictOf } from '../check.ts'

const AUTHORITY = createAuthority()
const GOOD = createCertificate({ issuer: AUTHORITY, names: ['127.0.0.1'] })
const UP = ['up', null, null]
const WATCHED: TlsTerms = { handshake: true, verify: true }

const settingsOf = (port: number, protocol: string, enabled = false) =>
  Value.Parse(TcpSettings, { port, protocol, protocolValidation: { enabled } })

/** The TLS mode of a protocol and port. A command name means that the protocol upgrades with that command. */
const TLS_MODES: [protocol: string, port: number, way: string][] = [
  ['smtp', 25, 'STARTTLS'],
  ['smtp', 587, 'STARTTLS'],
  ['smtp', 465, 'direct'],
  ['pop3', 110, 'STLS'],
  ['pop3', 995, 'direct'],
  ['imap', 143, 'STARTTLS'],
  ['imap', 993, 'direct'],
  ['ftp', 21, 'AUTH TLS'],
  ['ftp', 990, 'direct'],
  ['http', 80, 'none'],
  ['http', 8443, 'direct'],
  ['https', 80, 'direct'],
  ['ssh', 22, 'none'],
  ['ssh', 443, 'none'],
  ['generic', 636, 'direct'],
  ['generic', 853, 'direct'],
  ['generic', 5061, 'direct'],
  ['generic', 6697, 'direct'],
  ['generic', 12_345, 'direct'],
]

test('a monitored port starts TLS as its protocol and its number require', () => {
  for (const [protocol, port, expected] of TLS_MODES) {
    const tlsMode = findTlsMode(settingsOf(port, protocol), WATCHED)
    assert.equal(typeof tlsMode === 'object' ? tlsMode.name : tlsMode, expected, `${protocol} on ${port}`)
  }
})

test('a port without certificate monitoring uses no TLS unless it validates https', () => {
  for (const [protocol, port] of TLS_MODES)
    for (const terms of [undefined, { acceptSelfSigned: true }])
      for (const enabled of [true, false]) {
        const expected = protocol === 'https' && enabled ? 'direct' : 'none'
        assert.equal(findTlsMode(settingsOf(port, protocol, enabled), terms), expected)
      }
})

interface TcpOptions extends Record<string, unknown> {
  protocol?: string
  protocolValidation?: { enabled: boolean; send?: string; expect?: string }
}

async function checkOn(
  t: TestContext,
  handler: Handler,
  options: TcpOptions = {},
  tls: TlsTerms = WATCHED,
  own = GOOD,
) {
  const { port, open } = await listen(t, handler, own)
  const tools = makeTools(t, { caFile: fileWith(t, AUTHORITY.cert) })
  const outcome = await check(t, '127.0.0.1', {
    type: 'TCP',
    settings: { port, ...options },
    tools,
    tls,
    timeoutMs: 2_000,
  })
  await waitUntil(() => open.size === 0, 'the end of the connection')
  const [status, errorType, message] = verdictOf(outcome)
  return { outcome, verdict: [status, errorType, message?.replace(`:${port}`, ':PORT') ?? null] }
}

const SILENT: Handler = () => {}

test('an unknown port is up after a TLS handshake, and its certificate is reported', async (t) => {
  const { outcome, verdict } = await checkOn(t, SILENT)
  assert.deepEqual([verdict, outcome.certificate?.errors], [UP, []])
  assert.ok(outcome.timings.tlsMs! > 0)
})

test('send and expect run inside TLS', async (t) => {
  const echo: Handler = (socket) => void socket.on('data', (chunk) => socket.write(chunk))
  const validated = (words: object) => ({ protocolValidation: { enabled: true, ...words } })
  assert.deepEqual((await checkOn(t, echo, validated({ send: 'PING', expect: 'PING' }))).verdict, UP)
  const { verdict, outcome } = await checkOn(t, echo, validated({ send: 'PING', expect: 'PONG' }))
  assert.deepEqual(verdict.slice(0, 2), ['down', 'connection_error'])
  assert.ok(outcome.certificate)
})

test('https follows its certificate terms, with or without protocol validation', async (t) => {
  const site = replyWith('HTTP/1.1 200 OK\r\n\r\n')
  const bad = createExpiredCertificate(AUTHORITY)
  for (const enabled of [true, false]) {
    const options = { protocol: 'https', protocolValidation: { enabled } }
    assert.deepEqual((await checkOn(t, site, options)).verdict, UP)
    const { verdict } = await checkOn(t, site, options, WATCHED, bad)
    assert.match(String(verdict[2]), /^tls 127\.0\.0\.1:PORT: certificate expired/)
    assert.deepEqual((await checkOn(t, site, options, { handshake: true, verify: false }, bad)).verdict, UP)
  }
})

test('a monitored port without TLS is an ssl_error', async (t) => {
  const { port } = await listen(t, (socket) => void socket.write('hello\r\n'))
  const outcome = await check(t, '127.0.0.1', { type: 'TCP', settings: { port }, tls: WATCHED })
  const message = `tls 127.0.0.1:${port}: the response is not TLS`
  assert.deepEqual(verdictOf(outcome), ['down', 'ssl_error', message])
})

test('a port of an unencrypted protocol is checked as usual, monitored or not', async (t) => {
  const { port } = await listen(t, (socket) => void socket.write('SSH-2.0-OpenSSH_9.9\r\n'))
  const settings = { port, protocol: 'ssh', protocolValidation: { enabled: true } }
  assert.deepEqual(verdictOf(await check(t, '127.0.0.1', { type: 'TCP', settings, tls: WATCHED })), UP)
})
