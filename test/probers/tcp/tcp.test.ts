import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import pkg from '../../../package.json' with { type: 'json' }
import { createEgressPolicy } from '../../../src/core/platform/egress.ts'
import {
  type Certificate,
  createAuthority,
  createCertificate,
  createExpiredCertificate,
} from '../../support/targets/certificates.ts'
import {
  closedPort,
  type Handler,
  listen,
  NXDOMAIN,
  openUnresponsivePort,
  replyWith,
  startDnsServer,
} from '../../support/targets/targets.ts'
import { waitUntil } from '../../support/time/until.ts'
import { check, fileWith, makeTools, verdictOf } from '../check.ts'

interface CheckOptions {
  protocol?: string
  send?: string
  expect?: string
  timeoutMs?: number
}

/** Runs a TCP check with validation; null options only connect. */
async function verdictOn(t: TestContext, handler: Handler, checkOptions: CheckOptions | null) {
  const { port } = await listen(t, handler)
  const { protocol = 'generic', timeoutMs, ...words } = checkOptions ?? {}
  const settings = { port, protocol, ...(checkOptions && { protocolValidation: { enabled: true, ...words } }) }
  const outcome = await check(t, '127.0.0.1', { type: 'TCP', settings, ...(timeoutMs && { timeoutMs }) })
  const [status, errorType, message] = verdictOf(outcome)
  return [status, errorType, message?.replaceAll(`:${port}`, ':PORT') ?? null]
}

/** Settings of a check that validates a protocol. */
function validating(protocol: string, words: object = {}): object {
  return { protocol, protocolValidation: { enabled: true, ...words } }
}

const UP = ['up', null, null]
const sending =
  (words: string): Handler =>
  (socket) =>
    void socket.write(words)

test('a port that accepts connections is up, with its address and connect time', async (t) => {
  const { port } = await listen(t, () => {})
  const outcome = await check(t, '127.0.0.1', { type: 'TCP', settings: { port } })
  assert.deepEqual(verdictOf(outcome), UP)
  assert.equal(outcome.remoteAddress, '127.0.0.1')
  assert.ok(outcome.timings.connectMs !== null && outcome.responseTimeMs! >= outcome.timings.connectMs)
})

/** Accepts connections, and reports how the client ended the last one: with its words, or with an error. */
async function recordEnding(t: TestContext, greet: (socket: Socket) => void) {
  const { promise, resolve } = Promise.withResolvers<string>()
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    let received = ''
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1')
    })
    socket.on('error', ({ message }) => resolve(message))
    // Still writing when the client has ended shows a reset, if the client does not read any more
    socket.on('end', () => socket.write('221 goodbye\r\n', () => socket.end()))
    socket.on('close', (hasFailed) => resolve(hasFailed ? 'failed' : received))
    greet(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  return { port: (server.address() as AddressInfo).port, ending: promise }
}

/** Settings, words of the server, and the words of the client. */
const ENDINGS: Record<string, [settings: object, greeting: string, received: string]> = {
  'without validation': [{}, '220 ready\r\n'.repeat(2_000), ''],
  'after a custom answer': [validating('generic', { expect: '220' }), '220 ready\r\n'.repeat(2_000), ''],
  'after a wrong greeting': [validating('smtp'), `554 no\r\n${'no '.repeat(9_000)}`, ''],
  'after an SMTP greeting of several lines': [validating('smtp'), '220-a\r\n220-b\r\n220 c\r\n', 'QUIT\r\n'],
  'after an FTP greeting': [validating('ftp'), '220 ready\r\n', 'QUIT\r\n'],
  'after a POP3 greeting': [validating('pop3'), '+OK ready\r\n', 'QUIT\r\n'],
  'after an IMAP greeting': [validating('imap'), '* OK ready\r\n', 'z LOGOUT\r\n'],
  'after an SSH version': [validating('ssh'), 'SSH-2.0-OpenSSH_9.9\r\n', `SSH-2.0-Watchkeeper_${pkg.version}\r\n`],
}

for (const [when, [settings, greeting, received]] of Object.entries(ENDINGS))
  test(`a check ends its connection without a reset ${when}, with the last words of the protocol`, async (t) => {
    const { port, ending } = await recordEnding(t, (socket) => void socket.write(greeting))
    await check(t, '127.0.0.1', { type: 'TCP', settings: { port, ...settings } })
    assert.equal(await ending, received)
  })

test('a check of a port does not wait for the far end to close', async (t) => {
  const silent: Socket[] = []
  const server = createServer({ allowHalfOpen: true }, (socket) => void silent.push(socket.on('error', () => {})))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    for (const socket of silent) socket.destroy()
    server.close()
  })
  const settings = { port: (server.address() as AddressInfo).port }
  const outcome = await check(t, '127.0.0.1', { type: 'TCP', settings })
  assert.deepEqual(verdictOf(outcome), UP)
  assert.ok(silent.every((socket) => !socket.destroyed))
})

