/** A notice for one incident: event, monitor and time in the title, the cause below, and facts in a table. */

import { AFTER_MAINTENANCE } from '../../core/evaluation/deferred.ts'
import {
  type Event,
  type EventType,
  type IncidentFacts,
  isFlappingEvent,
  type MonitorFacts,
  type UpdateFacts,
} from '../../core/incidents/event.ts'
import type { FlappingFacts } from '../../core/incidents/event-facts.ts'
import { extractFlappingPart } from '../../core/incidents/flapping.ts'
import { formatIncidentTitle } from '../../core/incidents/incident.ts'
import { hideKeys, toIsolated, toOneLine, truncateTo } from '../../core/platform/text/plain-text.ts'
import {
  formatBetweenText,
  formatDurationText,
  formatMomentText,
  formatTimeText,
} from '../../core/platform/time/time.ts'
import type { ErrorType } from '../../core/results/verdict.ts'
import type { Fact, Mood, NoticeContent } from './notice-types.ts'

export function toIncidentNotice(event: Event, incident: IncidentFacts, baseUrl: string): NoticeContent {
  return {
    title: formatTitle(event, incident),
    mood: event.data.flapping ? chooseFlappingMood(event.type, event.data.flapping) : chooseMood(event.type, incident),
    text: formatText(event, incident),
    facts: listFacts(event, incident),
    link: toIncidentLink(incident, baseUrl),
  }
}

export const toIncidentLink = ({ id }: IncidentFacts, baseUrl: string) => ({
  label: 'View incident',
  url: `${baseUrl}/incidents/${id}`,
})

/** Phrases for the state of a monitor, for the two families that checks decide. */
interface Condition {
  now: string
  again: string
  since: string
  was: string
  over: string
}

const CONDITIONS = {
  availability: {
    now: 'Down',
    again: 'Down again',
    since: 'has been down since',
    was: 'was down for',
    over: 'Up',
  },
  slowness: {
    now: 'Slow',
    again: 'Slow again',
    since: 'has been slow since',
    was: 'was slow for',
    over: 'No longer slow',
  },
} as const satisfies Record<string, Condition>

export type ConditionFamily = keyof typeof CONDITIONS

/**
 * Returns the family whose generated title the incident has. Null when the engine did not generate the title: then it
 * is shown unchanged.
 */
export function findConditionFamily(
  incident: IncidentFacts,
  monitor: MonitorFacts | null | undefined,
): ConditionFamily | null {
  if (!monitor) return null
  const families = Object.keys(CONDITIONS) as ConditionFamily[]
  return families.find((family) => incident.title === formatIncidentTitle(family, monitor)) ?? null
}

/** Maximum number of characters of a name, so that the words after it stay visible. */
const NAME_LIMIT = 80
const TARGET_LIMIT = 60
const CUSTOM_TITLE_LIMIT = 120

export const quote = (name: string): string => `"${toIsolated(truncateTo(NAME_LIMIT, toOneLine(name)))}"`

function formatTitle(event: Event, incident: IncidentFacts): string {
  const family = findConditionFamily(incident, event.data.monitor)
  if (event.data.flapping) return formatFlappingTitle(event)
  if (isRenewal(event, incident)) return `${quote(event.data.monitor!.name)}: ${incident.resolution_note}`
  if (family) return formatConditionTitle(event, incident, event.data.monitor!, CONDITIONS[family])
  return formatCustomTitle(event, incident, truncateTo(CUSTOM_TITLE_LIMIT, toOneLine(incident.title)))
}

/** The title of the incident would hide the flapping, even if a user wrote it. */
const formatFlappingTitle = ({ data: { monitor, update } }: Event): string =>
  formatMonitorUpdate(truncateTo(NAME_LIMIT, toOneLine(monitor?.name ?? 'The monitor')), update?.message ?? '')

/** Whether an expiry incident resolved by itself: the title then shows its resolution instead of its original title. */
const isRenewal = ({ type, data: { monitor } }: Event, incident: IncidentFacts): boolean =>
  type === 'incident.resolved' &&
  isAboutExpiry(incident, monitor) &&
  !incident.resolved_by &&
  !!incident.resolution_note

/** Whether the engine opened the incident for an expiry: it has no measured values. */
const isAboutExpiry = ({ title, source }: IncidentFacts, monitor: MonitorFacts | undefined): boolean =>
  source === 'system' &&
  monitor !== undefined &&
  ['certificate', 'domain'].some((what) => title.startsWith(`The ${what} of "${monitor.name}" `))

