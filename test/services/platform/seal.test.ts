import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeKeyId, createSeal, getSealingKeyId } from '../../../src/services/platform/sealing/seal.ts'

const SECRET = Buffer.alloc(32, 1)
const seal = createSeal(SECRET, 'test')

test('a text sealed for a context opens in the same context', () => {
  const text = 'wk_1a2b — grüß dich'
  assert.equal(seal.open(seal.close(text, 'here'), 'here'), text)
  assert.equal(seal.open(seal.close('', 'here'), 'here'), '')
  assert.notEqual(seal.close(text, 'here'), seal.close(text, 'here'), 'sealing twice gives different texts')
})

test('a sealed text does not open in another context, with another key, or when it was changed', () => {
  const sealed = seal.close('text', 'here')
  const [version, key, text] = sealed.split('.') as [string, string, string]
  const changed = Buffer.from(text, 'base64')
  changed[changed.length - 1]! ^= 1
  assert.equal(seal.open(sealed, 'there'), null)
  assert.equal(createSeal(SECRET, 'another purpose').open(sealed, 'here'), null)
  assert.equal(createSeal(Buffer.alloc(32, 2), 'test').open(sealed, 'here'), null)
  assert.equal(seal.open([version, key, changed.toString('base64')].join('.'), 'here'), null)
  for (const nonsense of ['', 'abc', Buffer.alloc(28).toString('base64')])
    assert.equal(seal.open(nonsense, 'here'), null)
})

test('a former secret still opens texts, and the current one seals', () => {
  const former = Buffer.alloc(32, 2)
  const sealed = createSeal(former, 'test').close('text', 'here')
  const both = createSeal([SECRET, former], 'test')
  assert.equal(both.open(sealed, 'here'), 'text')
  assert.equal(seal.open(sealed, 'here'), null)
  const anew = both.close('text', 'here')
  assert.equal(seal.open(anew, 'here'), 'text')
  assert.deepEqual([getSealingKeyId(sealed), getSealingKeyId(anew)], [computeKeyId(former), computeKeyId(SECRET)])
})
