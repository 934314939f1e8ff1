import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { Value } from 'typebox/value'
import type { ProbeKind } from '../../src/core/probes/protocol.ts'
import type { CheckPhase } from '../../src/core/results/trace-step.ts'
import { PROBERS } from '../../src/probers/index.ts'
import { runCheck } from '../../src/probers/run-check.ts'
import { createCertificate } from '../support/targets/certificates.ts'
import { closedPort, listen, NXDOMAIN, replyWith, startDnsServer, toARecord } from '../support/targets/targets.ts'
import { OK_RESPONSE, startTlsSite } from '../support/targets/tls-site.ts'
import { makeTools, type TestTools } from './check.ts'

interface Options extends TestTools {
  settings?: Record<string, unknown>
}

/** The phases of one check, in the order in which they began or ended. */
async function watch(t: TestContext, type: ProbeKind, target: string, { settings = {}, ...rest }: Options = {}) {
  const phases: CheckPhase[] = []
  const whole = Value.Default(PROBERS[type].settings, settings)
  const request = { type, target, settings: whole, timeoutMs: 10_000 }
  await runCheck(request, makeTools(t, rest), { onPhase: (phase) => phases.push(phase) })
  return phases
}

const describe = (phases: CheckPhase[]): string[] =>
  phases.map(({ kind, subject }) => (subject === null ? kind : `${kind} ${subject}`))

const startNames = (t: TestContext) =>
  startDnsServer(t, ({ name, type }) =>
    type === 'A' && name.endsWith('example.com') ? { answers: [toARecord(name, '127.0.0.1')] } : { rcode: NXDOMAIN },
  )

test('a web check reports every phase from the name to the last byte', async (t) => {
  const { port } = await listen(t, replyWith(OK_RESPONSE))
  const names = await startNames(t)
  const phases = await watch(t, 'HTTP', `http://www.example.com:${port}/`, { dnsServers: [names.address] })
  assert.deepEqual(describe(phases), ['resolve www.example.com', `connect 127.0.0.1:${port}`, 'request', 'read'])
})

test('a check over TLS reports its handshake', async (t) => {
  const { url, port } = await startTlsSite(t, createCertificate())
  const phases = await watch(t, 'HTTP', url, { settings: { verifyTls: false } })
  assert.deepEqual(describe(phases), [`connect 127.0.0.1:${port}`, 'tls', 'request', 'read'])
})

test('a redirect begins the phases again, without the secrets that it repeats', async (t) => {
  const { port } = await listen(t, replyWith(OK_RESPONSE))
  const host = 'top-secret-token.example.com'
  const answer = `HTTP/1.1 302 Go\r\nLocation: http://${host}:${port}/\r\nContent-Length: 0\r\n\r\n`
  const { url, port: first } = await listen(t, replyWith(answer))
  const names = await startNames(t)
  const settings = { headers: { Authorization: 'top-secret-token' } }
  const phases = await watch(t, 'HTTP', url, { dnsServers: [names.address], settings })
  assert.deepEqual(describe(phases), [
    `connect 127.0.0.1:${first}`,
    'request',
    'read',
    'resolve ********.example.com',
    `connect 127.0.0.1:${port}`,
    'request',
    'read',
  ])
})

test('a check that fails reports no phase after the one that failed', async (t) => {
  const port = await closedPort()
  assert.deepEqual(describe(await watch(t, 'HTTP', `http://127.0.0.1:${port}/`)), [`connect 127.0.0.1:${port}`])
  const names = await startNames(t)
  const missing = await watch(t, 'HTTP', 'http://missing.example.org/', { dnsServers: [names.address] })
  assert.deepEqual(describe(missing), ['resolve missing.example.org'])
})

test('a TCP check reports whether it waits for a greeting or sends first', async (t) => {
  const { port: mail } = await listen(t, (socket) => socket.end('220 ready\r\n'))
  const smtp = { port: mail, protocol: 'smtp', protocolValidation: { enabled: true } }
  assert.deepEqual(describe(await watch(t, 'TCP', '127.0.0.1', { settings: smtp })), [
    `connect 127.0.0.1:${mail}`,
    'greeting',
  ])
  const { port: echo } = await listen(t, (socket) => socket.pipe(socket))
  const custom = {
    port: echo,
    protocol: 'generic',
    protocolValidation: { enabled: true, send: 'PING', expect: 'PING' },
  }
  assert.deepEqual(describe(await watch(t, 'TCP', '127.0.0.1', { settings: custom })), [
    `connect 127.0.0.1:${echo}`,
    'request',
  ])
})

test('a DNS check reports the begin and the end of every query', async (t) => {
  const names = await startNames(t)
  const settings = {
    dnsServer: names.address,
    recordEntries: [{ recordType: 'A' }, { recordType: 'MX' }],
  }
  const phases = await watch(t, 'DNS', 'www.example.com', { settings })
  const of = (wanted: number) => phases.filter(({ number }) => number === wanted)
  assert.equal(phases.length, 4)
  assert.deepEqual(of(1), [
    { kind: 'query', subject: 'A www.example.com', number: 1, count: 2 },
    { kind: 'query', subject: 'A www.example.com', number: 1, count: 2, error: null },
  ])
  assert.match(of(2)[1]?.error ?? '', /^resolve MX www\.example\.com at 127\.0\.0\.1:\d+: /)
})
