import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { searchEntries } from '../../../../web/src/app/palette/search-entries.ts'
import { palette as german } from '../../../../web/src/text/de/palette.ts'
import { palette as english } from '../../../../web/src/text/en/palette.ts'

const ENTRIES = [
  { label: 'Blog', keywords: 'https://blog.example.com/' },
  { label: 'Web shop', keywords: 'https://shop.example.com/' },
  { label: 'Shop database', keywords: 'db.internal' },
  { label: 'Workshop', keywords: 'https://craft.example.com/' },
]
const found = (query: string, most = 10) => searchEntries(ENTRIES, query, most).entries.map(({ label }) => label)

describe('the best matches come first', () => {
  test('prefixes precede words, and words precede parts of words', () => {
    assert.deepEqual(found('shop'), ['Shop database', 'Web shop', 'Workshop'])
  })
  test('a match of the target only comes last', () => {
    assert.deepEqual(found('blog'), ['Blog'])
    assert.deepEqual(found('craft'), ['Workshop'])
  })
  test('letters in order match from three letters on', () => {
    assert.deepEqual(found('wbsp'), ['Web shop'])
    assert.deepEqual(found('bg'), [])
  })
})

test('every word must match', () => {
  assert.deepEqual(found('shop web'), ['Web shop'])
  assert.deepEqual(found('shop moon'), [])
})

test('an empty query returns the first entries in their order', () => {
  const { entries, total } = searchEntries(ENTRIES, ' ', 2)
  assert.deepEqual([entries.map(({ label }) => label), total], [['Blog', 'Web shop'], 4])
})

test('words that users type lead to a page, in both languages', () => {
  const WORDS = ['import', 'kuma', 'docs', 'sso', 'who is on call', 'smtp', '2fa', 'sla']
  for (const { synonyms } of [english, german]) {
    const pages = Object.values(synonyms).map((keywords) => ({ label: '', keywords }))
    for (const word of WORDS) assert.ok(searchEntries(pages, word, 1).total > 0, word)
  }
})
