import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RateLimiter } from '../../../src/core/platform/limits/rate-limit.ts'
import { MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { NameLookups } from '../../../src/services/platform/limits/name-lookups.ts'
import { createTestClock } from '../../support/time/clock.ts'

/** Lookups where only the `good` names exist. */
function makeLookups(good: Set<string>, limit = 3) {
  const clock = createTestClock()
  const limiter = new RateLimiter(limit, clock.now)
  const lookups = new NameLookups({ limiter, label: 'unknown names', elapsed: clock.now, absentMs: MINUTE_MS })
  const looked: string[] = []
  const find = (name: string, address = '192.0.2.1') =>
    lookups.find(name, address, async () => {
      looked.push(name)
      return good.has(name) ? name : null
    })
  return { clock, lookups, looked, find }
}

const REFUSED = { code: 'RATE_LIMIT_EXCEEDED' }

test('a client that repeats one unknown name costs one lookup a minute and is never refused', async () => {
  const { clock, find, looked } = makeLookups(new Set())
  for (let n = 0; n < 1_000; n++) assert.equal(await find('gone'), null)
  assert.equal(looked.length, 1)
  clock.advance(MINUTE_MS)
  assert.equal(await find('gone'), null)
  assert.equal(looked.length, 2)
})

test('a flood of unknown names costs no more lookups than the limit', async () => {
  const { find, looked } = makeLookups(new Set(['good', 'unseen']))
  await find('good')
  for (let n = 0; n < 3; n++) assert.equal(await find(`guess ${n}`), null)
  for (let n = 3; n < 500; n++) await assert.rejects(find(`guess ${n}`), REFUSED)
  assert.equal(looked.length, 4)
  assert.equal(await find('good'), 'good', 'a name that was found before is looked up')
  await assert.rejects(find('unseen'), REFUSED)
  assert.equal(await find('unseen', '192.0.2.2'), 'unseen')
})

test('a name that stops existing is removed, and a new name is found after clearAbsent', async () => {
  const names = new Set(['good'])
  const { find, lookups } = makeLookups(names)
  await find('good')
  names.clear()
  assert.equal(await find('good'), null)
  names.add('good')
  assert.equal(await find('good'), null)
  lookups.clearAbsent()
  assert.equal(await find('good'), 'good')
})

test('the addresses of one IPv6 network share one count', async () => {
  const { find } = makeLookups(new Set())
  for (let n = 0; n < 3; n++) await find(`guess ${n}`, `2001:db8:1:2::${n}`)
  await assert.rejects(find('guess', '2001:db8:1:2:ffff::9'), REFUSED)
  assert.equal(await find('guess', '2001:db8:1:3::9'), null)
})
