import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  formatRecoveryCode,
  normalizeRecoveryCode,
  RECOVERY_CODE_BYTES,
} from '../../../src/core/accounts/credential.ts'

test('each byte becomes a letter of a recovery code, in groups of four', () => {
  const bytes = Uint8Array.from({ length: RECOVERY_CODE_BYTES }, (_, n) => n * 17)
  assert.equal(formatRecoveryCode(bytes), 'ARCT-EVGX-IZK3-M5O7')
})

test('a recovery code matches however it is typed', () => {
  for (const typed of ['ARCT-EVGX-IZK3-M5O7', 'arctevgxizk3m5o7', ' arct evgx izk3 m5o7 '])
    assert.equal(normalizeRecoveryCode(typed), 'ARCTEVGXIZK3M5O7', typed)
})

test('a code of an authenticator is not a recovery code', () => {
  for (const typed of ['123456', '', 'ARCT-EVGX-IZK3', 'ARCT-EVGX-IZK3-M5O1'])
    assert.equal(normalizeRecoveryCode(typed), null, typed)
})
