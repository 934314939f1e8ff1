import assert from 'node:assert/strict'
import { test } from 'node:test'
import { normalizeEmail } from '../../../src/core/accounts/credential.ts'

for (const [written, normalized] of [
  [' Alice@Example.COM ', 'alice@example.com'],
  ['alice@BÜCHER.example', 'alice@xn--bcher-kva.example'],
  ['alice@例え.テスト', 'alice@xn--r8jz45g.xn--zckzah'],
  ['alice@xn--bcher-kva.example', 'alice@xn--bcher-kva.example'],
  // These are no addresses, and stay recognizable as such
  ['alice@ä.example/path', 'alice@ä.example/path'],
  ['alice@ä.example:25', 'alice@ä.example:25'],
] as const)
  test(`"${written}" is the account ${normalized}`, () => assert.equal(normalizeEmail(written), normalized))
