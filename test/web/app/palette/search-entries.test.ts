import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { searchEntries } from '../../../../web/src/app/palette/search-entries.ts'

const ENTRIES = [
  { label: 'Blog', keywords: 'https://blog.example.com/' },
  { label: 'Web shop', keywords: 'https://shop.example.com/' },
  { label: 'Shop database', keywords: 'db.internal' },
  { label: 'Workshop', keywords: 'https://craft.example.com/' },
]
const found = (query: string, most = 10) => searchEntries(ENTRIES, query, most).entries.map(({ label }) => label)

describe('the best come first', () => {
  test('what begins like it, then a word in it, then a part of a word', () => {
    assert.deepEqual(found('shop'), ['Shop database', 'Web shop', 'Workshop'])
  })
  test('what is only found by its target comes last', () => {
    assert.deepEqual(found('blog'), ['Blog'])
    assert.deepEqual(found('craft'), ['Workshop'])
  })
  test('letters in order are enough, from three on', () => {
    assert.deepEqual(found('wbsp'), ['Web shop'])
    assert.deepEqual(found('bg'), [])
  })
})

test('every word must be found', () => {
  assert.deepEqual(found('shop web'), ['Web shop'])
  assert.deepEqual(found('shop moon'), [])
})

test('nothing typed finds everything in its order, as much as is wanted', () => {
  const { entries, total } = searchEntries(ENTRIES, ' ', 2)
  assert.deepEqual([entries.map(({ label }) => label), total], [['Blog', 'Web shop'], 4])
})
