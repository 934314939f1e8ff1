/** Answers of registries about a domain, and how reliable they are. */

/**
 * Source of the answer: the Registration Data Access Protocol (RFC 9083), or WHOIS (RFC 3912) for registries without
 * RDAP.
 */
export const DOMAIN_SOURCES = ['rdap', 'whois'] as const
export type DomainSource = (typeof DOMAIN_SOURCES)[number]

/** A registration. Fields that the registry does not publish are null. */
export interface DomainRegistration {
  source: DomainSource
  /** Host name of the server that answered. */
  server: string
  registrar: string | null
  /** Unix ms. */
  registeredAt: number | null
  expiresAt: number | null
  /** Status names of RFC 8056: `client transfer prohibited`, `pending delete`. Sorted, lower case. */
  statuses: string[]
  /** Lower case, without a trailing dot, sorted. */
  nameServers: string[]
}

/** Why the lookup found no expiry date. None of these states anything about the domain itself. */
const LOOKUP_FAILURES = ['no_source', 'not_published', 'rate_limited', 'unreachable', 'unreadable'] as const
export type LookupFailure = (typeof LOOKUP_FAILURES)[number]

/** Answer to one lookup of one domain. */
export type DomainAnswer =
  | { kind: 'registered'; registration: DomainRegistration }
  /** The registry has no such domain. */
  | { kind: 'unregistered'; source: DomainSource; server: string }
  /** `not_published` includes the facts that the registry did publish besides the date. */
  | {
      kind: 'unknown'
      failure: LookupFailure
      /** Text for users: the source that was queried and the result. */
      message: string
      registration: DomainRegistration | null
      /** Pause that the server asked for, ms; null when it did not state one. */
      retryAfterMs: number | null
    }
