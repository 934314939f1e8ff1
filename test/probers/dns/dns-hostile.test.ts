/**
 * DNS monitors against name servers that lie, stall and flood. Each check ends in time, has a clear message, and leaks
 * nothing.
 */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import {
  addLengthPrefix,
  countSockets,
  type DnsHandlers,
  encodeAddress,
  encodeCname,
  encodeGoodReply,
  encodeName,
  encodeRecord,
  encodeReply,
  encodeU16,
  findDeadUdpPort,
  hasEdns,
  NO_SOCKET_COUNT,
  OWNER,
  type RawReply,
  RESPONSE_FLAGS,
  readQuestion,
  sendTruncated,
  startHostileDns,
  TYPES,
} from '../../support/targets/hostile-dns.ts'
import { DEFAULT_RETRY } from '../../support/targets/resolvers.ts'
import { withDeadlines } from '../../support/time/loop-turn-deadline.ts'
import { waitUntil } from '../../support/time/until.ts'
import { type CheckOptions, check, makeTools, verdictOf } from '../check.ts'

const NAME = 'www.example.com'
const UP = ['up', null, null]
const LIMIT_MS = 400

async function ask(t: TestContext, lies: DnsHandlers, settings: object = {}, options: CheckOptions = {}) {
  const server = await startHostileDns(t, lies)
  const { tools, deadlines } = withDeadlines(options.tools ?? makeTools(t))
  const outcome = await check(t, NAME, {
    type: 'DNS',
    settings: { dnsServer: server.address, resolutionTimeoutMs: LIMIT_MS, ...settings },
    tools,
  })
  // The deadline of the check and the deadline of the query
  const [, deadline] = deadlines
  const tookMs = deadline!.countedMs
  const message = outcome.errorMessage?.replaceAll(server.address, 'SERVER') ?? null
  return { verdict: [outcome.status, outcome.errorType, message], tookMs, server, outcome }
}

/** Sends the same reply to every query. */
const answering =
  (raw: RawReply | ((query: Buffer) => RawReply)): NonNullable<DnsHandlers['udp']> =>
  (query, say) =>
    say(encodeReply(query, typeof raw === 'function' ? raw(query) : raw))

const at = `resolve A ${NAME} at SERVER`
const good = { answers: [encodeRecord({ data: encodeAddress(7) })] }
const otherQuestion = (name: string, type = 1, kind = 1) => Buffer.concat([encodeName(name), encodeU16(type, kind)])

const SILENCE = ['down', 'timeout', `${at}: no answer in ${LIMIT_MS} ms`]
const STRANGE = ['down', 'timeout', `${at}: no answer to this query, only to other queries, in ${LIMIT_MS} ms`]
const DAMAGED = ['down', 'dns_error', `${at}: a malformed answer`]
const failing = (words: string) => ['down', 'dns_error', `${at}: ${words}`]
const NO_RECORD = ['down', 'dns_error', `resolve A ${NAME}: the name has no A record`]

/** Packets that are not an answer. They neither end the wait nor are used. */
const NO_ANSWERS: [what: string, raw: RawReply | ((query: Buffer) => RawReply), verdict: unknown[]][] = [
  ['another id', (query) => ({ ...good, id: query.readUInt16BE(0) ^ 1 }), SILENCE],
  ['a question for another name', { ...good, question: otherQuestion('abc.example.com') }, STRANGE],
  ['a question for another type', { ...good, question: otherQuestion(NAME, TYPES.AAAA) }, STRANGE],
  ['a question of another class', { ...good, question: otherQuestion(NAME, 1, 3) }, STRANGE],
  ['a question that is a pointer to itself', { ...good, question: Buffer.concat([OWNER, encodeU16(1, 1)]) }, STRANGE],
  ['no question', { ...good, questions: 0, question: Buffer.alloc(0) }, STRANGE],
  ['no question and the code NXDOMAIN', { questions: 0, question: Buffer.alloc(0), flags: 0x8183 }, STRANGE],
  ['two questions', (query) => ({ ...good, questions: 2, question: readQuestion(Buffer.concat([query])) }), STRANGE],
  ['the mark of a question', { ...good, flags: 0x0100 }, STRANGE],
  ['another operation', { ...good, flags: RESPONSE_FLAGS | (4 << 11) }, STRANGE],
]

