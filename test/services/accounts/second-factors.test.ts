import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { Secret, type TOTP, URI } from 'otpauth'
import { findTotpStep, formatTotpUri, toBase32 } from '../../../src/services/accounts/second-factors.ts'

// RFC 6238, appendix B, SHA-1; the last six of the eight digits
const SECRET = Secret.fromLatin1('12345678901234567890').base32
const VECTORS: [seconds: number, code: string, step: number][] = [
  [59, '287082', 0x1],
  [1_111_111_109, '081804', 0x23523ec],
  [1_111_111_111, '050471', 0x23523ed],
  [1_234_567_890, '005924', 0x273ef07],
  [2_000_000_000, '279037', 0x3f940aa],
  [20_000_000_000, '353130', 0x27bc86aa],
]

for (const [seconds, code, step] of VECTORS)
  test(`at ${seconds} s the code is ${code}`, () => {
    assert.equal(findTotpStep(SECRET, code, seconds * 1000), step)
    assert.equal(findTotpStep(SECRET, code, (seconds + 30) * 1000), step, 'and is still valid a step later')
    assert.equal(findTotpStep(SECRET, code, (seconds + 60) * 1000), null)
  })

test('malformed codes are refused', () => {
  for (const code of ['', '28708', '2870823', 'abcdef', '-87082', 'ß漢a_éx', '２８７０８２'])
    assert.equal(findTotpStep(SECRET, code, 59_000), null, code)
})

test('another authenticator reads the URL and shows the same codes', () => {
  const bytes = randomBytes(20)
  const secret = toBase32(bytes)
  assert.equal(secret, new Secret({ buffer: new Uint8Array(bytes).buffer }).base32)
  const authenticator = URI.parse(formatTotpUri('Watchkeeper', 'alice+1@example.com', secret)) as TOTP
  assert.deepEqual(
    [authenticator.issuer, authenticator.label, authenticator.period],
    ['Watchkeeper', 'alice+1@example.com', 30],
  )
  for (let at = 1_767_225_600_000, n = 0; n < 20; n++, at += 30_000)
    assert.notEqual(findTotpStep(secret, authenticator.generate({ timestamp: at + 15_000 }), at + 15_000), null)
})
