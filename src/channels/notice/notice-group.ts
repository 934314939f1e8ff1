/**
 * Notices with a list: an alert group with its common cause, messages held during quiet hours, and monitors that probes
 * do not check. Notices with a list: an alert group with its common cause, and the messages held during quiet hours.
 */
import type { CauseKind } from '../../core/incidents/cause.ts'
import type { AlertGroupFacts, Event, GroupedIncident, QuietHoursFacts } from '../../core/incidents/event.ts'
import type { ProbeTroubleFacts } from '../../core/incidents/event-facts.ts'
import { hideKeys, truncateTo } from '../../core/platform/text/plain-text.ts'
import { formatBetweenText, formatMomentText, formatTimeText } from '../../core/platform/time/time.ts'
import {
  type ConditionFamily,
  chooseMood,
  findConditionFamily,
  formatAcknowledger,
  formatDowntime,
  getOutageStart,
  isRecovery,
  quote,
} from './notice-incident.ts'
import type { Mood, NoticeContent, NoticeList } from './notice-types.ts'

/** Maximum number of listed names; the link leads to all of them. */
const MAX_LISTED = 20

/** A notice for an alert group: the number of alerts, their common cause, and a list. */
export function toGroupNotice(event: Event, group: AlertGroupFacts, baseUrl: string): NoticeContent {
  const startedAt = group.incidents.map(getBeginning).sort()[0] ?? event.timestamp
  return {
    title: formatTitle(event, group, startedAt),
    mood: chooseWorstMood(event, group),
    text: group.causes.map((cause) => describeCause(cause, group.count)).join('\n'),
    facts: [
      ['First started', formatTimeText(startedAt)],
      ['Severity', describeSeverities(group)],
    ],
    list: toList(event, group),
    link: { label: 'View incidents', url: `${baseUrl}/incidents` },
  }
}

const getBeginning = ({ incident, reopened_at }: GroupedIncident): string => reopened_at ?? getOutageStart(incident)

/** Conditions of several monitors. */
const PLURAL_CONDITIONS: Record<ConditionFamily, { now: string; still: string; over: string }> = {
  availability: { now: 'down', still: 'still down', over: 'up again' },
  slowness: { now: 'slow', still: 'still slow', over: 'no longer slow' },
}

/** A common cause is more useful in a title than the time. */
function formatTitle(event: Event, group: AlertGroupFacts, startedAt: string): string {
  const [cause] = group.causes
  const [what, since] = formatHeadline(event, group, startedAt)
  if (cause?.count === group.count) return `${what}: all ${TITLE_CAUSES[cause.kind](cause.value)}`
  return since ? `${what} ${since}` : what
}

/** @returns the event, and its start if relevant */
function formatHeadline(
  { type, timestamp }: Event,
  { count, incidents }: AlertGroupFacts,
  startedAt: string,
): [what: string, since?: string] {
  const family = findCommonFamily(incidents)
  const since = `since ${formatMomentText(startedAt, timestamp)}`
  if (type === 'incident.resolved') {
    const isByItself = incidents.every(({ incident, monitor }) => isRecovery(incident, monitor))
    return [
      family && isByItself ? `${count} monitors ${PLURAL_CONDITIONS[family].over}` : `${count} incidents resolved`,
    ]
  }
  if (type === 'incident.acknowledged') return [`${count} incidents acknowledged${formatCommonAuthor(incidents)}`]
  if (type === 'incident.reminder')
    return [
      family
        ? `${count} monitors ${PLURAL_CONDITIONS[family].still}, the first ${since}`
        : `${count} incidents still open`,
    ]
  return family ? [`${count} monitors ${PLURAL_CONDITIONS[family].now}`, since] : [`${count} incidents`, since]
}

/** Empty when they differ. */
function formatCommonAuthor(incidents: readonly GroupedIncident[]): string {
  const authors = new Set(incidents.map(({ incident }) => formatAcknowledger(incident)))
  const [author = ''] = authors
  return authors.size === 1 ? author : ''
}

/** Null when they differ, or when the condition has no plural form. */
function findCommonFamily(incidents: readonly GroupedIncident[]): ConditionFamily | null {
  const families = new Set(incidents.map(({ incident, monitor }) => findConditionFamily(incident, monitor)))
  const [family = null] = families
  return families.size === 1 ? family : null
}

const WORST_FIRST: readonly Mood[] = ['bad', 'warning', 'good', 'neutral']

