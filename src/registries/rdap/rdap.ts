/** Queries the RDAP servers of a registry for a domain, one after another (RFC 7480, 9082, 9083). */
import type { DomainAnswer, DomainRegistration } from '../../core/expiry/domain.ts'
import type { ProbeTools } from '../../net/connection/tools.ts'
import { parseRetryAfter } from '../../net/http/http-head.ts'
import type { TimeBudget } from '../budget.ts'
import { fetchText, type TextResponse } from '../fetch-text.ts'
import { mergeUnknownAnswers, toAnswer, toUnknownAnswer, type UnknownAnswer } from '../lookup-answer.ts'
import { isSameDomain, normalizeNameServers, normalizeStatuses, toDisplayText } from '../registration-values.ts'
import type { ServerThrottle } from '../server-throttle.ts'
import { parseDateText } from '../whois/date-text.ts'
import { toDomainUrl } from './bootstrap-list.ts'

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

/**
 * The domain object of an RDAP answer (RFC 9083, section 5.3). Pure; invalid parts are left out.
 *
 * @param body the text of a 200 answer
 * @param server host name
 * @returns the registration, or why there is none: `returned something other than a JSON object`
 */
export function readRdapObject(body: string, domain: string, server: string): DomainRegistration | string {
  const object = parseObject(body)
  if (object === null)
    return body.trim() === '' ? 'returned an empty response' : 'returned something other than a JSON object'
  if (!isDomainObject(object)) return 'returned something other than a domain'
  const names = [object.ldhName, object.unicodeName].filter((name) => typeof name === 'string')
  if (names.length === 0) return 'returned a domain without a name'
  if (!names.some((name) => isSameDomain(name, domain)))
    return `returned data about ${toDisplayText(names[0]!)} instead`
  const dates = parseEventDates(toList(object.events))
  return {
    source: 'rdap',
    server,
    registrar: findRegistrar(toList(object.entities)),
    registeredAt: dates.get('registration') ?? null,
    // The end of the registrar's contract is a different date, but better than none
    expiresAt: dates.get('expiration') ?? dates.get('registrar expiration') ?? null,
    statuses: normalizeStatuses(toList(object.status).filter((status) => typeof status === 'string')),
    nameServers: normalizeNameServers(toList(object.nameservers).flatMap(findServerName)),
  }
}

/** Whether this is the body of an RDAP error (RFC 9083, section 6) rather than a web server's page. */
function isRdapError(body: string): boolean {
  const object = parseObject(body)
  return object !== null && ('errorCode' in object || 'rdapConformance' in object)
}

type Json = Record<string, unknown>

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

const toList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

function parseObject(body: string): Json | null {
  try {
    const value: unknown = JSON.parse(body)
    return isJson(value) ? value : null
  } catch {
    return null
  }
}

/** Some servers omit the class; an error has a different one. */
const isDomainObject = ({ objectClassName, errorCode }: Json): boolean =>
  errorCode === undefined && (objectClassName === undefined || objectClassName === 'domain')

/** The first date of each kind. */
function parseEventDates(events: readonly unknown[]): Map<string, number> {
  const dates = new Map<string, number>()
  for (const event of events) {
    if (!isJson(event) || typeof event.eventAction !== 'string' || typeof event.eventDate !== 'string') continue
    const action = event.eventAction.trim().toLowerCase()
    const at = parseDateText(event.eventDate)
    if (at !== null && !dates.has(action)) dates.set(action, at)
  }
  return dates
}

function findRegistrar(entities: readonly unknown[]): string | null {
  const registrar = entities.find((entity) => isJson(entity) && toList(entity.roles).some(isRegistrarRole))
  if (!isJson(registrar)) return null
  const card = toList(toList(registrar.vcardArray)[1])
  return findCardText(card, 'fn') ?? findCardText(card, 'org') ?? findPublicId(toList(registrar.publicIds))
}

const isRegistrarRole = (role: unknown): boolean => typeof role === 'string' && role.toLowerCase() === 'registrar'

/** A property of a jCard is `[name, parameters, type, value]`. Source: RFC 7095, section 3.3 */
function findCardText(card: readonly unknown[], name: string): string | null {
  const property = card.find((entry) => toList(entry)[0] === name)
  const value = toList(property)[3]
  return typeof value === 'string' ? toDisplayText(value) || null : null
}

function findPublicId(ids: readonly unknown[]): string | null {
  const id = ids.find(
    (entry) => isJson(entry) && typeof entry.type === 'string' && typeof entry.identifier === 'string',
  )
  return isJson(id) ? toDisplayText(`${id.type} ${id.identifier}`) : null
}

function findServerName(server: unknown): string[] {
  if (!isJson(server)) return []
  const name = server.ldhName ?? server.unicodeName
  return typeof name === 'string' ? [name] : []
}
