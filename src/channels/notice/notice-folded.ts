/** One message that stands for many: how many, what they have in common, and which ones. */
import type { CauseKind } from '../../core/incidents/cause.ts'
import type { Event, FoldedFacts, FoldedIncident } from '../../core/incidents/event.ts'
import { hideKeys } from '../../core/platform/plain-text.ts'
import { momentInWords, timeInWords } from '../../core/platform/time/time-words.ts'
import {
  type ConditionFamily,
  conditionFamily,
  isRecovery,
  lastedOf,
  moodFor,
  outageBegan,
  quoted,
} from './notice-incident.ts'
import type { Mood, NoticeList, Words } from './notice-types.ts'

/** What is listed by name at most; the link leads to the rest. */
const MOST_LISTED = 20

export function foldedNotice(event: Event, folded: FoldedFacts, baseUrl: string): Words {
  const startedAt = folded.incidents.map(beganAt).sort()[0] ?? event.timestamp
  return {
    title: titleFor(event, folded, startedAt),
    mood: moodOf(event, folded),
    text: folded.causes.map((cause) => causeInWords(cause, folded.count)).join('\n'),
    facts: [
      ['First began', timeInWords(startedAt)],
      ['Severity', severitiesOf(folded)],
    ],
    list: listOf(event, folded),
    link: { label: 'Open the incidents', url: `${baseUrl}/incidents` },
  }
}

const beganAt = ({ incident, reopened_at }: FoldedIncident): string => reopened_at ?? outageBegan(incident)

/** What is true of many at once. */
const MANY: Record<ConditionFamily, { now: string; still: string; over: string }> = {
  availability: { now: 'are down', still: 'are still down', over: 'are up again' },
  slowness: { now: 'are slow', still: 'are still slow', over: 'are no longer slow' },
}

/** The cause of all of them is worth more in a title than the moment. */
function titleFor(event: Event, folded: FoldedFacts, startedAt: string): string {
  const [cause] = folded.causes
  const [what, since] = headline(event, folded, startedAt)
  if (cause?.count === folded.count) return `${what}: all ${IN_TITLE[cause.kind](cause.value)}`
  return since ? `${what} ${since}` : what
}

/** @returns what happened, and since when where that matters */
function headline(
  { type, timestamp }: Event,
  { count, incidents }: FoldedFacts,
  startedAt: string,
): [what: string, since?: string] {
  const family = commonFamily(incidents)
  const since = `since ${momentInWords(startedAt, timestamp)}`
  if (type === 'incident.resolved') {
    const isByItself = incidents.every(({ incident, monitor }) => isRecovery(incident, monitor))
    return [family && isByItself ? `${count} monitors ${MANY[family].over}` : `${count} incidents are resolved`]
  }
  if (type === 'incident.reminder')
    return [
      family ? `${count} monitors ${MANY[family].still}, the first ${since}` : `${count} incidents are still open`,
    ]
  return family ? [`${count} monitors ${MANY[family].now}`, since] : [`${count} incidents`, since]
}

/** Null when they are of several, or of one that has no word for many. */
function commonFamily(incidents: readonly FoldedIncident[]): ConditionFamily | null {
  const families = new Set(incidents.map(({ incident, monitor }) => conditionFamily(incident, monitor)))
  const [family = null] = families
  return families.size === 1 ? family : null
}

const WORST_FIRST: readonly Mood[] = ['bad', 'warning', 'good', 'neutral']

function moodOf({ type }: Event, { incidents }: FoldedFacts): Mood {
  const moods = incidents.map(({ incident }) => moodFor(type, incident))
  return WORST_FIRST.find((mood) => moods.includes(mood)) ?? 'bad'
}

const SHARED: Record<CauseKind, (value: string) => string> = {
  address: (value) => `share the address ${value}`,
  host: (value) => `share the host ${value}`,
  certificate: (value) => `show the certificate ${value}`,
  parent: (value) => `depend on ${quoted(value)}`,
  network: (value) => `are in the network ${value}`,
  group: (value) => `are in the group ${quoted(value)}`,
}

/** The same behind "all", for a title. A fingerprint is too long for one. */
const IN_TITLE: Record<CauseKind, (value: string) => string> = {
  ...SHARED,
  address: (value) => `share ${value}`,
  host: (value) => `share ${value}`,
  certificate: () => 'show the same certificate',
}

const causeInWords = ({ kind, value, count }: FoldedFacts['causes'][number], total: number): string =>
  `${count === total ? `All ${total}` : `${count} of ${total}`} ${SHARED[kind](value)}.`

function severitiesOf({ incidents, count }: FoldedFacts): string {
  const counts = new Map<string, number>()
  for (const { incident } of incidents) counts.set(incident.severity, (counts.get(incident.severity) ?? 0) + 1)
  if (counts.size === 1) return [...counts.keys()][0]!
  const known = [...counts].map(([severity, times]) => `${times} ${severity}`).join(', ')
  return count > incidents.length ? `${known} of the first ${incidents.length}` : known
}

const listOf = (event: Event, { incidents, count }: FoldedFacts): NoticeList => ({
  items: incidents.slice(0, MOST_LISTED).map((one) => itemOf(event, one)),
  total: count,
})

function itemOf({ type, timestamp }: Event, { monitor, incident }: FoldedIncident): string {
  const name = monitor ? quoted(monitor.name) : incident.title
  if (type === 'incident.resolved') return `${name}, after ${lastedOf(incident, timestamp)}`
  return incident.error_message ? `${name}: ${hideKeys(incident.error_message)}` : name
}
