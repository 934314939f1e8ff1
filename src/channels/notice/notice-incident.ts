/** One incident in words: what, who and since when in the title, why below, and what is known in a table. */

import { AT_THE_END } from '../../core/evaluation/withheld.ts'
import type { Event, EventType, IncidentFacts, MonitorFacts, UpdateFacts } from '../../core/incidents/event.ts'
import { flappingPart } from '../../core/incidents/flapping.ts'
import { titleOf } from '../../core/incidents/incident.ts'
import { clipTo, hideKeys, oneLine } from '../../core/platform/plain-text.ts'
import { betweenInWords, durationInWords, momentInWords, timeInWords } from '../../core/platform/time/time-words.ts'
import type { ErrorType } from '../../core/results/verdict.ts'
import type { Fact, Mood, Words } from './notice-types.ts'

export function incidentNotice(event: Event, incident: IncidentFacts, baseUrl: string): Words {
  return {
    title: titleFor(event, incident),
    mood: moodFor(event.type, incident),
    text: textFor(event, incident),
    facts: factsFor(event, incident),
    link: incidentLink(incident, baseUrl),
  }
}

export const incidentLink = ({ id }: IncidentFacts, baseUrl: string) => ({
  label: 'Open the incident',
  url: `${baseUrl}/incidents/${id}`,
})

/** How a monitor is, in the words of the two families that checks decide. */
interface Condition {
  now: string
  again: string
  still: string
  was: string
  over: string
}

const CONDITIONS = {
  availability: {
    now: 'is down',
    again: 'is down again',
    still: 'is still down',
    was: 'was down',
    over: 'is up again',
  },
  slowness: {
    now: 'is slow',
    again: 'is slow again',
    still: 'is still slow',
    was: 'was slow',
    over: 'is no longer slow',
  },
} as const satisfies Record<string, Condition>

export type ConditionFamily = keyof typeof CONDITIONS

/** Null where the title is not one that the engine gave: then it is told as it stands. */
export function conditionFamily(
  incident: IncidentFacts,
  monitor: MonitorFacts | null | undefined,
): ConditionFamily | null {
  if (!monitor) return null
  const families = Object.keys(CONDITIONS) as ConditionFamily[]
  return families.find((family) => incident.title === titleOf(family, monitor)) ?? null
}

/** So much of a name that the words behind it are still seen. */
const NAME_LIMIT = 80
const OWN_TITLE_LIMIT = 120

export const quoted = (name: string): string => `"${clipTo(NAME_LIMIT, oneLine(name))}"`

function titleFor(event: Event, incident: IncidentFacts): string {
  const family = conditionFamily(incident, event.data.monitor)
  if (isRenewal(event, incident)) return `${quoted(event.data.monitor!.name)}: ${incident.resolution_note}`
  if (family) return conditionTitle(event, incident, quoted(event.data.monitor!.name), CONDITIONS[family])
  return ownTitle(event, incident, clipTo(OWN_TITLE_LIMIT, oneLine(incident.title)))
}

/** It is over by itself, and how is better news than what it was called. */
const isRenewal = ({ type, data: { monitor } }: Event, incident: IncidentFacts): boolean =>
  type === 'incident.resolved' && isAboutEnd(incident, monitor) && !incident.resolved_by && !!incident.resolution_note

/** One of the engine's about what runs out: nothing was measured. */
const isAboutEnd = ({ title, source }: IncidentFacts, monitor: MonitorFacts | undefined): boolean =>
  source === 'system' &&
  monitor !== undefined &&
  ['certificate', 'domain'].some((what) => title.startsWith(`The ${what} of "${monitor.name}" `))

