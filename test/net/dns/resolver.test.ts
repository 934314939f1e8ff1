import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { test } from 'node:test'
import { ProbeTrouble } from '../../../src/core/results/verdict.ts'
import type { Outcome } from '../../../src/net/dns/dns-message.ts'
import { NameServer } from '../../../src/net/dns/dns-server.ts'
import { makeResolver } from '../../../src/net/dns/resolver.ts'
import {
  cnameTo,
  goodReply,
  hasEdns,
  hostileDns,
  NO_SOCKET_COUNT,
  questionOf,
  type RawReply,
  record,
  reply,
  socketCount,
} from '../../support/targets/hostile-dns.ts'
import { addresses, IMPATIENT, resolve, resolverWith, serving } from '../../support/targets/resolvers.ts'
import {
  a,
  aaaa,
  closedPort,
  cname,
  type DnsHandler,
  dnsServer,
  NXDOMAIN,
  REFUSED,
  SERVFAIL,
} from '../../support/targets/targets.ts'
import { TurnDeadline } from '../../support/time/turn-deadline.ts'
import { until } from '../../support/time/until.ts'

test('a literal address is its own answer, and no server is asked', async (t) => {
  const { server, resolver } = await serving(t, () => null)
  assert.deepEqual(addresses(await resolve(resolver, '192.0.2.7')), ['192.0.2.7'])
  assert.deepEqual(addresses(await resolve(resolver, '2001:db8::7', 6)), ['2001:db8::7'])
  const wrong = await resolve(resolver, '192.0.2.7', 6)
  assert.deepEqual(wrong, {
    failure: { cause: 'dns_error', message: 'resolve 192.0.2.7: not an IPv6 address' },
    isAbsent: true,
    noAddress: true,
  })
  assert.deepEqual(server.asked, [])
})

test('localhost and all names below it are the loopback address, whatever a server would say', async (t) => {
  const { server, resolver } = await serving(t, ({ name }) => ({ answers: [a(name, '203.0.113.1')] }))
  for (const name of ['localhost', 'LOCALHOST.', 'app.localhost']) {
    assert.deepEqual(addresses(await resolve(resolver, name)), ['127.0.0.1'])
    assert.deepEqual(addresses(await resolve(resolver, name, 6)), ['::1'])
  }
  assert.deepEqual(server.asked, [])
})

test('A and AAAA records are found, in the order of the server', async (t) => {
  const { resolver } = await serving(t, ({ name, type }) => ({
    answers: type === 'A' ? [a(name, '192.0.2.2'), a(name, '192.0.2.1')] : [aaaa(name, '2001:db8::1')],
  }))
  assert.deepEqual(addresses(await resolve(resolver, 'Example.COM')), ['192.0.2.2', '192.0.2.1'])
  assert.deepEqual(addresses(await resolve(resolver, 'example.com', 6)), ['2001:db8::1'])
})

test('a chain of aliases in one answer leads to the address', async (t) => {
  const { resolver } = await serving(t, () => ({
    answers: [
      cname('www.test', 'b.test'),
      cname('b.test', 'c.test'),
      a('c.test', '192.0.2.3'),
      a('x.test', '192.0.2.9'),
    ],
  }))
  assert.deepEqual(addresses(await resolve(resolver, 'www.test')), ['192.0.2.3'])
})

test('an alias that the server left dangling is asked for', async (t) => {
  const { server, resolver } = await serving(t, ({ name }) => ({
    answers: name === 'www.test' ? [cname('www.test', 'far.test')] : [a('far.test', '192.0.2.4')],
  }))
  assert.deepEqual(addresses(await resolve(resolver, 'www.test')), ['192.0.2.4'])
  assert.deepEqual(server.asked, ['A www.test', 'A far.test'])
})

for (const [kind, answers] of [
  ['in one answer', () => [cname('a.test', 'b.test'), cname('b.test', 'a.test')]],
  ['over several answers', (name: string) => [cname(name, name === 'a.test' ? 'b.test' : 'a.test')]],
] as const) {
  test(`aliases that lead in a circle ${kind} are a dns_error`, async (t) => {
    const { server, resolver } = await serving(t, ({ name }) => ({ answers: answers(name) }))
    const resolution = await resolve(resolver, 'a.test')
    assert.ok('failure' in resolution)
    assert.equal(resolution.failure.cause, 'dns_error')
    assert.match(resolution.failure.message, /^resolve a\.test.*its aliases lead in a circle$/)
    assert.ok(server.asked.length <= 2)
  })
}

test('a name that does not exist is a dns_error that names the server', async (t) => {
  const { server, resolver } = await serving(t, () => ({ rcode: NXDOMAIN }))
  assert.deepEqual(addresses(await resolve(resolver, 'nowhere.test')), {
    cause: 'dns_error',
    message: `resolve nowhere.test at ${server.address}: NXDOMAIN`,
  })
})

