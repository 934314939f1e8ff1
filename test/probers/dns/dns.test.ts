import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Answer, Question } from 'dns-packet'
import { createEgressPolicy } from '../../../src/core/platform/egress.ts'
import type { StoredExtras } from '../../../src/core/results/verdict.ts'
import { PROBERS } from '../../../src/probers/index.ts'
import { DEFAULT_RETRY } from '../../support/targets/resolvers.ts'
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
import { type CheckOptions, check, makeTools, verdictOf } from '../check.ts'

const NAME = 'www.example.com'
const UP = ['up', null, null]

/** Runs a check against the monitor's name server, whose address is replaced by `SERVER` in the result. */
async function ask(t: TestContext, handler: DnsHandler, settings: object = {}, options: CheckOptions = {}) {
  const server = await startDnsServer(t, handler)
  const outcome = await check(t, NAME, {
    type: 'DNS',
    settings: { dnsServer: server.address, ...settings },
    ...options,
  })
  const [status, errorType, message] = verdictOf(outcome)
  return {
    verdict: [status, errorType, message?.replaceAll(server.address, 'SERVER') ?? null],
    answers: (outcome.extras as Extract<StoredExtras, { kind: 'dns' }> | undefined)?.answers,
    outcome,
    asked: server.asked,
  }
}

const wanting = (recordType: string, expectedValues: string[], matchMode = 'any') => ({
  recordEntries: [{ recordType, expectedValues, matchMode }],
})

const twoAddresses: DnsHandler = ({ name }) => ({
  answers: [toARecord(name, '192.0.2.8'), toARecord(name, '192.0.2.7')],
})

test('a name with an address is up, and the result contains the sorted answers', async (t) => {
  const { verdict, answers, outcome, asked } = await ask(t, twoAddresses)
  assert.deepEqual(verdict, UP)
  assert.deepEqual(answers, [{ recordType: 'A', values: ['192.0.2.7', '192.0.2.8'] }])
  assert.deepEqual(asked, [`A ${NAME}`])
  assert.ok(outcome.timings.dnsMs !== null && outcome.responseTimeMs! >= outcome.timings.dnsMs)
  assert.equal(outcome.remoteAddress, '127.0.0.1')
})

test('every check queries again', async (t) => {
  const server = await startDnsServer(t, twoAddresses)
  const tools = makeTools(t, { dnsServers: [server.address] })
  for (let i = 0; i < 3; i++) await check(t, NAME, { type: 'DNS', tools })
  for (let i = 0; i < 3; i++) await check(t, NAME, { type: 'DNS', tools, settings: { dnsServer: server.address } })
  assert.equal(server.asked.length, 6)
})

const FAILURES: [what: string, handler: DnsHandler, verdict: unknown[]][] = [
  [
    'a name that does not exist',
    () => ({ rcode: NXDOMAIN }),
    ['down', 'dns_error', `resolve A ${NAME} at SERVER: NXDOMAIN`],
  ],
  [
    'a server that cannot find out',
    () => ({ rcode: SERVFAIL }),
    ['down', 'dns_error', `resolve A ${NAME} at SERVER: SERVFAIL`],
  ],
  [
    'a server that refuses to answer',
    () => ({ rcode: REFUSED }),
    ['down', 'dns_error', `resolve A ${NAME} at SERVER: REFUSED`],
  ],
  [
    'a name without such a record',
    () => ({ answers: [] }),
    ['down', 'dns_error', `resolve A ${NAME}: the name has no A record`],
  ],
  [
    'aliases in a circle',
    () => ({ answers: [toCnameRecord(NAME, 'b.example'), toCnameRecord('b.example', NAME)] }),
    ['down', 'dns_error', `resolve A ${NAME} at SERVER: its aliases form a loop`],
  ],
]

for (const [what, handler, verdict] of FAILURES)
  test(`${what} is a dns_error`, async (t) => assert.deepEqual((await ask(t, handler)).verdict, verdict))

test('a silent server is a timeout, and the shorter of the two limits applies', async (t) => {
  const message = (ms: number) => `resolve A ${NAME} at SERVER: no answer in ${ms} ms`
  const own = await ask(t, () => null, { resolutionTimeoutMs: 150 })
  assert.deepEqual(own.verdict, ['down', 'timeout', message(150)])
  const monitor = await ask(t, () => null, { resolutionTimeoutMs: 30_000 }, { timeoutMs: 120 })
  assert.deepEqual(monitor.verdict, ['down', 'timeout', message(120)])
})

