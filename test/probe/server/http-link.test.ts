import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { PROTOCOL_VERSION, UnregisteredError } from '../../../src/core/probes/protocol.ts'
import { createTlsContexts } from '../../../src/net/tls/tls.ts'
import { Refusal } from '../../../src/probe/push/refusal.ts'
import { createSystemClock } from '../../../src/probe/schedule/clock.ts'
import { HttpLink, type HttpLinkOptions, type ServerTransport } from '../../../src/probe/server/http-link.ts'
import { ServerConnection, type ServerConnectionOptions } from '../../../src/probe/server/server-connection.ts'
import { startFaultyProxy } from '../../support/database/faulty-proxy.ts'
import { createTestFolder } from '../../support/database/stores.ts'
import { PROBE_TOKEN, startProbeServer } from '../../support/programs/probe-server.ts'
import { createAuthority, createCertificate } from '../../support/targets/certificates.ts'
import { closedPort } from '../../support/targets/targets.ts'
import { waitUntil } from '../../support/time/until.ts'
import { makeAssignment, makeResult } from '../make.ts'

const HELLO = {
  protocol: PROTOCOL_VERSION,
  version: '1.2.3',
  region: '',
  capabilities: { icmp: false, ipv6: false },
  probeId: '019c1a2b-3c4d-4000-8000-000000000001',
  name: 'probe-1',
  held: 0,
}

const LIST = { since: 0 }

interface Change extends Partial<HttpLinkOptions> {
  line?: never
  wire?: Partial<ServerConnectionOptions>
}

function openLink(t: TestContext, url: string, { wire = {}, ...change }: Change = {}) {
  const reports: string[] = []
  const times: [serverNow: number, roundTripMs: number][] = []
  const direct = new ServerConnection({ server: new URL(url), token: PROBE_TOKEN, version: '1.2.3', ...wire })
  // A machine that is stalled for some seconds must not count as a silent server
  const line: ServerTransport = {
    request: (path, body, retryDelayMs) => direct.request(path, body, retryDelayMs + 60_000),
    close: () => direct.close(),
  }
  const link = new HttpLink({
    connection: line,
    clock: createSystemClock(Date.now),
    onTime: (...time) => times.push(time),
    report: (message) => reports.push(message),
    refusedPauseMs: 30,
    ...change,
  })
  t.after(() => link.close())
  return { link, reports, times }
}

test('a link over TLS registers, pulls assignments and pushes results over one connection', async (t) => {
  const authority = createAuthority()
  const caFile = join(createTestFolder(t), 'ca.pem')
  writeFileSync(caFile, authority.cert)
  const certificate = createCertificate({ names: ['127.0.0.1'], issuer: authority })
  const server = await startProbeServer(t, { certificate })
  server.assign(makeAssignment(1))
  const { link } = openLink(t, server.url, { wire: { secureContext: createTlsContexts(caFile).getShared() } })
  const welcome = await link.register(HELLO)
  assert.deepEqual(welcome.region, { code: 'eu-1', name: 'Europe' })
  const answer = await link.pull(LIST, 0)
  await link.push([makeResult(1)])
  assert.deepEqual(answer.changed, [makeAssignment(1)])
  assert.deepEqual(server.results, [makeResult(1)])
  assert.deepEqual(new Set(server.requests.map(({ connection }) => connection)), new Set([1]))
})

test('a server with an untrusted certificate gets no token, and the error states the remedy', async (t) => {
  const server = await startProbeServer(t, { certificate: createCertificate({ names: ['127.0.0.1'] }) })
  const { link } = openLink(t, server.url)
  await assert.rejects(link.register(HELLO), { message: /SELF_SIGNED.*--ca-file/ })
  assert.deepEqual(server.requests, [])
})

test('large bodies are compressed, small ones are not', async (t) => {
  const server = await startProbeServer(t)
  const { link } = openLink(t, server.url)
  await link.register(HELLO)
  const many = Array.from({ length: 500 }, (_, i) => makeResult(i))
  await link.push(many)
  assert.deepEqual(server.results, many)
  assert.deepEqual(
    server.requests.map(({ path, isPacked }) => [path, isPacked]),
    [
      ['register', false],
      ['push', true],
    ],
  )
})

test('a poll lasts at most five seconds, because it renews the lease', async (t) => {
  const server = await startProbeServer(t)
  server.intercept = ({ path }) => (path === 'pull' ? { status: 503, code: 'SERVICE_UNAVAILABLE' } : null)
  const { link } = openLink(t, server.url)
  await link.register(HELLO)
  await assert.rejects(link.pull({ since: 1 }, 20_000), Refusal)
  assert.equal(server.requests.at(-1)!.body.wait_ms, 5_000)
})

