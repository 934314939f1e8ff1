/** Looks up domains at registries: RDAP first, then WHOIS if RDAP does not answer. */

import { isIPv6 } from 'node:net'
import type { DomainAnswer } from '../core/expiry/domain.ts'
import { createEgressPolicy } from '../core/platform/egress.ts'
import type { ProbeTools } from '../net/connection/tools.ts'
import { TimeBudget, type TimeLimits } from './budget.ts'
import { mergeAnswers, toUnknownAnswer } from './lookup-answer.ts'
import { Bootstrap } from './rdap/bootstrap.ts'
import { listServers } from './rdap/bootstrap-list.ts'
import { queryRdap } from './rdap/rdap.ts'
import { normalizeDomain } from './registration-values.ts'
import { ServerThrottle } from './server-throttle.ts'
import { Whois } from './whois/whois.ts'
import { IANA_WHOIS, WHOIS_PORT } from './whois/whois-directory.ts'

export interface DomainLookupOptions {
  /** Tools for the queries. Their egress policy applies to every server that the operator did not name. */
  tools: ProbeTools
  /** Unix ms. */
  now: () => number
  /** File or URL used instead of IANA's list of RDAP servers; null for IANA's. */
  bootstrap: string | null
  /** `host` or `host:port` used instead of every WHOIS server; null for the registries' servers. */
  whoisServer: string | null
  /** Reports trouble that does not stop lookups, such as a failed refresh of the server list. */
  report: (message: string, error: unknown) => void
  /** Calls `run` once, later; the returned function cancels it. Defaults to a timer of Node. */
  after?: (delayMs: number, run: () => void) => () => void
  limits?: TimeLimits
}

export interface DomainLookup {
  /**
   * Looks up the registration and expiry of a domain. Never rejects: a failure is an answer of kind `unknown`.
   *
   * @param domain the registered domain, `example.co.uk`; any case, Unicode or A-labels
   */
  lookUp(domain: string): Promise<DomainAnswer>
  /** Stops lookups. Waiting queries are answered `unreachable`. */
  close(): void
}

/** Pause between an answer and the next query to the same server. */
const RDAP_GAP_MS = 200
const WHOIS_GAP_MS = 1_000

/** Maximum number of waiting queries per server: about a minute's worth. */
const MAX_WAITING = 50

/** @throws Error when the file that replaces IANA's list is invalid */
export function createDomainLookup(options: DomainLookupOptions): DomainLookup {
  const { tools, now, bootstrap: source, whoisServer, report, after = startTimer } = options
  // Servers named by the operator may have any address except cloud metadata addresses, which serve credentials
  const trusted = { ...tools, egress: createEgressPolicy({ mode: 'any' }) }
  const bootstrap = new Bootstrap({ source, now, trusted, net: tools, report })
  const pace = { now, after, maxWaiting: MAX_WAITING }
  const rdapThrottle = new ServerThrottle({ ...pace, gapMs: RDAP_GAP_MS })
  const whoisThrottle = new ServerThrottle({ ...pace, gapMs: WHOIS_GAP_MS })
  const rdap = {
    now,
    throttle: rdapThrottle,
    toolsFor: (host: string) => (bootstrap.isTrusted(host) ? trusted : tools),
  }
  const whois = new Whois({
    now,
    throttle: whoisThrottle,
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
      rdapThrottle.close()
      whoisThrottle.close()
    },
  }
}

function startTimer(delayMs: number, run: () => void): () => void {
  const timer = setTimeout(run, delayMs)
  return () => clearTimeout(timer)
}

/** Parses `whois.example.com`, `192.0.2.1:4343`, `2001:db8::1` and `[2001:db8::1]:4343`. Pure. */
function parseHostAndPort(text: string, port: number): { host: string; port: number } {
  if (isIPv6(text)) return { host: text, port }
  const match = /^\[?([^\]]+?)\]?(?::(\d+))?$/.exec(text)
  return { host: match?.[1] ?? text, port: match?.[2] === undefined ? port : Number(match[2]) }
}
