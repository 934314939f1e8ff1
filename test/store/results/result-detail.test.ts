import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NO_TIMINGS, type StoredExtras } from '../../../src/core/results/verdict.ts'
import {
  packDetail,
  type ResultDetail,
  unpackDetail,
  unpackMeasures,
} from '../../../src/store/results/result-detail.ts'

const full: ResultDetail = {
  onGrid: true,
  latenessMs: 1.3,
  responseTimeMs: 123.45,
  timings: { dnsMs: 3.21, connectMs: 20.02, tlsMs: 41.5, firstByteMs: 58.3, downloadMs: 0.4 },
  statusCode: 200,
  remoteAddress: '192.0.2.7',
}

test('a detail is unpacked as it was packed, to 0.01 ms', () => {
  assert.deepEqual(unpackDetail(packDetail(full)), full)
})

for (const [name, detail] of Object.entries({
  'nothing measured': {
    onGrid: false,
    latenessMs: 0,
    responseTimeMs: null,
    timings: NO_TIMINGS,
    statusCode: null,
    remoteAddress: null,
  },
  'a minute of waiting': {
    ...full,
    latenessMs: 60_000,
    responseTimeMs: 60_000,
    timings: { ...NO_TIMINGS, dnsMs: 0, connectMs: 59_999.99 },
  },
  'an IPv6 address': { ...full, remoteAddress: '2001:db8::7' },
  'an odd status': { ...full, statusCode: 418, onGrid: false },
} satisfies Record<string, ResultDetail>))
  test(`${name} survives packing`, () => {
    assert.deepEqual(unpackDetail(packDetail(detail)), detail)
  })

test('phases that sum to slightly more than the total give no negative value', () => {
  const packed = packDetail({ ...full, responseTimeMs: 100, timings: { ...full.timings } })
  assert.ok(unpackDetail(packed).responseTimeMs! >= 100)
})

test('a usual result takes at most 20 bytes', () => {
  assert.ok(packDetail(full).length <= 20, `${packDetail(full).length} bytes`)
})

const ping = {
  kind: 'ping',
  packetLossPercent: 33.33,
  roundTrip: { minMs: 0.05, avgMs: 12.34, maxMs: 29_999.99, jitterMs: 0 },
} as const

for (const [name, extras] of Object.entries({
  'the figures of a ping': ping,
  'a ping without answers': { ...ping, packetLossPercent: 100, roundTrip: null },
  'answers of name servers': {
    kind: 'dns',
    answers: [
      { recordType: 'TXT', values: ['v=spf1 -all', 'grüße'] },
      { recordType: 'AAAA', values: [] },
    ],
  },
} satisfies Record<string, StoredExtras>))
  for (const remoteAddress of [null, '192.0.2.7', '2001:db8::7'])
    test(`${name} survive packing beside ${remoteAddress ?? 'no address'}`, () => {
      const detail = { ...full, statusCode: null, remoteAddress, extras }
      assert.deepEqual(unpackDetail(packDetail(detail)), detail)
      assert.deepEqual(unpackMeasures(packDetail(detail)), { onGrid: true, latenessMs: 1.3, responseTimeMs: 123.45 })
    })

test('a ping takes at most 20 bytes more than another result', () => {
  const plain = packDetail({ ...full, statusCode: null })
  assert.ok(packDetail({ ...full, statusCode: null, extras: ping }).length <= plain.length + 20)
})

test('a damaged detail is read to its end and returns no value that was not measured', () => {
  const whole = [packDetail(full), packDetail({ ...full, statusCode: null, extras: ping })]
  for (const packed of whole)
    for (let length = 0; length < packed.length; length++) {
      const { responseTimeMs, latenessMs } = unpackDetail(packed.subarray(0, length))
      assert.ok(responseTimeMs === null || responseTimeMs === full.responseTimeMs, `${length}: ${responseTimeMs}`)
      assert.ok(latenessMs === 0 || latenessMs === full.latenessMs, `${length}: ${latenessMs}`)
    }
  for (const byte of [0, 1, 2, 127, 128, 255])
    for (const length of [1, 8, 9, 10, 40]) {
      const detail = unpackDetail(new Uint8Array(length).fill(byte))
      const numbers = [detail.responseTimeMs, detail.latenessMs, ...Object.values(detail.timings)]
      assert.ok(numbers.every((value) => value === null || Number.isSafeInteger(Math.round(value))))
    }
})
