import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32 } from 'node:zlib'
import { BitWriter } from '../../../src/core/platform/bit-stream.ts'
import { NO_TIMINGS } from '../../../src/core/results/verdict.ts'
import {
  type BlockRow,
  DamagedBlockError,
  decodeBlock,
  decodeMeasures,
  encodeBlock,
} from '../../../src/store/results/result-block.ts'
import { packDetail, type ResultDetail, unpackMeasures } from '../../../src/store/results/result-detail.ts'
import { createSeededRandom } from '../../support/factories/random.ts'

const HOUR = Date.UTC(2026, 0, 1, 12)
const HEADER_BYTES = 5
const random = createSeededRandom(7)
const randomInteger = (limit: number): number => Math.floor(random() * limit)

/** A duration that is usually near `ms` and sometimes far above. */
const randomMs = (ms: number): number => ms * Math.exp(0.1 * (random() + random() + random() - 1.5) * 2)

function httpsDetail(): ResultDetail {
  const timings = {
    dnsMs: randomMs(0.1),
    connectMs: randomMs(12),
    tlsMs: randomMs(27),
    firstByteMs: randomMs(80),
    downloadMs: randomMs(0.5),
  }
  const responseTimeMs = Object.values(timings).reduce((sum, ms) => sum + ms, randomMs(0.1))
  return { onGrid: true, latenessMs: randomMs(1), responseTimeMs, timings, statusCode: 200, remoteAddress: '192.0.2.7' }
}

function pingDetail(): ResultDetail {
  const [minMs, maxMs] = [randomMs(12), randomMs(15)]
  const roundTrip = { minMs, avgMs: (minMs + maxMs) / 2, maxMs, jitterMs: maxMs - minMs }
  return {
    ...httpsDetail(),
    responseTimeMs: roundTrip.avgMs,
    timings: { ...NO_TIMINGS, firstByteMs: roundTrip.avgMs },
    statusCode: null,
    extras: { kind: 'ping', packetLossPercent: 0, roundTrip },
  }
}

const toRow = (detail: Uint8Array, number: number): BlockRow => ({
  scheduledAt: HOUR + 17_000 + number * 60_000,
  kind: 0,
  status: 1,
  detail,
  error: null,
})
const hourOf = (createDetail: () => ResultDetail): BlockRow[] =>
  Array.from({ length: 60 }, (_, number) => toRow(packDetail(createDetail()), number))
const rowsOf = (...details: number[][]): BlockRow[] => details.map((bytes, i) => toRow(Uint8Array.from(bytes), i))

const sealed = (block: Uint8Array): Uint8Array => {
  new DataView(block.buffer, block.byteOffset).setUint32(1, crc32(block.subarray(HEADER_BYTES), crc32(String(HOUR))))
  return block
}

function assertSurvives(rows: BlockRow[]): void {
  const block = encodeBlock(rows, HOUR)
  assert.deepEqual(decodeBlock(block, HOUR), rows)
  assert.deepEqual(
    decodeMeasures(block, HOUR),
    rows.map(({ scheduledAt, status, detail }) => ({ scheduledAt, status, ...unpackMeasures(detail) })),
  )
}

const down = (row: BlockRow): BlockRow => ({
  ...row,
  status: 0,
  detail: packDetail({ ...httpsDetail(), responseTimeMs: null, timings: NO_TIMINGS, statusCode: null }),
  error: JSON.stringify(['timeout', `no answer within ${randomInteger(10_000)} ms, grüße`]),
})

const dnsAnswers = (): ResultDetail => ({
  ...httpsDetail(),
  statusCode: null,
  extras: { kind: 'dns', answers: [{ recordType: 'A', values: [`192.0.2.${randomInteger(4)}`] }] },
})

for (const [name, rows] of Object.entries({
  'no rows': [],
  'an hour of HTTPS checks': hourOf(httpsDetail),
  'an hour of pings': hourOf(pingDetail),
  'an hour of DNS answers': hourOf(dnsAnswers),
  'one failure': hourOf(httpsDetail).map((row, i) => (i === 7 ? down(row) : row)),
  'failures with different errors': hourOf(httpsDetail).map((row, i) => (i % 3 === 0 ? down(row) : row)),
  'several kinds at one time': [0, 1, 2].map((kind) => ({ ...toRow(packDetail(httpsDetail()), 0), kind })),
  'due times outside of the hour': [-9_000_000, 0, 1, 9_000_000].map((ms, i) => ({
    ...toRow(packDetail(httpsDetail()), i),
    scheduledAt: HOUR + ms,
  })),
  'empty and incomplete details': rowsOf([], [0], [5, 0, 0, 0, 0, 0, 0], [0x80], [255, 255, 255]),
  'numbers with superfluous bytes': rowsOf([0x80, 0, 0, 0, 0, 0, 0, 0, 1], [3, 0, 0, 0, 0, 0, 0, 0x81, 0x80, 0]),
  'numbers of seven and eight bytes': rowsOf(
    [255, 255, 255, 255, 255, 255, 127, 0, 0, 0, 0, 0, 0, 1],
    [255, 255, 255, 255, 255, 255, 255, 127, 0, 0, 0, 0, 0, 0, 1],
  ),
  'a ping with times that are no numbers': rowsOf(
    [3, 0, 0, 0, 0, 0, 0, 2, 0, 1, 0, 0, 0, 0, 0xc0, 0x7f, 0, 0, 0x80, 0x7f, 0, 0, 0, 0x80, 1, 0, 0, 0],
    [3, 0, 0, 0, 0, 0, 0, 2, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0x80, 0xbf, 0, 0, 0, 0, 0, 0, 0, 0],
    [3, 0, 0, 0, 0, 0, 0, 2, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x80, 0, 0, 0, 0, 0, 0, 0, 0],
  ),
} satisfies Record<string, BlockRow[]>))
  test(`a block keeps ${name}`, () => assertSurvives(rows))