for (const [what, raw, verdict] of NO_ANSWERS)
  test(`an answer with ${what} is ignored`, async (t) => {
    const result = await ask(t, { udp: answering(raw) })
    assert.deepEqual(result.verdict, verdict)
    assert.ok(result.tookMs < LIMIT_MS + 300, `${result.tookMs} ms`)
  })

test('a packet shorter than a header is ignored', async (t) => {
  const { verdict } = await ask(t, {
    udp: (query, say) => {
      for (let length = 0; length < 12; length++) say(encodeGoodReply(query).subarray(0, length))
    },
  })
  assert.deepEqual(verdict, STRANGE)
})

const shouting = (query: Buffer): Buffer => Buffer.from(readQuestion(query).toString('latin1').toUpperCase(), 'latin1')

const BELIEVED: [what: string, raw: RawReply | ((query: Buffer) => RawReply)][] = [
  ['the question in capitals', (query) => ({ ...good, question: shouting(query) })],
  [
    'records of other names',
    { answers: [encodeRecord({ owner: encodeName('evil.example'), data: encodeAddress(66) }), good.answers[0]!] },
  ],
  ['records of other types', { answers: [encodeRecord({ type: 46, data: Buffer.alloc(40) }), good.answers[0]!] }],
  ['records of another class', { answers: [encodeRecord({ class: 3, data: encodeAddress(66) }), good.answers[0]!] }],
  [
    'the owner in capitals and in full',
    { answers: [encodeRecord({ owner: encodeName(NAME.toUpperCase()), data: encodeAddress(7) })] },
  ],
  ['the same record again and again', { answers: Array<Buffer>(50).fill(good.answers[0]!) }],
  ['no time to live at all', { answers: [encodeRecord({ ttl: 0, data: encodeAddress(7) })] }],
  ['a time to live that is negative', { answers: [encodeRecord({ ttl: 0xffff_ffff, data: encodeAddress(7) })] }],
  ['damaged additional records, which are not needed', { ...good, additionals: [Buffer.of(0xff)] }],
]

for (const [what, raw] of BELIEVED)
  test(`an answer with ${what} is used for the records of the query`, async (t) => {
    const recordEntries = [{ recordType: 'A', expectedValues: ['192.0.2.7'], matchMode: 'exact' }]
    const { verdict, outcome } = await ask(t, { udp: answering(raw) }, { recordEntries })
    assert.deepEqual(verdict, UP)
    assert.deepEqual(outcome.extras, { kind: 'dns', answers: [{ recordType: 'A', values: ['192.0.2.7'] }] })
  })

/** Offset of the first answer's owner in a reply about NAME. */
const firstAnswerAt = 12 + encodeName(NAME).length + 4

const DAMAGES: [what: string, raw: RawReply, type?: keyof typeof TYPES][] = [
  ['fewer records than it states', { ...good, statedAnswers: 2 }],
  ['65,535 records that are not there', { statedAnswers: 0xffff }],
  [
    'a record that is longer than the message',
    { answers: [encodeRecord({ data: encodeAddress(7), statedLength: 400 })] },
  ],
  ['an address of three bytes', { answers: [encodeRecord({ data: Buffer.of(1, 2, 3) })] }],
  ['an address of sixteen bytes where four belong', { answers: [encodeRecord({ data: Buffer.alloc(16, 7) })] }],
  [
    'an alias that points to itself',
    { answers: [encodeRecord({ type: TYPES.CNAME, data: encodeU16(0xc000 | (firstAnswerAt + 12)) })] },
  ],
  [
    'an alias that points ahead',
    { answers: [encodeRecord({ type: TYPES.CNAME, data: encodeU16(0xc000 | (firstAnswerAt + 14)) })] },
  ],
  [
    'an alias with a label of a kind that is none',
    { answers: [encodeRecord({ type: TYPES.CNAME, data: Buffer.of(0x80, 1, 0) })] },
  ],
  ['an alias longer than a name may be', { answers: [encodeCname(Array(5).fill('x'.repeat(62)).join('.'))] }],
  [
    'a mail server that ends outside of its record',
    {
      answers: [
        encodeRecord({ type: TYPES.MX, data: Buffer.concat([encodeU16(10), encodeName('a.b')]), statedLength: 4 }),
      ],
    },
    'MX',
  ],
  ['a mail server of one byte', { answers: [encodeRecord({ type: TYPES.MX, data: Buffer.of(1) })] }, 'MX'],
  [
    'a text whose string is longer than the record',
    { answers: [encodeRecord({ type: TYPES.TXT, data: Buffer.of(200, 65, 66) })] },
    'TXT',
  ],
  [
    'a CAA record whose tag is longer than itself',
    { answers: [encodeRecord({ type: TYPES.CAA, data: Buffer.of(0, 99, 65) })] },
    'CAA',
  ],
  ['a service without a target', { answers: [encodeRecord({ type: TYPES.SRV, data: encodeU16(1, 2, 3) })] }, 'SRV'],
  ['an SOA record without numbers', { answers: [encodeRecord({ type: TYPES.SOA, data: encodeName('a.b') })] }, 'SOA'],
  ['an IPv6 address of four bytes', { answers: [encodeRecord({ type: TYPES.AAAA, data: encodeAddress(7) })] }, 'AAAA'],
]

