import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeClientHello, parseServerOffer } from '../../../src/net/tls/server-offer.ts'

const toVector = (bytes: number, content: readonly number[]): number[] => [
  ...Array.from({ length: bytes }, (_, i) => (content.length >> (8 * (bytes - 1 - i))) & 0xff),
  ...content,
]

const toMessage = (type: number, body: readonly number[]): number[] => [type, ...toVector(3, body)]
const toRecord = (content: readonly number[], type = 22): Buffer => Buffer.from([type, 3, 3, ...toVector(2, content)])

/** A distinguished name with one attribute. */
function toName(oid: readonly number[], text: string): number[] {
  const element = (tag: number, content: readonly number[]) => [tag, ...toVector(1, content)]
  const attribute = element(0x30, [...element(0x06, oid), ...element(0x0c, [...Buffer.from(text)])])
  return element(0x30, element(0x31, attribute))
}

const COMMON_NAME = [0x55, 4, 3]
const ORGANIZATION = [0x55, 4, 0x0a]
const COUNTRY = [0x55, 4, 6]
const HELLO = toMessage(2, [3, 3, ...Array(32).fill(0), 0, 0xc0, 0x2f, 0])
const NAMES = [toName(COMMON_NAME, 'Shop Root'), toName(ORGANIZATION, 'Example'), toName(COUNTRY, 'DE')]
const REQUEST = toMessage(13, [
  ...toVector(1, [1, 64]),
  ...toVector(2, [4, 3]),
  ...toVector(
    2,
    NAMES.flatMap((name) => toVector(2, name)),
  ),
])
const FLIGHT = [...HELLO, ...REQUEST, ...toMessage(14, [])]
const OFFER = { version: '1.2', authorities: ['Shop Root', 'Example', 'unnamed'], isComplete: true }

test('the offer of a server is read from messages over several records, and from parts of them', () => {
  const records = Buffer.concat([toRecord(FLIGHT.slice(0, 50)), toRecord(FLIGHT.slice(50))])
  assert.deepEqual(parseServerOffer(records), OFFER)
  for (let length = 0; length < records.length; length++)
    assert.equal(parseServerOffer(records.subarray(0, length)).isComplete, false)
})

test('an alert, and bytes that are no TLS, end the offer', () => {
  const nothing = { version: null, authorities: null, isComplete: true }
  assert.deepEqual(parseServerOffer(toRecord([2, 70], 21)), nothing)
  assert.deepEqual(parseServerOffer(Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')), nothing)
})

test('an offer with false lengths is read as far as it goes', () => {
  for (let at = 0; at < FLIGHT.length; at++)
    for (const byte of [0, 0x7f, 0x80, 0x81, 0xff]) {
      const { authorities } = parseServerOffer(toRecord(FLIGHT.with(at, byte)))
      assert.ok(authorities === null || authorities.length < FLIGHT.length)
    }
})

test('a ClientHello has the server name, and none for an address', () => {
  assert.ok(encodeClientHello('shop.internal').includes('shop.internal'))
  const named = encodeClientHello('a').length - encodeClientHello(null).length
  assert.equal(named, 10)
})
