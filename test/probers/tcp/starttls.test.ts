import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import type { SecureContextOptions } from 'node:tls'
import type { TlsTerms } from '../../../src/core/monitors/monitor.ts'
import { createAuthority, createCertificate, createExpiredCertificate } from '../../support/targets/certificates.ts'
import { type Handler, listen } from '../../support/targets/targets.ts'
import { waitUntil } from '../../support/time/until.ts'
import { check, fileWith, makeTools, verdictOf } from '../check.ts'
import { type PlainProtocol, type StartTlsOptions, startTlsServer } from './starttls-server.ts'

const AUTHORITY = createAuthority()
const GOOD = createCertificate({ issuer: AUTHORITY, names: ['127.0.0.1'] })
const UP = ['up', null, null]
const WATCHED: TlsTerms = { handshake: true, verify: true }
const PROTOCOLS: readonly PlainProtocol[] = ['smtp', 'pop3', 'imap', 'ftp']

interface StartTlsCheck {
  tls?: TlsTerms
  timeoutMs?: number
  isValidated?: boolean
}

async function checkOn(
  t: TestContext,
  protocol: string,
  handler: Handler,
  { isValidated, ...options }: StartTlsCheck = {},
) {
  const { port, open } = await listen(t, handler)
  const tools = makeTools(t, { caFile: fileWith(t, AUTHORITY.cert) })
  const settings = { port, protocol, protocolValidation: { enabled: isValidated ?? true } }
  const outcome = await check(t, '127.0.0.1', { type: 'TCP', settings, tools, tls: WATCHED, ...options })
  await waitUntil(() => open.size === 0, 'the end of the connection')
  const [status, errorType, message] = verdictOf(outcome)
  return { outcome, port, verdict: [status, errorType, message?.replace(`:${port}`, ':PORT') ?? null] }
}

const down = (cause: string, message: string) => ['down', cause, message]

for (const protocol of PROTOCOLS) {
  test(`${protocol} upgrades to TLS and reports its certificate, even if its answers arrive in pieces`, async (t) => {
    for (const drips of [false, true]) {
      const { outcome, port, verdict } = await checkOn(t, protocol, startTlsServer(protocol, GOOD, { drips }))
      assert.deepEqual(verdict, UP)
      assert.equal(outcome.certificate?.endpoint, `127.0.0.1:${port}`)
      assert.deepEqual([outcome.certificate?.sans, outcome.certificate?.errors], [['127.0.0.1'], []])
      const { connectMs, firstByteMs, tlsMs } = outcome.timings
      assert.ok(connectMs! > 0 && firstByteMs! > 0 && tlsMs! > 0)
    }
  })

  test(`${protocol} ends the session over TLS, or after a refused command`, async (t) => {
    const received: string[] = []
    const onSecure = (socket: Socket) => void socket.on('data', (chunk) => received.push(chunk.toString()))
    await checkOn(t, protocol, startTlsServer(protocol, GOOD, { onSecure }))
    const goodbye = protocol === 'imap' ? 'z LOGOUT' : 'QUIT'
    assert.deepEqual(received, [`${goodbye}\r\n`])
    const refused: string[] = []
    await checkOn(t, protocol, startTlsServer(protocol, null, { receivedLines: refused }))
    assert.equal(refused.at(-1), goodbye)
  })

  test(`${protocol} upgrades to the TLS of an old device when its certificate is not verified`, async (t) => {
    const old: SecureContextOptions = {
      ...GOOD,
      maxVersion: 'TLSv1',
      minVersion: 'TLSv1',
      ciphers: 'DEFAULT@SECLEVEL=0',
    }
    const unverified = { handshake: true, verify: false }
    assert.deepEqual((await checkOn(t, protocol, startTlsServer(protocol, old), { tls: unverified })).verdict, UP)
    assert.equal((await checkOn(t, protocol, startTlsServer(protocol, old))).verdict[1], 'ssl_error')
  })

  test(`${protocol} starts TLS only when its certificate is monitored, with or without validation`, async (t) => {
    const received: string[] = []
    const server = () => startTlsServer(protocol, GOOD, { receivedLines: received })
    assert.deepEqual((await checkOn(t, protocol, server(), { tls: {} })).verdict, UP)
    assert.deepEqual(received, [protocol === 'imap' ? 'z LOGOUT' : 'QUIT'])
    const { verdict, outcome } = await checkOn(t, protocol, server(), { isValidated: false })
    assert.deepEqual([verdict, outcome.certificate?.errors], [UP, []])
    assert.match(received.at(-1)!, /STARTTLS|STLS|AUTH TLS/)
  })

  test(`${protocol} with a bad certificate is an ssl_error unless only its expiry is monitored`, async (t) => {
    const old = createExpiredCertificate(AUTHORITY)
    const server = () => startTlsServer(protocol, old)
    const { verdict, outcome } = await checkOn(t, protocol, server())
    assert.equal(verdict[1], 'ssl_error')
    assert.match(String(verdict[2]), /^tls 127\.0\.0\.1:PORT: certificate expired on \d{4}-\d\d-\d\d$/)
    assert.equal(outcome.certificate?.errors[0]?.code, 'CERT_HAS_EXPIRED')
    const lenient = await checkOn(t, protocol, server(), { tls: { ...WATCHED, verify: false } })
    assert.deepEqual(lenient.verdict, UP)
    assert.deepEqual(lenient.outcome.certificate, { ...outcome.certificate, endpoint: `127.0.0.1:${lenient.port}` })
  })

  test(`${protocol} with a self-signed certificate is up when such certificates are accepted`, async (t) => {
    const server = () => startTlsServer(protocol, createCertificate({ names: ['127.0.0.1'] }))
    assert.deepEqual((await checkOn(t, protocol, server())).verdict[1], 'ssl_error')
    const tls = { ...WATCHED, acceptSelfSigned: true }
    assert.deepEqual((await checkOn(t, protocol, server(), { tls })).verdict, UP)
  })
}