function conditionTitle(event: Event, incident: IncidentFacts, name: string, says: Condition): string {
  const { type, timestamp } = event
  const since = `since ${momentInWords(outageBegan(incident), timestamp)}`
  const lasted = lastedOf(incident, timestamp)
  const story = incident.status === 'resolved' ? `${name} ${says.was} for ${lasted}` : `${name} ${says.now} ${since}`
  const flaps = flappingPart(event.data.update?.message ?? '') === '' ? '' : ', and is flapping'
  if (type === 'incident.opened') return `${name} ${says.now} ${since}${flaps}`
  if (type === 'incident.reopened')
    return `${name} ${says.again} since ${momentInWords(incident.reopened_at ?? timestamp, timestamp)}${flaps}`
  if (type === 'incident.reminder') return `${name} ${says.still} after ${lasted}`
  if (type === 'incident.acknowledged') return `Acknowledged${byWhom(event)}: ${story}`
  if (isEngineNews(event)) return ofMonitor(name, event.data.update!.message)
  if (type !== 'incident.resolved') return `Update${byWhom(event)}: ${story}`
  return isRecovery(incident, event.data.monitor)
    ? `${name} ${says.over} after ${lasted}`
    : `Resolved${byWhom(event)}: ${story}`
}

/** Of what goes on: that the monitor is flapping, or no longer, is more than that there is an update. */
const isEngineNews = ({ type, data: { update } }: Event): boolean =>
  type === 'incident.updated' && update?.kind === 'status_changed' && update.user_name === null

/** `"Shop" is flapping: …` @param message whose first sentence says it all */
function ofMonitor(name: string, message: string): string {
  const [sentence = ''] = message.split('. ')
  return /^The monitor /.test(sentence) ? sentence.replace('The monitor', () => name) : `${name}: ${sentence}`
}

/** @param title a person's, or one that the engine gave another kind of incident */
function ownTitle(event: Event, incident: IncidentFacts, title: string): string {
  const { type, timestamp } = event
  const lasted = lastedOf(incident, timestamp)
  if (type === 'incident.opened') return `${title}, since ${momentInWords(incident.started_at, timestamp)}`
  if (type === 'incident.reopened') return `Again: ${title}`
  if (type === 'incident.reminder') return `Still open after ${lasted}: ${title}`
  if (type === 'incident.acknowledged') return `Acknowledged${byWhom(event)}: ${title}`
  if (type === 'incident.resolved') return `Resolved${byWhom(event)} after ${lasted}: ${title}`
  return `Update${byWhom(event)}: ${title}`
}

const byWhom = ({ data: { update } }: Event): string =>
  update?.user_name ? ` by ${clipTo(NAME_LIMIT, oneLine(update.user_name))}` : ''

/** Nobody resolved it and nobody paused what it is about: the checks did. */
export const isRecovery = ({ resolved_by }: IncidentFacts, monitor: MonitorFacts | null | undefined): boolean =>
  !resolved_by && monitor?.status === 'active'

/** When the present or last outage began, ISO 8601. */
export const outageBegan = ({ reopened_at, started_at }: IncidentFacts): string => reopened_at ?? started_at

/** How long the present outage lasts, or how long all outages of an incident took: `2 min 32 s in 2 outages over 6 min`. */
export function lastedOf(incident: IncidentFacts, toldAt: string): string {
  const { duration_seconds: whole, downtime_seconds: down, reopened_count: reopened = 0 } = incident
  if (whole === undefined || down === undefined) return betweenInWords(outageBegan(incident), toldAt)
  if (reopened === 0) return durationInWords(down)
  return `${durationInWords(down)} in ${reopened + 1} outages over ${durationInWords(whole)}`
}

/** What the severities of people and of the engine look like. */
const MOOD_OF_SEVERITY: Record<IncidentFacts['severity'], Mood> = {
  critical: 'bad',
  major: 'bad',
  minor: 'warning',
  warning: 'warning',
}

export function moodFor(type: EventType, { severity }: Pick<IncidentFacts, 'severity'>): Mood {
  if (type === 'incident.resolved') return 'good'
  return type === 'incident.acknowledged' || type === 'incident.updated' ? 'neutral' : MOOD_OF_SEVERITY[severity]
}

