import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type AnsweredResult,
  listAnswerFacts,
  listFirstLines,
} from '../../../../web/src/parts/results/reason/answer-facts.ts'
import { monitor } from '../../../../web/src/text/en/monitor.ts'

const list = (result: AnsweredResult) =>
  listAnswerFacts(result, monitor.result).map(({ term, value }) => `${term}: ${value}`)

test('the facts of an answer are its status line, the headers that explain it, and the address', () => {
  const response = {
    status_code: 503,
    content_type: 'text/html',
    headers: [
      { name: 'Date', value: 'today' },
      { name: 'Retry-After', value: '120' },
    ],
    headers_truncated: false,
    body: null,
    body_truncated: false,
    body_bytes: 0,
    seen_at: '2026-01-01T00:00:00.000Z',
  }
  assert.deepEqual(list({ status_code: 503, remote_address: '192.0.2.7', response }), [
    'Status code: 503 text/html',
    'Retry-After: 120',
    'IP address: 192.0.2.7',
  ])
})

test('the facts of other answers are DNS records and the certificate', () => {
  const answers = [
    { record_type: 'A', values: ['192.0.2.1', '192.0.2.2'] },
    { record_type: 'MX', values: [] },
  ]
  assert.deepEqual(list({ answers }), ['A: 192.0.2.1, 192.0.2.2', 'MX: –'])
  const certificate = { subject: 'CN=shop.example.com' } as NonNullable<AnsweredResult['certificate']>
  assert.deepEqual(list({ certificate }), ['Certificate: CN=shop.example.com'])
  assert.deepEqual(list({}), [])
})

test('the first lines of a body are text without empty lines, and without the markup of a page', () => {
  assert.deepEqual(listFirstLines('{"error":\n\n  "no disk"}\r\n3\n4'), ['{"error":', '"no disk"}', '3'])
  const page = '<!DOCTYPE html><html><head><title>503</title><style>a{}</style></head><body><h1>Down</h1></body>'
  assert.deepEqual(listFirstLines(page), ['503', 'Down'])
  assert.deepEqual(listFirstLines('<html><script>cut('), [])
  assert.deepEqual(listFirstLines('<note>plain</note>'), ['<note>plain</note>'])
  assert.deepEqual(listFirstLines(null), [])
})