for (const [what, raw, type = 'A'] of DAMAGES)
  test(`an answer with ${what} is malformed and ends the wait`, async (t) => {
    const { verdict, tookMs } = await ask(t, { udp: answering(raw) }, { recordEntries: [{ recordType: type }] })
    assert.deepEqual(
      verdict,
      DAMAGED.map((word) => word?.replace('resolve A', `resolve ${type}`)),
    )
    assert.ok(tookMs < LIMIT_MS, `${tookMs} ms`)
  })

const CODES: [code: number, words: string][] = [
  [1, 'FORMERR'],
  [2, 'SERVFAIL'],
  [3, 'NXDOMAIN'],
  [4, 'NOTIMP'],
  [5, 'REFUSED'],
  [6, 'YXDOMAIN'],
  [9, 'NOTAUTH'],
  [11, 'RCODE11'],
]

for (const [code, words] of CODES)
  test(`${words} is a dns_error at once`, async (t) => {
    const { verdict, tookMs } = await ask(t, { udp: answering({ flags: RESPONSE_FLAGS | code }) })
    assert.deepEqual(verdict, failing(words))
    assert.ok(tookMs < LIMIT_MS)
  })

test('an error code without the question is used', async (t) => {
  const lies = { udp: answering({ flags: RESPONSE_FLAGS | 1, questions: 0, question: Buffer.alloc(0) }) }
  assert.deepEqual((await ask(t, lies)).verdict, failing('FORMERR'))
})

/** States that this version of EDNS is unknown. The lower bits of the code are NOERROR. */
const BADVERS = Buffer.concat([Buffer.of(0), encodeU16(41, 512), Buffer.of(1, 0, 0, 0), encodeU16(0)])

for (const [what, no] of [
  ['FORMERR', { flags: RESPONSE_FLAGS | 1 }],
  ['NOTIMP', { flags: RESPONSE_FLAGS | 4 }],
  ['BADVERS', { additionals: [BADVERS] }],
] as [string, RawReply][])
  test(`a server that answers ${what} to EDNS is queried without it, and always without it after three such answers`, async (t) => {
    const server = await startHostileDns(t, {
      udp: (query, say) => say(hasEdns(query) ? encodeReply(query, no) : encodeGoodReply(query)),
    })
    const options = { type: 'DNS', settings: { dnsServer: server.address }, tools: makeTools(t) } as const
    for (let i = 0; i < 5; i++) assert.deepEqual(verdictOf(await check(t, NAME, options)), UP)
    assert.deepEqual(server.queries.udp.map(hasEdns), [true, false, true, false, true, false, false, false])
  })

test('a server that ignores EDNS queries answers the second query', async (t) => {
  const lies: DnsHandlers = { udp: (query, say) => hasEdns(query) || say(encodeGoodReply(query)) }
  const tools = makeTools(t, DEFAULT_RETRY)
  assert.deepEqual((await ask(t, lies, { resolutionTimeoutMs: 2_000 }, { tools })).verdict, UP)
})

test('an empty answer means that the record does not exist', async (t) => {
  assert.deepEqual((await ask(t, { udp: answering({}) })).verdict, NO_RECORD)
})

