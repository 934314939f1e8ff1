import assert from 'node:assert/strict'
import { test } from 'node:test'
import { iterateJsonParts, LazyList } from '../../../../src/api/platform/validation/serialization.ts'

const VALUES: [string, unknown][] = [
  ['an empty object', {}],
  ['an empty list', []],
  ['text with quotes', { 'a"b': 'c"d' }],
  ['nothing and null', { a: undefined, b: null, c: [null] }],
  ['values of every kind', { success: true, data: { n: 1.5, list: [1, 'a', false, { x: [] }], none: {} } }],
  ['a value that is nested more deeply than it is taken apart', [[[[[[[{ a: [1, { b: 2 }] }]]]]]]]],
]
for (const [what, value] of VALUES)
  test(`the parts of ${what} equal its JSON`, () =>
    assert.equal([...iterateJsonParts(value)].join(''), JSON.stringify(value)))

test('each entry of a nested list is a separate part', () => {
  const data = { sections: [{ components: [{ days: [1, 2, 3] }, { days: [4] }] }] }
  assert.ok([...iterateJsonParts({ success: true, data })].includes('{"days":[1,2,3]}'))
})

test('a lazy list is written as the JSON of its entries', () => {
  const double = (list: number[]) => new LazyList(list, (one) => ({ double: one * 2 }))
  assert.equal(
    [...iterateJsonParts({ none: double([]), some: double([1, 2]) })].join(''),
    '{"none":[],"some":[{"double":2},{"double":4}]}',
  )
})

test('a lazy list creates an entry when it is written', () => {
  let made = 0
  const parts = iterateJsonParts({ list: new LazyList(Array(1_000).fill(0), () => ++made) })
  while (parts.next().value !== '3');
  assert.equal(made, 3)
})
