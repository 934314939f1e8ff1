import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toPlainTitle } from '../../../../web/src/app/incidents/plain-title.ts'
import { formatFullReason } from '../../../../web/src/parts/results/reason/full-reason.ts'
import { en } from '../../../../web/src/text/en/index.ts'
import { more } from '../../../../web/src/text/en/more.ts'
import { createFormat } from '../../../../web/src/text/format.ts'

const text = { ...en, ...more }
const format = (error_message: string, kind?: string, value?: number) =>
  formatFullReason(
    { error_message, reason: kind && { kind, value, message: error_message } } as never,
    text,
    createFormat('en', en),
  )

test('an unexpected status is described in one line', () => {
  const line = (error: string) => format(error, 'status_code', 503)
  assert.deepEqual(line('status 503, expected 2xx'), { line: '503 Service Unavailable, expected 2xx', detail: null })
  assert.deepEqual(line('status 418 after 1 redirect, expected 200 or 204'), {
    line: '418 after 1 redirect, expected 200 or 204',
    detail: null,
  })
})

test('another reason keeps the message of the check as detail, unless they are equal', () => {
  const refused = 'connect 192.0.2.7:443: connection refused'
  assert.deepEqual(format(refused, 'connection_refused'), { line: 'Connection refused', detail: refused })
  assert.deepEqual(format('the shop is slow'), { line: 'the shop is slow', detail: null })
})

test('a title of the system is shown without quotes, and a title of a user as it is', () => {
  const cases: [string, string][] = [
    ['"Web shop" is down', 'Web shop is down'],
    ['"A "quoted" name" is slow', 'A "quoted" name is slow'],
    ['The certificate of "Shop" is about to expire', 'The certificate of Shop is about to expire'],
    ['Payments fail for "Shop"', 'Payments fail for "Shop"'],
    ['"Shop" is back', '"Shop" is back'],
  ]
  for (const [title, shown] of cases) assert.equal(toPlainTitle(title), shown)
})