const chain = (length: number, end: Buffer[] = []): Buffer[] => [
  encodeCname('c1.example'),
  ...Array.from({ length: length - 1 }, (_, i) => encodeCname(`c${i + 2}.example`, encodeName(`c${i + 1}.example`))),
  ...end,
]

const ALIASES: [what: string, udp: DnsHandlers['udp'], verdict: unknown[]][] = [
  [
    'sixteen aliases',
    answering({ answers: chain(16, [encodeRecord({ owner: encodeName('c16.example'), data: encodeAddress(7) })]) }),
    UP,
  ],
  ['fifty aliases', answering({ answers: chain(50) }), failing('its alias chain has more than 16 names')],
  ['an alias of itself', answering({ answers: [encodeCname(NAME)] }), failing('its aliases form a loop')],
  [
    'an alias of nothing',
    answering({ answers: [encodeCname('gone.example')], flags: RESPONSE_FLAGS | 3 }),
    failing('NXDOMAIN, its alias points to gone.example'),
  ],
  [
    'an alias that the server will not follow',
    (query, say) =>
      say(
        readQuestion(query).includes('far')
          ? encodeReply(query, { flags: RESPONSE_FLAGS | 5 })
          : encodeReply(query, { answers: [encodeCname('far.example')] }),
      ),
    ['down', 'dns_error', `resolve A far.example at SERVER (for its alias ${NAME}): REFUSED`],
  ],
]

for (const [what, udp, verdict] of ALIASES)
  test(`${what}: ${verdict[2] ?? 'followed'}`, async (t) =>
    assert.deepEqual((await ask(t, { udp: udp! })).verdict, verdict))

test('an alias with a dot and a zero byte in a label is queried unchanged', async (t) => {
  const odd = Buffer.of(3, 0x61, 0x2e, 0, 0)
  const udp: DnsHandlers['udp'] = (query, say) =>
    say(
      readQuestion(query).subarray(0, odd.length).equals(odd)
        ? encodeGoodReply(query)
        : encodeReply(query, { answers: [encodeRecord({ type: TYPES.CNAME, data: odd })] }),
    )
  assert.deepEqual((await ask(t, { udp })).verdict, UP)
})

const OVER_TCP: [what: string, tcp: DnsHandlers['tcp'], verdict: unknown[]][] = [
  ['refuses', undefined, ['down', 'connection_error', `${at} over TCP: ECONNREFUSED`]],
  ['stalls', () => {}, ['down', 'timeout', `${at}: a truncated answer over UDP, and none over TCP in ${LIMIT_MS} ms`]],
  ['closes', (_, socket) => socket.end(), ['down', 'connection_error', `${at} over TCP: ECONNRESET`]],
  ['resets', (_, socket) => socket.resetAndDestroy(), ['down', 'connection_error', `${at} over TCP: ECONNRESET`]],
  [
    'closes in the middle of the message',
    (query, socket) => socket.end(addLengthPrefix(encodeGoodReply(query)).subarray(0, 20)),
    ['down', 'connection_error', `${at} over TCP: ECONNRESET`],
  ],
  [
    'sends a length that is too long, and waits',
    (query, socket) => socket.write(Buffer.concat([encodeU16(0xffff), encodeGoodReply(query)])),
    ['down', 'timeout', `${at}: a truncated answer over UDP, and none over TCP in ${LIMIT_MS} ms`],
  ],
  [
    'sends a length that is too short',
    (query, socket) => socket.write(Buffer.concat([encodeU16(11), encodeGoodReply(query)])),
    failing('EBADRESP, not an answer to the question'),
  ],
  [
    'sends a message of no bytes',
    (_, socket) => socket.write(encodeU16(0)),
    failing('EBADRESP, not an answer to the question'),
  ],
  [
    'sends a truncated answer again',
    (query, socket) => socket.write(addLengthPrefix(encodeReply(query, { flags: RESPONSE_FLAGS | 0x0200 }))),
    failing('EBADRESP, not an answer to the question'),
  ],
  [
    'drips byte by byte',
    async (query, socket) => {
      for (const byte of addLengthPrefix(encodeGoodReply(query))) {
        socket.write(Buffer.of(byte))
        await new Promise(setImmediate)
      }
    },
    UP,
  ],
  [
    'never stops',
    (query, socket) => {
      const piece = addLengthPrefix(encodeGoodReply(query))
      const flood = Buffer.concat(Array<Buffer>(1_000).fill(piece))
      const more = () => {
        while (!socket.destroyed && socket.write(flood));
      }
      socket.on('drain', more)
      more()
    },
    UP,
  ],
]

