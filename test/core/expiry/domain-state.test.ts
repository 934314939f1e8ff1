import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyDomainAnswer, type DomainAnswer, type DomainState } from '../../../src/core/expiry/domain.ts'
import { CONFIRM_ABSENCE_MS } from '../../../src/core/expiry/domain-schedule.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import {
  createRegisteredAnswer,
  createRegistration,
  createUnknownAnswer,
  createUnregisteredAnswer,
  EXPIRES_AT,
} from '../../support/factories/domains.ts'
import { MONDAY } from '../../support/time/clock.ts'

const NEW: DomainState = {
  registration: null,
  isRegistered: null,
  missingSince: null,
  checkedAt: null,
  knownAt: null,
  failures: 0,
  error: null,
  quietUntil: null,
  nextCheckAt: MONDAY,
}

const step = (before: DomainState, answer: DomainAnswer, now: number) =>
  applyDomainAnswer('example.com', before, answer, now)
const KNOWN = step(NEW, createRegisteredAnswer(), MONDAY)

test('the answer of a registry becomes the stored state', () => {
  const { nextCheckAt, ...rest } = KNOWN
  const registration = createRegistration()
  assert.deepEqual(rest, {
    ...{ registration, isRegistered: true, missingSince: null, checkedAt: MONDAY, knownAt: MONDAY },
    ...{ failures: 0, error: null, quietUntil: null },
  })
  assert.ok(nextCheckAt > MONDAY + 12 * HOUR_MS && nextCheckAt <= MONDAY + 36 * HOUR_MS)
})

test('a failed lookup erases nothing and stores its error and time', () => {
  const at = EXPIRES_AT + DAY_MS
  for (const silence of ['rate_limited', 'unreachable', 'unreadable', 'no_source', 'not_published'] as const) {
    const after = step(KNOWN, createUnknownAnswer({ failure: silence }), at)
    assert.deepEqual([after.registration, after.isRegistered, after.knownAt], [KNOWN.registration, true, MONDAY])
    assert.deepEqual([after.checkedAt, after.error, after.missingSince], [at, 'rdap.example does not answer', null])
  }
})

test('consecutive failures are counted and retried at growing intervals until a lookup succeeds', () => {
  const first = step(KNOWN, createUnknownAnswer(), MONDAY)
  const second = step(first, createUnknownAnswer(), MONDAY)
  assert.deepEqual([first.failures, second.failures], [1, 2])
  assert.ok(first.nextCheckAt >= MONDAY + 15 * MINUTE_MS && first.nextCheckAt < MONDAY + 17 * MINUTE_MS)
  assert.ok(second.nextCheckAt >= MONDAY + 30 * MINUTE_MS && second.nextCheckAt < MONDAY + 34 * MINUTE_MS)
  const well = step(second, createRegisteredAnswer(), MONDAY)
  assert.deepEqual([well.failures, well.error], [0, null])
})

test('a pause requested by the registry is respected and ends with the next answer', () => {
  const limited = step(KNOWN, createUnknownAnswer({ failure: 'rate_limited', retryAfterMs: 3 * HOUR_MS }), MONDAY)
  assert.equal(limited.quietUntil, MONDAY + 3 * HOUR_MS)
  assert.ok(limited.nextCheckAt >= MONDAY + 3 * HOUR_MS)
  assert.equal(step(limited, createUnknownAnswer(), MONDAY).quietUntil, null)
  assert.equal(step(limited, createRegisteredAnswer(), MONDAY).quietUntil, null)
})

test('a domain without a source or a published date is looked up daily without a failure', () => {
  for (const silence of ['no_source', 'not_published'] as const) {
    const after = step(NEW, createUnknownAnswer({ failure: silence }), MONDAY)
    assert.deepEqual([after.failures, after.isRegistered, after.knownAt], [0, null, null])
    assert.ok(after.nextCheckAt > MONDAY + 12 * HOUR_MS)
  }
})

test('a registry without an expiry date still provides the other facts', () => {
  const registration = createRegistration({ expiresAt: null, registrar: null })
  const answer = createUnknownAnswer({ failure: 'not_published', message: 'no date', registration })
  const after = step(NEW, answer, MONDAY)
  assert.deepEqual([after.registration, after.isRegistered, after.knownAt], [registration, true, MONDAY])
  assert.deepEqual([after.error, after.failures], ['no date', 0])
})

