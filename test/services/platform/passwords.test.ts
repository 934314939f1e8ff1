import assert from 'node:assert/strict'
import { stat } from 'node:fs/promises'
import { test } from 'node:test'
import { hashPassword, isPassword } from '../../../src/services/platform/credentials/passwords.ts'

/** Hashes from another implementation of argon2 (@node-rs/argon2 2.2.1). */
const STORED: [password: string, hash: string][] = [
  [
    'correct horse battery',
    '$argon2id$v=19$m=19456,t=2,p=1$iid40br7tsmjJEDvHaLmNA$fooK+SZTSiIJVdG6ABTQdr1QhS/stQDCKiga06hKhgw',
  ],
  ['pässwörd 🔑', '$argon2id$v=19$m=1024,t=1,p=2$LJ2yX5vJi5z6Y8RGCXSg0w$yA1UqxiB6WBrvezyf9IFVsw2+EpLqPjQBjZfqS0ivrs'],
  ['a'.repeat(128), '$argon2id$v=19$m=256,t=3,p=4$GMOpu07ZyQiBzZsLkrNswA$S0xLq2Mp/EArsveBFM9ryQ'],
]
for (const [password, hash] of STORED)
  test(`a stored hash verifies its password: ${hash.slice(0, 30)}`, async () => {
    assert.equal(await isPassword(hash, password), true)
    assert.equal(await isPassword(hash, `${password} `), false)
  })

test('a new hash is in PHC form, has its own salt, and verifies', async () => {
  const hash = await hashPassword('staple staple')
  assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  assert.notEqual(hash, await hashPassword('staple staple'))
  assert.equal(await isPassword(hash, 'staple staple'), true)
  assert.equal(await isPassword(hash, 'staple stapler'), false)
})

test('a missing account verifies no password, and a damaged hash is an error', async () => {
  assert.equal(await isPassword(null, 'correct horse battery'), false)
  const [, good] = STORED[0]!
  for (const damaged of ['', 'x', good.slice(0, 40), good.replace('argon2id', 'argon2i'), good.replace('v=19', 'v=16')])
    await assert.rejects(isPassword(damaged, 'x'), /not argon2id in PHC form/)
})

test('other work of the thread pool does not wait for a burst of hashes', async () => {
  const burst = 16
  let hashed = 0
  const hashes = Array.from({ length: burst }, () => hashPassword('staple staple').then(() => hashed++))
  await stat(import.meta.filename)
  assert.ok(hashed < burst / 2, `${hashed} of ${burst} hashes came first`)
  await Promise.all(hashes)
})
