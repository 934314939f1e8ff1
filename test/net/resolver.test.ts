import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { decode, encode, type Question } from 'dns-packet'
import { ProbeTrouble } from '../../src/core/verdict.ts'
import { Deadline } from '../../src/net/deadline.ts'
import type { Outcome } from '../../src/net/dns-message.ts'
import { NameServer } from '../../src/net/dns-server.ts'
import {
  type IpFamily,
  makeResolver,
  type Resolution,
  type Resolver,
  type ResolverOptions,
} from '../../src/net/resolver.ts'
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
} from '../support/hostile-dns.ts'
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
} from '../support/targets.ts'
import { until } from '../support/until.ts'

/** No machine's own files get in the way. */
const NO_FILES = { hostsPath: '/nonexistent/hosts', resolvConfPath: '/nonexistent/resolv.conf' }

function resolverWith(t: TestContext, options: ResolverOptions): Resolver {
  const resolver = makeResolver({ ...NO_FILES, ...options })
  t.after(() => resolver.close())
  return resolver
}

async function resolve(resolver: Resolver, host: string, family: IpFamily = 4, ms = 2_000): Promise<Resolution> {
  const deadline = new Deadline(ms)
  try {
    return await resolver.resolve(host, family, deadline)
  } finally {
    deadline.clear()
  }
}

async function serving(t: TestContext, handler: DnsHandler, options: ResolverOptions = {}) {
  const server = await dnsServer(t, handler)
  const resolver = resolverWith(t, { servers: [server.address], ...options })
  return { server, resolver }
}

const addresses = (resolution: Resolution) => ('addresses' in resolution ? resolution.addresses : resolution.failure)

