import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getTld, isSameDomain, listSuffixes, normalizeDomain } from '../../src/registries/registration-values.ts'

test('a domain is normalized to lower-case A-labels', () => {
  assert.equal(normalizeDomain('Example.CO.UK.'), 'example.co.uk')
  assert.equal(normalizeDomain(' bücher.de '), 'xn--bcher-kva.de')
  assert.equal(normalizeDomain('пример.рф'), 'xn--e1afmkfd.xn--p1ai')
  assert.equal(normalizeDomain('XN--BCHER-KVA.DE'), 'xn--bcher-kva.de')
})

test('a name that cannot be registered is not a domain', () => {
  const nothing = [
    '',
    '.',
    'com',
    'localhost',
    '192.0.2.1',
    '[::1]',
    'a b.com',
    'a/b.com',
    'a@b.com',
    'a:43.com',
    'a..com',
  ]
  for (const text of [...nothing, `${'a'.repeat(64)}.com`, 'a%2eb.com', 'a\r\nb.com', 'x'.repeat(10_000), '-a.com']) {
    assert.equal(normalizeDomain(text), null, text.slice(0, 20))
  }
})

test('two spellings of a domain are equal', () => {
  assert.ok(isSameDomain('BÜCHER.DE', 'xn--bcher-kva.de'))
  assert.ok(isSameDomain('Example.com.', 'example.com'))
  assert.ok(!isSameDomain('example.com.example.net', 'example.com'))
})

test('a domain has several suffixes, the longest first', () => {
  assert.deepEqual(listSuffixes('example.co.uk'), ['co.uk', 'uk'])
  assert.equal(getTld('example.co.uk'), 'uk')
})
