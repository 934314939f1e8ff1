/** Asks registries about domains: RDAP first, WHOIS where that does not tell. */
import type { DomainAnswer } from '../core/domain.ts'
import type { ProbeTools } from '../net/tools.ts'

export interface DomainLookupOptions {
  /** What the questions are asked with. Its egress policy judges every server that the operator did not name. */
  tools: ProbeTools
  /** Unix ms. */
  now: () => number
  /** File or URL that takes the place of IANA's list of RDAP servers; null for IANA's. */
  bootstrap: string | null
  /** `host` or `host:port` that takes the place of every WHOIS server; null for the registries' own. */
  whoisServer: string | null
  /** Told of trouble that does not stop anything: a list of servers that could not be renewed. */
  report: (message: string, error: unknown) => void
}

export interface DomainLookup {
  /**
   * Asks who has registered a domain and until when. Always answers: what went wrong is an answer of kind `unknown`.
   *
   * @param domain the registered one, `example.co.uk`; any case, Unicode or A-labels
   */
  lookUp(domain: string): Promise<DomainAnswer>
  /** Questions that are waiting are answered `unreachable`; nothing is asked any more. */
  close(): void
}

export function makeDomainLookup(_options: DomainLookupOptions): DomainLookup {
  return {
    lookUp: async (domain) => ({
      kind: 'unknown',
      silence: 'no_source',
      message: `nobody to ask about ${domain}`,
      registration: null,
      retryAfterMs: null,
    }),
    close() {},
  }
}
