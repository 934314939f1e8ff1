import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findExcess, MAX_DEPTH, MAX_FIELDS, MAX_VALUES } from '../../../../src/api/platform/http/body.ts'

const excessOf = (text: string, mostValues?: number) => findExcess(Buffer.from(text), { mostValues })

test('every entry of a list and of an object counts', () => {
  assert.equal(excessOf('{"a":[1,2,3],"b":{"c":4}}', 6), null)
  assert.equal(excessOf('{"a":[1,2,3],"b":{"c":4}}', 5), 'values')
})

test('commas and brackets inside strings do not count', () => {
  assert.equal(excessOf('{"a,{[":"},],[{\\",\\\\"}', 1), null)
  assert.equal(excessOf(`{"a":"${'[,'.repeat(100_000)}"}`), null)
})

test('an unterminated string exceeds no limit', () => assert.equal(excessOf('{"a\\'), null))

test(`${MAX_VALUES} values are accepted, and one more is refused`, () => {
  assert.equal(excessOf(`{"a":[${Array(MAX_VALUES - 1).fill(0)}]}`), null)
  assert.equal(excessOf(`{"a":[${Array(MAX_VALUES).fill(0)}]}`), 'values')
})

test(`${MAX_FIELDS} fields of one object are accepted, and one more is refused`, () => {
  const object = (count: number) => `{${Array.from({ length: count }, (_, index) => `"f${index}":[1,2]`)}}`
  assert.equal(excessOf(object(MAX_FIELDS)), null)
  assert.equal(excessOf(`{"a":[${object(MAX_FIELDS)},${object(MAX_FIELDS)}]}`), null)
  assert.equal(excessOf(object(MAX_FIELDS + 1)), 'fields')
  assert.equal(excessOf(`{"a":{},"b":[${object(MAX_FIELDS + 1)}]}`), 'fields')
})

test(`nesting of ${MAX_DEPTH} is accepted, and one more is refused`, () => {
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
  assert.equal(excessOf(nested(MAX_DEPTH)), null)
  assert.equal(excessOf(nested(MAX_DEPTH + 1)), 'depth')
  assert.equal(excessOf('[{}]'.repeat(MAX_DEPTH)), null, 'closed brackets do not add to the nesting')
})
