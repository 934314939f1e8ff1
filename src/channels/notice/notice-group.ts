/** A notice for an alert group: the number of alerts, their common cause, and a list. */
import type { CauseKind } from '../../core/incidents/cause.ts'
import type { AlertGroupFacts, Event, GroupedIncident } from '../../core/incidents/event.ts'
import { hideKeys, truncateTo } from '../../core/platform/plain-text.ts'
import { formatMomentText, formatTimeText } from '../../core/platform/time/time-text.ts'
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