test('a literal address is its own answer, and no server is asked', async (t) => {
  const { server, resolver } = await serving(t, () => null)
  assert.deepEqual(addresses(await resolve(resolver, '192.0.2.7')), ['192.0.2.7'])
  assert.deepEqual(addresses(await resolve(resolver, '2001:db8::7', 6)), ['2001:db8::7'])
  const wrong = await resolve(resolver, '192.0.2.7', 6)
  assert.deepEqual(wrong, {
    failure: { cause: 'dns_error', message: 'resolve 192.0.2.7: not an IPv6 address' },
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
  const resolver = resolverWith(t, { servers: [first.address, second.address] })
  const startedAt = performance.now()
  const failure = addresses(await resolve(resolver, 'example.test', 4, 5_000))
  assert.ok(performance.now() - startedAt < 3_000)
  assert.deepEqual(failure, { cause: 'dns_error', message: `resolve example.test at ${first.address}: SERVFAIL` })
})

test('a server that is not there is passed over at once', async (t) => {
  const dead = `127.0.0.1:${await closedPort()}`
  const alive = await dnsServer(t, ({ name }) => ({ answers: [a(name, '192.0.2.6')] }))
  const resolver = resolverWith(t, { servers: [dead, alive.address] })
  const startedAt = performance.now()
  assert.deepEqual(addresses(await resolve(resolver, 'example.test')), ['192.0.2.6'])
  assert.ok(performance.now() - startedAt < 490)
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
  const { resolver } = await serving(t, () => null)
  assert.deepEqual(addresses(await resolve(resolver, 'slow.test', 4, 1_500)), {
    cause: 'timeout',
    message: 'resolve slow.test: no answer in 1500 ms',
  })
})

test('a lost packet is sent again, and a late answer to the first still counts', async (t) => {
  let asked = 0
  const { resolver } = await serving(t, ({ name }) => (++asked === 1 ? null : { answers: [a(name, '192.0.2.8')] }))
  assert.deepEqual(addresses(await resolve(resolver, 'lossy.test')), ['192.0.2.8'])
  assert.equal(asked, 2)
})

test('an answer that does not fit comes over TCP', async (t) => {
  const many = Array.from({ length: 100 }, (_, i) => a('big.test', `192.0.2.${i}`))
  const { server, resolver } = await serving(t, (_, via) => (via === 'udp' ? { truncated: true } : { answers: many }))
  const found = addresses(await resolve(resolver, 'big.test'))
  assert.ok(Array.isArray(found) && found.length === 100)
  assert.deepEqual(server.asked, ['A big.test', 'A big.test'])
})

test('a truncated answer that ends in the middle of a record comes over TCP too', async (t) => {
  const answers = [a('cut.test', '192.0.2.1')]
  const { resolver } = await serving(t, (_, via) =>
    via === 'tcp' ? { answers } : { answers, truncated: true, mangle: (packet) => [packet.subarray(0, -7)] },
  )
  assert.deepEqual(addresses(await resolve(resolver, 'cut.test')), ['192.0.2.1'])
})

test('an answer over TCP that is not to our question is not believed', async (t) => {
  const { server, resolver } = await serving(t, ({ name }, via) => ({
    answers: [a(name, '203.0.113.66')],
    truncated: via === 'udp',
    mangle: (packet) => [via === 'udp' ? packet : withOtherId(packet)],
  }))
  const message = `resolve true.test: no usable name server (${server.address} EBADRESP)`
  await assert.rejects(resolve(resolver, 'true.test'), new ProbeTrouble(message))
})

function withOtherId(packet: Buffer): Buffer {
  const forged = Buffer.from(packet)
  forged.writeUInt16BE((packet.readUInt16BE(0) + 1) & 0xffff, 0)
  return forged
}

/** Forged answers come first; the true one, last, must be the one that counts. */
const FORGERIES: Record<string, (packet: Buffer) => Buffer> = {
  'with another id': withOtherId,
  'to another question': (packet) => {
    const question: Question = { name: 'other.test', type: 'A', class: 'IN' }
    return encode({ ...decode(packet), questions: [question], answers: [a('other.test', '203.0.113.66')] })
  },
  'to a question of another type': (packet) =>
    encode({
      ...decode(packet),
      questions: [{ name: 'true.test', type: 'AAAA', class: 'IN' }],
      answers: [a('true.test', '203.0.113.66')],
    }),
  'that is a question itself': (packet) => encode({ ...decode(packet), type: 'query' }),
  'that is no DNS at all': (packet) => Buffer.concat([packet.subarray(0, 2), Buffer.alloc(40, 0xff)]),
  'of one byte': (packet) => packet.subarray(0, 1),
}

for (const [kind, forge] of Object.entries(FORGERIES)) {
  test(`an answer ${kind} is not listened to`, async (t) => {
    const { resolver } = await serving(t, ({ name }) => ({
      answers: [a(name, '192.0.2.1')],
      mangle: (packet) => [forge(Buffer.from(packet)), packet],
    }))
    assert.deepEqual(addresses(await resolve(resolver, 'true.test')), ['192.0.2.1'])
  })
}

test('an answer from another port than the one asked is not listened to', async (t) => {
  const forger = createSocket('udp4').bind(0, '127.0.0.1')
  await once(forger, 'listening')
  t.after(() => forger.close())
  const { resolver } = await serving(t, async ({ name }) => ({
    answers: [a(name, '192.0.2.1')],
    mangle: (packet, from) => {
      const forged = encode({ ...decode(packet), answers: [a(name, '203.0.113.66')] })
      forger.send(forged, from, '127.0.0.1')
      // The true answer leaves a moment later than the forged one: it is the second packet of two
      return [Buffer.alloc(1), packet]
    },
  }))
  assert.deepEqual(addresses(await resolve(resolver, 'true.test')), ['192.0.2.1'])
})

test('questions leave from changing ports with changing ids', async (t) => {
  const ports = new Set<number>()
  const ids = new Set<number>()
  const { resolver } = await serving(t, ({ name }) => ({
    answers: [a(name, '192.0.2.1')],
    mangle: (packet, from) => {
      ports.add(from)
      ids.add(packet.readUInt16BE(0))
      return [packet]
    },
  }))
  for (let i = 0; i < 200; i++) await resolve(resolver, `host-${i}.test`)
  assert.ok(ids.size > 190, `${ids.size} ids`)
  assert.ok(ports.size >= 4, `${ports.size} ports`)
})

test('an answer is kept for as long as it says, and at least a second', async (t) => {
  let now = 0
  const { server, resolver } = await serving(t, ({ name }) => ({ answers: [a(name, '192.0.2.1', 60)] }), {
    now: () => now,
  })
  await resolve(resolver, 'example.test')
  now = 59_999
  await resolve(resolver, 'example.test')
  assert.equal(server.asked.length, 1)
  now = 60_000
  await resolve(resolver, 'example.test')
  assert.equal(server.asked.length, 2)
})

test('an answer without a time to live is kept for a second, and one for ever for an hour', async (t) => {
  let now = 0
  const ttls: Record<string, number> = { 'short.test': 0, 'long.test': 1_000_000 }
  const { server, resolver } = await serving(t, ({ name }) => ({ answers: [a(name, '192.0.2.1', ttls[name]!)] }), {
    now: () => now,
  })
  const askAll = async () => {
    for (const name in ttls) await resolve(resolver, name)
  }
  await askAll()
  now = 999
  await askAll()
  assert.equal(server.asked.length, 2)
  now = 1_000
  await askAll()
  assert.deepEqual(server.asked.slice(2), ['A short.test'])
  now = 3_600_000
  await askAll()
  assert.deepEqual(server.asked.slice(3), ['A short.test', 'A long.test'])
})

test('the time to live of a chain is that of its shortest link', async (t) => {
  let now = 0
  const answers = [cname('www.test', 'b.test', 5), a('b.test', '192.0.2.1', 500)]
  const { server, resolver } = await serving(t, () => ({ answers }), { now: () => now })
  await resolve(resolver, 'www.test')
  now = 5_000
  await resolve(resolver, 'www.test')
  assert.equal(server.asked.length, 2)
})

test('a name that does not exist is asked for again after half a minute at most', async (t) => {
  let now = 0
  const soa = { mname: 'ns.test', rname: 'root.test', serial: 1, refresh: 1, retry: 1, expire: 1, minimum: 900 }
  const { server, resolver } = await serving(
    t,
    () => ({ rcode: NXDOMAIN, authorities: [{ type: 'SOA', name: 'test', ttl: 3600, data: soa }] }),
    { now: () => now },
  )
  await resolve(resolver, 'nowhere.test')
  now = 29_999
  await resolve(resolver, 'nowhere.test')
  assert.equal(server.asked.length, 1)
  now = 30_000
  await resolve(resolver, 'nowhere.test')
  assert.equal(server.asked.length, 2)
})

test('a failure of the server is not kept', async (t) => {
  let isBroken = true
  const { resolver } = await serving(t, ({ name }) =>
    isBroken ? { rcode: SERVFAIL } : { answers: [a(name, '192.0.2.1')] },
  )
  assert.ok('failure' in (await resolve(resolver, 'example.test')))
  isBroken = false
  assert.deepEqual(addresses(await resolve(resolver, 'example.test')), ['192.0.2.1'])
})

test('many who ask the same at once cost one question, and one who gives up does not stop the others', async (t) => {
  const { server, resolver } = await serving(t, async ({ name }) => {
    await gate
    return { answers: [a(name, '192.0.2.1')] }
  })
  let open = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  const patient = Array.from({ length: 20 }, () => resolve(resolver, 'busy.test'))
  await assert.rejects(resolve(resolver, 'busy.test', 4, 20), ProbeTrouble)
  open()
  for (const resolution of await Promise.all(patient)) assert.deepEqual(addresses(resolution), ['192.0.2.1'])
  assert.deepEqual(server.asked, ['A busy.test'])
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

/** A folder with the two files, which a test may change. */
function machine(t: TestContext, files: { hosts?: string; resolvConf?: string }) {
  const folder = mkdtempSync(join(tmpdir(), 'watchkeeper-names-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const hostsPath = join(folder, 'hosts')
  const resolvConfPath = join(folder, 'resolv.conf')
  writeFileSync(hostsPath, files.hosts ?? '')
  writeFileSync(resolvConfPath, files.resolvConf ?? '')
  return { hostsPath, resolvConfPath }
}

test('the hosts file comes before the servers, and is read again when it changes', async (t) => {
  let now = 0
  const paths = machine(t, { hosts: '192.0.2.10 box.test box # ours\n2001:db8::10 box.test\n' })
  const { server, resolver } = await serving(t, () => ({ rcode: NXDOMAIN }), { ...paths, now: () => now })
  assert.deepEqual(addresses(await resolve(resolver, 'BOX.test')), ['192.0.2.10'])
  assert.deepEqual(addresses(await resolve(resolver, 'box.test', 6)), ['2001:db8::10'])
  assert.deepEqual(await resolve(resolver, 'box', 6), {
    failure: { cause: 'dns_error', message: 'resolve box: no IPv6 address in the hosts file' },
    noAddress: true,
  })
  assert.deepEqual(server.asked, [])
  writeFileSync(paths.hostsPath, '192.0.2.11 box.test\n')
  utimesSync(paths.hostsPath, 1, 1)
  now = 4_999
  assert.deepEqual(addresses(await resolve(resolver, 'box.test')), ['192.0.2.10'])
  now = 5_000
  assert.deepEqual(addresses(await resolve(resolver, 'box.test')), ['192.0.2.11'])
})

test('a short name is tried in the domains of the search list, then as it stands', async (t) => {
  const server = await dnsServer(t, ({ name }) =>
    name === 'db.second.test' || name === 'only' ? { answers: [a(name, '192.0.2.12')] } : { rcode: NXDOMAIN },
  )
  const resolvConf = `nameserver [127.0.0.1]:${server.address.split(':')[1]}\nsearch first.test second.test\noptions ndots:2\n`
  const resolver = resolverWith(t, machine(t, { resolvConf }))
  assert.deepEqual(addresses(await resolve(resolver, 'db')), ['192.0.2.12'])
  assert.deepEqual(server.asked.splice(0), ['A db.first.test', 'A db.second.test'])
  assert.deepEqual(addresses(await resolve(resolver, 'only')), ['192.0.2.12'])
  assert.deepEqual(server.asked.splice(0), ['A only.first.test', 'A only.second.test', 'A only'])
  assert.ok('failure' in (await resolve(resolver, 'a.b.c')))
  assert.deepEqual(server.asked.splice(0), ['A a.b.c'])
  assert.ok('failure' in (await resolve(resolver, 'web.')))
  assert.deepEqual(server.asked.splice(0), ['A web'])
})

test('new name servers in resolv.conf are used without a restart', async (t) => {
  let now = 0
  const old = await dnsServer(t, ({ name }) => ({ answers: [a(name, '192.0.2.13')] }))
  const fresh = await dnsServer(t, ({ name }) => ({ answers: [a(name, '192.0.2.14')] }))
  const confFor = (address: string) => `nameserver ${address}\n`
  const paths = machine(t, { resolvConf: confFor(old.address) })
  const resolver = resolverWith(t, { ...paths, now: () => now })
  assert.deepEqual(addresses(await resolve(resolver, 'one.test')), ['192.0.2.13'])
  writeFileSync(paths.resolvConfPath, confFor(fresh.address))
  utimesSync(paths.resolvConfPath, 1, 1)
  now = 5_000
  assert.deepEqual(addresses(await resolve(resolver, 'two.test')), ['192.0.2.14'])
})

test('a server that has left others waiting comes last, until it is heard again', async (t) => {
  let isBack = false
  const first = await hostileDns(t, { udp: (query, say) => isBack && say(goodReply(query)) })
  const second = await hostileDns(t, { udp: (query, say) => say(goodReply(query)) })
  const resolver = resolverWith(t, { servers: [first.address, second.address] })
  const timed = async (name: string): Promise<number> => {
    const startedAt = performance.now()
    assert.deepEqual(addresses(await resolve(resolver, name)), ['192.0.2.7'])
    return performance.now() - startedAt
  }
  assert.ok((await timed('a.test')) >= 490, 'the first time somebody has to wait')
  for (const name of ['b.test', 'c.test', 'd.test']) assert.ok((await timed(name)) < 490, name)
  isBack = true
  // Asked now and then whether it is back, it says so, and is the first again
  let number = 0
  await until(async () => {
    await timed(`x${number++}.test`)
    return first.asked.udp.some((query) => questionOf(query).includes('x'))
  })
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
