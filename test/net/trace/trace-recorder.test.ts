import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { Value } from 'typebox/value'
import { createEgressPolicy } from '../../../src/core/platform/egress.ts'
import type { ProbeKind } from '../../../src/core/probes/protocol.ts'
import type { TraceStep } from '../../../src/core/results/trace-step.ts'
import { createIcmp } from '../../../src/net/icmp/icmp.ts'
import { TraceRecorder } from '../../../src/net/trace/trace.ts'
import { PROBERS } from '../../../src/probers/index.ts'
import { runCheck } from '../../../src/probers/run-check.ts'
import { makeTools, type TestTools } from '../../probers/check.ts'
import { createAuthority, createCertificate } from '../../support/targets/certificates.ts'
import {
  closedPort,
  listen,
  NXDOMAIN,
  onRequest,
  REFUSED,
  replyWith,
  startDnsServer,
  toARecord,
  toCnameRecord,
} from '../../support/targets/targets.ts'
import { OK_RESPONSE, startTlsSite } from '../../support/targets/tls-site.ts'

interface Options extends TestTools {
  settings?: Record<string, unknown>
  timeoutMs?: number
}

/** The steps of one check. */
async function traced(t: TestContext, type: ProbeKind, target: string, options: Options = {}): Promise<TraceStep[]> {
  const { settings = {}, timeoutMs = 10_000, ...rest } = options
  const tools = makeTools(t, rest)
  const whole = Value.Default(PROBERS[type].settings, settings)
  const recorder = new TraceRecorder()
  await runCheck({ type, target, settings: whole, timeoutMs }, tools, { log: recorder })
  for (const { atMs } of recorder.steps) assert.ok(atMs >= 0)
  return recorder.steps.map(({ step }) => step)
}

const kindsOf = (steps: TraceStep[]): string[] => steps.map(({ kind }) => kind)

function only<K extends TraceStep['kind']>(steps: TraceStep[], kind: K): Extract<TraceStep, { kind: K }> {
  const [found, ...others] = steps.filter((step) => step.kind === kind)
  assert.ok(found && others.length === 0, `one ${kind} in ${kindsOf(steps)}`)
  return found as Extract<TraceStep, { kind: K }>
}

test('a web check records its connection, its request and the response, in this order', async (t) => {
  const said =
    'HTTP/1.1 404 Gone Fishing\r\nContent-Type: text/plain\r\nX-Two: a\r\nx-two: b\r\nContent-Length: 4\r\n\r\nfish'
  const { url, port } = await listen(t, replyWith(said))
  const steps = await traced(t, 'HTTP', `${url}/pond?x=1`, { settings: { method: 'POST', body: 'bait' } })
  assert.deepEqual(kindsOf(steps), ['connect', 'send', 'receive'])
  const { ms: connectMs, ...connect } = only(steps, 'connect')
  assert.deepEqual(connect, { kind: 'connect', address: '127.0.0.1', port, error: null })
  assert.ok(connectMs > 0)
  const { requestLine, headers, bodyBytes } = only(steps, 'send')
  assert.deepEqual([requestLine, bodyBytes], ['POST /pond?x=1 HTTP/1.1', 4])
  assert.deepEqual(headers[0], ['Host', `127.0.0.1:${port}`])
  const { ms, firstByteMs, ...receive } = only(steps, 'receive')
  assert.ok(ms >= firstByteMs! && firstByteMs! > 0)
  assert.deepEqual(receive, {
    kind: 'receive',
    statusLine: 'HTTP/1.1 404 Gone Fishing',
    headers: [
      ['Content-Type', 'text/plain'],
      ['X-Two', 'a'],
      ['x-two', 'b'],
      ['Content-Length', '4'],
    ],
    bodyBytes: 4,
    body: 'whole',
    start: 'fish',
    error: null,
  })
})

test('no secret of a request is recorded, neither in the request nor in an echo of the target', async (t) => {
  const echo = onRequest((socket, request) => {
    const headers = `X-Echo: ${/Bearer \S+/.exec(request)}\r\nSet-Cookie: sid=its-own-secret\r\nWWW-Authenticate: Basic`
    const padding = 'x'.repeat(500)
    socket.end(`HTTP/1.1 200 OK\r\n${headers}\r\n\r\n${padding}${request}`)
  })
  const { url } = await listen(t, echo)
  const headers = {
    Authorization: 'Bearer the-secret-token',
    Cookie: 'a=another-secret',
    'X-Api-Key': 'third-secret',
    'Proxy-Authorization': 'Basic fourth-secret',
    'X-Auth-Token': 'fifth-secret',
    Accept: 'text/plain',
  }
  const keywords = [{ text: 'Accept', shouldContain: true }]
  const steps = [
    ...(await traced(t, 'HTTP', url, { settings: { headers } })),
    ...(await traced(t, 'KEYWORD', url, { settings: { headers, keywords } })),
  ]
  const recorded = JSON.stringify(steps)
  assert.doesNotMatch(recorded, /secret/)
  assert.match(recorded, /\["Authorization","\*{8}"\]/)
  assert.match(recorded, /\["Accept","text\/plain"\]/)
  assert.match(recorded, /\["WWW-Authenticate","Basic"\]/)
})

