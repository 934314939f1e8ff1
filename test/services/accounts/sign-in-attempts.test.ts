import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RateLimiter } from '../../../src/core/platform/limits/rate-limit.ts'
import { DAY_MS, MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { createSignInAttempts } from '../../../src/services/accounts/sign-in-attempts.ts'
import { createTestApp } from '../../support/api/app.ts'
import { createTestClock } from '../../support/time/clock.ts'

const OWNER = 'alice@example.test'
const HOME = '192.0.2.1'

function makeAttempts() {
  const clock = createTestClock()
  const limits = { limiter: (_: string, limit: number) => new RateLimiter(limit, clock.now), close: async () => {} }
  const attempts = createSignInAttempts(limits, clock.now)
  /** Returns whether one more attempt is allowed. */
  const tries = (ip: string, email = OWNER) =>
    attempts.take(email, ip, 'to sign in').then(
      () => true,
      ({ code }) => code !== 'RATE_LIMIT_EXCEEDED',
    )
  const triesCode = (ip: string) =>
    attempts.takeCode(OWNER, ip).then(
      () => true,
      ({ code }) => code !== 'RATE_LIMIT_EXCEEDED',
    )
  return { attempts, clock, tries, triesCode }
}

test('a stranger uses up the attempts of one address, and the owner still signs in from another', async () => {
  const { tries } = makeAttempts()
  for (let n = 0; n < 5; n++) assert.equal(await tries('198.51.100.1'), true)
  assert.equal(await tries('198.51.100.1'), false)
  assert.equal(await tries('198.51.100.1', 'bob@example.test'), true, 'another account')
  assert.equal(await tries(HOME), true)
})

test('the addresses of one IPv6 network share one count', async () => {
  const { tries } = makeAttempts()
  for (let n = 0; n < 5; n++) assert.equal(await tries(`2001:db8:1:2::${n}`), true)
  assert.equal(await tries('2001:db8:1:2:ffff::1'), false)
  assert.equal(await tries('2001:db8:1:3::1'), true)
})

test('guesses from many addresses are bounded and do not block an address that signed in recently', async () => {
  const { attempts, clock, tries } = makeAttempts()
  attempts.recordSuccess(OWNER, HOME)
  let letIn = 0
  for (let n = 0; n < 200; n++) if (await tries(`198.51.100.${n}`)) letIn++
  assert.equal(letIn, 100)
  assert.equal(await tries(HOME), true)
  assert.equal(await tries('203.0.113.7'), false, 'a new address of the owner has to wait')
  clock.advance(15 * MINUTE_MS)
  assert.equal(await tries('203.0.113.7'), true)
  clock.advance(30 * DAY_MS)
  for (let n = 0; n < 200; n++) await tries(`198.51.100.${n}`)
  assert.equal(await tries(HOME), false, 'a sign-in counts for 30 days')
})

test('codes have a low limit over all addresses, which exempts an address that signed in recently', async () => {
  const { attempts, triesCode } = makeAttempts()
  attempts.recordSuccess(OWNER, HOME)
  for (let n = 0; n < 10; n++) assert.equal(await triesCode(`198.51.100.${n}`), true)
  assert.equal(await triesCode('198.51.100.10'), false)
  assert.equal(await triesCode(HOME), true)
})

test('wrong passwords from another address do not lock the owner out of signing in or requesting a link', async (t) => {
  const { call } = await createTestApp(t, 'sqlite', { trustedProxies: ['127.0.0.0/8'] })
  const password = 'plum lantern orbit seven'
  const account = { email: OWNER, password, name: 'Alice' }
  assert.equal((await call('POST', '/api/auth/register', { body: account })).status, 201)
  const from = (ip: string, path: string, body: object) =>
    call('POST', `/api/auth/${path}`, { body, headers: { 'x-forwarded-for': ip } }).then(({ status }) => status)
  const guesses = []
  for (let n = 0; n < 6; n++) guesses.push(await from('198.51.100.1', 'login', { email: OWNER, password: 'wrong one' }))
  assert.deepEqual(guesses, [401, 401, 401, 401, 401, 429])
  assert.equal(await from(HOME, 'login', { email: OWNER, password }), 200)
  const links = []
  for (let n = 0; n < 4; n++) links.push(await from('198.51.100.1', 'password/forgot', { email: OWNER }))
  assert.deepEqual(links, [200, 200, 200, 429])
  assert.equal(await from(HOME, 'password/forgot', { email: OWNER }), 200)
})