function chooseWorstMood({ type }: Event, { incidents }: AlertGroupFacts): Mood {
  const moods = incidents.map(({ incident }) => chooseMood(type, incident))
  return WORST_FIRST.find((mood) => moods.includes(mood)) ?? 'bad'
}

const SHARED_CAUSES: Record<CauseKind, (value: string) => string> = {
  address: (value) => `share the address ${value}`,
  host: (value) => `share the host ${value}`,
  certificate: (value) => `use the certificate ${value}`,
  parent: (value) => `depend on ${quote(value)}`,
  network: (value) => `are in the network ${value}`,
  group: (value) => `are in the group ${quote(value)}`,
}

/** Causes in a title, after "all". A fingerprint is too long for a title. */
const TITLE_CAUSES: Record<CauseKind, (value: string) => string> = {
  ...SHARED_CAUSES,
  address: (value) => `share ${value}`,
  host: (value) => `share ${value}`,
  certificate: () => 'use the same certificate',
}

const describeCause = ({ kind, value, count }: AlertGroupFacts['causes'][number], total: number): string =>
  `${count === total ? `All ${total}` : `${count} of ${total}`} ${SHARED_CAUSES[kind](value)}.`

function describeSeverities({ incidents, count }: AlertGroupFacts): string {
  const counts = new Map<string, number>()
  for (const { incident } of incidents) counts.set(incident.severity, (counts.get(incident.severity) ?? 0) + 1)
  if (counts.size === 1) return [...counts.keys()][0]!
  const known = [...counts].map(([severity, times]) => `${times} ${severity}`).join(', ')
  return count > incidents.length ? `${known} of the first ${incidents.length}` : known
}

const toList = (event: Event, { incidents, count }: AlertGroupFacts): NoticeList => ({
  items: incidents.slice(0, MAX_LISTED).map((one) => formatItem(event, one)),
  total: count,
})

/** A longer address would leave no room for the error. */
const RUNBOOK_LIMIT = 120

function formatItem(event: Event, one: GroupedIncident): string {
  const runbook = one.monitor?.runbook_url ?? ''
  if (runbook === '' || runbook.length > RUNBOOK_LIMIT) return formatProblem(event, one)
  return `${truncateTo(RUNBOOK_LIMIT / 2, formatProblem(event, one))} ${runbook}`
}

function formatProblem({ type, timestamp }: Event, { monitor, incident }: GroupedIncident): string {
  const name = monitor ? quote(monitor.name) : incident.title
  if (type === 'incident.resolved') return `${name}, after ${formatDowntime(incident, timestamp)}`
  return incident.error_message ? `${name}: ${hideKeys(incident.error_message)}` : name
}

/** Maximum number of listed lines; the link leads to all incidents. */
const MAX_LINES = 20

/** A notice about the messages that were held during quiet hours: a list of incidents and maintenance. */
export function toQuietNotice(event: Event, held: QuietHoursFacts, baseUrl: string): NoticeContent {
  const group = event.data.alert_group ?? { count: 0, incidents: [], causes: [] }
  const open = group.incidents.filter(({ incident }) => incident.status !== 'resolved')
  const resolved = group.incidents.filter(({ incident }) => incident.status === 'resolved')
  const troubles = held.probe_troubles ?? []
  const lines = [
    ...open.map(formatOpen),
    ...resolved.map((one) => formatResolved(one, event.timestamp)),
    ...troubles.map(({ probe_trouble }) => formatTroubleLine(probe_trouble)),
    ...held.maintenance.map(formatMaintenance),
  ]
  return {
    title: `Quiet hours ended: ${formatCounts(group, open.length, held.maintenance.length, troubles.length)}`,
    mood: chooseQuietMood(open, group.count, troubles),
    text: `${held.message_count} ${held.message_count === 1 ? 'message was' : 'messages were'} held during quiet hours.`,
    list: { items: lines.slice(0, MAX_LINES), total: group.count + held.maintenance.length + troubles.length },
    link: { label: 'View incidents', url: `${baseUrl}/incidents` },
  }
}

function formatCounts(group: AlertGroupFacts, open: number, maintenance: number, troubles: number): string {
  const resolved = group.incidents.length - open
  const of = group.count > group.incidents.length ? ` of the first ${group.incidents.length} of ${group.count}` : ''
  const incidents = [open > 0 ? `${open} open` : '', resolved > 0 ? `${resolved} resolved` : ''].filter(Boolean)
  if (incidents.length === 0 && troubles > 0)
    return `trouble of probes in ${troubles} ${troubles === 1 ? 'region' : 'regions'}`
  if (incidents.length === 0) return `${maintenance} maintenance ${maintenance === 1 ? 'window' : 'windows'}`
  return `${incidents.join(' and ')}${of} ${group.count === 1 ? 'incident' : 'incidents'}`
}