test('an expiry date that is no longer published stays with the time of its confirmation', () => {
  for (const answer of [
    createRegisteredAnswer({ expiresAt: null, statuses: ['locked'] }),
    createUnknownAnswer({ registration: createRegistration({ expiresAt: null, statuses: ['locked'] }) }),
  ]) {
    const after = step(KNOWN, answer, MONDAY + DAY_MS)
    assert.deepEqual([after.registration?.expiresAt, after.registration?.statuses], [EXPIRES_AT, ['locked']])
    assert.equal(after.knownAt, MONDAY)
  }
})

test('a renewal is accepted at once', () => {
  const after = step(KNOWN, createRegisteredAnswer({ expiresAt: EXPIRES_AT + 365 * DAY_MS }), EXPIRES_AT)
  assert.equal(after.registration?.expiresAt, EXPIRES_AT + 365 * DAY_MS)
})

test('the first answer "no such domain" is doubted and checked again hours later', () => {
  for (const before of [KNOWN, NEW])
    for (const source of ['rdap', 'whois'] as const) {
      const after = step(before, createUnregisteredAnswer(source), MONDAY)
      assert.deepEqual([after.isRegistered, after.registration], [before.isRegistered, before.registration])
      assert.deepEqual([after.missingSince, after.failures, after.knownAt], [MONDAY, 0, before.knownAt])
      assert.match(after.error!, /^\w+\.example has no such domain/)
      assert.ok(after.nextCheckAt >= MONDAY + CONFIRM_ABSENCE_MS && after.nextCheckAt < MONDAY + 2 * CONFIRM_ABSENCE_MS)
      const hasty = step(after, createUnregisteredAnswer(source), MONDAY + HOUR_MS)
      assert.deepEqual([hasty.isRegistered, hasty.missingSince], [before.isRegistered, MONDAY])
      assert.ok(hasty.nextCheckAt >= MONDAY + CONFIRM_ABSENCE_MS)
    }
})

test('a second answer "no such domain" hours later is accepted, and the last registration stays visible', () => {
  const doubted = step(KNOWN, createUnregisteredAnswer(), MONDAY)
  const failed = step(doubted, createUnknownAnswer(), MONDAY + HOUR_MS)
  const at = MONDAY + CONFIRM_ABSENCE_MS
  const after = step(failed, createUnregisteredAnswer(), at)
  assert.deepEqual([after.isRegistered, after.error, after.knownAt], [false, null, at])
  assert.deepEqual([after.registration, after.failures], [KNOWN.registration, 0])
  assert.ok(after.nextCheckAt > at + 12 * HOUR_MS)
  assert.equal(step(after, createUnregisteredAnswer('whois'), at + DAY_MS).isRegistered, false)
  assert.equal(step(after, createUnknownAnswer(), at + DAY_MS).isRegistered, false)
})

test('a doubt starts again when the clock was set back', () => {
  const doubted = step(KNOWN, createUnregisteredAnswer('whois'), MONDAY + 400 * DAY_MS)
  const again = step(doubted, createUnregisteredAnswer('whois'), MONDAY)
  assert.deepEqual([again.isRegistered, again.missingSince], [KNOWN.isRegistered, MONDAY])
  assert.equal(step(again, createUnregisteredAnswer('whois'), MONDAY + CONFIRM_ABSENCE_MS).isRegistered, false)
})

test('one answer over RDAP is accepted when the registration has expired', () => {
  const at = EXPIRES_AT
  assert.equal(step(KNOWN, createUnregisteredAnswer('rdap'), at).isRegistered, false)
  assert.equal(step(KNOWN, createUnregisteredAnswer('whois'), at).isRegistered, true)
  assert.equal(step(KNOWN, createUnregisteredAnswer('rdap'), at - 1).isRegistered, true)
})

test('an answer with a registration ends every doubt', () => {
  const gone = step(
    step(KNOWN, createUnregisteredAnswer(), MONDAY),
    createUnregisteredAnswer(),
    MONDAY + CONFIRM_ABSENCE_MS,
  )
  const back = step(gone, createRegisteredAnswer(), MONDAY + DAY_MS)
  assert.deepEqual([back.isRegistered, back.missingSince, back.error], [true, null, null])
  const doubted = step(back, createUnregisteredAnswer(), MONDAY + 2 * DAY_MS)
  assert.deepEqual([doubted.isRegistered, doubted.missingSince], [true, MONDAY + 2 * DAY_MS])
})

test('an error of a foreign server is stored as short plain text', () => {
  const after = step(NEW, createUnknownAnswer({ message: `a\0b\r\n${'x'.repeat(1_000)}` }), MONDAY)
  assert.equal(after.error?.length, 500)
  assert.ok(after.error?.startsWith('a b x'))
})
