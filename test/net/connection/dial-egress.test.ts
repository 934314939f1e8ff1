/** Ways around the egress policy, for every monitor type and channel, all of which must fail. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { type TestContext, test } from 'node:test'
import { ChannelError } from '../../../src/channels/channel-error.ts'
import { slack } from '../../../src/channels/slack.ts'
import { webhook } from '../../../src/channels/webhook.ts'
import { toIncidentEvent } from '../../../src/core/incidents/event.ts'
import { createEgressPolicy, type EgressOptions } from '../../../src/core/platform/egress.ts'
import type { ProbeTools } from '../../../src/net/connection/tools.ts'
import { createResolver } from '../../../src/net/dns/resolver.ts'
import { check, fileWith, makeTools, verdictOf } from '../../probers/check.ts'
import { unsubscribe } from '../../support/api/unsubscribe.ts'
import { createTestIncident, SHOP } from '../../support/factories/incidents.ts'
import { NO_RETRY_MS } from '../../support/targets/resolvers.ts'
import {
  type DnsReply,
  type Handler,
  listen,
  onRequest,
  replyWith,
  startDnsServer,
  toAaaaRecord,
  toARecord,
} from '../../support/targets/targets.ts'

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi'

/** Plays a public site: the egress policy allows it, but not the rest of this machine. */
const OUTSIDE = '127.0.0.9'
const PUBLIC: EgressOptions = { mode: 'public', allow: [OUTSIDE] }

async function outside(t: TestContext, handler: Handler): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    handler(socket)
  })
  server.listen(0, OUTSIDE)
  await once(server, 'listening')
  t.after(() => server.close())
  return `http://${OUTSIDE}:${(server.address() as AddressInfo).port}/`
}

/** A server that no check may reach. */
const inside = (t: TestContext) => listen(t, replyWith(OK))

/** Tools that resolve every name to these addresses. */
async function toolsWith(
  t: TestContext,
  options: EgressOptions,
  reply: (type: string) => DnsReply,
): Promise<ProbeTools> {
  const dns = await startDnsServer(t, ({ type }) => reply(type))
  return makeTools(t, { egress: createEgressPolicy(options), dnsServers: [dns.address] })
}

const namedBy =
  (address: string) =>
  (type: string): DnsReply => {
    const record = address.includes(':') ? toAaaaRecord('name.test', address) : toARecord('name.test', address)
    return { answers: record.type === type ? [record] : [] }
  }

const REFUSED = /refused by the egress policy, an? [a-zA-Z -]+ address/

/** The message hides which names resolve to internal addresses. */
const UNREACHABLE =
  /^resolve (?:name|rebind)\.test: the name does not exist, or has no address that this server may connect to/

/** Every spelling of a forbidden address in a URL. `PORT` is the port of a listener. */
const INSIDE_URLS = [
  'http://127.0.0.1:PORT/',
  'http://127.1:PORT/',
  'http://0177.0.0.1:PORT/',
  'http://0x7f000001:PORT/',
  'http://2130706433:PORT/',
  'http://127.0.0.1.:PORT/',
  'http://127.0.0.2:PORT/',
  'http://[::1]:PORT/',
  'http://[::ffff:127.0.0.1]:PORT/',
  'http://[::ffff:7f00:1]:PORT/',
  'http://[::127.0.0.1]:PORT/',
  'http://[64:ff9b::127.0.0.1]:PORT/',
  'http://[64:ff9b:1::127.0.0.1]:PORT/',
  'http://[2002:7f00:1::]:PORT/',
  'http://[::]:PORT/',
  'http://0.0.0.0:PORT/',
  'http://0:PORT/',
  'http://１２７.０.０.１:PORT/',
  'http://127。0。0。1:PORT/',
  'http://%31%32%37.0.0.1:PORT/',
  'http://localhost:PORT/',
  'http://LOCALHOST.:PORT/',
  'http://ⓛocalhost:PORT/',
  'http://inside.localhost:PORT/',
  `http://${OUTSIDE}@127.0.0.1:PORT/`,
  `http://${OUTSIDE}%2f@127.0.0.1:PORT/`,
  'http:\\\\127.0.0.1:PORT/',
  '//127.0.0.1:PORT/',
  'http://169.254.169.254/latest/meta-data/',
  'http://[fd00:ec2::254]/latest/meta-data/',
  'http://2852039166/',
]

for (const target of INSIDE_URLS) {
  test(`a redirect to ${target} is refused`, async (t) => {
    const victim = await inside(t)
    const location = Buffer.from(target.replace('PORT', String(victim.port))).toString('latin1')
    const redirect = Buffer.from(`HTTP/1.1 302 Found\r\nLocation: ${location}\r\n\r\n`, 'latin1')
    const url = await outside(t, replyWith(redirect))
    const [status, errorType, message] = verdictOf(
      await check(t, url, { tools: makeTools(t, { egress: createEgressPolicy(PUBLIC) }) }),
    )
    assert.deepEqual([status, errorType], ['down', 'connection_error'])
    assert.match(message!, REFUSED)
    assert.equal(victim.accepted, 0)
  })
}

