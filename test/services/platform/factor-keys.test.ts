import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFactorKeys } from '../../../src/services/platform/sealing/seal.ts'

const KEYS = createFactorKeys(Buffer.alloc(32, 1))
const OTHERS = createFactorKeys(Buffer.alloc(32, 2))

test('a sealed secret opens only with the same key for the same user', () => {
  const sealed = KEYS.seal('SECRET', 'alice')
  assert.equal(KEYS.open(sealed, 'alice'), 'SECRET')
  assert.equal(KEYS.open(sealed, 'bob'), null)
  assert.equal(OTHERS.open(sealed, 'alice'), null)
  assert.equal(
    KEYS.open(
      sealed.replace(/.(?==*$)/, (last) => (last === 'A' ? 'Q' : 'A')),
      'alice',
    ),
    null,
  )
})

test('sealing the same secret twice gives different texts', () => {
  assert.notEqual(KEYS.seal('SECRET', 'alice'), KEYS.seal('SECRET', 'alice'))
})

test('the hash of a recovery code differs by user and by service', () => {
  const hashes = [KEYS.hash('CODE', 'alice'), KEYS.hash('CODE', 'bob'), OTHERS.hash('CODE', 'alice')]
  assert.equal(new Set(hashes).size, 3)
  assert.equal(KEYS.hash('CODE', 'alice'), hashes[0])
})

test('old factors and recovery codes still work after a change of the secret, while the former secret is configured', () => {
  const changed = createFactorKeys([Buffer.alloc(32, 2), Buffer.alloc(32, 1)])
  assert.equal(changed.open(KEYS.seal('SECRET', 'alice'), 'alice'), 'SECRET')
  assert.deepEqual(changed.hashes('CODE', 'alice'), [OTHERS.hash('CODE', 'alice'), KEYS.hash('CODE', 'alice')])
  assert.equal(OTHERS.open(changed.seal('SECRET', 'alice'), 'alice'), 'SECRET')
})
