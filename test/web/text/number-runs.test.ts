import assert from 'node:assert/strict'
import { test } from 'node:test'
import { joinNumberRuns } from '../../../web/src/text/number-runs.ts'

test('consecutive numbers are written as a range', () => {
  const join = (...numbers: number[]) => joinNumberRuns(numbers, String)
  assert.deepEqual(join(404, 200, 201, 202, 301, 302), ['404', '200–202', '301', '302'])
  assert.deepEqual(join(30, 14, 7, 1), ['30', '14', '7', '1'])
})
