import { Value } from 'typebox/value'
import { findAssertionIssue } from '../core/monitors/assertions/assertion.ts'
import type { MonitorType } from '../core/monitors/monitor.ts'
import { createEgressPolicy } from '../core/platform/egress.ts'
import { toOneLine, truncateTo } from '../core/platform/text/plain-text.ts'
import { replaceTexts } from '../core/provisioning/placeholders.ts'
import { HTTP_PROPERTIES, MAX_BODY_BYTES } from '../probers/http-settings.ts'
import { findProber } from '../probers/index.ts'
import { type Fields, hasReference, hideReferences, type Item } from './conversion.ts'
import { listFields, toFields, toNumber } from './values.ts'

/** A monitor in the units of the product. Absent fields get the defaults of the server. */
export interface MonitorDraft {
  type: MonitorType
  /** Absent for a heartbeat. */
  target?: string
  /** Names as in the settings of the monitor type. */
  settings: Fields
  intervalSeconds?: number | null
  timeoutMs?: number | null
  failureThreshold?: number | null
  recoveryThreshold?: number | null
  reminderIntervalMinutes?: number | null
  group?: string | null
  tags?: readonly string[]
  /** Keys; absent for the default targets of the project. */
  notificationTargets?: readonly string[]
  isPaused?: boolean
  /** Days before the expiry of the certificate; absent without certificate monitoring, null for the default days. */
  certificateDays?: readonly number[] | null
  /** Whether an invalid certificate is accepted where the certificate is watched. */
  acceptsAnyCertificate?: boolean
  /** The same for the registration of the domain. */
  domainDays?: readonly number[] | null
  notes?: string | null
  heartbeatToken?: string
  /** Whether the source sends the name of a `Host` header in TLS even when its URL has another name. */
  usesHostForTls?: boolean
}

const ANY_ADDRESS = createEgressPolicy({ mode: 'any' })

/** The limits of the settings of a monitor. */
const MAX_KEYWORD = 500
const MAX_KEYWORDS = 20
const MAX_EXPECT = 255
const MAX_HEADERS = 50
const MAX_ASSERTIONS = 20

const SHOWN = 60

/**
 * Mends the parts of a monitor that other products accept and this one refuses, so that a part is lost and not the
 * monitor. The report states each change.
 */
export function normalizeDraft(item: Item, draft: MonitorDraft): MonitorDraft {
  switch (draft.type) {
    case 'HTTP':
    case 'KEYWORD':
      return mendAssertions(
        item,
        mendKeywords(item, mendHeaders(item, { ...draft, target: mendUrl(item, draft.target ?? '') })),
      )
    case 'TCP':
      return mendExpect(item, mendHost(item, draft))
    case 'ICMP':
    case 'DNS':
      return mendHost(item, draft)
    case 'HEARTBEAT':
      return draft
  }
}

function mendUrl(item: Item, given: string): string {
  // The parser of URLs leaves out line breaks and tabs as well
  const target = given.trim().replace(/[\t\r\n]/g, '')
  const encoded = target.replaceAll(' ', '%20')
  if (encoded !== target) item.note('Spaces in the URL are written as %20.')
  if (hasReference(encoded) || encoded === '' || /^[a-z][a-z0-9+.-]*:/i.test(encoded)) return encoded
  if (URL.parse(`http://${encoded}`) === null) return encoded
  item.note('The URL has no scheme: http:// is put before it.', 'Use https:// if the server supports it.')
  return `http://${encoded}`
}

/** Reads a host that is written as a URL, with a port, in brackets, or as an international name. */
function mendHost(item: Item, draft: MonitorDraft): MonitorDraft {
  const given = draft.target ?? ''
  if (hasReference(given)) return draft
  const { host, port } = splitTarget(given.trim())
  const target = findSpelling(draft.type, host)
  if (target !== given) item.note(`The target is written as ${truncateTo(SHOWN, toOneLine(target))}.`)
  const own = toNumber(draft.settings.port)
  if (draft.type !== 'TCP' || port === null || own === port) return { ...draft, target }
  if (own) {
    item.note(`The port is ${own}, not the port ${port} of its target.`)
    return { ...draft, target }
  }
  return { ...draft, target, settings: { ...draft.settings, port } }
}

function splitTarget(text: string): { host: string; port: number | null } {
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? URL.parse(text) : null
  if (url?.hostname) return { host: url.hostname.replace(/^\[|\]$/g, ''), port: toNumber(url.port) }
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:/\s]+))(?::(\d{1,5}))?\/?$/.exec(text) ?? []
  return { host: bracketed ?? plain ?? text, port: toNumber(port) }
}

