import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CertificateSpan, filterActiveSpans, findLastChange } from '../../../src/core/expiry/certificate-expiry.ts'
import { DAY_MS, HOUR_MS } from '../../../src/core/platform/time/time.ts'

const MONDAY = Date.UTC(2026, 0, 5)
const on = (day: number, hour = 0): number => MONDAY + day * DAY_MS + hour * HOUR_MS

const span = (fingerprint256: string, firstSeenAt: number, lastSeenAt: number): CertificateSpan => ({
  subject: 'CN=www.example.com',
  issuer: 'CN=R1',
  validFrom: MONDAY,
  validTo: on(90),
  fingerprint256,
  firstSeenAt,
  lastSeenAt,
})

const namesOf = (spans: readonly CertificateSpan[]) => spans.map(({ fingerprint256 }) => fingerprint256)

test('a renewal is a change with the previous certificate, and the first certificate is not a change', () => {
  const first = span('A', on(0), on(1))
  assert.equal(findLastChange([first], 'A'), null)
  assert.deepEqual(findLastChange([span('B', on(2), on(3)), first], 'B'), { changedAt: on(2), previous: first })
})

test('the previous certificate is the one seen last, whatever the order', () => {
  const spans = [span('A', on(0), on(1)), span('C', on(4), on(5)), span('B', on(2), on(3))]
  assert.equal(findLastChange(spans, 'C')?.previous.fingerprint256, 'B')
})

test('alternating nodes cause no change after each certificate was seen once', () => {
  const spans = [span('A', on(0), on(3, 1)), span('B', on(1), on(3, 2))]
  for (const present of ['A', 'B']) assert.equal(findLastChange(spans, present)?.changedAt, on(1))
})

test('a replaced certificate is out of service at once, and a certificate of an alternating node is not', () => {
  const renewed = [span('A', on(0), on(1)), span('B', on(1, 1), on(1, 1))]
  assert.deepEqual(namesOf(filterActiveSpans(renewed, on(1, 1))), ['B'])
  const inTurn = [span('A', on(0), on(1, 2)), span('B', on(1, 1), on(1, 1))]
  assert.deepEqual(namesOf(filterActiveSpans(inTurn, on(1, 2))), ['A', 'B'])
})

test('a certificate that no longer alternates is out of service after two days, and the last one stays', () => {
  const spans = [span('A', on(0), on(2)), span('B', on(1), on(5))]
  assert.deepEqual(namesOf(filterActiveSpans(spans, on(4))), ['A', 'B'])
  assert.deepEqual(namesOf(filterActiveSpans(spans, on(4, 1))), ['B'])
  assert.deepEqual(namesOf(filterActiveSpans(spans, on(50))), ['B'])
  assert.deepEqual(filterActiveSpans([], on(0)), [])
})
