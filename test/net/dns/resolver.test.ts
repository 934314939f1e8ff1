import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { test } from 'node:test'
import { ProbeError } from '../../../src/core/results/verdict.ts'
import type { Outcome } from '../../../src/net/dns/dns-message.ts'
import { NameServer } from '../../../src/net/dns/dns-server.ts'
import { createResolver } from '../../../src/net/dns/resolver.ts'
import {
  countSockets,
  encodeCname,
  encodeGoodReply,
  encodeRecord,
  encodeReply,
  hasEdns,
  NO_SOCKET_COUNT,
  type RawReply,
  readQuestion,
  startHostileDns,
} from '../../support/targets/hostile-dns.ts'
import {
  createServedResolver,
  createTestResolver,
  DEFAULT_RETRY,
  getAddresses,
  resolve,
} from '../../support/targets/resolvers.ts'
import {
  closedPort,
  type DnsHandler,
  NXDOMAIN,
  REFUSED,
  SERVFAIL,
  startDnsServer,
  toAaaaRecord,
  toARecord,
  toCnameRecord,
} from '../../support/targets/targets.ts'
import { LoopTurnDeadline } from '../../support/time/loop-turn-deadline.ts'
import { waitUntil } from '../../support/time/until.ts'

test('a literal address resolves to itself without a query', async (t) => {
  const { server, resolver } = await createServedResolver(t, () => null)
  assert.deepEqual(getAddresses(await resolve(resolver, '192.0.2.7')), ['192.0.2.7'])
  assert.deepEqual(getAddresses(await resolve(resolver, '2001:db8::7', 6)), ['2001:db8::7'])
  const wrong = await resolve(resolver, '192.0.2.7', 6)
  assert.deepEqual(wrong, {
    failure: { cause: 'dns_error', message: 'resolve 192.0.2.7: not an IPv6 address' },
    isAbsent: true,
    noAddress: true,
  })
  assert.deepEqual(server.asked, [])
})

test('localhost and its subdomains resolve to the loopback address without a query', async (t) => {
  const { server, resolver } = await createServedResolver(t, ({ name }) => ({
    answers: [toARecord(name, '203.0.113.1')],
  }))
  for (const name of ['localhost', 'LOCALHOST.', 'app.localhost']) {
    assert.deepEqual(getAddresses(await resolve(resolver, name)), ['127.0.0.1'])
    assert.deepEqual(getAddresses(await resolve(resolver, name, 6)), ['::1'])
  }
  assert.deepEqual(server.asked, [])
})

test('A and AAAA records are returned in the order of the server', async (t) => {
  const { resolver } = await createServedResolver(t, ({ name, type }) => ({
    answers:
      type === 'A' ? [toARecord(name, '192.0.2.2'), toARecord(name, '192.0.2.1')] : [toAaaaRecord(name, '2001:db8::1')],
  }))
  assert.deepEqual(getAddresses(await resolve(resolver, 'Example.COM')), ['192.0.2.2', '192.0.2.1'])
  assert.deepEqual(getAddresses(await resolve(resolver, 'example.com', 6)), ['2001:db8::1'])
})

test('a chain of aliases in one answer resolves to the address', async (t) => {
  const { resolver } = await createServedResolver(t, () => ({
    answers: [
      toCnameRecord('www.test', 'b.test'),
      toCnameRecord('b.test', 'c.test'),
      toARecord('c.test', '192.0.2.3'),
      toARecord('x.test', '192.0.2.9'),
    ],
  }))
  assert.deepEqual(getAddresses(await resolve(resolver, 'www.test')), ['192.0.2.3'])
})

test('an alias without its target in the answer is followed by another query', async (t) => {
  const { server, resolver } = await createServedResolver(t, ({ name }) => ({
    answers: name === 'www.test' ? [toCnameRecord('www.test', 'far.test')] : [toARecord('far.test', '192.0.2.4')],
  }))
  assert.deepEqual(getAddresses(await resolve(resolver, 'www.test')), ['192.0.2.4'])
  assert.deepEqual(server.asked, ['A www.test', 'A far.test'])
})

