import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RateLimiter } from '../../../src/core/platform/limits/rate-limit.ts'
import { MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { createPageLock } from '../../../src/services/status-pages/page-lock.ts'

/** A hash of `sesame` that is cheap to verify, because these tests make hundreds of guesses. */
const SESAME = '$argon2id$v=19$m=8,t=1,p=1$OQJvU9REDW17TeY68ogmuw$iVBEspnbNw8fLncVyvVlks8o0S8cwysWdaHMIRr031g'

test('guesses from many addresses do not lock readers out, and gain few further guesses', async () => {
  let now = 1_000
  const limits = { limiter: (_name: string, limit: number) => new RateLimiter(limit, () => now), close: async () => {} }
  const lock = createPageLock(Buffer.alloc(32, 1), () => now, limits)
  const page = { id: 'page', passwordHash: SESAME }
  const guess = (from: number, password = 'wrong') =>
    lock.isCorrectPassword(page, password, `192.0.${from >> 8}.${from & 255}`)
  for (let n = 0; n < 300; n++) assert.equal(await guess(n % 100), false)

  assert.equal(await guess(500), false)
  assert.equal(await guess(500), false)
  await assert.rejects(guess(500), { code: 'RATE_LIMIT_EXCEEDED' })
  assert.equal(await guess(501, 'sesame'), true)

  now += 15 * MINUTE_MS
  assert.equal(await guess(500), false, 'it passes')
})

test('guesses from a thousand addresses are limited too', async () => {
  const limits = { limiter: (_name: string, limit: number) => new RateLimiter(limit, () => 0), close: async () => {} }
  const lock = createPageLock(Buffer.alloc(32, 1), () => 0, limits)
  const page = { id: 'page', passwordHash: SESAME }
  let refused = 0
  for (let n = 0; n < 3_001; n++)
    await lock.isCorrectPassword(page, `wrong ${n}`, `10.${n >> 8}.${n & 255}.1`).catch(({ code }) => {
      assert.equal(code, 'RATE_LIMIT_EXCEEDED')
      refused++
    })
  assert.equal(refused, 1)
})
