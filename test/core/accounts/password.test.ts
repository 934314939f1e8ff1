import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isCommonPassword } from '../../../src/core/accounts/credential.ts'

const COMMON = [
  '1234567890',
  'qwertyuiop',
  'password123',
  'PASSWORD123',
  'P@ssw0rd123',
  'iloveyou12',
  '1q2w3e4r5t',
  'Football2024',
  'welcome123!',
  'monkeymonkey',
  'aaaaaaaaaa',
  'abababababa',
]
for (const password of COMMON)
  test(`${password} is a common password`, () => assert.equal(isCommonPassword(password), true))

const UNCOMMON = [
  'correct horse battery',
  'plum lantern orbit',
  'tr0ub4dor&3',
  'my cat is 7 years',
  'passwordless-login',
]
for (const password of UNCOMMON)
  test(`${password} is not a common password`, () => assert.equal(isCommonPassword(password), false))
