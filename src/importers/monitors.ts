/** Adds monitors to the document: limits, validation by the monitor types themselves, secrets, names of the API. */

import { isIP } from 'node:net'
import { isDeepStrictEqual } from 'node:util'
import { parse } from 'tldts'
import type { TObject } from 'typebox'
import { Value } from 'typebox/value'
import { findScheduleIssue, HeartbeatSettings } from '../core/heartbeats/heartbeat.ts'
import { MAX_TAGS, type MonitorType } from '../core/monitors/monitor.ts'
import { joinStatusCodes } from '../core/monitors/status-codes.ts'
import { createEgressPolicy } from '../core/platform/egress.ts'
import { toApiName } from '../core/platform/fields/translate.ts'
import { toOneLine, toPlainLines, truncateTo } from '../core/platform/text/plain-text.ts'
import { SECOND_MS } from '../core/platform/time/time.ts'
import { describeSchemaError, type JsonSchema } from '../core/platform/validation/schema-words.ts'
import { replaceTexts } from '../core/provisioning/placeholders.ts'
import { HTTP_PROPERTIES } from '../probers/http-settings.ts'
import { PROBERS } from '../probers/index.ts'
import type { Prober } from '../probers/prober.ts'
import { type Conversion, type Fields, hasReference, hideReferences, type Item } from './conversion.ts'
import { type MonitorDraft, normalizeDraft } from './monitor-draft.ts'
import { extractSecrets, extractTargetSecrets, takeCredentials, toTls } from './secrets.ts'
import { isDefaultStatus, toFields } from './values.ts'

/** Refuses targets that no installation can check. Each server applies its own policy later. */
const ANY_ADDRESS = createEgressPolicy({ mode: 'any' })

const MAX_NAME = 80
const MAX_TAG = 40
const MAX_NOTES = 4_000
const URL_TYPES: ReadonlySet<MonitorType> = new Set(['HTTP', 'KEYWORD'])

/**
 * Adds a monitor, or reports why it is dropped.
 *
 * @returns its key; null when it is dropped
 */
export function addMonitor(conversion: Conversion, item: Item, draft: MonitorDraft): string | null {
  const mended = normalizeDraft(item, draft)
  const plain = limitStatus(item, URL_TYPES.has(mended.type) ? withServerName(item, takeCredentials(mended)) : mended)
  const refusal = findRefusal(plain)
  if (refusal !== null)
    return item.drop(`Watchkeeper refuses the monitor: ${refusal}.`, 'Create it in the dashboard with other settings.')
  const key = conversion.takeKey('monitors', item.name)
  const settings = extractSecrets(conversion, key, omitDefaults(plain))
  conversion.add('monitors', key, {
    name: shortenName(item, item.name),
    type: plain.type,
    ...(plain.target !== undefined && { target: extractTargetSecrets(conversion, key, plain.target) }),
    ...toNumbers(item, plain),
    ...toConfigs(plain.type, settings),
    ...toExpiry(plain),
    ...(plain.group != null && { group: plain.group }),
    ...(plain.tags && plain.tags.length > 0 && { tags: shortenTags(item, plain.tags) }),
    ...(plain.notificationTargets && { notification_targets: [...new Set(plain.notificationTargets)] }),
    ...(plain.isPaused && { status: 'paused' }),
    ...toNotes(item, plain.notes),
    ...(plain.heartbeatToken && { heartbeat_token: plain.heartbeatToken }),
  })
  item.keep(key)
  return key
}

function toNotes(item: Item, text: string | null | undefined): Fields {
  const lines = toPlainLines(text ?? '')
  const notes = truncateTo(MAX_NOTES, lines)
  if (notes !== lines) item.note(`The notes are shortened to ${MAX_NOTES} characters.`)
  return notes === '' ? {} : { notes }
}

/** A check that has lost a condition does not pass with an error of the server as well. */
function limitStatus(item: Item, draft: MonitorDraft): MonitorDraft {
  const { expectedStatus, ...settings } = draft.settings
  if (!item.isWeaker || !Array.isArray(expectedStatus) || !acceptsErrors(expectedStatus)) return draft
  item.note('Only the default status codes are accepted, because a condition of the source is not checked as a whole.')
  return { ...draft, settings }
}

/** Whether success and an error of the server are both accepted: the source does not check the status. */
const acceptsErrors = (codes: readonly number[]): boolean =>
  isDefaultStatus(codes.filter((code) => code >= 200 && code <= 299)) && codes.some((code) => code >= 500)