const WORST_HELD_FIRST: readonly Mood[] = ['bad', 'warning']

function chooseQuietMood(
  open: readonly GroupedIncident[],
  count: number,
  troubles: NonNullable<QuietHoursFacts['probe_troubles']>,
): Mood {
  const lasting = troubles.filter(({ probe_trouble }) => probe_trouble.ended_at === undefined)
  const moods = [
    ...open.map(({ incident }) => chooseMood('incident.opened', incident)),
    ...lasting.map(() => 'warning' as const),
  ]
  return WORST_HELD_FIRST.find((mood) => moods.includes(mood)) ?? (count > 0 ? 'good' : 'neutral')
}

function formatOpen({ incident }: GroupedIncident): string {
  const state = incident.status === 'acknowledged' ? 'Acknowledged' : 'Open'
  return `${state}: ${incident.title}${incident.error_message ? `: ${hideKeys(incident.error_message)}` : ''}`
}

const formatResolved = ({ incident }: GroupedIncident, notifiedAt: string): string =>
  `Resolved after ${formatDowntime(incident, notifiedAt)}: ${incident.title}`

const formatMaintenance = ({ event, maintenance }: QuietHoursFacts['maintenance'][number]): string =>
  `Maintenance ${event === 'maintenance.started' ? 'started' : 'ended'}: ${quote(maintenance.name)}`

/** Texts about a reason: the cause for the title, and what operators can do. */
const REASONS: Record<ProbeTroubleFacts['reason'], { cause: string; advice: string }> = {
  no_probe: {
    cause: 'no probe is connected',
    advice: 'Start a probe in this region, or check its machine, its log and its connection to the server.',
  },
  stuck: {
    cause: 'the probes are stuck',
    advice: 'The probes are connected, but complete no checks. Check the load of their machines, and restart them.',
  },
  connection: {
    cause: 'the network of the probes fails',
    advice:
      'The probes report trouble of their own connection, so their checks prove nothing about the targets. Check the ' +
      'network and the name servers of their machines.',
  },
}

/** Notices about monitors that are not checked because of the probes of a region. */
export function toProbeTroubleNotice({ timestamp }: Event, trouble: ProbeTroubleFacts, baseUrl: string): NoticeContent {
  const { started_at, ended_at, monitors, monitor_count } = trouble
  const begins = ended_at === undefined
  return {
    title: begins
      ? `${describeMonitors(trouble, 'are')} not checked: ${REASONS[trouble.reason].cause} in region ${quote(trouble.region_name)}`
      : formatEnd(trouble),
    mood: begins ? 'warning' : 'good',
    text: begins
      ? `No region checks ${monitor_count === 1 ? 'this monitor' : 'these monitors'} since ${formatMomentText(started_at, timestamp)}, ` +
        `so failures are not detected. ${REASONS[trouble.reason].advice}`
      : `${monitor_count === 1 ? 'This monitor was' : 'These monitors were'} not checked from ${formatTimeText(started_at)} to ` +
        `${formatTimeText(ended_at)}. Failures in this time may be missing.`,
    facts: [
      ['Region', `${trouble.region_name} (${trouble.region})`],
      [begins ? 'Since' : 'Started', formatTimeText(started_at)],
      ...(begins ? [] : [['Ended', formatTimeText(ended_at)] as const]),
      ['Monitors', String(monitor_count)],
    ],
    list: { items: monitors.slice(0, MAX_LISTED).map(({ name }) => quote(name)), total: monitor_count },
    link: { label: 'View monitors', url: `${baseUrl}/` },
  }
}

const describeMonitors = ({ monitor_count: count }: ProbeTroubleFacts, verb: 'are' | 'were'): string =>
  count === 1 ? `1 monitor ${verb === 'are' ? 'is' : 'was'}` : `${count} monitors ${verb}`

const formatEnd = (trouble: ProbeTroubleFacts): string =>
  `Trouble of probes in region ${quote(trouble.region_name)} is over: ${describeMonitors(trouble, 'were')} not checked for ` +
  formatBetweenText(trouble.started_at, trouble.ended_at!)

/** Returns one line about the trouble for a list of messages. */
const formatTroubleLine = (trouble: ProbeTroubleFacts): string =>
  trouble.ended_at === undefined
    ? `${describeMonitors(trouble, 'are')} not checked in region ${quote(trouble.region_name)}`
    : formatEnd(trouble)