/** People's own words stay as they wrote them; the engine's may quote an address. */
function textFor(event: Event, incident: IncidentFacts): string {
  const { type, data } = event
  const { update } = data
  const message = update ? wordsOfUpdate(update) : ''
  if (type === 'incident.updated') return message
  if (isRenewal(event, incident)) return ''
  if (type === 'incident.resolved') return incident.resolution_note ? ownWords(incident) : message
  return [hideKeys(incident.error_message), addition(type, message, update)].filter(Boolean).join('\n\n')
}

/** What the entry of a beginning adds to the error: why it comes late, or that the monitor is flapping. */
function addition(type: EventType, message: string, update: UpdateFacts | undefined): string {
  const flaps = flappingPart(message)
  if (message.includes(AT_THE_END))
    return ['It has outlasted the maintenance, in which nobody is alerted.', flaps].filter(Boolean).join(' ')
  if (flaps !== '') return flaps
  return type !== 'incident.acknowledged' && update?.kind === 'status_changed' ? message : ''
}

const wordsOfUpdate = ({ message, user_name }: UpdateFacts): string => (user_name ? message : hideKeys(message))

const ownWords = ({ resolution_note, resolved_by }: IncidentFacts): string =>
  resolved_by ? (resolution_note ?? '') : hideKeys(resolution_note ?? '')

function factsFor({ type, timestamp, data: { monitor, update, reminder } }: Event, incident: IncidentFacts): Fact[] {
  const isOver = incident.status === 'resolved'
  const showsCause = type === 'incident.resolved' || type === 'incident.updated'
  const isMeasured = incident.source === 'system' && !isAboutEnd(incident, monitor)
  const facts: (Fact | false | undefined)[] = [
    ['Monitor', monitor?.name ?? ''],
    ['Target', hideKeys(monitor?.target ?? '')],
    isMeasured && ['Problem', problemOf(incident.type, monitor?.type)],
    showsCause && ['Error', hideKeys(incident.error_message)],
    ['Severity', incident.severity],
    ['Regions', incident.affected_regions.join(', ')],
    isMeasured && incident.failure_count > 0 && ['Failed checks', String(incident.failure_count)],
    ['Started', timeInWords(incident.started_at)],
    incident.reopened_at !== undefined && ['Started again', timeInWords(incident.reopened_at)],
    isOver && incident.resolved_at !== undefined && ['Ended', timeInWords(incident.resolved_at)],
    type !== 'incident.opened' && [isOver ? 'Lasted' : 'Open for', lastedOf(incident, timestamp)],
    ['Acknowledged', acknowledgement(type, incident)],
    reminder && ['Reminder', `number ${reminder.number}`],
    type !== 'incident.acknowledged' && ['By', update?.user_name ?? ''],
  ]
  return facts.filter((fact) => typeof fact === 'object')
}

/** Empty where it says nothing: of what has only just begun, or is over without it. */
function acknowledgement(type: EventType, { acknowledged_at, acknowledged_by_name, status }: IncidentFacts): string {
  if (acknowledged_at) return `by ${acknowledged_by_name ?? 'somebody'}, ${timeInWords(acknowledged_at)}`
  return type === 'incident.reminder' && status === 'open' ? 'by nobody yet' : ''
}

const PROBLEMS: Record<ErrorType, string> = {
  timeout: 'No answer in time',
  status_code: 'Unexpected answer',
  connection_error: 'No connection',
  dns_error: 'Name not found',
  ssl_error: 'TLS or certificate',
  keyword_missing: 'Keyword rule not met',
  dns_validation_error: 'Unexpected DNS answer',
  slow_response: 'Slow answers',
}

/** Jobs do not answer, they report. */
const PROBLEMS_OF_JOBS: Partial<Record<ErrorType, string>> = { timeout: 'Overdue', status_code: 'The job failed' }

const problemOf = (type: ErrorType, monitorType: string | undefined): string =>
  (monitorType === 'HEARTBEAT' && PROBLEMS_OF_JOBS[type]) || PROBLEMS[type]
