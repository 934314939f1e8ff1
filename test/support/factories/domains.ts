/** Answers of registries, and the state of a domain before its first lookup. */
import type { DomainAnswer, DomainRegistration } from '../../../src/core/expiry/domain.ts'
import { DAY_MS } from '../../../src/core/platform/time/time.ts'
import { MONDAY } from '../time/clock.ts'

/** 200 days after Monday. */
export const EXPIRES_AT = MONDAY + 200 * DAY_MS

export const createRegistration = (over: Partial<DomainRegistration> = {}): DomainRegistration => ({
  source: 'rdap',
  server: 'rdap.example',
  registrar: 'Example Registrar',
  registeredAt: MONDAY - 1_000 * DAY_MS,
  expiresAt: EXPIRES_AT,
  statuses: ['active'],
  nameServers: ['ns1.example.net', 'ns2.example.net'],
  ...over,
})

export const createRegisteredAnswer = (over: Partial<DomainRegistration> = {}): DomainAnswer => ({
  kind: 'registered',
  registration: createRegistration(over),
})

export const createUnregisteredAnswer = (source: 'rdap' | 'whois' = 'rdap'): DomainAnswer => ({
  kind: 'unregistered',
  source,
  server: `${source}.example`,
})

export const createUnknownAnswer = (over: Partial<Extract<DomainAnswer, { kind: 'unknown' }>> = {}): DomainAnswer => ({
  kind: 'unknown',
  failure: 'unreachable',
  message: 'rdap.example does not answer',
  registration: null,
  retryAfterMs: null,
  ...over,
})
