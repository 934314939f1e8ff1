import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEEPEST, findExcess, MOST_VALUES } from '../../../../src/api/platform/http/json-size.ts'

const excessOf = (text: string, mostValues?: number) => findExcess(Buffer.from(text), mostValues)

test('every entry of a list and of an object counts', () => {
  assert.equal(excessOf('{"a":[1,2,3],"b":{"c":4}}', 6), null)
  assert.equal(excessOf('{"a":[1,2,3],"b":{"c":4}}', 5), 'values')
})

test('commas and brackets inside of strings do not count', () => {
  assert.equal(excessOf('{"a,{[":"},],[{\\",\\\\"}', 1), null)
  assert.equal(excessOf(`{"a":"${'[,'.repeat(100_000)}"}`), null)
})

test('a string that does not end has no excess', () => assert.equal(excessOf('{"a\\'), null))

test(`${MOST_VALUES} values pass, and one more is refused`, () => {
  assert.equal(excessOf(`{"a":[${Array(MOST_VALUES - 1).fill(0)}]}`), null)
  assert.equal(excessOf(`{"a":[${Array(MOST_VALUES).fill(0)}]}`), 'values')
})

test(`nesting of ${DEEPEST} passes, and one more is refused`, () => {
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
  assert.equal(excessOf(nested(DEEPEST)), null)
  assert.equal(excessOf(nested(DEEPEST + 1)), 'depth')
  assert.equal(excessOf('[{}]'.repeat(DEEPEST)), null, 'what is closed is no nesting')
})