test('a port is reachable over IPv6', async (t) => {
  const server = createServer((socket) => socket.end('220 ready\r\n'))
  server.listen(0, '::1')
  await once(server, 'listening')
  t.after(() => server.close())
  const settings = {
    port: (server.address() as AddressInfo).port,
    protocol: 'smtp',
    protocolValidation: { enabled: true },
  }
  const outcome = await check(t, '::1', { type: 'TCP', settings })
  assert.deepEqual([...verdictOf(outcome), outcome.remoteAddress], [...UP, '::1'])
})

test('a closed port is a connection_error', async (t) => {
  const port = await closedPort()
  const outcome = await check(t, '127.0.0.1', { type: 'TCP', settings: { port } })
  assert.deepEqual(verdictOf(outcome), ['down', 'connection_error', `connect 127.0.0.1:${port}: ECONNREFUSED`])
})

test('an unresponsive port is a timeout', async (t) => {
  const port = await openUnresponsivePort(t)
  const outcome = await check(t, '127.0.0.1', { type: 'TCP', settings: { port }, timeoutMs: 200 })
  assert.deepEqual(verdictOf(outcome), ['down', 'timeout', `connect 127.0.0.1:${port}: no answer in 200 ms`])
})

test('a missing name is a dns_error', async (t) => {
  const { address } = await startDnsServer(t, () => ({ rcode: NXDOMAIN }))
  const outcome = await check(t, 'gone.example', {
    type: 'TCP',
    settings: { port: 1 },
    tools: makeTools(t, { dnsServers: [address] }),
  })
  assert.deepEqual(verdictOf(outcome), ['down', 'dns_error', `resolve gone.example at ${address}: NXDOMAIN`])
})

test('an address that the egress policy refuses is not connected to', async (t) => {
  const target = await listen(t, () => {})
  const tools = makeTools(t, { egress: createEgressPolicy({ mode: 'public' }) })
  const outcome = await check(t, 'localhost', { type: 'TCP', settings: { port: target.port }, tools })
  assert.deepEqual(outcome.errorType, 'connection_error')
  assert.match(outcome.errorMessage!, /refused by the egress policy, a loopback address/)
  assert.equal(target.accepted, 0)
})

const GOOD_GREETINGS: Record<string, string> = {
  smtp: '220-mail.example.com\r\n220 ready\r\n',
  pop3: '+OK ready\r\n',
  imap: '* OK [CAPABILITY IMAP4rev1] ready\r\n',
  ftp: '220 (ready)\n',
  ssh: 'Authorized use only\r\nSSH-2.0-OpenSSH_9.9\r\n',
}

for (const [protocol, words] of Object.entries(GOOD_GREETINGS)) {
  test(`an ${protocol} server that greets is up, even if its greeting arrives slowly`, async (t) => {
    assert.deepEqual(await verdictOn(t, sending(words), { protocol }), UP)
    const drip: Handler = async (socket) => {
      for (const letter of words) {
        socket.write(letter)
        await new Promise(setImmediate)
      }
    }
    assert.deepEqual(await verdictOn(t, drip, { protocol }), UP)
  })
}

const BAD_GREETINGS: [protocol: string, words: string, message: string][] = [
  ['smtp', '554 go away\r\n', 'not an SMTP greeting (220), "554 go away"'],
  ['smtp', '2200 ready\r\n', 'not an SMTP greeting (220), "2200 ready"'],
  ['pop3', '-ERR busy\r\n', 'not a POP3 greeting (+OK), "-ERR busy"'],
  ['imap', '* BYE full\r\n', 'not an IMAP greeting (* OK), "* BYE full"'],
  ['ftp', '120 in 5 minutes\r\n', 'not an FTP greeting (220), "120 in 5 minutes"'],
  ['ftp', 'SSH-2.0-x\r\n', 'not an FTP greeting (220), "SSH-2.0-x"'],
]

for (const [protocol, words, message] of BAD_GREETINGS) {
  test(`${protocol} does not accept ${JSON.stringify(words)} as a greeting`, async (t) => {
    const expected = ['down', 'connection_error', `read 127.0.0.1:PORT: ${message}`]
    assert.deepEqual(await verdictOn(t, sending(words), { protocol }), expected)
  })
}

test('a check without validation ignores the greeting', async (t) => {
  assert.deepEqual(await verdictOn(t, sending('554 go away\r\n'), null), UP)
})

test('a server that accepts and stays silent is a timeout', async (t) => {
  const expected = ['down', 'timeout', 'read 127.0.0.1:PORT: no answer in 150 ms']
  assert.deepEqual(await verdictOn(t, () => {}, { protocol: 'smtp', timeoutMs: 150 }), expected)
})

