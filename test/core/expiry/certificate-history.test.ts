import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CertificateSpan, filterInService, findLastChange } from '../../../src/core/expiry/certificate-history.ts'
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

test('the first certificate is no change, and a renewal is one, with what was there before', () => {
  const first = span('A', on(0), on(1))
  assert.equal(findLastChange([first], 'A'), null)
  assert.deepEqual(findLastChange([span('B', on(2), on(3)), first], 'B'), { changedAt: on(2), previous: first })
})

test('the certificate before is the one that was seen last, whatever the order', () => {
  const spans = [span('A', on(0), on(1)), span('C', on(4), on(5)), span('B', on(2), on(3))]
  assert.equal(findLastChange(spans, 'C')?.previous.fingerprint256, 'B')
})

test('nodes that take turns change nothing after each has been seen once', () => {
  const spans = [span('A', on(0), on(3, 1)), span('B', on(1), on(3, 2))]
  for (const present of ['A', 'B']) assert.equal(findLastChange(spans, present)?.changedAt, on(1))
})

test('a certificate that was replaced is out of service at once, and one of a node that takes turns is not', () => {
  const renewed = [span('A', on(0), on(1)), span('B', on(1, 1), on(1, 1))]
  assert.deepEqual(namesOf(filterInService(renewed, on(1, 1))), ['B'])
  const inTurn = [span('A', on(0), on(1, 2)), span('B', on(1, 1), on(1, 1))]
  assert.deepEqual(namesOf(filterInService(inTurn, on(1, 2))), ['A', 'B'])
})

test('one that no longer takes its turn is out of service after two days, and the last one stays', () => {
  const spans = [span('A', on(0), on(2)), span('B', on(1), on(5))]
  assert.deepEqual(namesOf(filterInService(spans, on(4))), ['A', 'B'])
  assert.deepEqual(namesOf(filterInService(spans, on(4, 1))), ['B'])
  assert.deepEqual(namesOf(filterInService(spans, on(50))), ['B'])
  assert.deepEqual(filterInService([], on(0)), [])
})
