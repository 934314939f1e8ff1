/** Queries the RDAP servers of a registry for a domain, one after another (RFC 7480, 9082, 9083). */
import type { DomainAnswer } from '../../core/expiry/domain.ts'
import type { ProbeTools } from '../../net/connection/tools.ts'
import { parseRetryAfter } from '../../net/http/retry-after.ts'
import type { TimeBudget } from '../budget.ts'
import { fetchText, type TextResponse } from '../fetch-text.ts'
import { mergeUnknownAnswers, toAnswer, toUnknownAnswer, type UnknownAnswer } from '../lookup-answer.ts'
import type { ServerThrottle } from '../server-throttle.ts'
import { toDomainUrl } from './bootstrap-list.ts'
import { isRdapError, readRdapObject } from './rdap-object.ts'

interface RdapOptions {
  /** Unix ms. */
  now: () => number
  throttle: ServerThrottle
  toolsFor: (host: string) => ProbeTools
}

/** The largest known answers have about 30 KB. */
const MAX_BYTES = 1024 * 1024

const ACCEPT = 'application/rdap+json, application/json;q=0.9'

/**
 * @param bases in the order of use; they are mirrors of each other
 * @returns null when there is no server
 */
export async function queryRdap(
  domain: string,
  bases: readonly URL[],
  budget: TimeBudget,
  options: RdapOptions,
): Promise<DomainAnswer | null> {
  let failures: UnknownAnswer | null = null
  for (const base of bases) {
    if (budget.getNextMs() === 0) break
    const url = toDomainUrl(base, domain)
    const answer = await options.throttle.run(base.host, () =>
      budget.run((timeoutMs) => queryServer(url, domain, timeoutMs, options)),
    )
    if (answer.kind !== 'unknown') return answer
    failures = failures === null ? answer : mergeUnknownAnswers(failures, answer)
    // Its mirrors have the same data as a server that has the domain
    if (answer.registration !== null) break
  }
  return failures
}

async function queryServer(url: URL, domain: string, timeoutMs: number, options: RdapOptions): Promise<DomainAnswer> {
  try {
    const request = { url, accept: ACCEPT, timeoutMs, maxBytes: MAX_BYTES }
    return toDomainAnswer(await fetchText({ ...request, toolsFor: options.toolsFor }), domain, options.now())
  } catch (error) {
    return toUnknownAnswer('unreachable', `${url.hostname}: ${(error as Error).message}`)
  }
}

const TOO_MANY_REQUESTS = 429
const SERVICE_UNAVAILABLE = 503

function toDomainAnswer(answer: TextResponse, domain: string, now: number): DomainAnswer {
  const { host, status, retryAfter, text, failure, fault } = answer
  const retryAfterMs = parseRetryAfter(retryAfter, now)
  // The status decides, even when the rest of the answer is malformed
  if (status === TOO_MANY_REQUESTS || (status === SERVICE_UNAVAILABLE && retryAfterMs !== null)) {
    return toUnknownAnswer('rate_limited', `${host} returned status ${status}: rate limited`, retryAfterMs)
  }
  if (failure !== null) return toUnknownAnswer('unreachable', `${host}: ${failure}`)
  if (status !== 200 && status !== 404) return toUnknownAnswer('unreachable', `${host} returned status ${status}`)
  if (fault !== null) return toUnknownAnswer('unreadable', `${host} ${fault}`)
  if (status === 404) return toNotFoundAnswer(host, text)
  const registration = readRdapObject(text, domain, host)
  return typeof registration === 'string'
    ? toUnknownAnswer('unreadable', `${host} ${registration}`)
    : toAnswer(registration)
}

/**
 * The domain does not exist (RFC 7480, section 5.3), unless the page is missing on a web server. In that case the URL
 * is wrong, and the answer proves nothing about the domain.
 */
function toNotFoundAnswer(server: string, text: string): DomainAnswer {
  if (text.trim() === '' || isRdapError(text)) return { kind: 'unregistered', source: 'rdap', server }
  return toUnknownAnswer('unreadable', `${server} returned status 404 with a body that is not RDAP`)
}
