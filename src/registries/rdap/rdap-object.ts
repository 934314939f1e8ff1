/** The domain object of an RDAP answer (RFC 9083, section 5.3). Pure; invalid parts are left out. */
import type { DomainRegistration } from '../../core/expiry/domain.ts'
import { toDisplayText } from '../display-text.ts'
import { isSameDomain } from '../domain-name.ts'
import { normalizeStatuses } from '../domain-status.ts'
import { normalizeNameServers } from '../name-servers.ts'
import { parseDateText } from '../whois/date-text.ts'

/**
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
export function isRdapError(body: string): boolean {
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