for (const [kind, answers] of [
  ['in one answer', () => [toCnameRecord('a.test', 'b.test'), toCnameRecord('b.test', 'a.test')]],
  ['over several answers', (name: string) => [toCnameRecord(name, name === 'a.test' ? 'b.test' : 'a.test')]],
] as const) {
  test(`an alias loop ${kind} is a dns_error`, async (t) => {
    const { server, resolver } = await createServedResolver(t, ({ name }) => ({ answers: answers(name) }))
    const resolution = await resolve(resolver, 'a.test')
    assert.ok('failure' in resolution)
    assert.equal(resolution.failure.cause, 'dns_error')
    assert.match(resolution.failure.message, /^resolve a\.test.*its aliases form a loop$/)
    assert.ok(server.asked.length <= 2)
  })
}

test('a missing name is a dns_error that contains the server', async (t) => {
  const { server, resolver } = await createServedResolver(t, () => ({ rcode: NXDOMAIN }))
  assert.deepEqual(getAddresses(await resolve(resolver, 'nowhere.test')), {
    cause: 'dns_error',
    message: `resolve nowhere.test at ${server.address}: NXDOMAIN`,
  })
})

test('a name without an address in that family reports it', async (t) => {
  const { server, resolver } = await createServedResolver(t, () => ({}))
  assert.deepEqual(await resolve(resolver, 'mail.test', 6), {
    failure: { cause: 'dns_error', message: `resolve mail.test at ${server.address}: no IPv6 address` },
    isAbsent: true,
    noAddress: true,
  })
})

test('SERVFAIL of every server is a dns_error of the name', async (t) => {
  const { server, resolver } = await createServedResolver(t, () => ({ rcode: SERVFAIL }))
  assert.deepEqual(getAddresses(await resolve(resolver, 'broken.test')), {
    cause: 'dns_error',
    message: `resolve broken.test at ${server.address}: SERVFAIL`,
  })
})

test('the next server is queried after SERVFAIL, and its answer counts', async (t) => {
  const first = await startDnsServer(t, () => ({ rcode: SERVFAIL }))
  const second = await startDnsServer(t, ({ name }) => ({ answers: [toARecord(name, '192.0.2.5')] }))
  const resolver = createTestResolver(t, { servers: [first.address, second.address] })
  assert.deepEqual(getAddresses(await resolve(resolver, 'example.test')), ['192.0.2.5'])
})

test('SERVFAIL of one server ends the lookup early when the other is silent', async (t) => {
  const first = await startDnsServer(t, () => ({ rcode: SERVFAIL }))
  const second = await startDnsServer(t, () => null, { isMute: true })
  const resolver = createTestResolver(t, { servers: [first.address, second.address], ...DEFAULT_RETRY })
  const deadline = new LoopTurnDeadline(5_000)
  t.after(() => deadline.clear())
  const failure = getAddresses(await resolver.resolve('example.test', 4, deadline))
  assert.equal(deadline.hasExpired, false)
  assert.deepEqual(failure, { cause: 'dns_error', message: `resolve example.test at ${first.address}: SERVFAIL` })
})

test('an unreachable server is skipped at once', async (t) => {
  const dead = `127.0.0.1:${await closedPort()}`
  const alive = await startDnsServer(t, ({ name }) => ({ answers: [toARecord(name, '192.0.2.6')] }))
  const resolver = createTestResolver(t, { servers: [dead, alive.address] })
  // No query has to be repeated here
  assert.deepEqual(getAddresses(await resolve(resolver, 'example.test')), ['192.0.2.6'])
})

test("unreachable servers are trouble on the probe's side", async (t) => {
  const dead = `127.0.0.1:${await closedPort()}`
  const resolver = createTestResolver(t, { servers: [dead] })
  const message = `resolve example.test: no usable name server (${dead} ECONNREFUSED)`
  await assert.rejects(resolve(resolver, 'example.test'), new ProbeError(message))
})