test('a slow answer is used after the query has been repeated', async (t) => {
  const first = Promise.withResolvers<void>()
  let questions = 0
  const slowly: DnsHandler = async ({ name }) => {
    if (++questions > 1) first.resolve()
    await first.promise
    return { answers: [toARecord(name, '192.0.2.7')] }
  }
  const { verdict } = await ask(t, slowly, {}, { tools: makeTools(t, DEFAULT_RETRY) })
  assert.deepEqual(verdict, UP)
})

test('a closed port is a connection_error', async (t) => {
  const port = await closedPort()
  const outcome = await check(t, NAME, { type: 'DNS', settings: { dnsServer: `127.0.0.1:${port}` } })
  const message = `resolve A ${NAME} at 127.0.0.1:${port}: ECONNREFUSED`
  assert.deepEqual(verdictOf(outcome), ['down', 'connection_error', message])
})

const otherId = (packet: Buffer): Buffer[] => {
  const forged = Buffer.from(packet)
  forged.writeUInt16BE((packet.readUInt16BE(0) + 1) % 0x1_0000)
  return [forged]
}
const otherQuestion = (packet: Buffer): Buffer[] => [
  Buffer.from(packet.toString('latin1').replace('\x03www', '\x03abc'), 'latin1'),
]

for (const [what, mangle] of Object.entries({
  'another id': otherId,
  'another question': otherQuestion,
  'bytes that are no message': () => [Buffer.from('nonsense that is long enough')],
}))
  test(`an answer with ${what} is ignored`, async (t) => {
    const { verdict } = await ask(t, () => ({ mangle }), { resolutionTimeoutMs: 150 })
    assert.deepEqual(verdict.slice(0, 2), ['down', 'timeout'])
  })

test('a truncated answer is requested again over TCP', async (t) => {
  const many = Array.from({ length: 100 }, (_, i) => toARecord(NAME, `192.0.2.${i}`))
  const ways: string[] = []
  const handler: DnsHandler = (_, via) => {
    ways.push(via)
    return via === 'udp' ? { truncated: true } : { answers: many }
  }
  const { verdict, answers } = await ask(t, handler, wanting('A', ['192.0.2.99']))
  assert.deepEqual([verdict, answers![0]!.values.length, ways], [UP, 100, ['udp', 'tcp']])
})

test('a mismatched answer over TCP is a dns_error', async (t) => {
  const handler: DnsHandler = (_, via) => (via === 'udp' ? { truncated: true } : { mangle: otherId })
  const message = `resolve A ${NAME} at SERVER: EBADRESP, not an answer to the question`
  assert.deepEqual((await ask(t, handler)).verdict, ['down', 'dns_error', message])
})

test('a check is inconclusive when the probe’s name servers fail', async (t) => {
  const silent = await startDnsServer(t, () => null, { isMute: true })
  const tools = makeTools(t, { dnsServers: [silent.address] })
  const outcome = await check(t, NAME, { type: 'DNS', tools, settings: { resolutionTimeoutMs: 150 } })
  assert.equal(outcome.status, 'inconclusive')
  const message = `resolve A ${NAME}: no name server answered in 150 ms (${silent.address})`
  assert.equal(outcome.errorMessage, message)
  const refusing = await startDnsServer(t, () => ({ rcode: REFUSED }))
  const other = await check(t, NAME, { type: 'DNS', tools: makeTools(t, { dnsServers: [refusing.address] }) })
  assert.deepEqual([other.status, other.remoteAddress], ['inconclusive', null])
})

