import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DomainRegistration } from '../../src/core/expiry/domain.ts'
import { mergeAnswers, toAnswer, toUnknownAnswer } from '../../src/registries/lookup-answer.ts'

const registration = (over: Partial<DomainRegistration> = {}): DomainRegistration => ({
  source: 'rdap',
  server: 'rdap.test',
  registrar: 'Registrar',
  registeredAt: 1,
  expiresAt: null,
  statuses: ['active'],
  nameServers: ['ns1.example.net'],
  ...over,
})

const undated = { ...toUnknownAnswer('not_published', 'rdap.test has no date'), registration: registration() }

test('a registration with a date is an answer, and without a date it is incomplete', () => {
  assert.equal(toAnswer(registration({ expiresAt: 5 })).kind, 'registered')
  assert.deepEqual(toAnswer(registration()), {
    ...undated,
    message: 'rdap.test does not report when the registration expires',
  })
})

test('the answer with the date is the source, and the second one fills its gaps', () => {
  const dated = { source: 'whois', server: 'whois.test', expiresAt: 9 } as const
  const bare = registration({ ...dated, registrar: null, registeredAt: null, statuses: [], nameServers: [] })
  const answer = mergeAnswers(undated, { kind: 'registered', registration: bare })
  assert.deepEqual(answer, { kind: 'registered', registration: registration(dated) })
})

test('a registration outweighs an answer that finds no domain', () => {
  const nobody = { kind: 'unregistered', source: 'whois', server: 'whois.test' } as const
  assert.deepEqual(mergeAnswers(toUnknownAnswer('unreachable', 'rdap.test: away'), nobody), nobody)
  const answer = mergeAnswers(undated, nobody)
  assert.deepEqual(answer, { ...undated, message: 'rdap.test has no date; whois.test reports no such domain' })
})

test('the more temporary of two failures is reported', () => {
  const pairs = [
    ['rate_limited', 'unreachable', 'rate_limited'],
    ['unreachable', 'rate_limited', 'rate_limited'],
    ['unreachable', 'no_source', 'unreachable'],
    ['unreachable', 'not_published', 'unreachable'],
    ['unreachable', 'unreadable', 'unreadable'],
    ['no_source', 'no_source', 'no_source'],
  ] as const
  for (const [first, second, expected] of pairs) {
    const answer = mergeAnswers(toUnknownAnswer(first, 'one'), toUnknownAnswer(second, 'two', 3))
    assert.ok(answer.kind === 'unknown')
    assert.deepEqual([answer.failure, answer.message, answer.retryAfterMs], [expected, 'one; two', 3])
  }
})

test('a date that one registry does not publish is not expected from an unreachable one', () => {
  const after = (silence: 'unreachable' | 'rate_limited' | 'unreadable') => {
    const answer = mergeAnswers(undated, toUnknownAnswer(silence, 'whois.test'))
    assert.ok(answer.kind === 'unknown')
    assert.deepEqual(answer.registration, undated.registration)
    return answer.failure
  }
  assert.deepEqual(
    [after('unreachable'), after('unreadable'), after('rate_limited')],
    ['not_published', 'not_published', 'rate_limited'],
  )
})
