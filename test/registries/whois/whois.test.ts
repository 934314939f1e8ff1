import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { DomainAnswer } from '../../../src/core/expiry/domain.ts'
import { createEgressPolicy } from '../../../src/core/platform/egress.ts'
import { TimeBudget } from '../../../src/registries/budget.ts'
import { ServerThrottle } from '../../../src/registries/server-throttle.ts'
import { Whois, type WhoisOptions } from '../../../src/registries/whois/whois.ts'
import { makeTools } from '../../probers/check.ts'
import { closedPort, type Handler, listen } from '../../support/targets/targets.ts'
import { createTestClock } from '../../support/time/clock.ts'
import { waitUntil } from '../../support/time/until.ts'
import { answeringWhois, lookupFor, stopTime, whoisAt } from '../servers.ts'

const fixture = (name: string): string => readFileSync(join(import.meta.dirname, '../fixtures', `${name}.txt`), 'utf8')

const EXPIRES = Date.parse('2026-09-03T12:01:02Z')

/** Queries one server for all domains, as the operator may configure. */
async function ask(t: TestContext, handler: Handler, domain = 'watched-example.com'): Promise<DomainAnswer> {
  const { port } = await listen(t, handler)
  return lookupFor(t, { whoisServer: `127.0.0.1:${port}` }).lookUp(domain)
}

function failureOf(answer: DomainAnswer): [silence: string, message: string] {
  assert.equal(answer.kind, 'unknown')
  const { failure, message } = answer as Extract<DomainAnswer, { kind: 'unknown' }>
  return [failure, message.replace(/127\.0\.0\.1:\d+/g, 'HOST')]
}

test('a registry without RDAP is queried over WHOIS', async (t) => {
  const questions: string[] = []
  const answer = await ask(t, answeringWhois(fixture('com'), questions))
  assert.ok(answer.kind === 'registered')
  assert.deepEqual([answer.registration.source, answer.registration.expiresAt], ['whois', EXPIRES])
  assert.deepEqual(questions, ['watched-example.com'])
})

test('an answer that arrives byte by byte or before the query is read', async (t) => {
  const bytes = Buffer.from(fixture('com').slice(0, 700))
  const drip: Handler = (socket) => {
    let at = 0
    const more = () => {
      if (socket.destroyed) return
      if (at === bytes.length) socket.end()
      else socket.write(bytes.subarray(at, ++at), () => setImmediate(more))
    }
    more()
  }
  assert.equal((await ask(t, drip)).kind, 'registered')
  assert.equal((await ask(t, (socket) => socket.end(bytes))).kind, 'registered')
})

test('an answer in any encoding of the registries is decoded', async (t) => {
  const japanese = '[Domain Name]   WATCHED-EXAMPLE.JP\r\n[登録者名]   例\r\n[Expires on]   2026/08/31\r\n'
  const encodings: [name: string, bytes: Buffer][] = [
    ['UTF-8', Buffer.from(japanese)],
    // The character 例 in Shift_JIS, EUC-JP and ISO-2022-JP
    ['Shift_JIS', latin1(japanese.replace('登録者名', 'x').replace('例', '\x97\xe1'))],
    ['EUC-JP', latin1(japanese.replace('登録者名', 'x').replace('例', '\xce\xe3'))],
    ['ISO-2022-JP', latin1(japanese.replace('登録者名', 'x').replace('例', '\x1b$BNc\x1b(B'))],
    ['Latin-1', latin1(japanese.replace('登録者名', 'x').replace('例', 'Österreich\xff'))],
  ]
  for (const [name, bytes] of encodings) {
    const answer = await ask(t, answeringWhois(bytes), 'watched-example.jp')
    assert.ok(answer.kind === 'registered', name)
    assert.equal(answer.registration.expiresAt, Date.UTC(2026, 7, 31), name)
  }
  const registrar = latin1('Domain: watched-example.at\r\nregistrar: \xd6sterreich GmbH\r\nexpires: 2026-08-31\r\n')
  const answer = await ask(t, answeringWhois(registrar), 'watched-example.at')
  assert.equal(answer.kind === 'registered' && answer.registration.registrar, 'Österreich GmbH')
})

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1')