for (const [what, tcp, verdict] of OVER_TCP)
  test(`a truncated answer from a server that over TCP ${what}`, async (t) => {
    const { verdict: seen, server, tookMs } = await ask(t, { udp: sendTruncated, ...(tcp && { tcp }) })
    assert.deepEqual(seen, verdict)
    assert.ok(tookMs < LIMIT_MS + 300)
    await waitUntil(() => server.open.size === 0)
  })

test('a query waiting for TCP opens one connection only', async (t) => {
  const { server, verdict } = await ask(
    t,
    { udp: sendTruncated, tcp: () => {} },
    { resolutionTimeoutMs: 1_800 },
    { tools: makeTools(t, DEFAULT_RETRY) },
  )
  assert.deepEqual([verdict[1], server.queries.tcp.length, server.queries.udp.length], ['timeout', 1, 1])
})

test('an answer of 64 KiB with thousands of records is read in full and stored in part', async (t) => {
  const answers = Array.from({ length: 4_000 }, (_, i) => encodeRecord({ data: Buffer.of(10, 0, i >> 8, i & 0xff) }))
  const tcp: DnsHandlers['tcp'] = (query, socket) => socket.write(addLengthPrefix(encodeReply(query, { answers })))
  const recordEntries = [{ recordType: 'A', expectedValues: ['10.0.15.159'] }]
  const { verdict, outcome } = await ask(t, { udp: sendTruncated, tcp }, { recordEntries, resolutionTimeoutMs: 5_000 })
  assert.deepEqual(verdict, UP)
  assert.ok(JSON.stringify(outcome.extras).length < 4_000)
})

test('a message of chained compression pointers is read quickly', async (t) => {
  // Each pointer refers to the previous one; every record then needs the name at the end of the chain
  const pointers = Array.from({ length: 7_000 }, (_, i) =>
    encodeU16(0xc000 | (i === 0 ? 12 : firstAnswerAt + 10 + 2 * i)),
  )
  const maze = encodeRecord({ type: 99, data: Buffer.concat(pointers) })
  const top = encodeU16(0xc000 | (firstAnswerAt + 12 + 2 * 6_999))
  const answers = [
    maze,
    ...Array.from({ length: 3_000 }, () =>
      encodeRecord({ owner: top, type: TYPES.MX, data: Buffer.concat([encodeU16(1), top]) }),
    ),
  ]
  const tcp: DnsHandlers['tcp'] = (query, socket) => socket.write(addLengthPrefix(encodeReply(query, { answers })))
  const cpu = process.cpuUsage()
  const { verdict } = await ask(
    t,
    { udp: sendTruncated, tcp },
    { recordEntries: [{ recordType: 'MX' }], resolutionTimeoutMs: 5_000 },
  )
  assert.match(String(verdict[2]), /malformed answer/)
  assert.ok(process.cpuUsage(cpu).user < 500_000)
})

test('control characters of a TXT record are shown as numbers', async (t) => {
  const data = Buffer.from('\x0ea\x00b\x1b[31m"\n\u00e9\u0085', 'utf8')
  data[0] = data.length - 1
  const answers = [encodeRecord({ type: TYPES.TXT, data })]
  const recordEntries = [{ recordType: 'TXT', expectedValues: ['other'] }]
  const { verdict, outcome } = await ask(t, { udp: answering({ answers }) }, { recordEntries })
  const text = 'a\\000b\\027[31m"\\010\u00e9\\133'
  assert.deepEqual(verdict, ['down', 'dns_validation_error', `resolve TXT ${NAME}: wanted any of other, got ${text}`])
  assert.deepEqual(outcome.extras, { kind: 'dns', answers: [{ recordType: 'TXT', values: [text] }] })
})