test('quick answers are used to compare the clocks, long polls are not', async (t) => {
  const server = await startProbeServer(t)
  server.clockAheadMs = 3_600_000
  const { link, times } = openLink(t, server.url)
  await link.register(HELLO)
  assert.equal(times.length, 1)
  const [serverNow, roundTripMs] = times[0]!
  assert.ok(Math.abs(serverNow - Date.now() - 3_600_000) < 60_000 && roundTripMs >= 0)
  const kept = link.pull({ since: 1 }, 5_000)
  await waitUntil(() => server.pulls.length === 1, 'the question')
  server.assign(makeAssignment(1))
  await kept
  assert.equal(times.length, 1)
  await link.push([makeResult(1)])
  assert.equal(times.length, 2)
})

test('a forgotten session requires a new registration, for pulls and for pushes', async (t) => {
  const server = await startProbeServer(t)
  const { link } = openLink(t, server.url)
  await assert.rejects(link.push([makeResult(1)]), UnregisteredError)
  await link.register(HELLO)
  server.forgetSession()
  await assert.rejects(link.pull(LIST, 0), UnregisteredError)
  await link.register(HELLO)
  await link.push([makeResult(1)])
  assert.deepEqual(server.counts.size, 1)
})

test('the first registration before the runner exists is used by the runner', async (t) => {
  const server = await startProbeServer(t)
  const { link } = openLink(t, server.url)
  const first = await link.registerFirst(HELLO)
  assert.deepEqual(await link.register({ ...HELLO, region: 'eu-1' }), first)
  assert.equal(server.hellos.length, 1)
  await link.register({ ...HELLO, region: 'eu-1' })
  assert.equal(server.hellos.length, 2)
})

test('a token for another region is reported as an error', async (t) => {
  const server = await startProbeServer(t)
  const { link } = openLink(t, server.url)
  await assert.rejects(link.register({ ...HELLO, region: 'us-1' }), { message: /now for region eu-1, not us-1/ })
})

test('a probe with a revoked token drops its monitors, reports it, and resumes when the token is accepted again', async (t) => {
  const server = await startProbeServer(t)
  server.assign(makeAssignment(1))
  const { link, reports } = openLink(t, server.url)
  await link.register(HELLO)
  await link.pull(LIST, 0)
  server.intercept = () => ({ status: 401, code: 'INVALID_TOKEN' })
  const before = performance.now()
  assert.deepEqual(await link.pull({ since: 2 }, 5_000), { revision: 0, changed: [], removed: [], isWhole: true })
  assert.match(reports.join(), /rejected the token; no checks run/)
  server.intercept = null
  assert.deepEqual((await link.pull(LIST, 0)).changed, [makeAssignment(1)])
  assert.ok(performance.now() - before >= 20, 'it pauses before the next request')
})

test('a push with a revoked token ends the checks at the next pull', async (t) => {
  const server = await startProbeServer(t)
  const { link } = openLink(t, server.url, { refusedPauseMs: 3_600_000 })
  await link.register(HELLO)
  server.intercept = () => ({ status: 401, code: 'INVALID_TOKEN' })
  await assert.rejects(link.push([makeResult(1)]), Refusal)
  assert.deepEqual(await link.pull({ since: 2 }, 5_000), { revision: 0, changed: [], removed: [], isWhole: true })
  assert.equal(server.requests.length, 2)
})

for (const [what, odd, expected] of [
  ['a batch of a wrong shape', { status: 400, code: 'VALIDATION_ERROR' }, 'content'],
  ['a batch that is too large', { status: 413, code: 'PAYLOAD_TOO_LARGE' }, 'content'],
  ['a batch that is too large for a proxy', { status: 413, text: '<html>too large</html>' }, 'content'],
  ['a proxy that supports only TLS', { status: 400, text: '<html>plain HTTP sent to HTTPS port</html>' }, 'later'],
  ['a server that is busy', { status: 503, code: 'SERVICE_UNAVAILABLE' }, 'later'],
  ['a proxy without server', { status: 502, text: 'Bad Gateway' }, 'later'],
  ['a sign-in page', { status: 200, text: '<html>Welcome to our hotel</html>' }, 'later'],
  ['another web site', { status: 404, text: 'not found' }, 'later'],
  ['a redirect', { status: 301, text: '', headers: { location: 'https://other.example.com/' } }, 'later'],
  ['an unknown token', { status: 401, code: 'INVALID_TOKEN' }, 'token'],
] as const)
  test(`${what} is refused as ${expected}`, async (t) => {
    const server = await startProbeServer(t)
    const { link } = openLink(t, server.url)
    await link.register(HELLO)
    server.intercept = () => odd
    await assert.rejects(link.push([makeResult(1)]), (error) => error instanceof Refusal && error.kind === expected)
  })