/** Sets the name for TLS if the source takes it from the Host header, and reports another name. */
function withServerName(item: Item, draft: MonitorDraft): MonitorDraft {
  const { target = '', settings, usesHostForTls } = draft
  const url = URL.parse(hideReferences(target))
  const [, header] = Object.entries(toFields(settings.headers)).find(([name]) => name.toLowerCase() === 'host') ?? []
  const tls = toFields(settings.tls)
  if (url?.protocol !== 'https:' || header === undefined || usesHostForTls === undefined || tls.serverName) return draft
  const host = url.hostname.replace(/[[\]]/g, '')
  if (isIP(host) !== 0) {
    if (!usesHostForTls)
      item.note('TLS uses the name of the Host header, and its certificate must be valid for this name.')
    return draft
  }
  const serverName = String(header).replace(/:\d*$/, '').toLowerCase()
  if (!usesHostForTls || serverName === host) return draft
  const named = toTls(target, { ...tls, serverName }, item)
  return named ? { ...draft, settings: { ...settings, tls: named } } : draft
}

const getSchema = (type: MonitorType): TObject => (type === 'HEARTBEAT' ? HeartbeatSettings : PROBERS[type].settings)

function listDefaults(type: MonitorType): Fields {
  const properties = Object.entries(getSchema(type).properties as Record<string, { default?: unknown }>)
  return Object.fromEntries(
    properties.flatMap(([name, schema]) => ('default' in schema ? [[name, schema.default]] : [])),
  )
}

/** Settings with the default value are left out, so that the document stays short. */
function omitDefaults({ type, settings }: MonitorDraft): Fields {
  const defaults = listDefaults(type)
  return Object.fromEntries(
    Object.entries(settings).filter(([name, value]) => !isDeepStrictEqual(value, defaults[name])),
  )
}

/** Returns the first reason why the product does not accept the target or the settings. */
function findRefusal({ type, target: written, settings }: MonitorDraft): string | null {
  const target = hideReferences(written ?? '')
  const schema = getSchema(type)
  const complete = { ...listDefaults(type), ...hideAll(settings) }
  if (hasForbiddenText(settings)) return 'a text contains the character U+0000 or half a character'
  const [error] = Value.Errors(schema, complete)
  if (error) return `${describePath(error.instancePath)}${describeSchemaError(schema as JsonSchema, error)}`
  if (type === 'HEARTBEAT') return describeIssue(findScheduleIssue(complete as HeartbeatSettings))
  const prober: Prober = PROBERS[type]
  const refused = hasReference(written ?? '') ? null : prober.refuseTarget(target, ANY_ADDRESS)
  if (refused !== null) return `the target ${refused}`
  const issue = prober.refuseSettings?.(complete, target, ANY_ADDRESS)
  return issue ? `${toApiName(issue.key)} ${issue.message}` : null
}

/** Returns a copy without references. */
const hideAll = (settings: Fields): Fields => replaceTexts(settings, ({ text }) => hideReferences(text)) as Fields

/** Returns whether a text contains characters that no request may contain. */
function hasForbiddenText(settings: Fields): boolean {
  let isFound = false
  replaceTexts(settings, ({ text }) => {
    isFound ||= text.includes('\0') || !text.isWellFormed()
    return text
  })
  return isFound
}

const describePath = (path: string): string => (path === '' ? '' : `${path.slice(1).replaceAll('/', '.')} `)

const describeIssue = (issue: { field: string; message: string } | null): string | null =>
  issue && `${issue.field}: ${issue.message}`

/** Limits of a number in the API. */
interface Range {
  /** In messages. */
  name: string
  lowest: number
  highest: number
  unit: string
}

const RANGES = {
  interval: { name: 'check interval', lowest: 30, highest: 86_400, unit: 's' },
  timeout: { name: 'timeout', lowest: 1_000, highest: 60_000, unit: 'ms' },
  failureThreshold: { name: 'failure threshold', lowest: 1, highest: 10, unit: 'checks' },
  recoveryThreshold: { name: 'recovery threshold', lowest: 1, highest: 10, unit: 'checks' },
  reminderInterval: { name: 'reminder interval', lowest: 0, highest: 1_440, unit: 'min' },
} as const satisfies Record<string, Range>

/** The intervals and thresholds, within the limits of the API. */
function toNumbers(item: Item, draft: MonitorDraft): Fields {
  const isHeartbeat = draft.type === 'HEARTBEAT'
  const interval = isHeartbeat ? null : fit(item, RANGES.interval, draft.intervalSeconds)
  return {
    ...(interval !== null && { interval_seconds: interval }),
    ...(!isHeartbeat && toTimeout(item, draft.timeoutMs, interval)),
    ...named('failure_threshold', fit(item, RANGES.failureThreshold, draft.failureThreshold)),
    ...named('recovery_threshold', fit(item, RANGES.recoveryThreshold, draft.recoveryThreshold)),
    ...named('reminder_interval_minutes', fit(item, RANGES.reminderInterval, draft.reminderIntervalMinutes)),
  }
}

