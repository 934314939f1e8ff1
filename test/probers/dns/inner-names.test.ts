/** With `WK_EGRESS=public`, internal names look like missing names to every type of monitor. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createEgressPolicy } from '../../../src/core/platform/egress.ts'
import { createResolver } from '../../../src/net/dns/resolver.ts'
import type { ProberOutcome } from '../../../src/probers/run-check.ts'
import { NO_RETRY_MS } from '../../support/targets/resolvers.ts'
import {
  closedPort,
  type DnsReply,
  NXDOMAIN,
  REFUSED,
  SERVFAIL,
  startDnsServer,
  toAaaaRecord,
  toARecord,
  toCnameRecord,
} from '../../support/targets/targets.ts'
import { type CheckOptions, check, fileWith, makeTools } from '../check.ts'

const PUBLIC = createEgressPolicy({ mode: 'public' })

/** The missing name is as long as an internal one, so only the names themselves differ. */
const MISSING = 'no-such.corp.example'
const INNER: Record<string, (type: string) => DnsReply['answers']> = {
  'private.corp.example': (type) =>
    type === 'A' ? [toARecord('private.corp.example', '10.1.2.3')] : recordsOf('private.corp.example', type),
  'local6x.corp.example': (type) =>
    type === 'AAAA' ? [toAaaaRecord('local6x.corp.example', 'fd00::3')] : recordsOf('local6x.corp.example', type),
  'aliased.corp.example': () => [
    toCnameRecord('aliased.corp.example', 'secret.inside.example'),
    toARecord('secret.inside.example', '192.168.7.7'),
  ],
  'nothing.corp.example': () => [],
}

function recordsOf(name: string, type: string): DnsReply['answers'] {
  if (type === 'TXT') return [{ type: 'TXT', name, ttl: 60, data: ['the inner secret'] }]
  if (type === 'MX') return [{ type: 'MX', name, ttl: 60, data: { preference: 1, exchange: 'secret.inside.example' } }]
  return []
}

async function toolsOf(t: TestContext) {
  const server = await startDnsServer(t, ({ name, type }) => {
    const records = INNER[name]
    return records ? { answers: records(type) ?? [] } : { rcode: NXDOMAIN }
  })
  return { tools: makeTools(t, { egress: PUBLIC, dnsServers: [server.address] }), address: server.address }
}

const dnsOf = (...types: string[]): CheckOptions => ({
  type: 'DNS',
  settings: { recordEntries: types.map((recordType) => ({ recordType })) },
})

const CHECKS: Record<string, [target: (name: string) => string, options: CheckOptions]> = {
  HTTP: [(name) => `http://${name}:8080/`, {}],
  'HTTP over IPv4': [(name) => `https://${name}/`, { settings: { ipVersion: '4' } }],
  'HTTP over IPv6': [(name) => `https://${name}/`, { settings: { ipVersion: '6' } }],
  KEYWORD: [
    (name) => `https://${name}/`,
    { type: 'KEYWORD', settings: { keywords: [{ text: 'x', shouldContain: true }] } },
  ],
  TCP: [(name) => name, { type: 'TCP', settings: { port: 5432 } }],
  ICMP: [(name) => name, { type: 'ICMP' }],
  'DNS A': [(name) => name, dnsOf('A')],
  'DNS AAAA': [(name) => name, dnsOf('AAAA')],
  'DNS TXT': [(name) => name, dnsOf('TXT')],
  'DNS MX and TXT': [(name) => name, dnsOf('MX', 'TXT')],
}

/** The parts of a result that users see, except for the duration and the given name. */
const seenOf = (outcome: ProberOutcome, name: string): string => {
  const { responseTimeMs: _, timings, ...rest } = outcome
  return JSON.stringify({ ...rest, phases: Object.keys(timings) }).replaceAll(name, 'NAME')
}

for (const [kind, [target, options]] of Object.entries(CHECKS))
  for (const name of Object.keys(INNER))
    test(`${kind}: ${name} looks like a missing name`, async (t) => {
      const { tools, address } = await toolsOf(t)
      const inner = seenOf(await check(t, target(name), { ...options, tools }), name)
      const missing = seenOf(await check(t, target(MISSING), { ...options, tools }), MISSING)
      assert.equal(inner, missing)
      assert.match(inner, /"errorType":"dns_error"/)
      for (const secret of [address, '127.0.0.1', 'secret', '10.1.2.3', '192.168', 'fd00', 'NXDOMAIN'])
        assert.ok(!inner.includes(secret), `${secret} in ${inner}`)
    })

test('a name in the hosts file looks like a missing name, and the search list is not used', async (t) => {
  const { tools, address } = await toolsOf(t)
  const resolvConf = fileWith(t, 'search corp.example\noptions ndots:2\n')
  const hosts = fileWith(t, '10.9.9.9 db.local.example\n')
  const resolver = createResolver({
    servers: [address],
    hostsPath: hosts,
    resolvConfPath: resolvConf,
    hidesNetwork: true,
    retryDelayMs: NO_RETRY_MS,
  })
  t.after(() => resolver.close())
  const missing = seenOf(await check(t, `http://${MISSING}/`, { tools }), MISSING)
  for (const name of ['db.local.example', 'private']) {
    const outcome = await check(t, `http://${name}/`, { tools: { ...tools, resolver } })
    assert.equal(seenOf(outcome, name), missing)
  }
})

test('an error of the probe’s name servers is reported without their addresses', async (t) => {
  const refusing = await startDnsServer(t, () => ({ rcode: REFUSED }))
  const failing = await startDnsServer(t, () => ({ rcode: SERVFAIL }))
  const closed = `127.0.0.1:${await closedPort()}`
  for (const [server, words] of [
    [refusing.address, 'no usable name server (REFUSED)'],
    [failing.address, 'SERVFAIL'],
    [closed, 'no usable name server (ECONNREFUSED)'],
  ] as const)
    for (const options of [{}, dnsOf('TXT')] as CheckOptions[]) {
      const tools = makeTools(t, { egress: PUBLIC, dnsServers: [server] })
      const target = options.type ? 'shop.example' : 'http://shop.example/'
      const { errorMessage } = await check(t, target, { ...options, tools })
      assert.ok(errorMessage!.endsWith(`: ${words}`), `${errorMessage}`)
      assert.ok(!errorMessage!.includes('127.0.0.1'), `${errorMessage}`)
    }
})

test('messages name the server, the answer and the address when checks may connect to any address', async (t) => {
  const { address } = await toolsOf(t)
  const tools = makeTools(t, { dnsServers: [address] })
  const { errorMessage } = await check(t, `http://${MISSING}/`, { tools })
  assert.equal(errorMessage, `resolve ${MISSING} at ${address}: NXDOMAIN`)
  const records = await check(t, 'private.corp.example', { ...dnsOf('TXT'), tools })
  assert.equal(records.status, 'up')
})

test('a public name is still resolved by the probe’s name servers', async (t) => {
  const server = await startDnsServer(t, ({ name, type }) => ({
    answers:
      type === 'A'
        ? [toARecord(name, '8.8.8.8')]
        : type === 'TXT'
          ? [{ type: 'TXT', name, ttl: 60, data: ['v=spf1'] }]
          : [],
  }))
  const tools = makeTools(t, { egress: PUBLIC, dnsServers: [server.address] })
  const found = await check(t, 'shop.example', { ...dnsOf('A', 'TXT'), tools })
  assert.deepEqual(found.extras, {
    kind: 'dns',
    answers: [
      { recordType: 'A', values: ['8.8.8.8'] },
      { recordType: 'TXT', values: ['v=spf1'] },
    ],
  })
})
