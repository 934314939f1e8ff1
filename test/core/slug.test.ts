import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freeSlug, slugOf } from '../../src/core/slug.ts'

const NAMES: [string, string][] = [
  ['Example Ltd', 'example-ltd'],
  ['  Café & Bar!  ', 'cafe-bar'],
  ['Straße №7', 'stra-e-no7'],
  ["Alice's organization", 'alices-organization'],
  ['日本', 'fallback'],
  ['---', 'fallback'],
  [`${'a'.repeat(39)} b`, 'a'.repeat(39)],
  ['A'.repeat(100), 'a'.repeat(40)],
]
for (const [name, slug] of NAMES)
  test(`${JSON.stringify(name)} becomes ${slug}`, () => assert.equal(slugOf(name, 'fallback'), slug))

test('a slug that is taken gets the first number that is free', () => {
  assert.equal(freeSlug('shop', new Set()), 'shop')
  assert.equal(freeSlug('shop', new Set(['shop'])), 'shop-2')
  assert.equal(freeSlug('shop', new Set(['shop', 'shop-2', 'shop-4'])), 'shop-3')
})