function formatConditionTitle(
  event: Event,
  incident: IncidentFacts,
  monitor: MonitorFacts,
  condition: Condition,
): string {
  const { type, timestamp } = event
  const name = truncateTo(NAME_LIMIT, toOneLine(monitor.name))
  const subject = withTarget(name, monitor)
  const began = formatMomentText(getOutageStart(incident), timestamp)
  const lasted = formatDowntime(incident, timestamp)
  const summary =
    incident.status === 'resolved' ? `${name} ${condition.was} ${lasted}` : `${name} ${condition.since} ${began}`
  const flappingText = extractFlappingPart(event.data.update?.message ?? '') === '' ? '' : ', flapping'
  if (type === 'incident.opened') return `${condition.now}: ${subject} since ${began}${flappingText}`
  if (type === 'incident.reopened')
    return `${condition.again}: ${subject} since ${formatMomentText(incident.reopened_at ?? timestamp, timestamp)}${flappingText}`
  if (type === 'incident.reminder') return `${condition.now} for ${lasted}: ${subject}`
  if (type === 'incident.acknowledged') return `Acknowledged${formatAuthor(event)}: ${summary}`
  if (type === 'incident.unacknowledged') return `Acknowledgement withdrawn${formatAuthor(event)}: ${summary}`
  if (isStatusUpdate(event)) return formatMonitorUpdate(name, event.data.update!.message)
  if (type !== 'incident.resolved') return `Update${formatAuthor(event)}: ${summary}`
  return isRecovery(incident, event.data.monitor)
    ? `${condition.over}: ${subject}, ${condition.was} ${lasted}`
    : `Resolved${formatAuthor(event)}: ${summary}`
}

/** `Shop (https://shop.example.com)` */
const withTarget = (name: string, { target }: MonitorFacts): string =>
  target ? `${name} (${truncateTo(TARGET_LIMIT, toOneLine(hideKeys(target)))})` : name

/** Whether the system reports something about the monitor, which is more important than a plain update. */
const isStatusUpdate = ({ type, data: { update } }: Event): boolean =>
  type === 'incident.updated' && update?.kind === 'status_changed' && update.user_name === null

/**
 * `Shop is flapping: …`
 *
 * @param message its first sentence is a complete summary
 */
function formatMonitorUpdate(name: string, message: string): string {
  const [sentence = ''] = message.split('. ')
  return /^The monitor /.test(sentence) ? sentence.replace('The monitor', () => name) : `${name}: ${sentence}`
}

/** @param title title of a user, or of another kind of engine incident */
function formatCustomTitle(event: Event, incident: IncidentFacts, title: string): string {
  const { type, timestamp } = event
  const lasted = formatDowntime(incident, timestamp)
  if (type === 'incident.opened')
    return `New incident: ${title}, since ${formatMomentText(incident.started_at, timestamp)}`
  if (type === 'incident.reopened') return `Reopened: ${title}`
  if (type === 'incident.reminder') return `Open for ${lasted}: ${title}`
  if (type === 'incident.acknowledged') return `Acknowledged${formatAuthor(event)}: ${title}`
  if (type === 'incident.unacknowledged') return `Acknowledgement withdrawn${formatAuthor(event)}: ${title}`
  if (type === 'incident.resolved') return `Resolved${formatAuthor(event)} after ${lasted}: ${title}`
  return `Update${formatAuthor(event)}: ${title}`
}

const formatAuthor = ({ type, data: { update, incident } }: Event): string =>
  type === 'incident.acknowledged' ? formatAcknowledger(incident!) : formatUser(update?.user_name)

/** Returns the user or the notification target that acknowledged an incident; empty if the user is unknown. */
export const formatAcknowledger = ({ acknowledged_by_name: name, acknowledged_via: via }: IncidentFacts): string =>
  via ? ` via ${quote(via)}` : formatUser(name)

const formatUser = (name: string | null | undefined): string =>
  name ? ` by ${truncateTo(NAME_LIMIT, toOneLine(name))}` : ''

/** Whether the checks ended the incident: no user resolved it or deleted its monitor. */
export const isRecovery = ({ resolved_by }: IncidentFacts, monitor: MonitorFacts | null | undefined): boolean =>
  !resolved_by && monitor?.status === 'active'

/** Start of the current or last outage, ISO 8601. */
export const getOutageStart = ({ reopened_at, started_at }: IncidentFacts): string => reopened_at ?? started_at

/** Duration of the current outage, or of all outages of an incident: `2 min 32 s in 2 outages over 6 min`. */
export function formatDowntime(incident: IncidentFacts, notifiedAt: string): string {
  const { duration_seconds: whole, downtime_seconds: down, reopened_count: reopened = 0 } = incident
  if (whole === undefined || down === undefined) return formatBetweenText(getOutageStart(incident), notifiedAt)
  if (reopened === 0) return formatDurationText(down)
  return `${formatDurationText(down)} in ${reopened + 1} outages over ${formatDurationText(whole)}`
}

function chooseFlappingMood(type: EventType, { status }: FlappingFacts): Mood {
  if (type === 'flapping.ended' && status === 'up') return 'good'
  return type === 'flapping.ended' && status === 'down' ? 'bad' : 'warning'
}