test('a redirect records its destination and the removed headers', async (t) => {
  const { url: there, port } = await listen(t, replyWith(OK_RESPONSE))
  const { url } = await listen(t, replyWith(`HTTP/1.1 307 Go\r\nLocation: ${there}/x\r\nContent-Length: 9\r\n\r\n`))
  const headers = { Authorization: 'Bearer abcdefghi', 'X-Kept': '1' }
  const steps = await traced(t, 'HTTP', url, { settings: { headers } })
  assert.deepEqual(kindsOf(steps), ['connect', 'send', 'receive', 'redirect', 'connect', 'send', 'receive'])
  assert.deepEqual(only(steps, 'redirect'), {
    kind: 'redirect',
    status: 307,
    method: 'GET',
    url: `http://127.0.0.1:${port}/x`,
    removedHeaders: ['Authorization'],
  })
  assert.equal((steps[2] as { body: string }).body, 'unread')
})

test('a failure is recorded in its step', async (t) => {
  const closed = await traced(t, 'TCP', '127.0.0.1', { settings: { port: await closedPort() } })
  assert.equal(only(closed, 'connect').error, 'ECONNREFUSED')

  const { url } = await listen(t, replyWith('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf'))
  const { body, error, start } = only(await traced(t, 'HTTP', url), 'receive')
  assert.deepEqual([body, start, error], ['broken_off', 'half', 'closed after 4 of 10 bytes'])

  const { url: mute } = await listen(t, () => {})
  const silent = only(await traced(t, 'HTTP', mute, { timeoutMs: 200 }), 'receive')
  assert.deepEqual([silent.statusLine, silent.firstByteMs, silent.error], [null, null, 'no answer in 200 ms'])

  const plain = await traced(t, 'HTTP', mute.replace('http:', 'https:'), { timeoutMs: 200 })
  assert.deepEqual([only(plain, 'tls').error, only(plain, 'tls').protocol], ['no answer', null])

  const egress = createEgressPolicy({ mode: 'public' })
  const refused = await traced(t, 'HTTP', 'http://localhost:1/', { egress })
  assert.deepEqual(only(refused, 'refused'), { kind: 'refused', address: '127.0.0.1', error: 'a loopback address' })
})

test('a handshake records the negotiated parameters and every certificate', async (t) => {
  const authority = createAuthority()
  const site = await startTlsSite(t, createCertificate({ issuer: authority }), { above: [authority] })
  const steps = await traced(t, 'HTTP', site.url.replace('127.0.0.1', 'localhost'), { settings: { verifyTls: false } })
  const { certificate, ms, cipher, ...tls } = only(steps, 'tls')
  assert.match(cipher!, /^TLS_AES_/)
  assert.ok(ms > 0)
  const agreed = { serverName: 'localhost', protocol: 'TLSv1.3', keyExchange: 'X25519', alpn: null }
  assert.deepEqual(tls, { kind: 'tls', ...agreed, isVerified: false, error: null })
  assert.deepEqual(
    certificate!.chain.map(({ subject }) => subject),
    ['CN=localhost', 'CN=Test Authority'],
  )
  assert.equal(certificate!.errors[0]!.code, 'SELF_SIGNED_CERT_IN_CHAIN')
})

test('a keyword check records the searched text and the found keywords', async (t) => {
  const { url } = await listen(t, replyWith('HTTP/1.1 200 OK\r\n\r\nAll is well'))
  const keywords = [
    { text: 'WELL', shouldContain: true },
    { text: 'error', shouldContain: true },
  ]
  assert.deepEqual(only(await traced(t, 'KEYWORD', url, { settings: { keywords } }), 'search'), {
    kind: 'search',
    characters: 11,
    start: 'All is well',
    keywords: [
      { ...keywords[0], isFound: true },
      { ...keywords[1], isFound: false },
    ],
  })
})