test('a block keeps rows with any values and any details', () => {
  for (let round = 0; round < 100; round++) {
    let scheduledAt = HOUR
    const range = 2 ** randomInteger(40)
    const nextTime = () => {
      scheduledAt += 1 + randomInteger(range)
      return scheduledAt
    }
    assertSurvives(
      Array.from({ length: randomInteger(70) }, () => ({
        scheduledAt: nextTime(),
        kind: randomInteger(3),
        status: randomInteger(32_768),
        detail: Uint8Array.from({ length: randomInteger(30) }, () => randomInteger(256) & randomInteger(256)),
        error: random() < 0.5 ? null : String.fromCodePoint(randomInteger(0xd800)).repeat(randomInteger(20)),
      })),
    )
  }
})

test('a block returns its rows by time and kind', () => {
  const rows = [...hourOf(httpsDetail), { ...toRow(packDetail(httpsDetail()), 3), kind: 1 }]
  const sorted = rows.toSorted((a, b) => a.scheduledAt - b.scheduledAt || a.kind - b.kind)
  assert.deepEqual(decodeBlock(encodeBlock(rows.toReversed(), HOUR), HOUR), sorted)
})

for (const [name, createDetail, maxBytes] of [
  ['HTTPS', httpsDetail, 8],
  ['ICMP', pingDetail, 10],
] as const)
  test(`an hour of ${name} checks takes at most ${maxBytes} bytes a check`, () => {
    const { length } = encodeBlock(hourOf(createDetail), HOUR)
    assert.ok(length <= 60 * maxBytes, `${length} bytes`)
  })

test('a block with a changed byte is damaged', () => {
  const block = encodeBlock(hourOf(httpsDetail), HOUR)
  for (let at = 0; at < block.length; at++)
    for (const change of [1, 0x80, 0xff]) {
      block[at]! ^= change
      assert.throws(() => decodeBlock(block, HOUR), DamagedBlockError)
      block[at]! ^= change
    }
})

test('a block is damaged when it is incomplete or belongs to another hour', () => {
  const block = encodeBlock(hourOf(httpsDetail), HOUR)
  for (let length = 0; length < block.length; length++)
    assert.throws(() => decodeBlock(block.subarray(0, length), HOUR), DamagedBlockError)
  assert.throws(() => decodeBlock(block, HOUR + 3_600_000), DamagedBlockError)
})

test('a block is damaged when its bits end too early, even with the right checksum', () => {
  const block = encodeBlock(hourOf(httpsDetail), HOUR)
  for (let length = HEADER_BYTES; length < block.length; length++)
    assert.throws(() => decodeBlock(sealed(block.slice(0, length)), HOUR), DamagedBlockError)
})

test('a block with any contents and the right checksum returns rows or is damaged', () => {
  const blocks = [hourOf(httpsDetail), hourOf(pingDetail), hourOf(dnsAnswers)].map((rows) => encodeBlock(rows, HOUR))
  for (let round = 0; round < 1_000; round++) {
    const block = blocks[round % blocks.length]!.slice()
    block[HEADER_BYTES + randomInteger(round % 2 ? 40 : block.length - HEADER_BYTES)] = randomInteger(256)
    try {
      assert.ok(Array.isArray(decodeBlock(sealed(block), HOUR)))
    } catch (error) {
      assert.ok(error instanceof DamagedBlockError, String(error))
    }
  }
})

test('a block that claims more rows than an hour can have is damaged', () => {
  const bits = new BitWriter()
  bits.writeBytes(Uint8Array.of(1, 0, 0, 0, 0))
  bits.writeNumber(2 ** 21)
  bits.writeNumber(0)
  bits.writeBytes(new Uint8Array(20))
  assert.throws(() => decodeBlock(sealed(bits.finish()), HOUR), DamagedBlockError)
})

test('texts that resemble each other are compressed', () => {
  const rows = hourOf(httpsDetail).map((row, i) => ({
    ...row,
    error: `connect 192.0.2.7:443: ETIMEDOUT after ${i} ms`,
  }))
  assert.ok(encodeBlock(rows, HOUR).length < encodeBlock(hourOf(httpsDetail), HOUR).length + 60 * 10)
})
