import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isStatusRange, joinStatusCodes, toStatusCodes } from '../../../src/core/monitors/status-codes.ts'

const countFrom = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index)

test('classes and ranges are written out, each code once', () => {
  assert.deepEqual(toStatusCodes(['2xx']), countFrom(200, 100))
  assert.deepEqual(toStatusCodes(['4XX', 404, 599]), [...countFrom(400, 100), 599])
  assert.deepEqual(toStatusCodes([418, '200-202', '201-203', '100-100']), [418, 200, 201, 202, 203, 100])
})

test('a list without ranges stays as it is', () => {
  assert.deepEqual(toStatusCodes([204, 200, 204]), [204, 200, 204])
  assert.deepEqual(toStatusCodes(['oops', '299-200']), ['oops', '299-200'])
})

for (const text of ['6xx', '0xx', '2x', '2xxx', 'xx', '200', '299-200', '200-600', '099-200', '200-', '200 - 299', ''])
  test(`${JSON.stringify(text)} is no range`, () => assert.equal(isStatusRange(text), false))

test('consecutive codes are joined, and their expansion is the same list', () => {
  const cases: [codes: number[], joined: unknown[]][] = [
    [countFrom(200, 100), ['2xx']],
    [
      [404, ...countFrom(200, 99), 301, 302],
      [404, '200-298', 301, 302],
    ],
    [
      [202, 201, 200],
      [202, 201, 200],
    ],
    [
      [200, 201, 202, 200],
      [200, 201, 202, 200],
    ],
    [[], []],
  ]
  for (const [codes, joined] of cases) {
    assert.deepEqual(joinStatusCodes(codes), joined)
    assert.deepEqual(toStatusCodes(joinStatusCodes(codes)), codes)
  }
})