const zone: Record<string, Answer[]> = {
  A: [toCnameRecord(NAME, 'host.example.com'), toARecord('host.example.com', '192.0.2.7')],
  AAAA: [toAaaaRecord(NAME, '2001:DB8:0::7')],
  CNAME: [toCnameRecord(NAME, 'Host.Example.com')],
  MX: [{ type: 'MX', name: NAME, data: { preference: 10, exchange: 'Mail.example.com' } }],
  NS: [{ type: 'NS', name: NAME, data: 'ns1.example.com' }],
  TXT: [{ type: 'TXT', name: NAME, data: ['v=spf1 include:', '_spf.Example.com -all'] }],
  SOA: [
    {
      type: 'SOA',
      name: NAME,
      data: {
        mname: 'ns1.example.com',
        rname: 'admin.example.com',
        serial: 7,
        refresh: 6,
        retry: 5,
        expire: 4,
        minimum: 3,
      },
    },
  ],
  SRV: [{ type: 'SRV', name: NAME, data: { priority: 1, weight: 2, port: 443, target: 'a.example.com' } }],
  CAA: [{ type: 'CAA', name: NAME, data: { flags: 0, tag: 'issue', value: 'letsencrypt.org' } }],
  PTR: [{ type: 'PTR', name: NAME, data: 'host.example.com' }],
}
const fromZone: DnsHandler = ({ type }) => ({ answers: zone[type!]! })

const SPELLINGS: [type: string, good: string[], bad: string[]][] = [
  ['A', ['192.0.2.7'], ['192.0.2.70', 'host.example.com']],
  ['AAAA', ['2001:db8::7', '2001:DB8:0:0:0:0:0:7'], ['2001:db8::8']],
  ['CNAME', ['host.example.com', 'HOST.example.com.'], ['ost.example.com']],
  ['MX', ['10 mail.example.com', '10  MAIL.example.com.', 'mail.example.com'], ['20 mail.example.com', '10']],
  ['NS', ['ns1.example.com.'], ['ns2.example.com']],
  ['TXT', ['v=spf1 include:_spf.Example.com -all'], ['v=spf1 include:_spf.example.com -all', 'v=spf1']],
  ['SOA', ['ns1.example.com. admin.example.com. 7 6 5 4 3'], ['ns1.example.com. admin.example.com. 8 6 5 4 3']],
  ['SRV', ['1 2 443 a.example.com', 'a.example.com'], ['1 2 80 a.example.com']],
  ['CAA', ['0 issue "letsencrypt.org"', '0 issue letsencrypt.org'], ['0 issuewild "letsencrypt.org"']],
  ['PTR', ['host.example.com'], ['other.example.com']],
]

for (const [type, good, bad] of SPELLINGS)
  test(`a ${type} record matches any usual spelling of its value`, async (t) => {
    for (const value of good) assert.deepEqual((await ask(t, fromZone, wanting(type, [value]))).verdict, UP, value)
    for (const value of bad) {
      const { verdict } = await ask(t, fromZone, wanting(type, [value]))
      assert.deepEqual(verdict.slice(0, 2), ['down', 'dns_validation_error'], value)
    }
  })

const MODES: [mode: string, wanted: string[], isMet: boolean][] = [
  ['any', ['192.0.2.7', '203.0.113.1'], true],
  ['any', ['203.0.113.1'], false],
  ['all', ['192.0.2.7'], true],
  ['all', ['192.0.2.7', '203.0.113.1'], false],
  ['exact', ['192.0.2.8', '192.0.2.7'], true],
  ['exact', ['192.0.2.7'], false],
  ['exact', ['192.0.2.8', '192.0.2.7', '203.0.113.1'], false],
]

for (const [mode, wanted, isMet] of MODES)
  test(`two addresses ${isMet ? 'match' : 'do not match'} ${mode} of ${wanted.join(', ')}`, async (t) => {
    const { verdict } = await ask(t, twoAddresses, wanting('A', wanted, mode))
    assert.deepEqual(verdict[1], isMet ? null : 'dns_validation_error')
  })

test('a mismatch message shows the wanted and the received values, shortened', async (t) => {
  const { verdict } = await ask(t, twoAddresses, wanting('A', ['203.0.113.1'], 'exact'))
  assert.equal(verdict[2], `resolve A ${NAME}: wanted exactly 203.0.113.1, got 192.0.2.7, 192.0.2.8`)
  const many: DnsHandler = () => ({
    answers: Array.from({ length: 20 }, (_, i) => toARecord(NAME, `192.0.2.${100 + i}`)),
  })
  const long = await ask(t, many, wanting('A', ['x'.repeat(500)]))
  assert.match(String(long.verdict[2]), /wanted any of x{80}…, got 192.0.2.100, .*104 and 15 more$/)
})