test('bytes that are not UTF-8 are shown as numbers', async (t) => {
  const answers = [encodeRecord({ type: TYPES.TXT, data: Buffer.of(3, 0xff, 0x41, 0xfe) })]
  const recordEntries = [{ recordType: 'TXT', expectedValues: ['\\255A\\254'] }]
  assert.deepEqual((await ask(t, { udp: answering({ answers }) }, { recordEntries })).verdict, UP)
})

test('a flood of forged answers is ignored, and the server is queried over TCP', async (t) => {
  const udp: DnsHandlers['udp'] = (query, say) => {
    for (let i = 1; i <= 2_000; i++)
      say(encodeReply(query, { id: query.readUInt16BE(0) ^ i, answers: [encodeRecord({ data: encodeAddress(66) })] }))
  }
  const tcp: DnsHandlers['tcp'] = (query, socket) => socket.write(addLengthPrefix(encodeGoodReply(query)))
  const recordEntries = [{ recordType: 'A', expectedValues: ['192.0.2.7'], matchMode: 'exact' }]
  const { verdict, server } = await ask(t, { udp, tcp }, { recordEntries, resolutionTimeoutMs: 5_000 })
  assert.deepEqual([verdict, server.queries.tcp.length], [UP, 1])
})

test('a flood of forged answers is waited out when the server does not support TCP', async (t) => {
  let questions = 0
  const udp: DnsHandlers['udp'] = (query, say) => {
    if (++questions > 1) say(encodeGoodReply(query))
    else for (let i = 1; i <= 500; i++) say(encodeReply(query, { id: query.readUInt16BE(0) ^ i }))
  }
  const tools = makeTools(t, DEFAULT_RETRY)
  assert.deepEqual((await ask(t, { udp }, { resolutionTimeoutMs: 3_000 }, { tools })).verdict, UP)
})

test('a closed UDP port is a connection_error', async (t) => {
  const port = await findDeadUdpPort()
  const outcome = await check(t, NAME, { type: 'DNS', settings: { dnsServer: `127.0.0.1:${port}` } })
  assert.deepEqual(verdictOf(outcome), [
    'down',
    'connection_error',
    `resolve A ${NAME} at 127.0.0.1:${port}: ECONNREFUSED`,
  ])
})

test('a server that answers over TCP only is a timeout, because the first query uses UDP', async (t) => {
  const tcp: DnsHandlers['tcp'] = (query, socket) => socket.write(addLengthPrefix(encodeGoodReply(query)))
  const { verdict, server } = await ask(t, { tcp })
  assert.deepEqual([verdict, server.queries.tcp.length], [SILENCE, 0])
})

test('a late answer and a duplicate answer are ignored', async (t) => {
  const late: (() => void)[] = []
  let isLate = true
  const server = await startHostileDns(t, {
    udp: (query, say) => {
      if (isLate) late.push(() => say(encodeReply(query, { answers: [encodeRecord({ data: encodeAddress(66) })] })))
      else {
        for (const answer of late) answer()
        say(encodeGoodReply(query))
        say(encodeReply(query, { answers: [encodeRecord({ data: encodeAddress(66) })] }))
      }
    },
  })
  const tools = makeTools(t)
  const recordEntries = [{ recordType: 'A', expectedValues: ['192.0.2.7'], matchMode: 'exact' }]
  const checkWithin = (resolutionTimeoutMs: number) =>
    check(t, NAME, { type: 'DNS', tools, settings: { dnsServer: server.address, resolutionTimeoutMs, recordEntries } })
  assert.equal((await checkWithin(100)).errorType, 'timeout')
  isLate = false
  for (let i = 0; i < 20; i++) assert.deepEqual(verdictOf(await checkWithin(5_000)), UP)
})

test('ten thousand queries to a silent server leak no socket', {
  skip: NO_SOCKET_COUNT,
}, async (t) => {
  const server = await startHostileDns(t, {})
  const tools = makeTools(t)
  const settings = { dnsServer: server.address, resolutionTimeoutMs: 100 }
  const before = countSockets()
  for (let round = 0; round < 10; round++) {
    const outcomes = await Promise.all(
      Array.from({ length: 1_000 }, () => check(t, NAME, { type: 'DNS', settings, tools })),
    )
    assert.ok(outcomes.every(({ status }) => status !== 'up'))
  }
  // One socket is kept open for the next query
  await waitUntil(() => countSockets() <= before + 1)
})
