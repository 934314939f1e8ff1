/** Readable text for an event, written once here and formatted by each channel. */

import type {
  AlertGroupFacts,
  EscalationFacts,
  Event,
  EventData,
  EventType,
  FallbackFacts,
} from '../../core/incidents/event.ts'
import type { MaintenanceFacts } from '../../core/incidents/event-facts.ts'
import { hideKeys, toOneLine, toPlainLines, truncateTo } from '../../core/platform/text/plain-text.ts'
import { formatBetweenText, formatMomentText, formatTimeText } from '../../core/platform/time/time.ts'
import { toCertificateNotice, toDomainNotice } from './notice-expiry.ts'
import { toGroupNotice, toProbeTroubleNotice, toQuietNotice } from './notice-group.ts'
import { quote, toIncidentNotice } from './notice-incident.ts'
import type { Fact, Notice, NoticeContent, NoticeLink } from './notice-types.ts'

/** Maximum number of characters of a title. Most mail programs truncate a subject far earlier. */
const TITLE_LIMIT = 200
const TEXT_LIMIT = 4_000
/** A target may have 2,048 characters; its important part is at the beginning. */
const VALUE_LIMIT = 500
const ITEM_LIMIT = 250

/**
 * The notice contains no line breaks or hidden characters in single-line parts: third-party text is sanitized.
 *
 * @param baseUrl without a trailing slash
 */
export function toNotice(event: Event, baseUrl: string): Notice {
  const {
    title,
    mood,
    text,
    facts = [],
    list = null,
    link = null,
    late,
  } = addLateNote(event, toContent(event, baseUrl))
  // A grouped notification is about many monitors; its list has their runbooks
  const about = event.data.alert_group || event.data.quiet_hours ? undefined : event.data.monitor
  const marks = toEscalationMarks(event)
  return {
    title: truncateTo(TITLE_LIMIT, toOneLine(`${marks.title}${title}`)),
    mood,
    note: [event.data.fallback_for ? describeFallback(event.data.fallback_for) : '', marks.note, late]
      .filter(Boolean)
      .join(' '),
    text: truncateTo(TEXT_LIMIT, toPlainLines(text)),
    facts: facts
      .map(([label, value]): Fact => [label, truncateTo(VALUE_LIMIT, toOneLine(value))])
      .filter(([, value]) => value !== ''),
    list: list && { total: list.total, items: list.items.map((item) => truncateTo(ITEM_LIMIT, toOneLine(item))) },
    notes: truncateTo(TEXT_LIMIT, toPlainLines(about?.notes ?? '')),
    runbookUrl: about?.runbook_url ?? null,
    link,
    actions: listActions(event),
  }
}

/** A message without an open incident has no links. */
function listActions({ data: { links, alert_group: group } }: Event): NoticeLink[] {
  if (!links) return []
  const all = group && group.count > group.incidents.length ? `the first ${group.incidents.length}` : 'all'
  return [{ label: group ? `Acknowledge ${all}` : 'Acknowledge', url: links.acknowledge }]
}

function toContent(event: Event, baseUrl: string): NoticeContent {
  const { type, data } = event
  if (data.quiet_hours) return toQuietNotice(event, data.quiet_hours, baseUrl)
  if (data.alert_group) return toGroupNotice(event, data.alert_group, baseUrl)
  if (type === 'certificate.expiring' && data.certificate) return toCertificateNotice(event, data.certificate, baseUrl)
  if (type === 'domain.expiring' && data.domain) return toDomainNotice(event, data.domain, baseUrl)
  if (data.probe_trouble) return toProbeTroubleNotice(event, data.probe_trouble, baseUrl)
  if (data.maintenance) return toMaintenanceNotice(event, data.maintenance)
  if (data.incident) return toIncidentNotice(event, data.incident, baseUrl)
  return toOtherNotice(type, data)
}

const toOtherNotice = (type: EventType, { message }: EventData): NoticeContent => ({
  title: type === 'test' ? 'Test notification from Watchkeeper' : `Notification from Watchkeeper: ${type}`,
  mood: 'neutral',
  text: message ?? '',
})

