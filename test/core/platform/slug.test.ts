import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listPageSlugs, SlugList, toSlug } from '../../../src/core/platform/text/slug.ts'

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
  const take = (taken: string[], count = 1) => {
    const slugs = new SlugList(taken)
    return Array.from({ length: count }, () => slugs.take('shop')).join()
  }
  assert.equal(take([]), 'shop')
  assert.equal(take(['shop']), 'shop-2')
  assert.equal(take(['shop', 'shop-2', 'shop-4'], 3), 'shop-3,shop-5,shop-6')
  assert.equal(new SlugList(['TOKEN']).take('TOKEN', '_'), 'TOKEN_2')
})

test('slugs that other slugs have taken with a number are skipped', () => {
  const slugs = new SlugList()
  const taken = ['shop', 'shop-2', 'shop', 'shop-2', 'shop'].map((slug) => slugs.take(slug))
  assert.deepEqual(taken, ['shop', 'shop-2', 'shop-3', 'shop-2-2', 'shop-4'])
})

test('a hundred thousand resources of one name get one slug each', () => {
  // A search from the first number would take more than 10^9 steps
  const slugs = new SlugList()
  for (let n = 1; n < 100_000; n++) slugs.take('shop')
  assert.equal(slugs.take('shop'), 'shop-100000')
})

test('the slugs of a page have the minimum length, and the last one is unique', () => {
  const slugs = listPageSlugs('Shop', 'c0ffee')
  assert.deepEqual([slugs[0], slugs[1], slugs.at(-2), slugs.at(-1)], ['shop', 'shop-2', 'shop-10', 'shop-c0ffee'])
  assert.equal(listPageSlugs('X', '')[0], 'status-x')
  assert.equal(listPageSlugs('日本', '')[0], 'status')
  const longest = listPageSlugs('a'.repeat(80), 'c0ffeec0ffee')
  assert.ok(longest.every((slug) => slug.length >= 3 && slug.length <= 60))
})
