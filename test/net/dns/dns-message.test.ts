import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decode, encode } from 'dns-packet'
import { decodeReply, encodeQuestion, type Question, UNREADABLE } from '../../../src/net/dns/dns-message.ts'
import { isDnsName, MAX_NAME_BYTES, writeName } from '../../../src/net/dns/dns-name.ts'
import { DnsReader } from '../../../src/net/dns/dns-record.ts'
import { createSeededRandom } from '../../support/factories/random.ts'
import {
  encodeCname,
  encodeName,
  encodeRecord,
  encodeReply,
  encodeU16,
  encodeU32,
  TYPES,
} from '../../support/targets/hostile-dns.ts'

const QUESTION: Question = { name: 'www.example.com', type: 'A' }

test('another program parses an encoded question, with and without EDNS', () => {
  for (const hasEdns of [true, false]) {
    const { id, type, questions, additionals, flag_rd } = decode(encodeQuestion(0xfffe, QUESTION, hasEdns))
    assert.deepEqual([id, type, flag_rd], [0xfffe, 'query', true])
    assert.deepEqual(questions, [{ name: 'www.example.com', type: 'A', class: 'IN' }])
    assert.deepEqual(
      additionals!.map((each) => [each.type, 'udpPayloadSize' in each && each.udpPayloadSize]),
      hasEdns ? [['OPT', 1232]] : [],
    )
  }
})

test('the root and the longest name are encoded, and longer names are refused', () => {
  assert.equal(encodeQuestion(1, { name: '.', type: 'NS' }, false).length, 12 + 1 + 4)
  const longest = `${'x'.repeat(63)}.${'x'.repeat(63)}.${'x'.repeat(63)}.${'x'.repeat(61)}`
  assert.deepEqual([longest.length, isDnsName(longest), isDnsName(`${longest}x`)], [253, true, false])
  for (const bad of ['', 'a..b', '.a', 'a.', `${'x'.repeat(64)}.test`, 'a b', 'ä.test'])
    assert.equal(isDnsName(bad), false, bad)
  for (const good of ['_dmarc.example.com', 'a', 'xn--bcher-kva.example', '1.2.3.4']) assert.ok(isDnsName(good), good)
})

test('names with unusual bytes survive a round trip', () => {
  for (const name of ['a\\.b.c', 'a\\\\.b', '\\000\\255.x', 'plain.example', '.']) {
    const packet = Buffer.alloc(MAX_NAME_BYTES)
    const end = writeName(name, packet, 0)
    const reader = new DnsReader(packet, 0)
    assert.deepEqual([reader.readName(), reader.at], [name, end])
  }
})

test('answers of another program are parsed correctly', () => {
  const answers = [
    { type: 'CNAME', name: 'www.example.com', ttl: 7, data: 'Host.example.net' },
    { type: 'A', name: 'host.example.net', ttl: 5, data: '192.0.2.7' },
    { type: 'TXT', name: 'host.example.net', ttl: 5, data: 'not asked for' },
  ] as const
  const sent = encodeQuestion(9, QUESTION, true)
  const packet = encode({
    id: 9,
    type: 'response',
    questions: [{ name: 'www.EXAMPLE.com', type: 'A' }],
    answers: [...answers],
  })
  assert.deepEqual(decodeReply(packet, sent, QUESTION), {
    rcode: 'NOERROR',
    flags: 0x8000,
    answers: [
      { name: 'www.example.com', type: 'CNAME', ttlSeconds: 7, value: 'Host.example.net' },
      { name: 'host.example.net', type: 'A', ttlSeconds: 5, value: '192.0.2.7' },
    ],
    negativeTtlSeconds: null,
  })
})

test('a negative answer is valid for the smaller of two TTLs', () => {
  const sent = encodeQuestion(9, QUESTION, true)
  const soa = (ttl: number, minimum: number) => {
    const data = Buffer.concat([encodeName('ns.x'), encodeName('root.x'), ...[1, 2, 3, 4, minimum].map(encodeU32)])
    const decoded = decodeReply(
      encodeReply(sent, { authorities: [encodeRecord({ type: TYPES.SOA, ttl, data })] }),
      sent,
      QUESTION,
    )
    return typeof decoded === 'object' ? decoded?.negativeTtlSeconds : decoded
  }
  assert.deepEqual([soa(60, 30), soa(20, 30), soa(0xffff_ffff, 30)], [30, 20, 0])
})

test('random bytes are parsed or refused in a short time', () => {
  const question: Question = { name: 'www.example.com', type: 'MX' }
  const sent = encodeQuestion(9, question, true)
  const mx = encodeRecord({ type: TYPES.MX, data: Buffer.concat([encodeU16(10), encodeName('mail.example.com')]) })
  const good = encodeReply(sent, { answers: [encodeCname('www.example.com'), mx, mx], additionals: [mx] })
  const random = createSeededRandom(7)
  const below = (limit: number) => Math.floor(random() * limit)
  const seen = new Set<string>()
  for (let i = 0; i < 20_000; i++) {
    const packet = Buffer.from(good)
    // The question stays intact, otherwise the rest would not be parsed
    for (let changes = 0; changes < 4; changes++) packet[33 + below(packet.length - 33)] = below(256)
    const decoded = decodeReply(packet.subarray(0, packet.length - below(3)), sent, question)
    seen.add(typeof decoded === 'object' ? String(decoded?.rcode) : decoded)
  }
  assert.deepEqual([...seen].sort(), ['NOERROR', UNREADABLE])
})

test('a name of more than 255 bytes is refused, however short its labels are', () => {
  const name = (labels: number) => new DnsReader(encodeName(Array(labels).fill('x'.repeat(4)).join('.')), 0)
  assert.equal(name(50).readName().length, 249)
  assert.throws(() => name(51).readName(), RangeError)
})
