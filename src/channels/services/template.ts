/** Logic-less templates of custom requests: https://mustache.github.io/mustache.5.html */
import Mustache from 'mustache'
import type { Event } from '../../core/incidents/event.ts'
import { describeSuggestion } from '../../core/platform/text/nearest.ts'
import { escapeHtml, truncateTo } from '../../core/platform/text/plain-text.ts'
import { ChannelError } from '../channel-error.ts'
import { formatBody } from '../message-text.ts'
import type { Notice } from '../notice/notice-types.ts'

const MAX_DEPTH = 2
const MAX_INCIDENTS = 20

/** Receivers of alerts rarely accept more, and building a larger text would block the server. */
const MAX_VALUES_LENGTH = 256 * 1024

/** The values that a template can use. Absent objects are null, absent texts are empty. */
export function toTemplateValues(event: Event, notice: Notice) {
  const { monitor = null, incident = null, alert_group } = event.data
  const grouped = alert_group?.incidents ?? (incident ? [{ monitor, incident }] : [])
  return {
    event: event.type,
    timestamp: event.timestamp,
    title: notice.title,
    text: notice.text,
    /** Everything below the title. */
    body: formatBody(notice),
    mood: notice.mood,
    notes: notice.notes,
    runbook_url: notice.runbookUrl ?? '',
    link: notice.link?.url ?? '',
    is_problem: notice.mood === 'bad' || notice.mood === 'warning',
    is_resolved: notice.mood === 'good',
    monitor: toMonitorValues(monitor),
    incident: toIncidentValues(incident),
    incidents: grouped.slice(0, MAX_INCIDENTS).map((one) => ({
      monitor: toMonitorValues(one.monitor),
      incident: toIncidentValues(one.incident),
    })),
    /** The event as in a signed webhook. */
    json: JSON.stringify(event),
  }
}

const toMonitorValues = (monitor: Event['data']['monitor'] | null) =>
  monitor && { id: monitor.id, name: monitor.name, type: monitor.type, target: monitor.target ?? '' }

const toIncidentValues = (incident: Event['data']['incident'] | null) =>
  incident && {
    id: incident.id,
    status: incident.status,
    severity: incident.severity,
    error: incident.error_message,
    started_at: incident.started_at,
    resolved_at: incident.resolved_at ?? '',
    acknowledged_by: incident.acknowledged_by_name ?? '',
  }

type TemplateValues = ReturnType<typeof toTemplateValues>

const VALUE_NAMES: readonly string[] = [
  ...['event', 'timestamp', 'title', 'text', 'body', 'mood', 'notes', 'runbook_url', 'link', 'json'],
  ...['is_problem', 'is_resolved', 'monitor', 'incident', 'incidents'],
  ...['id', 'name', 'type', 'target'].map((field) => `monitor.${field}`),
  ...['id', 'status', 'severity', 'error', 'started_at', 'resolved_at', 'acknowledged_by'].map(
    (field) => `incident.${field}`,
  ),
]

/** @param contentType in any case */
export const isJson = (contentType: string): boolean => /[/+]json\b/i.test(contentType)

/** Escapes values for the body; other types of content need no escaping. */
function chooseEscape(contentType: string): (value: unknown) => string {
  if (isJson(contentType)) return (value) => JSON.stringify(String(value)).slice(1, -1)
  if (/form-urlencoded/i.test(contentType)) return encodeValue
  if (/html|xml/i.test(contentType)) return (value) => escapeHtml(String(value))
  return String
}

/** Half of a character outside the basic plane, as a cut may leave it, has no encoding. */
const encodeValue = (value: unknown): string => encodeURIComponent(String(value).toWellFormed())

/** Servers accept about 8,000 characters in a URL, and non-Latin characters take up to nine. */
const MAX_URL_VALUE_LENGTH = 500

/** A value of dots would be a step in the path, encoded or not, so it gets dots that look the same (U+2024). */
const encodeUrlValue = (value: unknown): string =>
  encodeValue(truncateTo(MAX_URL_VALUE_LENGTH, String(value)).replace(/^\.+$/, (dots) => '\u2024'.repeat(dots.length)))

/** @throws ChannelError when the values would make the message too long */
export const renderTemplate = (template: string, values: TemplateValues, contentType: string): string =>
  render(template, values, chooseEscape(contentType))

/** Renders a URL whose values are percent-encoded. Long values are cut. */
export const renderUrl = (template: string, values: TemplateValues): string => render(template, values, encodeUrlValue)

function render(template: string, values: TemplateValues, escapeValue: (value: unknown) => string): string {
  let length = 0
  const count = (text: string): string => {
    length += text.length
    if (length <= MAX_VALUES_LENGTH) return text
    throw new ChannelError(`the template produces more than ${MAX_VALUES_LENGTH / 1024} KiB`, { permanent: true })
  }
  const counted = { ...values, json: () => count(values.json) }
  return new Mustache.Writer().render(template, counted, undefined, { escape: (value) => count(escapeValue(value)) })
}

/** Kind, name, start, end; sections also have the tokens within. */
type Token = [kind: string, name: string, start: number, end: number, within?: Token[]]

/** Scheme, host and port: everything before the path, the query or the fragment. */
const ORIGIN = /^https?:\/\/[^/\\?#{]+(?=[/\\?#])/i

/** Returns the problem of a URL with values; null when there is none. The values must not change the receiver. */
export function refuseUrlTemplate(url: string): string | null {
  if (!url.includes('{{')) return null
  if (!ORIGIN.test(url)) return 'must begin with a scheme and a host without values, and with / before the first value'
  if (/\{\{[{&\s]*json\b/.test(url)) return 'must not contain json, which is too long for a URL'
  return refuseTemplate(url)
}

/** Returns the part of a URL before its first value. */
export const getFixedUrl = (url: string): string => url.split('{{', 1)[0]!

/** Returns the problem of a template; null when there is none. */
export function refuseTemplate(template: string): string | null {
  let tokens: Token[]
  try {
    tokens = new Mustache.Writer().parse(template) as unknown as Token[]
  } catch (error) {
    return `is not a valid Mustache template: ${(error as Error).message}`
  }
  return findProblem(tokens, 0)
}

function findProblem(tokens: readonly Token[], depth: number): string | null {
  for (const [kind, name, , , within] of tokens) {
    if (kind === 'text' || kind === '!') continue
    if (kind === '>' || kind === '=')
      return `must not contain {{${kind}${name}}}: partials and delimiters are not supported`
    if (name !== '.' && !VALUE_NAMES.includes(name)) return describeUnknown(name)
    if (within && depth === MAX_DEPTH) return `must not nest sections deeper than ${MAX_DEPTH}`
    // The values without escaping are counted only for the whole event
    if (kind === '&' && name !== 'json') return `must not contain ${name} without escaping; write {{${name}}}`
    const problem = within ? findProblem(within, depth + 1) : null
    if (problem !== null) return problem
  }
  return null
}

const describeUnknown = (name: string): string =>
  `has the unknown value ${name}${describeSuggestion(name, VALUE_NAMES)}`