/** Mood by severity, for incidents of users and of the engine. */
const MOOD_BY_SEVERITY: Record<IncidentFacts['severity'], Mood> = {
  critical: 'bad',
  major: 'bad',
  minor: 'warning',
  warning: 'warning',
}

export function chooseMood(type: EventType, { severity }: Pick<IncidentFacts, 'severity'>): Mood {
  if (type === 'incident.resolved') return 'good'
  return type === 'incident.acknowledged' || type === 'incident.updated' ? 'neutral' : MOOD_BY_SEVERITY[severity]
}

/** Text of users is unchanged; the engine's text may quote a URL. */
function formatText(event: Event, incident: IncidentFacts): string {
  const { type, data } = event
  const { update } = data
  const message = update ? formatUpdate(update) : ''
  if (type === 'incident.updated' || isFlappingEvent(type)) return message
  if (isRenewal(event, incident)) return ''
  if (type === 'incident.resolved') return incident.resolution_note ? formatResolution(incident) : message
  return [data.explanation ?? hideKeys(incident.error_message), formatAddition(type, message, update)]
    .filter(Boolean)
    .join('\n\n')
}

/** Returns the update's addition to the error of the opening: why the alert is late, or that the monitor is flapping. */
function formatAddition(type: EventType, message: string, update: UpdateFacts | undefined): string {
  const flappingText = extractFlappingPart(message)
  if (message.includes(AFTER_MAINTENANCE))
    return [
      'The problem started during maintenance, when alerts are held, and was still there when it ended.',
      flappingText,
    ]
      .filter(Boolean)
      .join(' ')
  if (flappingText !== '') return flappingText
  if (update?.kind === 'escalated') return message
  return type !== 'incident.acknowledged' && update?.kind === 'status_changed' ? message : ''
}

const formatUpdate = ({ message, user_name }: UpdateFacts): string => (user_name ? message : hideKeys(message))

const formatResolution = ({ resolution_note, resolved_by }: IncidentFacts): string =>
  resolved_by ? (resolution_note ?? '') : hideKeys(resolution_note ?? '')

function listFacts({ type, timestamp, data: { monitor, update, reminder } }: Event, incident: IncidentFacts): Fact[] {
  const isOver = incident.status === 'resolved'
  const showsCause = type === 'incident.resolved' || type === 'incident.updated' || isFlappingEvent(type)
  const isMeasured = incident.source === 'system' && !isAboutExpiry(incident, monitor)
  const facts: (Fact | false | undefined)[] = [
    ['Monitor', monitor?.name ?? ''],
    ['Target', hideKeys(monitor?.target ?? '')],
    isMeasured && ['Problem', describeProblem(incident.type, monitor?.type)],
    showsCause && ['Error', hideKeys(incident.error_message)],
    ['Severity', incident.severity],
    ['Regions', incident.affected_regions.join(', ')],
    isMeasured && incident.failure_count > 0 && ['Failed checks', String(incident.failure_count)],
    ['Started', formatTimeText(incident.started_at)],
    incident.reopened_at !== undefined && ['Reopened', formatTimeText(incident.reopened_at)],
    isOver && incident.resolved_at !== undefined && ['Ended', formatTimeText(incident.resolved_at)],
    type !== 'incident.opened' && [isOver ? 'Duration' : 'Open for', formatDowntime(incident, timestamp)],
    ['Acknowledged', formatAcknowledgement(type, incident)],
    reminder && ['Reminder', `No. ${reminder.number}`],
    type !== 'incident.acknowledged' && ['By', update?.user_name ?? ''],
  ]
  return facts.filter((fact) => typeof fact === 'object')
}

/** Empty when it is irrelevant: for new incidents, and for resolved ones without an acknowledgement. */
function formatAcknowledgement(
  type: EventType,
  { acknowledged_at, acknowledged_by_name, acknowledged_via, status }: IncidentFacts,
): string {
  if (acknowledged_at) {
    const who = acknowledged_via ? `via ${quote(acknowledged_via)}` : `by ${acknowledged_by_name ?? 'a former user'}`
    return `${who}, ${formatTimeText(acknowledged_at)}`
  }
  return type === 'incident.reminder' && status === 'open' ? 'not yet' : ''
}

const PROBLEMS: Record<ErrorType, string> = {
  timeout: 'Timeout',
  status_code: 'Unexpected response',
  connection_error: 'Connection failed',
  dns_error: 'DNS lookup failed',
  ssl_error: 'TLS or certificate error',
  keyword_missing: 'Keyword check failed',
  dns_validation_error: 'Unexpected DNS records',
  slow_response: 'Slow response',
}

/** Jobs do not respond, they report. */
const JOB_PROBLEMS: Partial<Record<ErrorType, string>> = { timeout: 'Overdue', status_code: 'Job failed' }

const describeProblem = (type: ErrorType, monitorType: string | undefined): string =>
  (monitorType === 'HEARTBEAT' && JOB_PROBLEMS[type]) || PROBLEMS[type]