test('every failure is reported with its reason', async (t) => {
  const cases: [name: string, handler: Handler, silence: string, said: RegExp][] = [
    ['nothing', (socket) => socket.end(), 'unreadable', /^127\.0\.0\.1 returned an empty response$/],
    ['reset', (socket) => void socket.on('data', () => socket.resetAndDestroy()), 'unreachable', /ECONNRESET/],
    ['endless', endlessly, 'unreadable', /^127\.0\.0\.1 returned more than 262144 bytes$/],
    ['garbage', answeringWhois(Buffer.from([0, 255, 1, 254, 2])), 'unreadable', /in an unknown format$/],
    [
      'another',
      answeringWhois(fixture('com').replaceAll('WATCHED', 'OTHER')),
      'unreadable',
      /about OTHER-EXAMPLE\.COM instead$/,
    ],
    ['broken off', answeringWhois(fixture('com').slice(0, 275)), 'unreadable', /closed the connection in the middle/],
    ['limited', answeringWhois('Quota exceeded\r\n'), 'rate_limited', /^127\.0\.0\.1 rate limits queries$/],
    ['refused', answeringWhois('Access denied\r\n'), 'not_published', /^127\.0\.0\.1 refuses to answer$/],
    ['no date', answeringWhois(fixture('de').replaceAll('.de', '.com')), 'not_published', /does not report when/],
  ]
  for (const [name, handler, expected, said] of cases) {
    const [kind, message] = failureOf(await ask(t, handler))
    assert.equal(kind, expected, `${name}: ${message}`)
    assert.match(message, said, name)
  }
  const lookup = lookupFor(t, { whoisServer: `127.0.0.1:${await closedPort()}` })
  assert.deepEqual(failureOf(await lookup.lookUp('example.com')), [
    'unreachable',
    '127.0.0.1: connect HOST: ECONNREFUSED',
  ])
})

test('a silent or incomplete server takes at most its time limit', async (t) => {
  const asked: Socket[] = []
  const { port } = await listen(t, (socket) => socket.once('data', () => asked.push(socket)))
  const { tools, pass, reads } = stopTime(t)
  const limits = { serverMs: 400, lookupMs: 2_000 }
  const lookUp = () => lookupFor(t, { tools, whoisServer: `127.0.0.1:${port}`, limits }).lookUp('watched-example.com')
  const mute = lookUp()
  await waitUntil(() => asked.length === 1, 'the question')
  pass(400)
  assert.deepEqual(failureOf(await mute), ['unreachable', '127.0.0.1: read HOST: no answer in 400 ms'])
  const stuck = lookUp()
  await waitUntil(() => asked.length === 2, 'the next question')
  await reads(asked[1]!, 'Domain Name: WATCHED')
  pass(400)
  const [kind, message] = failureOf(await stuck)
  assert.equal(kind, 'unreachable')
  assert.match(message, /response not complete \(20 bytes\)/)
})

const endlessly: Handler = (socket) => {
  const bytes = Buffer.from('Domain Name: WATCHED-EXAMPLE.COM\r\n'.repeat(500))
  const more = () => {
    while (!socket.destroyed && socket.write(bytes));
  }
  socket.on('drain', more)
  more()
}

test('a registry without dates still provides the other data', async (t) => {
  const answer = await ask(t, answeringWhois(fixture('nl')), 'watched-example.nl')
  assert.ok(answer.kind === 'unknown')
  assert.deepEqual([answer.failure, answer.registration?.registrar], ['not_published', 'Voorbeeld B.V.'])
})

test('an answer without a match reports an unregistered domain', async (t) => {
  const answer = await ask(t, answeringWhois('No match for domain "WATCHED-EXAMPLE.COM".\r\n'))
  assert.deepEqual(answer, { kind: 'unregistered', source: 'whois', server: '127.0.0.1' })
})

/** Registries at separate addresses that share one port, like port 43. */
async function network(t: TestContext, servers: Record<string, string>, over: Partial<WhoisOptions> = {}) {
  const questions: string[] = []
  let port = 0
  for (const [host, answer] of Object.entries(servers)) {
    const handler = answeringWhois(answer, { push: (question) => questions.push(`${host} ${question}`) })
    port = await whoisAt(t, host, port, handler)
  }
  const clock = createTestClock()
  const after = (delayMs: number, run: () => void) => {
    clock.advance(delayMs)
    setImmediate(run)
    return () => {}
  }
  const throttle = new ServerThrottle({ now: clock.now, after, gapMs: 1_000, maxWaiting: 10 })
  const tools = makeTools(t)
  const whois = new Whois({
    now: clock.now,
    throttle,
    net: tools,
    trusted: tools,
    onlyServer: null,
    iana: '127.0.0.1',
    port,
    ...over,
  })
  return { whois, questions, clock, ask: (domain: string) => whois.query(domain, new TimeBudget()) }
}

const IANA =
  '% IANA WHOIS server\n\nrefer:        127.0.0.2\n\ndomain:       QQ\n\nwhois:        127.0.0.2\nstatus:       ACTIVE\n'