test("a server that refuses service is trouble on the probe's side, not of the name", async (t) => {
  const { server, resolver } = await createServedResolver(t, () => ({ rcode: REFUSED }))
  const message = `resolve example.test: no usable name server (${server.address} REFUSED)`
  await assert.rejects(resolve(resolver, 'example.test'), new ProbeError(message))
})

test('name servers that do not answer count as trouble of the probe', async (t) => {
  const server = await startDnsServer(t, () => null, { isMute: true })
  const resolver = createTestResolver(t, { servers: [server.address] })
  await assert.rejects(
    resolve(resolver, 'example.test', 4, 800),
    new ProbeError(`resolve example.test: no name server answered in 800 ms (${server.address})`),
  )
})

test('an unanswered name is a timeout of the target when its server answers other names', async (t) => {
  const { resolver } = await createServedResolver(t, () => null, DEFAULT_RETRY)
  assert.deepEqual(getAddresses(await resolve(resolver, 'slow.test', 4, 1_500)), {
    cause: 'timeout',
    message: 'resolve slow.test: no answer in 1500 ms',
  })
})

test('a lost packet is sent again, and a late answer to the first one still counts', async (t) => {
  let asked = 0
  const answerSecond: DnsHandler = ({ name }) => (++asked === 1 ? null : { answers: [toARecord(name, '192.0.2.8')] })
  const { resolver } = await createServedResolver(t, answerSecond, DEFAULT_RETRY)
  assert.deepEqual(getAddresses(await resolve(resolver, 'lossy.test')), ['192.0.2.8'])
  assert.ok(asked >= 2, `${asked} questions`)
})

test('an invalid DNS name is a dns_error without a query', async (t) => {
  const { server, resolver } = await createServedResolver(t, () => null)
  for (const name of ['a..b', `${'x'.repeat(64)}.test`, `${'x.'.repeat(127)}test`]) {
    const failure = getAddresses(await resolve(resolver, name))
    assert.deepEqual(failure, { cause: 'dns_error', message: `resolve ${name}: not a valid name` })
  }
  assert.deepEqual(server.asked, [])
})

test('closing the resolver rejects pending lookups', async (t) => {
  const { resolver } = await createServedResolver(t, () => null)
  const pending = assert.rejects(resolve(resolver, 'example.test'), ProbeError)
  resolver.close()
  await pending
})

test('an invalid server address is reported at once', () => {
  for (const bad of ['dns.example', '1.2.3', '127.0.0.1:0', '127.0.0.1:70000', '::1:53:']) {
    assert.throws(
      () => createResolver({ servers: [bad] }),
      new RegExp(`"${bad.replace(/[[\].]/g, '\\$&')}" is not the`),
    )
  }
  for (const good of ['192.0.2.53', '192.0.2.53:5353', '2001:db8::53', '[2001:db8::53]:5353']) {
    createResolver({ servers: [good] }).close()
  }
})

test('a server that left questions unanswered comes last until it answers again', async (t) => {
  let isBack = false
  /** Questions by server, in the order of arrival. */
  const asked: { server: string; question: Buffer }[] = []
  const recordQuestion = (server: string, query: Buffer) => asked.push({ server, question: readQuestion(query) })
  const first = await startHostileDns(t, {
    udp: (query, reply) => {
      recordQuestion('first', query)
      if (isBack) reply(encodeGoodReply(query))
    },
  })
  const second = await startHostileDns(t, {
    udp: (query, reply) => {
      recordQuestion('second', query)
      reply(encodeGoodReply(query))
    },
  })
  const resolver = createTestResolver(t, { servers: [first.address, second.address], ...DEFAULT_RETRY })
  const firstAsked = async (name: string): Promise<string> => {
    assert.deepEqual(getAddresses(await resolve(resolver, `${name}.test`)), ['192.0.2.7'])
    return asked.find(({ question }) => question.includes(name))!.server
  }
  assert.equal(await firstAsked('waits'), 'first', 'the first query has to wait')
  // A stall of this process looks like silence of the second server too, until it answers
  let number = 0
  await waitUntil(async () => (await firstAsked(`xxx${number++}`)) === 'second')
  isBack = true
  // The server is asked from time to time whether it is back, and then becomes the first again
  await waitUntil(async () => (await firstAsked(`xxx${number++}`)) === 'first')
})