const named = (field: string, value: number | null): Fields => (value === null ? {} : { [field]: value })

/** A check must end before the next one is due. */
function toTimeout(item: Item, timeoutMs: number | null | undefined, interval: number | null): Fields {
  const within = fit(item, RANGES.timeout, timeoutMs)
  if (within === null || interval === null || within < interval * SECOND_MS) return named('timeout_ms', within)
  const shorter = (interval - 1) * SECOND_MS
  item.note(`The timeout of ${within} ms is not shorter than the interval of ${interval} s; it is ${shorter} ms.`)
  return { timeout_ms: Math.min(shorter, 60_000) }
}

function fit(item: Item, range: Range, value: number | null | undefined): number | null {
  if (value == null) return null
  const { name, lowest, highest, unit } = range
  const fitted = Math.min(highest, Math.max(lowest, Math.round(value)))
  if (Math.abs(fitted - value) >= 1) item.note(`The ${name} is ${fitted} ${unit} instead of ${value} ${unit}.`)
  return fitted
}

/** Returns the config objects. KEYWORD writes the settings of the request in `http_config`. */
function toConfigs(type: MonitorType, settings: Fields): Fields {
  const own = type === 'KEYWORD' ? Object.entries(settings).filter(([key]) => !(key in HTTP_PROPERTIES)) : []
  const http = Object.entries(settings).filter((entry) => !own.some(([key]) => key === entry[0]))
  const name = type === 'KEYWORD' ? 'http_config' : `${type.toLowerCase()}_config`
  return {
    ...(http.length > 0 && { [name]: toApiFields(Object.fromEntries(http)) }),
    ...(own.length > 0 && { keyword_config: toApiFields(Object.fromEntries(own)) }),
  }
}

/** Names of headers stay as they are, and consecutive status codes become ranges. */
const toApiFields = (value: unknown, field = ''): unknown => {
  if (Array.isArray(value))
    return field === 'expectedStatus' ? joinStatusCodes(value) : value.map((entry) => toApiFields(entry))
  if (typeof value !== 'object' || value === null || field === 'headers') return value
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [toApiName(key), toApiFields(entry, key)]))
}

function toExpiry({ type, target = '', certificateDays, acceptsAnyCertificate, domainDays }: MonitorDraft): Fields {
  const isTls = type === 'TCP' || target.startsWith('https:')
  // No product can watch a domain that is not registered
  const isRegistered = isUnderPublicDomain(target)
  return {
    ...(certificateDays !== undefined &&
      isTls && {
        ssl_monitoring: { ...toWatch(certificateDays), ...(acceptsAnyCertificate && { check_validity: false }) },
      }),
    ...(domainDays !== undefined && isRegistered && { domain_monitoring: toWatch(domainDays) }),
  }
}

function toWatch(days: readonly number[] | null): Fields {
  const valid = [...new Set(days ?? [])].filter((day) => Number.isInteger(day) && day >= 1 && day <= 365)
  const sorted = valid.sort((a, b) => b - a).slice(0, 20)
  return { enabled: true, ...(sorted.length > 0 && { expiry_warning_days: sorted }) }
}

export function isUnderPublicDomain(target: string): boolean {
  const { domain, isIcann, isIp } = parse(URL.parse(target)?.hostname || target, { allowPrivateDomains: false })
  return isIcann === true && isIp === false && domain !== null && !domain.endsWith('.arpa')
}

/**
 * Returns a name of at most 80 characters in one line.
 *
 * @param suffix end of the name, which is never shortened
 */
export function shortenName(item: Item, name: string, suffix = ''): string {
  const line = toOneLine(name)
  const fitted = truncateTo(MAX_NAME - suffix.length, line)
  if (fitted !== line) item.note(`The name is shortened to ${MAX_NAME} characters.`)
  return fitted + suffix
}

function shortenTags(item: Item, tags: readonly string[]): string[] {
  const fitted = [...new Set(tags.map((tag) => truncateTo(MAX_TAG, toOneLine(tag))))].filter((tag) => tag !== '')
  if (tags.some((tag) => [...toOneLine(tag)].length > MAX_TAG))
    item.note(`Long tags are shortened to ${MAX_TAG} characters.`)
  if (fitted.length > MAX_TAGS) item.note(`Only the first ${MAX_TAGS} tags are kept.`)
  return fitted.slice(0, MAX_TAGS)
}
