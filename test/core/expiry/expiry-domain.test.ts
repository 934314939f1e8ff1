import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ExpiryProblem, ExpiryRecovery, LastWarning } from '../../../src/core/expiry/expiry-alert.ts'
import { isRelevantChange, judgeDomain, type KnownDomain } from '../../../src/core/expiry/expiry-domain.ts'
import { DAY_MS } from '../../../src/core/platform/time/time.ts'
import { createRegistration } from '../../support/factories/domains.ts'

const NOW = Date.UTC(2026, 0, 5)
const TERMS = { enabled: true, expiryWarningDays: [30, 14, 7, 1] }

const knownOf = (days: number | null, over: Partial<KnownDomain> & { statuses?: string[] } = {}): KnownDomain => ({
  registration: createRegistration({
    expiresAt: days === null ? null : NOW + days * DAY_MS,
    ...(over.statuses && { statuses: over.statuses }),
  }),
  isRegistered: over.isRegistered === undefined ? true : over.isRegistered,
  knownAt: over.knownAt ?? NOW,
})

const judge = (domain: KnownDomain, warned: LastWarning | null = null) =>
  judgeDomain({ name: 'example.com', monitor: 'Shop', domain, settings: TERMS, warned }, NOW) as Partial<
    ExpiryProblem & ExpiryRecovery
  >

test('a distant, unpublished or unknown expiry date is no problem', () => {
  for (const domain of [knownOf(100), knownOf(null), { registration: null, isRegistered: null, knownAt: null }])
    assert.ok(judge(domain).note)
})

test('an approaching expiry date causes one warning per date', () => {
  const { warning, severity, title, domain } = judge(knownOf(10))
  assert.deepEqual(
    [warning, severity, title, domain?.warning_days],
    ['14:2026-01-15', 'warning', 'The domain of "Shop" expires in 10 days', 14],
  )
})

test('a domain has expired when a lookup after the date confirms it', () => {
  assert.equal(judge(knownOf(-1, { knownAt: NOW })).days, 0)
  const confirmedBefore = judge(knownOf(-1, { knownAt: NOW - 2 * DAY_MS }))
  assert.deepEqual(
    [confirmedBefore.days, confirmedBefore.title],
    [1, 'The domain of "Shop" was to expire on 2026-01-04'],
  )
})

test('statuses of a lost or inactive domain are faults, and other statuses are not', () => {
  for (const status of ['client hold', 'server hold', 'redemption period', 'pending restore', 'pending delete']) {
    const { fault, severity, warning } = judge(knownOf(100, { statuses: ['active', status] }))
    assert.deepEqual([fault, severity, warning?.includes(' ')], [status, 'major', false])
  }
  for (const status of ['client transfer prohibited', 'auto renew period', 'pending transfer', 'inactive'])
    assert.ok(judge(knownOf(100, { statuses: [status] })).note)
})

test('an unregistered domain has no other fault', () => {
  const { fault, days, title } = judge(knownOf(-40, { isRegistered: false, statuses: ['pending delete'] }))
  assert.deepEqual([fault, days, title], ['unregistered', null, 'The domain of "Shop" is not registered'])
})

test('a later expiry date is a renewal, and the same date is not', () => {
  const warned = { subject: 'domain example.com', days: 14, fault: null, at: 0 }
  assert.equal(judge(knownOf(375), warned).isRenewal, true)
  const unwanted = judgeDomain(
    {
      name: 'example.com',
      monitor: 'Shop',
      domain: knownOf(10),
      settings: { enabled: true, expiryWarningDays: [] },
      warned,
    },
    NOW,
  )
  assert.deepEqual(unwanted, { note: 'example.com is registered until 2026-01-15 00:00:00 UTC', isRenewal: false })
})

test('a lookup is relevant when it may change a warning', () => {
  const before = knownOf(100)
  assert.ok(!isRelevantChange(before, { ...before, knownAt: NOW + DAY_MS }, NOW + DAY_MS))
  assert.ok(!isRelevantChange(before, knownOf(100, { statuses: ['client transfer prohibited'] }), NOW))
  assert.ok(isRelevantChange(before, knownOf(100, { statuses: ['client hold'] }), NOW))
  assert.ok(isRelevantChange(before, knownOf(101), NOW))
  assert.ok(isRelevantChange(before, knownOf(100, { isRegistered: false }), NOW))
  assert.ok(isRelevantChange(knownOf(-1, { knownAt: NOW - 2 * DAY_MS }), knownOf(-1), NOW))
})