test('every entry must match, and each record type is queried only once', async (t) => {
  const recordEntries = [
    { recordType: 'MX' },
    { recordType: 'A', expectedValues: ['192.0.2.7'] },
    { recordType: 'A', expectedValues: ['203.0.113.1'] },
  ]
  const { verdict, asked, answers } = await ask(t, fromZone, { recordEntries })
  assert.equal(verdict[1], 'dns_validation_error')
  assert.deepEqual(asked.toSorted(), [`A ${NAME}`, `MX ${NAME}`])
  assert.deepEqual(
    answers!.map(({ recordType }) => recordType),
    ['MX', 'A'],
  )
})

test('a check follows an alias that the server does not resolve', async (t) => {
  const handler: DnsHandler = ({ name }: Question) =>
    name === NAME ? { answers: [toCnameRecord(NAME, 'b.example')] } : { answers: [toARecord(name, '192.0.2.7')] }
  const { verdict, asked } = await ask(t, handler)
  assert.deepEqual([verdict, asked], [UP, [`A ${NAME}`, 'A b.example']])
})

test('a PTR check of an address queries its name in the reverse tree', async (t) => {
  const server = await startDnsServer(t, ({ name }) => ({ answers: [{ type: 'PTR', name, data: 'host.example' }] }))
  const settings = {
    dnsServer: server.address,
    recordEntries: [{ recordType: 'PTR', expectedValues: ['host.example'] }],
  }
  for (const target of ['192.0.2.7', '2001:db8::7'])
    assert.deepEqual(verdictOf(await check(t, target, { type: 'DNS', settings })), UP)
  const zeros = '0.'.repeat(19)
  assert.deepEqual(server.asked, ['PTR 7.2.0.192.in-addr.arpa', `PTR 7.0.0.0.0.${zeros}8.b.d.0.1.0.0.2.ip6.arpa`])
})

test('answers are stored up to 2,000 characters', async (t) => {
  const texts = Array.from({ length: 20 }, (_, i) => `${i} ${'x'.repeat(190)}`)
  const answers = texts.map((data): Answer => ({ type: 'TXT', name: NAME, data }))
  const handler: DnsHandler = (_, via) => (via === 'udp' ? { truncated: true } : { answers })
  const kept = await ask(t, handler, { recordEntries: [{ recordType: 'TXT', expectedValues: [texts[19]] }] })
  assert.deepEqual(kept.verdict, UP)
  assert.equal(kept.answers![0]!.values.length, 10)
})

test('a name server that the egress policy refuses is neither queried nor accepted as a setting', async (t) => {
  const egress = createEgressPolicy({ mode: 'public' })
  const { verdict, asked } = await ask(t, twoAddresses, {}, { tools: makeTools(t, { egress }) })
  const message = 'ask SERVER: refused by the egress policy, a loopback address'
  assert.deepEqual([verdict, asked], [['down', 'connection_error', message], []])
  const refuse = (dnsServer: string, target = NAME, recordType = 'A') => {
    const settings = { recordEntries: [{ recordType }], dnsServer, resolutionTimeoutMs: 100 } as const
    return PROBERS.DNS.refuseSettings!(settings as never, target, egress)
  }
  assert.equal(refuse('8.8.8.8:53'), null)
  assert.deepEqual(refuse('[::1]:53'), { key: 'dnsServer', message: 'must not point to a loopback address' })
  assert.equal(refuse('dns.example')!.message, 'must be an IP address, optionally with a port')
  assert.equal(refuse('8.8.8.8:0')!.key, 'dnsServer')
  assert.equal(refuse('8.8.8.8', '9.9.9.9')!.key, 'recordEntries')
  assert.equal(refuse('8.8.8.8', '9.9.9.9', 'PTR'), null)
})

test('an expected value that its record type can never have is rejected', () => {
  const refuse = (recordType: string, value: string) => {
    const settings = { recordEntries: [{ recordType, expectedValues: [value] }], dnsServer: null }
    return PROBERS.DNS.refuseSettings!(settings as never, NAME, createEgressPolicy({ mode: 'any' }))
  }
  assert.deepEqual(refuse('A', 'foo'), {
    key: 'recordEntries',
    message: 'expects foo for A records, whose values are IPv4 addresses',
  })
  assert.equal(refuse('A', '2001:db8::7')?.key, 'recordEntries')
  assert.equal(refuse('AAAA', '192.0.2.7')?.key, 'recordEntries')
  assert.deepEqual(
    [refuse('A', '192.0.2.7'), refuse('AAAA', '2001:DB8::7'), refuse('CNAME', 'foo')],
    [null, null, null],
  )
})
