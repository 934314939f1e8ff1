/** Asks the RDAP servers of a registry about a domain, one after the other (RFC 7480, 9082, 9083). */
import type { DomainAnswer } from '../../core/expiry/domain.ts'
import type { ProbeTools } from '../../net/connection/tools.ts'
import { parseRetryAfter } from '../../net/http/retry-after.ts'
import type { TimeBudget } from '../budget.ts'
import { fetchText, type TextAnswer } from '../fetch-text.ts'
import { answerWith, joinSilences, silent, type Unknown } from '../silence.ts'
import type { Turnstile } from '../turnstile.ts'
import { questionUrl } from './bootstrap-list.ts'
import { isRdapError, readRdapObject } from './rdap-object.ts'

interface RdapOptions {
  /** Unix ms. */
  now: () => number
  turnstile: Turnstile
  toolsFor: (host: string) => ProbeTools
}

/** The largest answers known are some 30 KB. */
const MAX_BYTES = 1024 * 1024

const ACCEPT = 'application/rdap+json, application/json;q=0.9'

/**
 * @param bases in the order to ask; mirrors of each other
 * @returns null when there is nobody to ask
 */
export async function askRdap(
  domain: string,
  bases: readonly URL[],
  budget: TimeBudget,
  options: RdapOptions,
): Promise<DomainAnswer | null> {
  let silences: Unknown | null = null
  for (const base of bases) {
    if (budget.nextMs() === 0) break
    const url = questionUrl(base, domain)
    const answer = await options.turnstile.pass(base.host, () =>
      budget.spend((timeoutMs) => askServer(url, domain, timeoutMs, options)),
    )
    if (answer.kind !== 'unknown') return answer
    silences = silences === null ? answer : joinSilences(silences, answer)
    // Its mirrors know no more than a server that knows the domain
    if (answer.registration !== null) break
  }
  return silences
}

async function askServer(url: URL, domain: string, timeoutMs: number, options: RdapOptions): Promise<DomainAnswer> {
  try {
    const wish = { url, accept: ACCEPT, timeoutMs, maxBytes: MAX_BYTES }
    return judge(await fetchText({ ...wish, toolsFor: options.toolsFor }), domain, options.now())
  } catch (error) {
    return silent('unreachable', `${url.hostname}: ${(error as Error).message}`)
  }
}

const TOO_MANY_REQUESTS = 429
const SERVICE_UNAVAILABLE = 503

function judge(answer: TextAnswer, domain: string, now: number): DomainAnswer {
  const { host, status, retryAfter, text, failure, fault } = answer
  const retryAfterMs = parseRetryAfter(retryAfter, now)
  // The status decides even when the rest of the answer is broken
  if (status === TOO_MANY_REQUESTS || (status === SERVICE_UNAVAILABLE && retryAfterMs !== null)) {
    return silent('rate_limited', `${host} answered ${status}, it wants to be asked less`, retryAfterMs)
  }
  if (failure !== null) return silent('unreachable', `${host}: ${failure}`)
  if (status !== 200 && status !== 404) return silent('unreachable', `${host} answered ${status}`)
  if (fault !== null) return silent('unreadable', `${host} ${fault}`)
  if (status === 404) return notFound(host, text)
  const registration = readRdapObject(text, domain, host)
  return typeof registration === 'string' ? silent('unreadable', `${host} ${registration}`) : answerWith(registration)
}

/**
 * No such domain (RFC 7480, section 5.3), unless a web server says that it has no such page: then the address is wrong,
 * and nothing is known about the domain.
 */
function notFound(server: string, text: string): DomainAnswer {
  if (text.trim() === '' || isRdapError(text)) return { kind: 'unregistered', source: 'rdap', server }
  return silent('unreadable', `${server} answered 404 with something that is not RDAP`)
}