const NAMES = { smtp: 'STARTTLS', pop3: 'STLS', imap: 'STARTTLS', ftp: 'AUTH TLS' }
const REFUSALS = {
  smtp: '',
  pop3: ', "-ERR unknown command"',
  imap: ', "a BAD unknown command"',
  ftp: ', "502 not implemented"',
}

for (const protocol of PROTOCOLS) {
  test(`${protocol} without TLS is an ssl_error with the reason`, async (t) => {
    const { verdict } = await checkOn(t, protocol, startTlsServer(protocol, null))
    const message = `read 127.0.0.1:PORT: the server does not offer ${NAMES[protocol]}${REFUSALS[protocol]}`
    assert.deepEqual(verdict, down('ssl_error', message))
  })

  test(`${protocol} with plain text after its last answer is an ssl_error, because it may be injected`, async (t) => {
    const server = startTlsServer(protocol, GOOD, { afterwards: '* injected\r\n' })
    const { verdict } = await checkOn(t, protocol, server)
    assert.deepEqual(verdict, down('ssl_error', 'read 127.0.0.1:PORT: the server continues in plain text'))
  })
}

test('an SMTP server receives the client address in brackets, as from hosts without a name', async (t) => {
  const received: string[] = []
  await checkOn(t, 'smtp', startTlsServer('smtp', GOOD, { receivedLines: received }))
  assert.deepEqual(received, ['EHLO [127.0.0.1]', 'STARTTLS'])
})

const sending =
  (words: string, ending: (socket: Socket) => void = () => {}): Handler =>
  (socket) =>
    void socket.write(words, () => ending(socket))

test('a greeting is judged before TLS starts', async (t) => {
  const wrong = await checkOn(t, 'smtp', sending('554 go away\r\n'))
  const shownMessage = 'read 127.0.0.1:PORT: not an SMTP greeting (220), "554 go away"'
  assert.deepEqual(wrong.verdict, down('connection_error', shownMessage))
  const silent = await checkOn(t, 'imap', sending(''), { timeoutMs: 300 })
  assert.deepEqual(silent.verdict, down('timeout', 'read 127.0.0.1:PORT: no answer in 300 ms'))
  const unfinished = await checkOn(t, 'ftp', sending('220-files\r\n'), { timeoutMs: 300 })
  assert.equal(unfinished.verdict[1], 'timeout')
})

test('a server that stays silent or closes after the request is not reported as a refusal', async (t) => {
  const silent = await checkOn(t, 'pop3', sending('+OK\r\n'), { timeoutMs: 300 })
  assert.deepEqual(silent.verdict, down('timeout', 'read 127.0.0.1:PORT: no answer to STLS in 300 ms'))
  const rude: Handler = (socket) => {
    socket.write('* OK\r\n')
    socket.once('data', () => socket.end())
  }
  const gone = await checkOn(t, 'imap', rude)
  const message = 'read 127.0.0.1:PORT: connection closed, no answer to STARTTLS'
  assert.deepEqual(gone.verdict, down('connection_error', message))
})

test('an endless answer is abandoned after 16 KiB', async (t) => {
  const flood: Handler = (socket) => {
    socket.write('220 ready\r\n')
    socket.on('data', () => socket.write('250-MORE\r\n'.repeat(4_000)))
  }
  const { verdict } = await checkOn(t, 'smtp', flood)
  const message = 'read 127.0.0.1:PORT: no answer to EHLO [127.0.0.1]'
  assert.deepEqual(verdict, down('connection_error', message))
})

const BROKEN: Record<string, [then: StartTlsOptions['insteadOfHandshake'], cause: string, message: string]> = {
  stalls: [() => {}, 'timeout', 'no answer in 500 ms'],
  'is reset': [(socket) => socket.resetAndDestroy(), 'connection_error', 'ECONNRESET'],
  'is ended': [(socket) => void socket.end(), 'connection_error', 'ECONNRESET'],
  'is answered plainly': [
    (socket) => socket.once('data', () => socket.write('500 what?\r\n')),
    'ssl_error',
    'the response is not TLS',
  ],
}

for (const [kind, [then, cause, shownMessage]] of Object.entries(BROKEN))
  test(`a handshake that ${kind} after STARTTLS ends the check in time`, async (t) => {
    const { verdict, outcome } = await checkOn(t, 'imap', startTlsServer('imap', GOOD, { insteadOfHandshake: then }), {
      ...(cause === 'timeout' && { timeoutMs: 500 }),
    })
    assert.deepEqual(verdict, down(cause, `tls 127.0.0.1:PORT: ${shownMessage}`))
    assert.equal(outcome.certificate, undefined)
  })