test('a name without an address of that family says so', async (t) => {
  const { server, resolver } = await serving(t, () => ({}))
  assert.deepEqual(await resolve(resolver, 'mail.test', 6), {
    failure: { cause: 'dns_error', message: `resolve mail.test at ${server.address}: no IPv6 address` },
    isAbsent: true,
    noAddress: true,
  })
})

test('SERVFAIL of every server is the trouble of the name', async (t) => {
  const { server, resolver } = await serving(t, () => ({ rcode: SERVFAIL }))
  assert.deepEqual(addresses(await resolve(resolver, 'broken.test')), {
    cause: 'dns_error',
    message: `resolve broken.test at ${server.address}: SERVFAIL`,
  })
})

test('after SERVFAIL the next server is asked, and believed', async (t) => {
  const first = await dnsServer(t, () => ({ rcode: SERVFAIL }))
  const second = await dnsServer(t, ({ name }) => ({ answers: [a(name, '192.0.2.5')] }))
  const resolver = resolverWith(t, { servers: [first.address, second.address] })
  assert.deepEqual(addresses(await resolve(resolver, 'example.test')), ['192.0.2.5'])
})

test('SERVFAIL of one server is not waited out when the other is silent', async (t) => {
  const first = await dnsServer(t, () => ({ rcode: SERVFAIL }))
  const second = await dnsServer(t, () => null, { isMute: true })
  const resolver = resolverWith(t, { servers: [first.address, second.address], ...IMPATIENT })
  const deadline = new TurnDeadline(5_000)
  t.after(() => deadline.clear())
  const failure = addresses(await resolver.resolve('example.test', 4, deadline))
  assert.equal(deadline.hasExpired, false)
  assert.deepEqual(failure, { cause: 'dns_error', message: `resolve example.test at ${first.address}: SERVFAIL` })
})

test('a server that is not there is passed over at once', async (t) => {
  const dead = `127.0.0.1:${await closedPort()}`
  const alive = await dnsServer(t, ({ name }) => ({ answers: [a(name, '192.0.2.6')] }))
  const resolver = resolverWith(t, { servers: [dead, alive.address] })
  // Nobody loses patience here
  assert.deepEqual(addresses(await resolve(resolver, 'example.test')), ['192.0.2.6'])
})

test('servers that are not there are trouble at home', async (t) => {
  const dead = `127.0.0.1:${await closedPort()}`
  const resolver = resolverWith(t, { servers: [dead] })
  const message = `resolve example.test: no usable name server (${dead} ECONNREFUSED)`
  await assert.rejects(resolve(resolver, 'example.test'), new ProbeTrouble(message))
})

test('a server that refuses to serve us is trouble at home, not of the name', async (t) => {
  const { server, resolver } = await serving(t, () => ({ rcode: REFUSED }))
  const message = `resolve example.test: no usable name server (${server.address} REFUSED)`
  await assert.rejects(resolve(resolver, 'example.test'), new ProbeTrouble(message))
})

test('servers that answer nothing at all are trouble at home', async (t) => {
  const server = await dnsServer(t, () => null, { isMute: true })
  const resolver = resolverWith(t, { servers: [server.address] })
  await assert.rejects(
    resolve(resolver, 'example.test', 4, 800),
    new ProbeTrouble(`resolve example.test: no name server answered in 800 ms (${server.address})`),
  )
})

test('a name that stays unanswered while its server answers others is a timeout of the target', async (t) => {
  const { resolver } = await serving(t, () => null, IMPATIENT)
  assert.deepEqual(addresses(await resolve(resolver, 'slow.test', 4, 1_500)), {
    cause: 'timeout',
    message: 'resolve slow.test: no answer in 1500 ms',
  })
})

test('a lost packet is sent again, and a late answer to the first still counts', async (t) => {
  let asked = 0
  const answerSecond: DnsHandler = ({ name }) => (++asked === 1 ? null : { answers: [a(name, '192.0.2.8')] })
  const { resolver } = await serving(t, answerSecond, IMPATIENT)
  assert.deepEqual(addresses(await resolve(resolver, 'lossy.test')), ['192.0.2.8'])
  assert.ok(asked >= 2, `${asked} questions`)
})

test('what is no name of the DNS is a dns_error, and no server is asked', async (t) => {
  const { server, resolver } = await serving(t, () => null)
  for (const name of ['a..b', `${'x'.repeat(64)}.test`, `${'x.'.repeat(127)}test`]) {
    const failure = addresses(await resolve(resolver, name))
    assert.deepEqual(failure, { cause: 'dns_error', message: `resolve ${name}: not a valid name` })
  }
  assert.deepEqual(server.asked, [])
})

test('closing the resolver ends what is under way', async (t) => {
  const { resolver } = await serving(t, () => null)
  const pending = assert.rejects(resolve(resolver, 'example.test'), ProbeTrouble)
  resolver.close()
  await pending
})