test('half a greeting is a timeout whose message shows it', async (t) => {
  const expected = ['down', 'timeout', 'read 127.0.0.1:PORT: no SMTP greeting (220) in "220 rea" in 150 ms']
  assert.deepEqual(await verdictOn(t, sending('220 rea'), { protocol: 'smtp', timeoutMs: 150 }), expected)
})

test('a connection that closes before the greeting is a connection_error', async (t) => {
  const said = await verdictOn(t, (socket) => socket.end(), { protocol: 'imap' })
  assert.deepEqual(said, ['down', 'connection_error', 'read 127.0.0.1:PORT: connection closed, no answer'])
  const half = await verdictOn(t, (socket) => socket.end('* O'), { protocol: 'imap' })
  assert.deepEqual(half[2], 'read 127.0.0.1:PORT: connection closed, no IMAP greeting (* OK) in "* O"')
})

test('a reset instead of a greeting is a connection_error', async (t) => {
  const said = await verdictOn(t, (socket) => void socket.resetAndDestroy(), { protocol: 'pop3' })
  assert.deepEqual(said.slice(0, 2), ['down', 'connection_error'])
  assert.match(said[2]!, /ECONNRESET$/)
})

test('an endless answer is abandoned and is a connection_error', async (t) => {
  const flood: Handler = (socket) => {
    const more = () => {
      while (!socket.destroyed && socket.write('x'.repeat(16_384)));
    }
    socket.on('drain', more)
    more()
  }
  const expected = ['down', 'connection_error', 'read 127.0.0.1:PORT: "PONG" not found in 16384 bytes']
  assert.deepEqual(await verdictOn(t, flood, { expect: 'PONG' }), expected)
  const ssh = await verdictOn(t, flood, { protocol: 'ssh' })
  assert.deepEqual(ssh.slice(0, 2), ['down', 'connection_error'])
})

const echo: Handler = (socket) => socket.on('data', (chunk) => socket.write(`you said ${chunk}`))

test('a check sends its text and searches the answer for the expected text', async (t) => {
  assert.deepEqual(await verdictOn(t, echo, { send: 'PING\r\n', expect: 'said PING' }), UP)
  assert.deepEqual(await verdictOn(t, echo, { send: 'grüß dich', expect: 'grüß' }), UP)
  assert.deepEqual(await verdictOn(t, echo, { send: 'any answer will do' }), UP)
  assert.deepEqual(await verdictOn(t, sending('+PONG\r\n'), { expect: 'PONG' }), UP)
})

test('an answer without the expected text fails at the timeout or at the end of the connection', async (t) => {
  const open = await verdictOn(t, echo, { send: 'PING', expect: 'PONG', timeoutMs: 150 })
  const message = 'read 127.0.0.1:PORT: "PONG" not found in 13 bytes in 150 ms'
  assert.deepEqual(open, ['down', 'connection_error', message])
  const closed = await verdictOn(t, (socket) => socket.end('nothing here'), { expect: 'PONG' })
  assert.deepEqual(closed[2], 'read 127.0.0.1:PORT: connection closed, "PONG" not found in 12 bytes')
})

test('an http server is up when it answers with any status line', async (t) => {
  assert.deepEqual(await verdictOn(t, replyWith('HTTP/1.1 503 Busy\r\n\r\n'), { protocol: 'http' }), UP)
  const wrong = await verdictOn(t, replyWith('ABC 200 OK\r\n\r\n'), { protocol: 'http' })
  assert.deepEqual(wrong[2], 'read 127.0.0.1:PORT: not an HTTP status line, "ABC 200 OK"')
})

test('https is up only with a valid certificate', async (t) => {
  const authority = createAuthority()
  const tools = makeTools(t, { caFile: fileWith(t, authority.cert) })
  const verdict = async (certificate: Certificate) => {
    const { port } = await listen(t, replyWith('HTTP/1.1 200 OK\r\n\r\n'), certificate)
    const settings = { port, protocol: 'https', protocolValidation: { enabled: true } }
    return check(t, 'localhost', { type: 'TCP', settings, tools })
  }
  const good = await verdict(createCertificate({ issuer: authority }))
  assert.deepEqual(verdictOf(good), UP)
  assert.ok(good.timings.tlsMs !== null)
  assert.equal((await verdict(createExpiredCertificate(authority))).errorType, 'ssl_error')
})

test('every connection is closed when its check is over', async (t) => {
  const target = await listen(t, sending('220 ready\r\n'))
  for (const enabled of [true, false]) {
    const settings = { port: target.port, protocol: 'ftp', protocolValidation: { enabled } }
    await check(t, '127.0.0.1', { type: 'TCP', settings })
  }
  await waitUntil(() => target.open.size === 0)
  assert.equal(target.accepted, 2)
})
