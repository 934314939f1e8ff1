import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS } from '../../../src/core/platform/time/time.ts'
import type { FailureResponse } from '../../../src/core/results/failure-response.ts'
import {
  addReportedGood,
  compareResponses,
  listKnownKeys,
  MAX_GOOD_RESPONSES,
  type ReportedGood,
} from '../../../src/core/results/good-response.ts'
import { createFailureResponse } from '../../support/factories/failure-response.ts'

const respond = (over: Partial<FailureResponse>) => createFailureResponse({ headers: [], ...over })

const compare = (before: Partial<FailureResponse>, after: Partial<FailureResponse>) => {
  const { differences, more } = compareResponses(respond(before), respond(after))
  const lines = differences.map(
    ({ part, header, line, before: from, after: to }) => `${part}${header ?? line ?? ''}: ${from} -> ${to}`,
  )
  return { lines, more }
}

test('the status, headers by name and body lines are compared, and volatile headers are not', () => {
  const before: Partial<FailureResponse> = {
    statusCode: 200,
    headers: [
      ['Server', 'nginx'],
      ['Date', 'Mon'],
      ['Via', 'a'],
      ['via', 'b'],
    ],
    body: 'one\r\ntwo\nthree',
  }
  const after: Partial<FailureResponse> = {
    statusCode: 503,
    headers: [
      ['server', 'envoy'],
      ['date', 'Tue'],
      ['VIA', 'a, b'],
      ['Retry-After', '30'],
    ],
    body: 'one\nzwei\nthree\nfour',
  }
  assert.deepEqual(compare(before, after), {
    lines: [
      'status: 200 -> 503',
      'headerserver: nginx -> envoy',
      'headerretry-after: null -> 30',
      'body2: two -> zwei',
      'body4: null -> four',
    ],
    more: 0,
  })
  assert.deepEqual(compare(before, before), { lines: [], more: 0 })
})

test('a line that was cut off or not stored is no difference', () => {
  const cut = { body: 'one\nhal', bodyTruncated: true, headersTruncated: true }
  assert.deepEqual(compare(cut, { headers: [['A', 'b']], body: 'one\nhalf\ntwo' }).lines, [])
  assert.deepEqual(compare({ body: null }, { body: 'text' }).lines, [])
})

test('a comparison has at most 20 differences, each of at most 200 characters around the change', () => {
  const many = (word: string) => Array.from({ length: 500 }, (_, at) => `${word} ${at}`).join('\n')
  const { lines, more } = compare({ body: many('a') }, { body: many('b') })
  assert.deepEqual([lines.length, more], [20, 180])
  const long = (word: string) => `${'x'.repeat(300)}${word}${'y'.repeat(300)}`
  const [line] = compareResponses(respond({ body: long('old') }), respond({ body: long('new') })).differences
  assert.match(line!.before!, /^…x{40}oldy+…$/)
  assert.equal(line!.after!.length, 202)
})

test('a probe reports a response once a day, and at most seven of them', () => {
  const at = { monitorKey: 1, now: 0 }
  let reported: ReportedGood | null = null
  for (let count = 0; count < MAX_GOOD_RESPONSES; count++) {
    assert.equal(listKnownKeys(reported, 0)?.length, count)
    reported = addReportedGood(reported, `${count}`, at)
  }
  assert.equal(listKnownKeys(reported, DAY_MS), null)
  assert.deepEqual(listKnownKeys(reported, 1.6 * DAY_MS), [])
  assert.deepEqual(addReportedGood(reported, 'next', { ...at, now: 2 * DAY_MS }).keys, ['next'])
})