test('a server that is none is named at once', () => {
  for (const bad of ['dns.example', '1.2.3', '127.0.0.1:0', '127.0.0.1:70000', '::1:53:']) {
    assert.throws(() => makeResolver({ servers: [bad] }), new RegExp(`"${bad.replace(/[[\].]/g, '\\$&')}" is not the`))
  }
  for (const good of ['192.0.2.53', '192.0.2.53:5353', '2001:db8::53', '[2001:db8::53]:5353']) {
    makeResolver({ servers: [good] }).close()
  }
})

test('a server that has left others waiting comes last, until it is heard again', async (t) => {
  let isBack = false
  /** Who heard of which name, in this order. */
  const asked: { server: string; question: Buffer }[] = []
  const hears = (server: string, query: Buffer) => asked.push({ server, question: questionOf(query) })
  const first = await hostileDns(t, {
    udp: (query, say) => {
      hears('first', query)
      if (isBack) say(goodReply(query))
    },
  })
  const second = await hostileDns(t, {
    udp: (query, say) => {
      hears('second', query)
      say(goodReply(query))
    },
  })
  const resolver = resolverWith(t, { servers: [first.address, second.address], ...IMPATIENT })
  const firstAsked = async (name: string): Promise<string> => {
    assert.deepEqual(addresses(await resolve(resolver, `${name}.test`)), ['192.0.2.7'])
    return asked.find(({ question }) => question.includes(name))!.server
  }
  assert.equal(await firstAsked('waits'), 'first', 'the first time somebody has to wait')
  for (const name of ['bbb', 'ccc', 'ddd']) assert.equal(await firstAsked(name), 'second')
  isBack = true
  // Asked now and then whether it is back, it says so, and is the first again
  let number = 0
  await until(async () => (await firstAsked(`xxx${number++}`)) === 'first')
})

for (const [what, raw] of [
  ['damaged', { answers: [record({ data: Buffer.alloc(3) })] }],
  ['YXDOMAIN', { flags: 0x8186 }],
] as const)
  test(`an answer that is ${what}, of every server there is, is the trouble of the name`, async (t) => {
    const server = await hostileDns(t, { udp: (query, say) => say(reply(query, raw as RawReply)) })
    const resolution = await resolve(resolverWith(t, { servers: [server.address] }), 'odd.test')
    assert.ok('failure' in resolution)
    assert.deepEqual([resolution.failure.cause, resolution.noAddress], ['dns_error', undefined])
    assert.match(resolution.failure.message, /^resolve odd\.test at .*(damaged|YXDOMAIN)$/)
  })

test('a name server is reached over IPv6', async (t) => {
  const socket = createSocket('udp6')
  socket.on('message', (query, { port }) => socket.send(goodReply(query), port, '::1'))
  socket.bind(0, '::1')
  const isThere = await Promise.race([
    once(socket, 'listening').then(() => true),
    once(socket, 'error').then(() => false),
  ])
  if (!isThere) return t.skip('this machine has no IPv6 loopback')
  t.after(() => socket.close())
  const resolver = resolverWith(t, { servers: [`[::1]:${socket.address().port}`] })
  assert.deepEqual(addresses(await resolve(resolver, 'six.test')), ['192.0.2.7'])
})

test('an alias that leads to nothing names both', async (t) => {
  const server = await hostileDns(t, {
    udp: (query, say) => say(reply(query, { flags: 0x8183, answers: [cnameTo('gone.test')] })),
  })
  const resolver = resolverWith(t, { servers: [server.address] })
  assert.deepEqual(addresses(await resolve(resolver, 'www.test')), {
    cause: 'dns_error',
    message: `resolve www.test at ${server.address}: NXDOMAIN, its alias leads to gone.test`,
  })
})

test('a thousand checks of one name at once are one question', async (t) => {
  const server = await hostileDns(t, { udp: (query, say) => say(goodReply(query)) })
  const resolver = resolverWith(t, { servers: [server.address] })
  const found = await Promise.all(Array.from({ length: 1_000 }, () => resolve(resolver, 'busy.test')))
  assert.deepEqual(
    [new Set(found.map((each) => String(addresses(each)))), server.asked.udp.length],
    [new Set(['192.0.2.7']), 1],
  )
})

test('a server that is out of use leaves no socket behind those who still ask', {
  skip: NO_SOCKET_COUNT,
}, async (t) => {
  const late: (() => void)[] = []
  const server = await hostileDns(t, {
    udp: (query, say) => late.push(() => say(hasEdns(query) ? reply(query, { flags: 0x8181 }) : goodReply(query))),
  })
  const before = socketCount()
  const names = new NameServer('127.0.0.1', server.port)
  const outcome = new Promise<Outcome>((resolve) => names.ask({ name: 'x.test', type: 'A' }, resolve))
  await until(() => late.length === 1)
  names.retire()
  late[0]!()
  // It is asked again without EDNS, over a socket that nobody but this question holds
  await until(() => late.length === 2)
  late[1]!()
  assert.ok('reply' in (await outcome))
  await until(() => socketCount() === before)
})