test('a TCP check records sent and received bytes', async (t) => {
  const { port } = await listen(t, (socket) => socket.once('data', () => socket.write('+PONG\r\n')))
  const protocolValidation = { enabled: true, send: 'PING\r\n', expect: 'PONG' }
  const { ms, firstByteMs, ...talk } = only(
    await traced(t, 'TCP', '127.0.0.1', { settings: { port, protocolValidation } }),
    'talk',
  )
  assert.ok(ms >= firstByteMs!)
  assert.deepEqual(talk, { kind: 'talk', sent: 'PING\r\n', received: '+PONG\r\n', receivedBytes: 7, error: null })
})

test('every DNS question is recorded: server, transport, code, records and tries', async (t) => {
  const server = await startDnsServer(t, ({ name }, via) => {
    if (name === 'no.example') return { rcode: NXDOMAIN }
    if (name === 'big.example' && via === 'udp') return { truncated: true }
    return { answers: [toCnameRecord(name, 'x.example'), toARecord('x.example', '192.0.2.7', 30)] }
  })
  const refusing = await startDnsServer(t, () => ({ rcode: REFUSED }))
  const dnsServers = [refusing.address, server.address]
  const { ms, flags, ...resolve } = only(await traced(t, 'DNS', 'big.example', { dnsServers }), 'resolve')
  assert.ok(ms > 0 && flags.includes('ra'))
  assert.deepEqual(resolve, {
    kind: 'resolve',
    name: 'big.example',
    recordType: 'A',
    source: 'name_server',
    server: server.address,
    transport: 'tcp',
    rcode: 'NOERROR',
    answers: [
      { name: 'big.example', type: 'CNAME', ttlSeconds: 60, value: 'x.example' },
      { name: 'x.example', type: 'A', ttlSeconds: 30, value: '192.0.2.7' },
    ],
    asked: [refusing.address, server.address],
    rejections: `${refusing.address} REFUSED`,
    error: null,
  })
  const missing = only(await traced(t, 'HTTP', 'http://no.example/', { dnsServers: [server.address] }), 'resolve')
  assert.deepEqual([missing.rcode, missing.error, missing.answers], ['NXDOMAIN', 'NXDOMAIN', []])
})

test('a name resolved without a server records its source', async (t) => {
  const { port } = await listen(t, replyWith('HTTP/1.1 302 Back\r\nLocation: /\r\n\r\n'))
  const steps = await traced(t, 'HTTP', `http://localhost:${port}/`)
  const resolves = steps.filter((step) => step.kind === 'resolve')
  assert.equal(resolves[0]!.source, 'localhost')
  const server = await startDnsServer(t, ({ name }) => ({ answers: [toARecord(name, '127.0.0.1')] }))
  const around = await traced(t, 'HTTP', `http://www.example:${port}/`, { dnsServers: [server.address] })
  const sources = around.flatMap((step) => (step.kind === 'resolve' ? [step.source] : []))
  assert.deepEqual([...new Set(sources)], ['name_server', 'cache'])
  assert.equal(server.asked.length, 1)
})

const icmp = createIcmp()
const incapable = await icmp.findRefusal(4)
icmp.close()

test('every packet of a ping is recorded', { skip: incapable ?? false }, async (t) => {
  const steps = await traced(t, 'ICMP', '127.0.0.1', { settings: { packetCount: 2, packetSize: 64, ttl: 7 } })
  const recorded = steps.map((step) => (step.kind === 'ping' ? { ...step, ms: step.ms > 0 } : step))
  const packet = { kind: 'ping', address: '127.0.0.1', bytes: 64, ttl: 7, error: null, ms: true }
  assert.deepEqual(recorded, [
    { ...packet, number: 1 },
    { ...packet, number: 2 },
  ])
})

test('a step is reported as soon as it is over', async (t) => {
  const tools = makeTools(t)
  const heard: string[] = []
  const { url } = await listen(
    t,
    onRequest((socket) => {
      heard.push('asked')
      socket.end(OK_RESPONSE)
    }),
  )
  const recorder = new TraceRecorder(({ step }) => heard.push(step.kind))
  const settings = Value.Default(PROBERS.HTTP.settings, {})
  await runCheck({ type: 'HTTP', target: url, settings, timeoutMs: 10_000 }, tools, { log: recorder })
  assert.deepEqual(heard, ['connect', 'send', 'asked', 'receive'])
})

test('a secret is hidden in every field, and the step stays intact', () => {
  const recorder = new TraceRecorder(undefined, (text) => text.replaceAll('redirect', '***'))
  recorder.note({
    kind: 'redirect',
    status: 302,
    method: 'GET',
    url: 'http://b.test/?t=redirect',
    removedHeaders: ['redirect'],
  })
  assert.deepEqual(recorder.steps[0]!.step, {
    kind: 'redirect',
    status: 302,
    method: 'GET',
    url: 'http://b.test/?t=***',
    removedHeaders: ['***'],
  })
})