test('a public site is reached, also through a redirect with a forbidden address as user name', async (t) => {
  const there = await outside(t, replyWith(OK))
  const redirect = `HTTP/1.1 302 Found\r\nLocation: ${there.replace('//', '//127.0.0.1@')}\r\n\r\n`
  const tools = makeTools(t, { egress: createEgressPolicy(PUBLIC) })
  assert.deepEqual(verdictOf(await check(t, await outside(t, replyWith(redirect)), { tools })), ['up', null, null])
})

test('a name that is public at first and internal later is checked at every connection', async (t) => {
  let address = OUTSIDE
  const dns = await startDnsServer(t, ({ name, type }) => ({
    answers: type === 'A' ? [toARecord(name, address, 0)] : [],
  }))
  let now = 0
  const tools = {
    ...makeTools(t, { egress: createEgressPolicy(PUBLIC) }),
    resolver: createResolver({ servers: [dns.address], retryDelayMs: NO_RETRY_MS, now: () => now }),
  }
  t.after(() => tools.resolver.close())
  const { port } = new URL(await outside(t, replyWith(OK)))
  const victim = await inside(t)
  assert.equal((await check(t, `http://rebind.test:${port}/`, { tools })).status, 'up')
  address = '127.0.0.1'
  now += 2_000
  const outcome = await check(t, `http://rebind.test:${victim.port}/`, { tools })
  assert.match(outcome.errorMessage!, UNREACHABLE)
  assert.equal(victim.accepted, 0)
})

test('a name that changes its address between two redirects is connected to the checked address', async (t) => {
  let asked = 0
  const dns = await startDnsServer(t, ({ name, type }) => {
    if (type !== 'A') return { answers: [] }
    return { answers: [toARecord(name, asked++ === 0 ? OUTSIDE : '127.0.0.1', 0)] }
  })
  let now = 0
  const resolver = createResolver({ servers: [dns.address], retryDelayMs: NO_RETRY_MS, now: () => (now += 5_000) })
  t.after(() => resolver.close())
  const victim = await inside(t)
  const url = await outside(t, replyWith(`HTTP/1.1 302 Found\r\nLocation: http://rebind.test:${victim.port}/\r\n\r\n`))
  const tools = { ...makeTools(t, { egress: createEgressPolicy(PUBLIC) }), resolver }
  const outcome = await check(t, url.replace(OUTSIDE, 'rebind.test'), { tools })
  assert.match(outcome.errorMessage!, UNREACHABLE)
  assert.deepEqual([victim.accepted, asked], [0, 2])
})

test('only the first of several addresses is checked and connected to', async (t) => {
  const victim = await inside(t)
  const { port } = new URL(await outside(t, replyWith(OK)))
  const both =
    (...addresses: string[]) =>
    (type: string) => ({
      answers: type === 'A' ? addresses.map((address) => toARecord('name.test', address)) : [],
    })
  const first = await toolsWith(t, PUBLIC, both('127.0.0.1', OUTSIDE))
  const refused = await check(t, `http://name.test:${victim.port}/`, { tools: first })
  assert.match(refused.errorMessage!, UNREACHABLE)
  const last = await toolsWith(t, PUBLIC, both(OUTSIDE, '127.0.0.1'))
  const reached = await check(t, `http://name.test:${port}/`, { tools: last })
  assert.deepEqual([reached.status, reached.remoteAddress], ['up', OUTSIDE])
  assert.equal(victim.accepted, 0)
})

/** Addresses that refer to this machine, its network, or no host. */
const INSIDE_ADDRESSES = [
  '127.0.0.1',
  '127.8.8.8',
  '0.0.0.0',
  '10.0.0.1',
  '192.168.1.1',
  '172.16.0.1',
  '169.254.1.1',
  '100.64.0.1',
  '192.0.0.8',
  '198.18.0.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:0.0.0.0',
  '::127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::7f00:1',
  '2002:7f00:1::1',
  '2001::1',
  'fe80::1',
  'fd00::1',
  'ff02::1',
]

for (const address of INSIDE_ADDRESSES) {
  test(`a name that resolves to ${address} is not connected to by any monitor type`, async (t) => {
    const victim = await inside(t)
    const tools = await toolsWith(t, PUBLIC, namedBy(address))
    const outcomes = [
      await check(t, `http://name.test:${victim.port}/`, { tools }),
      await check(t, `https://name.test:${victim.port}/`, { tools }),
      await check(t, 'name.test', { tools, type: 'TCP', settings: { port: victim.port } }),
      await check(t, 'name.test', { tools, type: 'ICMP' }),
    ]
    for (const { status, errorType, errorMessage, remoteAddress } of outcomes) {
      assert.deepEqual([status, errorType, remoteAddress], ['down', 'dns_error', null], errorMessage ?? '')
      assert.match(errorMessage!, UNREACHABLE)
    }
    assert.equal(victim.accepted, 0)
  })
}

