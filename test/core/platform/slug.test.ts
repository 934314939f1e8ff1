import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findFreeSlug, listPageSlugs, toSlug } from '../../../src/core/platform/slug.ts'

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
  test(`${JSON.stringify(name)} becomes ${slug}`, () => assert.equal(toSlug(name, 'fallback'), slug))

test('a taken slug gets the first free number', () => {
  assert.equal(findFreeSlug('shop', new Set()), 'shop')
  assert.equal(findFreeSlug('shop', new Set(['shop'])), 'shop-2')
  assert.equal(findFreeSlug('shop', new Set(['shop', 'shop-2', 'shop-4'])), 'shop-3')
})

test('the slugs of a page have the minimum length, and the last one is unique', () => {
  const slugs = listPageSlugs('Shop', 'c0ffee')
  assert.deepEqual([slugs[0], slugs[1], slugs.at(-2), slugs.at(-1)], ['shop', 'shop-2', 'shop-10', 'shop-c0ffee'])
  assert.equal(listPageSlugs('X', '')[0], 'status-x')
  assert.equal(listPageSlugs('日本', '')[0], 'status')
  const longest = listPageSlugs('a'.repeat(80), 'c0ffeec0ffee')
  assert.ok(longest.every((slug) => slug.length >= 3 && slug.length <= 60))
})