const describeFallback = ({ target_name, reason }: FallbackFacts): string =>
  toOneLine(
    `You receive this as the fallback for "${target_name}", which could not be notified: ${truncateTo(VALUE_LIMIT, hideKeys(reason))}`,
  )

const MAX_LISTED = 20

/** Notices for the start and end of a maintenance window. */
function toMaintenanceNotice({ type, timestamp }: Event, maintenance: MaintenanceFacts): NoticeContent {
  const { name, description, starts_at, ends_at, monitors, monitor_count } = maintenance
  const begins = type === 'maintenance.started'
  return {
    title: begins
      ? `Maintenance started: ${quote(name)}, until ${formatMomentText(ends_at, timestamp)}`
      : `Maintenance ended: ${quote(name)}, after ${formatBetweenText(starts_at, ends_at)}`,
    mood: 'neutral',
    text: [
      description,
      begins
        ? 'Checks continue during the maintenance, but failures send no alerts.'
        : 'Alerts are sent again as usual.',
    ]
      .filter(Boolean)
      .join('\n\n'),
    facts: [
      [begins ? 'Starts' : 'Started', formatTimeText(starts_at)],
      [begins ? 'Ends' : 'Ended', formatTimeText(ends_at)],
      ['Monitors', String(monitor_count)],
    ],
    list: { items: monitors.slice(0, MAX_LISTED).map((monitor) => quote(monitor.name)), total: monitor_count },
  }
}

/** Adds a note to a late event. It states when the incident ended in the meantime. */
function addLateNote(
  { timestamp, data: { ended_at, alert_group } }: Event,
  content: NoticeContent,
): NoticeContent & { late: string } {
  if (ended_at !== undefined) return markOver(content, `ended at ${formatMomentText(ended_at, timestamp)}`)
  const listed = alert_group?.incidents ?? []
  const count = listed.filter((one) => one.ended_at !== undefined).length
  if (count === 0) return { ...content, late: '' }
  if (count === alert_group!.count) return markOver(content, 'already ended')
  const of = alert_group!.count > listed.length ? `the first ${listed.length}` : String(alert_group!.count)
  return {
    ...content,
    late: `${count} of ${of} incidents ended before this notification could be sent. ${RECOVERY_FOLLOWS}`,
  }
}

const RECOVERY_FOLLOWS = 'The recovery notification follows.'

const markOver = (content: NoticeContent, when: string) => ({
  ...content,
  title: `Late alert (${when}): ${content.title}`,
  mood: 'warning' as const,
  late: `The incident ended before this notification could be sent. ${RECOVERY_FOLLOWS}`,
})

/** The marks of an escalated alert: a word in the title, and how long no user has acknowledged the incident. */
interface EscalationMarks {
  title: string
  note: string
}

const NO_MARKS: EscalationMarks = { title: '', note: '' }

/** @returns the beginning of the title, and the note; both are empty for an alert that is not escalated */
function toEscalationMarks({ timestamp, data: { escalation, alert_group } }: Event): EscalationMarks {
  if (escalation) return { title: ESCALATED, note: describeEscalation(escalation, timestamp) }
  return alert_group ? toGroupMarks(alert_group) : NO_MARKS
}

const ESCALATED = 'Escalated: '

function describeEscalation({ policy_name, step, round, started_at }: EscalationFacts, timestamp: string): string {
  const position = `step ${step}${round > 1 ? ` of round ${round}` : ''}`
  return `Escalated: not acknowledged for ${formatBetweenText(started_at, timestamp)} (${quote(policy_name)}, ${position}).`
}

function toGroupMarks({ count, incidents }: AlertGroupFacts): EscalationMarks {
  const escalated = incidents.filter(({ escalation }) => escalation !== undefined).length
  if (escalated === 0) return NO_MARKS
  if (escalated === count) return { title: ESCALATED, note: 'Escalated: no incident has been acknowledged.' }
  const of = count > incidents.length ? `the first ${incidents.length}` : String(count)
  return {
    title: '',
    note: `Escalated: ${escalated} of ${of} incidents ${escalated === 1 ? 'has' : 'have'} not been acknowledged.`,
  }
}
