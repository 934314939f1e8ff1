import assert from 'node:assert/strict'
import { test } from 'node:test'
import { en } from '../../../web/src/text/en/index.ts'
import { createFormat } from '../../../web/src/text/format.ts'

const format = createFormat('en-GB', en)

test('a time of today has no weekday, and a time of the next six days has one', () => {
  const now = new Date(2026, 10, 30, 19).getTime()
  assert.equal(format.soon(new Date(2026, 10, 30, 22).getTime(), now), '22:00')
  assert.match(format.soon(new Date(2026, 11, 1, 9).getTime(), now), /^Tuesday\W+09:00$/)
  assert.match(format.soon(new Date(2026, 11, 7, 9).getTime(), now), /^7 Dec 2026, 09:00$/)
})
