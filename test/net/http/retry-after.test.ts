import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseRetryAfter } from '../../../src/net/http/http-head.ts'

const NOW = Date.UTC(2026, 0, 31, 12)

const CASES: [value: string | undefined, ms: number | null][] = [
  ['120', 120_000],
  ['0', 0],
  ['Sat, 31 Jan 2026 12:00:30 GMT', 30_000],
  ['Sat, 31 Jan 2026 11:00:00 GMT', 0],
  ['soon', null],
  ['-5', null],
  ['99999999999', null],
  ['', null],
  [undefined, null],
]
for (const [value, ms] of CASES)
  test(`Retry-After: ${value} means ${ms} ms`, () => {
    assert.equal(parseRetryAfter(value, NOW), ms)
  })