test('a server that requests a pause is not asked before its end', async (t) => {
  const server = await startProbeServer(t)
  const { link } = openLink(t, server.url)
  await link.register(HELLO)
  server.intercept = () => ({ status: 429, code: 'RATE_LIMIT_EXCEEDED', headers: { 'retry-after': '1' } })
  const before = performance.now()
  await assert.rejects(link.push([makeResult(1)]), Refusal)
  server.intercept = null
  await link.push([makeResult(1)])
  assert.ok(performance.now() - before > 900)
})

test('an idle connection closed by the server does not affect the next request', async (t) => {
  const server = await startProbeServer(t)
  const proxy = await startFaultyProxy(t, server.port)
  const { link } = openLink(t, `http://127.0.0.1:${proxy.port}`)
  await link.register(HELLO)
  proxy.inspect = (_piece, direction) => {
    proxy.inspect = null
    return direction === 'up' ? 'reset' : 'pass'
  }
  await link.push([makeResult(1)])
  assert.deepEqual([server.results.length, proxy.accepted], [1, 2])
})

test('a silent connection is closed, and the next request uses another one', async (t) => {
  const server = await startProbeServer(t)
  const proxy = await startFaultyProxy(t, server.port)
  const line = new ServerConnection({
    server: new URL(`http://127.0.0.1:${proxy.port}`),
    token: PROBE_TOKEN,
    version: '1',
  })
  t.after(() => line.close())
  await line.request('register', { hello: HELLO }, 60_000)
  proxy.inspect = () => 'lose'
  await assert.rejects(line.request('register', { hello: HELLO }, 100), { message: 'no response within 0.1 s' })
  proxy.inspect = null
  await line.request('register', { hello: HELLO }, 60_000)
  assert.equal(proxy.accepted, 2)
})

test('a refused connection is reported with every address that was tried', async (t) => {
  const { link } = openLink(t, `http://localhost:${await closedPort()}`)
  await assert.rejects(link.register(HELLO), { message: /ECONNREFUSED/ })
})

test('an order is run at once and reported, a failing one with its reason, and none twice', async (t) => {
  const server = await startProbeServer(t)
  const { link } = openLink(t, server.url)
  await link.register(HELLO)
  const run: string[] = []
  link.onRunNow(async ({ target, monitorKey }) => {
    run.push(target)
    if (monitorKey === 2) throw new Error('the probe is stopping')
    return makeResult(monitorKey)
  })
  for (const [id, key] of [
    ['one', 1],
    ['two', 2],
    ['one', 1],
  ] as const)
    server.order({ id, assignment: makeAssignment(key) })
  await link.pull(LIST, 0)
  await waitUntil(() => server.orderAnswers.length === 2, 'two answers')
  assert.equal(run.length, 2)
  const [one, two] = server.orderAnswers.toSorted((a, b) => a.id.localeCompare(b.id))
  assert.deepEqual([one!.id, one!.result], ['one', makeResult(1)])
  assert.deepEqual([two!.id, two!.failure], ['two', 'the probe is stopping'])
})

test('two probes with one identity are reported instead of alternating forever', async (t) => {
  const server = await startProbeServer(t)
  const { link, reports } = openLink(t, server.url)
  for (let i = 0; i < 5; i++) await link.register(HELLO)
  assert.match(reports.join(), /another probe seems to use the same identity/)
})

test('waiting and pending requests are rejected on close, and leave is still sent', async (t) => {
  const server = await startProbeServer(t)
  const { link } = openLink(t, server.url)
  await link.register(HELLO)
  server.intercept = ({ path }) => (path === 'leave' ? null : 'silence')
  const pull = assert.rejects(link.pull(LIST, 5_000))
  await waitUntil(() => server.requests.length === 2, 'the question')
  link.close()
  await pull
  await assert.rejects(link.push([makeResult(1)]), { message: /closed/ })
  await link.leave()
  assert.ok(server.hasLeft)
})
