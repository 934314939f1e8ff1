import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type FailureResponse,
  hashResponse,
  isNewResponse,
  REPEAT_RESPONSE_MS,
  toReportedResponse,
} from '../../../src/core/results/failure-response.ts'
import { createFailureResponse } from '../../support/factories/failure-response.ts'
import { measureCpuTimeMs } from '../../support/time/cpu-time.ts'

const NOW = Date.UTC(2026, 0, 10)

const hashOf = (over: Partial<FailureResponse>): number => hashResponse(createFailureResponse(over))

test('status and body distinguish responses, and headers do not', () => {
  const marks = [{}, { statusCode: 502 }, { body: '<h1>Bad gateway</h1>' }, { body: null }, { body: '' }].map(hashOf)
  assert.equal(new Set(marks).size, marks.length)
  assert.equal(hashOf({ headers: [['Date', 'Sat, 10 Jan 2026 00:00:00 GMT']] }), hashOf({}))
  assert.notEqual(hashOf({ body: null, contentType: 'image/png' }), hashOf({ body: null }))
})

for (const [what, one, other] of [
  ['the time', 'at 2026-01-10 00:00:59.123', 'at 2026-01-10 00:01:00.4'],
  ['a request id', 'Ray ID: 8f3a-bc', 'Ray ID: 9e12cd4-f'],
  ['a UUID', 'id="0198c0de-0000-7000-8000-000000000001"', 'id="a198c0de-1111-7000-8000-0000000000ff"'],
  ['a token', 'nonce="aB3/x+y=="', 'nonce="zz/9q=="'],
  ['a count', 'after 9 tries', 'after 10 tries'],
] as const) {
  test(`another value of ${what} does not change the hash`, () =>
    assert.equal(hashOf({ body: one }), hashOf({ body: other })))
}

test('words and the position of numbers change the hash', () => {
  assert.notEqual(hashOf({ body: 'disk 1 full' }), hashOf({ body: 'disk 1 gone' }))
  assert.notEqual(hashOf({ body: 'disk 1 full' }), hashOf({ body: '1 disk full' }))
})

test('a body that is cut at another place because of a longer number has the same hash', () => {
  const page = (took: string) => `took ${took} ms ${'and then nothing happened, '.repeat(200)}`.slice(0, 4_096)
  assert.equal(hashOf({ body: page('9'), bodyTruncated: true }), hashOf({ body: page('1250.5'), bodyTruncated: true }))
})

test('a long word takes no longer than any other text', () => {
  const ms = measureCpuTimeMs(() => hashOf({ body: 'x'.repeat(1_000_000) }))
  assert.ok(ms < 1_000, `${ms} ms`)
})

test('a response is reported when it is the first or a different one, and again after an hour', () => {
  const reported = toReportedResponse(createFailureResponse(), NOW)
  assert.equal(isNewResponse(null, createFailureResponse(), NOW), true)
  assert.equal(isNewResponse(reported, createFailureResponse(), NOW + REPEAT_RESPONSE_MS - 1), false)
  assert.equal(isNewResponse(reported, createFailureResponse(), NOW + REPEAT_RESPONSE_MS), true)
  assert.equal(isNewResponse(reported, createFailureResponse({ statusCode: 500 }), NOW), true)
})