const THIN =
  'Domain Name: EXAMPLE.QQ\r\nRegistrar: Thin Registrar\r\nRegistrar WHOIS Server: 127.0.0.3\r\nName Server: NS1.EXAMPLE.NET\r\n'
const REGISTRAR = 'Domain Name: example.qq\r\nRegistrar Registration Expiration Date: 2026-05-01T00:00:00Z\r\n'

test('IANA is queried once per week for the server of a top-level domain', async (t) => {
  const net = await network(t, { '127.0.0.1': IANA, '127.0.0.2': 'Domain: example.qq\r\nexpires: 2026-05-01\r\n' })
  const answer = await net.ask('example.qq')
  assert.ok(answer.kind === 'registered')
  assert.deepEqual([answer.registration.server, answer.registration.expiresAt], ['127.0.0.2', Date.UTC(2026, 4, 1)])
  await net.ask('example.qq')
  assert.deepEqual(net.questions.sort(), ['127.0.0.1 qq', '127.0.0.2 example.qq', '127.0.0.2 example.qq'])
  net.clock.advance(8 * 86_400_000)
  await net.ask('example.qq')
  assert.equal(net.questions.filter((question) => question === '127.0.0.1 qq').length, 2)
})

test('a registry without a WHOIS server is reported as no_source', async (t) => {
  const net = await network(t, { '127.0.0.1': 'domain:       QQ\n\nstatus:       ACTIVE\n' })
  for (const _ of [1, 2]) {
    assert.deepEqual(failureOf(await net.ask('example.qq')), ['no_source', 'the registry of .qq has no WHOIS server'])
  }
  assert.deepEqual(net.questions, ['127.0.0.1 qq'])
})

test('an IANA answer about another domain is refused', async (t) => {
  const net = await network(t, { '127.0.0.1': IANA.replace('QQ', 'RR') })
  assert.deepEqual(failureOf(await net.ask('example.qq')), [
    'unreadable',
    '127.0.0.1 returned no readable data about .qq',
  ])
})

test('a thin registry is followed by a query to the registrar', async (t) => {
  const net = await network(t, { '127.0.0.1': IANA, '127.0.0.2': THIN, '127.0.0.3': REGISTRAR })
  const answer = await net.ask('example.qq')
  assert.ok(answer.kind === 'registered')
  const { server, expiresAt, registrar, nameServers } = answer.registration
  assert.deepEqual([server, expiresAt], ['127.0.0.3', Date.UTC(2026, 4, 1)])
  assert.deepEqual([registrar, nameServers], ['Thin Registrar', ['ns1.example.net']])
})

test('a registrar’s missing domain does not override the registry', async (t) => {
  const net = await network(t, { '127.0.0.1': IANA, '127.0.0.2': THIN, '127.0.0.3': 'No match for example.qq\r\n' })
  const answer = await net.ask('example.qq')
  assert.ok(answer.kind === 'unknown')
  assert.deepEqual([answer.failure, answer.registration?.registrar], ['not_published', 'Thin Registrar'])
  assert.match(answer.message, /; 127\.0\.0\.3 reports no such domain$/)
})

test('a referral is not followed to a refused address or back to the same server', async (t) => {
  const net = makeTools(t, { egress: createEgressPolicy({ mode: 'any', deny: ['127.0.0.3'] }) })
  const servers = { '127.0.0.1': IANA, '127.0.0.2': THIN, '127.0.0.3': REGISTRAR }
  const refused = await network(t, servers, { net })
  const answer = await refused.ask('example.qq')
  assert.ok(answer.kind === 'unknown')
  assert.equal(answer.failure, 'not_published')
  assert.match(answer.message, /refused by the egress policy, a denied address/)
  const circle = await network(t, { ...servers, '127.0.0.2': THIN.replace('127.0.0.3', '127.0.0.2') })
  await circle.ask('example.qq')
  assert.deepEqual(circle.questions, ['127.0.0.1 qq', '127.0.0.2 example.qq'])
})

test('a rate limited server is not queried again during its backoff', async (t) => {
  const net = await network(t, { '127.0.0.1': IANA, '127.0.0.2': 'Too many requests\r\n' })
  assert.equal(failureOf(await net.ask('example.qq'))[0], 'rate_limited')
  const second = await net.ask('example.qq')
  assert.ok(second.kind === 'unknown')
  assert.deepEqual(
    [second.failure, second.message],
    ['rate_limited', '127.0.0.2 rate limits queries for another 5 min'],
  )
  assert.equal(second.retryAfterMs, 300_000)
})
