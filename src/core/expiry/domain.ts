/** What registries say about a domain, and how sure that is. */

/** Who was asked: the Registration Data Access Protocol (RFC 9083), or WHOIS (RFC 3912) where there is none. */
export const DOMAIN_SOURCES = ['rdap', 'whois'] as const
export type DomainSource = (typeof DOMAIN_SOURCES)[number]

/** A registration. What a registry does not publish is null. */
export interface DomainRegistration {
  source: DomainSource
  /** Host name of the server that said so. */
  server: string
  registrar: string | null
  /** Unix ms. */
  registeredAt: number | null
  expiresAt: number | null
  /** In the words of RFC 8056: `client transfer prohibited`, `pending delete`. Sorted, lower case. */
  statuses: string[]
  /** Lower case, without a dot at the end, sorted. */
  nameServers: string[]
}

/** Why nothing is known this time. None of them says anything about the domain itself. */
const LOOKUP_FAILURES = ['no_source', 'not_published', 'rate_limited', 'unreachable', 'unreadable'] as const
export type LookupFailure = (typeof LOOKUP_FAILURES)[number]

/** The answer to one question about one domain. */
export type DomainAnswer =
  | { kind: 'registered'; registration: DomainRegistration }
  /** The registry knows no such domain. */
  | { kind: 'unregistered'; source: DomainSource; server: string }
  /** `not_published` comes with what the registry did say besides the date. */
  | {
      kind: 'unknown'
      silence: LookupFailure
      /** For people: who was asked and what came of it. */
      message: string
      registration: DomainRegistration | null
      /** Milliseconds that the server asked to be left alone; null when it did not say. */
      retryAfterMs: number | null
    }