/** The rule of a target names the spelling that it accepts. */
function findSpelling(type: MonitorType, host: string): string {
  const refusal = findProber(type as Exclude<MonitorType, 'HEARTBEAT'>)?.refuseTarget(host, ANY_ADDRESS) ?? ''
  return /^must be written as (\S+)$/.exec(refusal)?.[1] ?? host
}

const isHeader = (name: string, value: unknown): boolean =>
  Value.Check(HTTP_PROPERTIES.headers, { [name]: typeof value === 'string' ? hideReferences(value) : value })

/** Leaves out headers that no request may contain. */
function mendHeaders(item: Item, draft: MonitorDraft): MonitorDraft {
  if (draft.settings.headers === undefined) return draft
  const all = Object.entries(toFields(draft.settings.headers))
  const valid = all.filter(([name, value]) => isHeader(name, value))
  const headers = valid.slice(0, MAX_HEADERS)
  for (const [name] of all.filter((header) => !valid.includes(header)).slice(0, MAX_HEADERS))
    item.note(`The header "${truncateTo(SHOWN, toOneLine(name))}" is not sent: its name or its value is invalid.`)
  if (valid.length > headers.length) item.note(`Only the first ${MAX_HEADERS} headers are sent.`)
  return { ...draft, settings: { ...draft.settings, headers: Object.fromEntries(headers) } }
}

/** A keyword that is too long is searched by its start. Without a keyword, the monitor checks the status. */
function mendKeywords(item: Item, draft: MonitorDraft): MonitorDraft {
  const { keywords: given, caseSensitive, ...request } = draft.settings
  if (draft.type !== 'KEYWORD' || !Array.isArray(given)) return draft
  const all = listFields(given).flatMap((keyword) => mendKeyword(item, keyword))
  const keywords = all.slice(0, MAX_KEYWORDS)
  if (all.length > MAX_KEYWORDS) item.noteUnchecked(`Only the first ${MAX_KEYWORDS} keywords are searched.`)
  if (keywords.length > 0 || all.length === given.length)
    return { ...draft, settings: { ...request, keywords, ...(caseSensitive !== undefined && { caseSensitive }) } }
  return { ...draft, type: 'HTTP', settings: request }
}

function mendKeyword(item: Item, keyword: Fields): Fields[] {
  const text = String(keyword.text)
  if (text.length <= MAX_KEYWORD) return [keyword]
  if (keyword.shouldContain !== true) {
    item.noteUnchecked(`A keyword of more than ${MAX_KEYWORD} characters is not searched.`, 'Add a part of it.')
    return []
  }
  item.noteUnchecked(`Only the first ${MAX_KEYWORD} characters of the keyword are searched.`)
  return [{ ...keyword, text: cut(text, MAX_KEYWORD) }]
}

/** Leaves out assertions beyond the limits. */
function mendAssertions(item: Item, draft: MonitorDraft): MonitorDraft {
  const { assertions: given, ...settings } = draft.settings
  const all = listFields(given)
  if (all.length === 0) return draft
  const valid = all.filter((assertion) => isAssertion(replaceTexts(assertion, ({ text }) => hideReferences(text))))
  const assertions = valid.slice(0, MAX_ASSERTIONS)
  if (assertions.length < all.length)
    item.noteUnchecked(`Only ${assertions.length} of ${all.length} assertions on the response are checked.`)
  return { ...draft, settings: assertions.length === 0 ? settings : { ...settings, assertions } }
}

function isAssertion(value: unknown): boolean {
  const list = [value]
  return Value.Check(HTTP_PROPERTIES.assertions, list) && findAssertionIssue(list, MAX_BODY_BYTES) === null
}

function mendExpect(item: Item, draft: MonitorDraft): MonitorDraft {
  const validation = toFields(draft.settings.protocolValidation)
  const { expect } = validation
  if (typeof expect !== 'string' || expect.length <= MAX_EXPECT) return draft
  item.noteUnchecked(`Only the first ${MAX_EXPECT} characters of the answer are expected.`)
  return {
    ...draft,
    settings: { ...draft.settings, protocolValidation: { ...validation, expect: cut(expect, MAX_EXPECT) } },
  }
}

/** Cuts a text without half of a character. */
const cut = (text: string, length: number): string => {
  const start = text.slice(0, length)
  return start.isWellFormed() ? start : start.slice(0, -1)
}
