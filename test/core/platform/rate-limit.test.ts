import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RateLimiter, toCountedAddress } from '../../../src/core/platform/limits/rate-limit.ts'
import { MINUTE_MS, SECOND_MS } from '../../../src/core/platform/time/time.ts'
import { createTestApp } from '../../support/api/app.ts'
import { createKeyHeaders, createPeople } from '../../support/factories/people.ts'
import { createTestClock, MONDAY } from '../../support/time/clock.ts'

test('a window begins with the first request and ends 15 minutes later', () => {
  const clock = createTestClock()
  const limiter = new RateLimiter(2, clock.now)
  assert.deepEqual(limiter.count('a'), { count: 1, resetAt: MONDAY + 15 * MINUTE_MS })
  clock.advance(15 * MINUTE_MS - 1)
  assert.equal(limiter.count('a').count, 2)
  assert.equal(limiter.count('b').count, 1, 'other callers have separate windows')
  clock.advance(1)
  assert.deepEqual(limiter.count('a'), { count: 1, resetAt: MONDAY + 30 * MINUTE_MS })
})

test('ended windows are dropped, and so are the oldest when there are too many', () => {
  const clock = createTestClock()
  const limiter = new RateLimiter(2, clock.now)
  for (let n = 0; n < 1000; n++) limiter.count(`caller ${n}`)
  assert.equal(limiter.size, 1000)
  clock.advance(15 * MINUTE_MS)
  limiter.count('late')
  assert.equal(limiter.size, 1)
  for (let n = 0; n < 100_500; n++) limiter.count(`flood ${n}`)
  assert.equal(limiter.size, 100_000)
  assert.equal(limiter.count('flood 100499').count, 2)
})

test('a flood of names does not reset the window of a caller that reached the limit', () => {
  const clock = createTestClock()
  const limiter = new RateLimiter(5, clock.now)
  for (let n = 0; n < 5; n++) limiter.count('alice')
  for (let n = 0; n < 100_500; n++) limiter.count(`flood ${n}`)
  assert.equal(limiter.size, 100_000)
  assert.equal(limiter.count('alice').count, 6)
  clock.advance(15 * MINUTE_MS)
  assert.equal(limiter.count('alice').count, 1)
  assert.equal(limiter.size, 1, 'and every caller is dropped in time')
})

test('a limit of one is enforced during a flood', () => {
  const limiter = new RateLimiter(1, createTestClock().now)
  limiter.count('alice')
  for (let n = 0; n < 100_500; n++) limiter.count(`flood ${n}`)
  assert.equal(limiter.size, 100_000)
})

const ADDRESSES: [string, string][] = [
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
]
for (const [address, counted] of ADDRESSES)
  test(`${address} counts as ${counted}`, () => assert.equal(toCountedAddress(address), counted))

test('a request above the limit is refused until the window ends', async (t) => {
  const { call, clock } = await createTestApp(t, 'sqlite', { rateLimit: 3 })
  for (const left of ['2', '1', '0']) {
    const { status, headers } = await call('GET', '/api/auth/registration')
    assert.deepEqual([status, headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']], [200, '3', left])
    assert.equal(headers['x-ratelimit-reset'], String((MONDAY + 15 * MINUTE_MS) / SECOND_MS))
  }
  clock.advance(14 * MINUTE_MS + 500)
  const { status, body, headers } = await call('GET', '/api/auth/registration')
  assert.deepEqual([status, body.error.code, body.error.retryAfter], [429, 'RATE_LIMIT_EXCEEDED', 60])
  assert.deepEqual([headers['retry-after'], headers['x-ratelimit-remaining']], ['60', '0'])
  clock.advance(59_500)
  assert.equal((await call('GET', '/api/auth/registration')).status, 200)
})

test('an unknown URL is still 404 when the limit is reached, and an invalid credential is 429', async (t) => {
  const { call } = await createTestApp(t, 'sqlite', { rateLimit: 1 })
  await call('GET', '/api/auth/registration')
  assert.equal((await call('GET', '/api/nothing')).status, 404)
  assert.equal((await call('PUT', '/api/health')).status, 405)
  assert.equal((await call('GET', '/api/organization', { as: { 'x-api-key': 'wk_nonsense' } })).status, 429)
})

test('an API key counts for the user who created it, wherever it is used', async (t) => {
  const { call, context, tokens } = await createTestApp(t, 'sqlite', { rateLimit: 2 })
  const { alice, bob } = await createPeople(context, tokens)
  const key = await createKeyHeaders(context, alice, 'read')
  await call('GET', '/api/organization', { as: alice.session })
  await call('GET', '/api/organization', { as: key })
  assert.equal((await call('GET', '/api/organization', { as: key })).status, 429)
  assert.equal((await call('GET', '/api/organization', { as: alice.session })).status, 429)
  assert.equal((await call('GET', '/api/organization', { as: bob.session })).status, 200)
  assert.equal((await call('GET', '/api/organization')).status, 401, 'the address has a separate window')
})

test('a limit of 0 disables the limit and its headers', async (t) => {
  const { call } = await createTestApp(t, 'sqlite', { rateLimit: 0 })
  for (const url of ['/api/health', '/api/nothing', '/api/organization']) {
    const { headers } = await call('GET', url)
    assert.deepEqual(
      Object.keys(headers).filter((name) => name.startsWith('x-ratelimit')),
      [],
    )
    assert.equal(headers['x-api-version'], '1.0')
  }
})
