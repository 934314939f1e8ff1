import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  escapePlaceholders,
  replacePlaceholders,
  resolvePlaceholders,
} from '../../../src/core/provisioning/placeholders.ts'

test('an escaped text is the same text after placeholders are replaced', () => {
  for (const text of ['${HOME}', '$${HOME}', 'price: $${', '$', '$&', 'plain'])
    assert.equal(
      replacePlaceholders(escapePlaceholders(text), () => 'replaced'),
      text,
    )
})

test('a text of open braces costs one pass when none of them is closed', () => {
  const text = '${'.repeat(1_000_000)
  assert.equal(
    replacePlaceholders(['${A}', text, '$${'].join(''), () => 'x'),
    ['x', text, '${'].join(''),
  )
})

test('placeholders are filled at every depth, and a name without a value stays', () => {
  const document = { a: ['${A} and ${B}'], b: { c: '$${A}' } }
  const filled = resolvePlaceholders(document, (name) => (name === 'A' ? 'x' : null))
  assert.deepEqual(filled, { a: ['x and ${B}'], b: { c: '${A}' } })
})

test('a document is refused before its placeholders make it longer than 16 MiB', () => {
  let asked = 0
  const find = () => {
    asked++
    return 'x'.repeat(1_048_576)
  }
  assert.throws(() => resolvePlaceholders(Array(40).fill('${A}'.repeat(100)), find), { code: 'VALIDATION_ERROR' })
  assert.equal(asked, 17)
})

test('a document is refused when it has more than 100,000 placeholders', () => {
  const resolve = (count: number) => resolvePlaceholders(['${A}'.repeat(count)], () => '')
  assert.deepEqual(resolve(100_000), [''])
  assert.throws(() => resolve(100_001), { message: /more than 100,000 placeholders/ })
})

test('open placeholders of all texts count before the search for their ends', () => {
  let asked = 0
  const find = () => {
    asked++
    return ''
  }
  const texts = ['${'.repeat(100_000), '${A}']
  assert.throws(() => resolvePlaceholders(texts, find), { message: /^1: the document has more than 100,000/ })
  assert.equal(asked, 0)
})
