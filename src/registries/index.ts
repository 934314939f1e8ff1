/** Asks registries about domains: RDAP first, WHOIS where that does not tell. */
import type { DomainAnswer } from '../core/expiry/domain.ts'
import { createEgressPolicy } from '../core/platform/egress.ts'
import type { ProbeTools } from '../net/connection/tools.ts'
import { TimeBudget, type TimeLimits } from './budget.ts'
import { normalizeDomain } from './domain-name.ts'
import { Bootstrap } from './rdap/bootstrap.ts'
import { listServers } from './rdap/bootstrap-list.ts'
import { queryRdap } from './rdap/rdap.ts'
import { parseHostAndPort } from './server-address.ts'
import { ServerThrottle } from './server-throttle.ts'
import { mergeAnswers, toUnknownAnswer } from './unknown-answer.ts'
import { Whois } from './whois/whois.ts'
import { IANA_WHOIS, WHOIS_PORT } from './whois/whois-servers.ts'

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
  /** Calls `run` once, later, and takes it back when what it returned is called; a timer of Node unless a test has its own. */
  after?: (delayMs: number, run: () => void) => () => void
  limits?: TimeLimits
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

/** Between an answer and the next question to the same server. */
const RDAP_GAP_MS = 200
const WHOIS_GAP_MS = 1_000

/** A minute's worth of questions, give or take. */
const MAX_WAITING = 50

/** @throws Error when the file that is to take the place of IANA's list is no good */
export function createDomainLookup(options: DomainLookupOptions): DomainLookup {
  const { tools, now, bootstrap: source, whoisServer, report, after = startTimer } = options
  // Where the operator sends us we go, but to no one's credentials
  const trusted = { ...tools, egress: createEgressPolicy({ mode: 'any' }) }
  const bootstrap = new Bootstrap({ source, now, trusted, net: tools, report })
  const pace = { now, after, maxWaiting: MAX_WAITING }
  const rdapTurnstile = new ServerThrottle({ ...pace, gapMs: RDAP_GAP_MS })
  const whoisTurnstile = new ServerThrottle({ ...pace, gapMs: WHOIS_GAP_MS })
  const rdap = {
    now,
    turnstile: rdapTurnstile,
    toolsFor: (host: string) => (bootstrap.isTrusted(host) ? trusted : tools),
  }
  const whois = new Whois({
    now,
    turnstile: whoisTurnstile,
    net: tools,
    trusted,
    onlyServer: whoisServer === null ? null : parseHostAndPort(whoisServer, WHOIS_PORT),
    iana: IANA_WHOIS,
    port: WHOIS_PORT,
  })

  const lookUp = async (text: string): Promise<DomainAnswer> => {
    const domain = normalizeDomain(text)
    if (domain === null) return toUnknownAnswer('no_source', 'this is not a domain that can be registered')
    const budget = new TimeBudget(options.limits)
    const first = await queryRdap(domain, listServers(domain, await bootstrap.getList()), budget, rdap)
    if (first !== null && first.kind !== 'unknown') return first
    if (first !== null && budget.getNextMs() === 0) return first
    const second = await whois.query(domain, budget)
    return first === null ? second : mergeAnswers(first, second)
  }

  return {
    lookUp,
    close() {
      rdapTurnstile.close()
      whoisTurnstile.close()
    },
  }
}

function startTimer(delayMs: number, run: () => void): () => void {
  const timer = setTimeout(run, delayMs)
  return () => clearTimeout(timer)
}