for (const [what, raw] of [
  ['damaged', { answers: [encodeRecord({ data: Buffer.alloc(3) })] }],
  ['YXDOMAIN', { flags: 0x8186 }],
] as const)
  test(`a ${what} answer of every server is a dns_error of the name`, async (t) => {
    const server = await startHostileDns(t, { udp: (query, reply) => reply(encodeReply(query, raw as RawReply)) })
    const resolution = await resolve(createTestResolver(t, { servers: [server.address] }), 'odd.test')
    assert.ok('failure' in resolution)
    assert.deepEqual([resolution.failure.cause, resolution.noAddress], ['dns_error', undefined])
    assert.match(resolution.failure.message, /^resolve odd\.test at .*(malformed answer|YXDOMAIN)$/)
  })

test('a name server is reached over IPv6', async (t) => {
  const socket = createSocket('udp6')
  socket.on('message', (query, { port }) => socket.send(encodeGoodReply(query), port, '::1'))
  socket.bind(0, '::1')
  const isThere = await Promise.race([
    once(socket, 'listening').then(() => true),
    once(socket, 'error').then(() => false),
  ])
  if (!isThere) return t.skip('this machine has no IPv6 loopback')
  t.after(() => socket.close())
  const resolver = createTestResolver(t, { servers: [`[::1]:${socket.address().port}`] })
  assert.deepEqual(getAddresses(await resolve(resolver, 'six.test')), ['192.0.2.7'])
})

test('a failed alias reports the name and the alias', async (t) => {
  const server = await startHostileDns(t, {
    udp: (query, reply) => reply(encodeReply(query, { flags: 0x8183, answers: [encodeCname('gone.test')] })),
  })
  const resolver = createTestResolver(t, { servers: [server.address] })
  assert.deepEqual(getAddresses(await resolve(resolver, 'www.test')), {
    cause: 'dns_error',
    message: `resolve www.test at ${server.address}: NXDOMAIN, its alias points to gone.test`,
  })
})

test('a thousand concurrent checks of one name send one question', async (t) => {
  const server = await startHostileDns(t, { udp: (query, reply) => reply(encodeGoodReply(query)) })
  const resolver = createTestResolver(t, { servers: [server.address] })
  const found = await Promise.all(Array.from({ length: 1_000 }, () => resolve(resolver, 'busy.test')))
  assert.deepEqual(
    [new Set(found.map((each) => String(getAddresses(each)))), server.queries.udp.length],
    [new Set(['192.0.2.7']), 1],
  )
})

test('a retired server leaves no socket behind for pending questions', {
  skip: NO_SOCKET_COUNT,
}, async (t) => {
  const late: (() => void)[] = []
  const server = await startHostileDns(t, {
    udp: (query, reply) =>
      late.push(() => reply(hasEdns(query) ? encodeReply(query, { flags: 0x8181 }) : encodeGoodReply(query))),
  })
  const before = countSockets()
  const names = new NameServer('127.0.0.1', server.port)
  const outcome = new Promise<Outcome>((resolve) => names.query({ name: 'x.test', type: 'A' }, resolve))
  await waitUntil(() => late.length === 1)
  names.retire()
  late[0]!()
  // It is asked again without EDNS, over a socket used only by this question
  await waitUntil(() => late.length === 2)
  late[1]!()
  assert.ok('reply' in (await outcome))
  await waitUntil(() => countSockets() === before)
})