test('metadata addresses are refused for every type when all other addresses are allowed', async (t) => {
  for (const address of ['169.254.169.254', '::ffff:169.254.169.254', 'fd00:ec2::254', '100.100.100.200']) {
    const tools = await toolsWith(t, { mode: 'any', allow: ['0.0.0.0/0', '::/0'] }, namedBy(address))
    const outcomes = [
      await check(t, 'http://name.test/', { tools }),
      await check(t, 'name.test', { tools, type: 'TCP', settings: { port: 80 } }),
      await check(t, 'name.test', { tools, type: 'ICMP' }),
      await check(t, 'example.com', { tools, type: 'DNS', settings: { dnsServer: address } }),
    ]
    for (const outcome of outcomes) assert.match(outcome.errorMessage!, /egress policy, a cloud metadata address/)
  }
})

test('a DNS monitor does not query an internal server, whatever the spelling of its address', async (t) => {
  const dns = await startDnsServer(t, ({ name }) => ({ answers: [toARecord(name, '192.0.2.7')] }))
  const tools = makeTools(t, { egress: createEgressPolicy(PUBLIC) })
  const port = dns.address.split(':')[1]
  for (const dnsServer of [
    dns.address,
    `[::ffff:127.0.0.1]:${port}`,
    `[::ffff:7f00:1]:${port}`,
    `[::]:${port}`,
    `0.0.0.0:${port}`,
  ]) {
    const outcome = await check(t, 'example.com', { tools, type: 'DNS', settings: { dnsServer } })
    assert.match(outcome.errorMessage!, REFUSED, dnsServer)
  }
  assert.deepEqual(dns.asked, [])
})

test('a name in the hosts file is checked like any other', async (t) => {
  const hostsPath = fileWith(t, '127.0.0.1 name.test\n::1 six.test\n')
  const resolver = createResolver({ servers: ['127.0.0.1:1'], hostsPath })
  t.after(() => resolver.close())
  const victim = await inside(t)
  const tools = { ...makeTools(t, { egress: createEgressPolicy(PUBLIC) }), resolver }
  for (const host of ['name.test', 'NAME.test.', 'six.test', 'localhost', 'any.localhost']) {
    const outcome = await check(t, `http://${host}:${victim.port}/`, { tools })
    assert.match(
      outcome.errorMessage!,
      host.endsWith('localhost') ? REFUSED : /no address that this server may connect to/,
      host,
    )
  }
  assert.equal(victim.accepted, 0)
})

const EVENT = toIncidentEvent('incident.opened', createTestIncident({ monitor: { ...SHOP, name: 'Shop' } }), 1_000)
const SECRET = webhook.generatedSecret!.make()

/** Sends both kinds of webhook, and returns their errors. */
async function refusalsOf(url: string, net: ProbeTools): Promise<ChannelError[]> {
  const tools = { net, now: () => 1_000, mailer: null, baseUrl: 'http://watchkeeper.test', unsubscribe }
  const sent = [
    webhook.send({ id: 'delivery-1', event: EVENT, targetId: 'target' }, { url, secret: SECRET }, tools),
    slack.send({ id: 'delivery-2', event: EVENT, targetId: 'target' }, { webhook_url: url }, tools),
  ]
  const errors = await Promise.all(
    sent.map((sending) =>
      sending.then(
        () => null,
        (error: unknown) => error,
      ),
    ),
  )
  return errors.map((error) => {
    assert.ok(error instanceof ChannelError, String(error))
    return error
  })
}

for (const target of INSIDE_URLS.filter((target) => target.startsWith('http://') && !target.includes('@'))) {
  test(`no webhook is sent to ${target}`, async (t) => {
    const victim = await inside(t)
    const net = makeTools(t, { egress: createEgressPolicy(PUBLIC) })
    for (const error of await refusalsOf(target.replace('PORT', String(victim.port)), net)) {
      assert.match(error.message, /the egress policy blocks connections to it$/)
      assert.ok(error.permanent)
    }
    assert.equal(victim.accepted, 0)
  })
}

test('no webhook is sent to a name with an internal address, or follows a redirect there', async (t) => {
  const victim = await inside(t)
  const net = await toolsWith(t, PUBLIC, namedBy('127.0.0.1'))
  for (const error of await refusalsOf(`http://name.test:${victim.port}/`, net))
    assert.equal(
      error.message,
      'name.test resolves to a loopback address, and the egress policy blocks connections to it',
    )
  const url = await outside(
    t,
    onRequest((socket) => socket.end(`HTTP/1.1 307 X\r\nLocation: ${victim.url}/\r\n\r\n`)),
  )
  for (const error of await refusalsOf(url, net))
    assert.equal(error.message, 'the receiver answered 307, and redirects are not followed')
  assert.equal(victim.accepted, 0)
})
