/** An event in words for people: written once here, and dressed by each channel in its own way. */
import type { Event, EventType, IncidentFacts } from './event.ts'

export interface Notice {
  /** One line. */
  title: string
  mood: 'bad' | 'good' | 'neutral'
  /** What happened; may have several lines, in their author's words. */
  text: string
  facts: Fact[]
  link: { label: string; url: string } | null
}

export type Fact = readonly [label: string, value: string]

/** Before the title of the incident; none where the title says it all. */
const PREFIX: Record<EventType, string> = {
  'incident.opened': '',
  'incident.acknowledged': 'Acknowledged: ',
  'incident.updated': 'Update: ',
  'incident.resolved': 'Resolved: ',
  'incident.reopened': 'Again: ',
  'incident.reminder': 'Still open: ',
  'certificate.expiring': '',
  'domain.expiring': '',
  'maintenance.started': 'Maintenance begins: ',
  'maintenance.ended': 'Maintenance is over: ',
  test: '',
}

const MOOD: Record<EventType, Notice['mood']> = {
  'incident.opened': 'bad',
  'incident.acknowledged': 'neutral',
  'incident.updated': 'neutral',
  'incident.resolved': 'good',
  'incident.reopened': 'bad',
  'incident.reminder': 'bad',
  'certificate.expiring': 'bad',
  'domain.expiring': 'bad',
  'maintenance.started': 'neutral',
  'maintenance.ended': 'neutral',
  test: 'neutral',
}

/** @param baseUrl where people reach the service, without a slash at the end */
export function noticeOf({ type, data }: Event, baseUrl: string): Notice {
  const { incident } = data
  const mood = MOOD[type]
  if (!incident) return { title: 'A test from Watchkeeper', mood, text: data.message ?? '', facts: [], link: null }
  return {
    title: oneLine(PREFIX[type] + incident.title),
    mood,
    text: textOf(type, incident, data.update?.message),
    facts: factsOf({ type, data }, incident),
    link: { label: 'Open the incident', url: `${baseUrl}/incidents/${incident.id}` },
  }
}

function textOf(type: EventType, incident: IncidentFacts, update: string | undefined): string {
  if (type === 'incident.opened' || type === 'incident.reopened') return incident.error_message
  if (type === 'incident.resolved') return incident.resolution_note ?? update ?? ''
  return update ?? incident.error_message
}

function factsOf({ type, data: { monitor, update } }: Pick<Event, 'type' | 'data'>, incident: IncidentFacts): Fact[] {
  const { affected_regions: regions, duration_seconds: seconds } = incident
  const isOver = type === 'incident.resolved' && seconds !== undefined
  const facts: (Fact | null)[] = [
    monitor ? ['Monitor', monitor.name] : null,
    monitor?.target ? ['Target', monitor.target] : null,
    ['Severity', incident.severity],
    regions.length > 0 ? ['Regions', regions.join(', ')] : null,
    ['Started', timeInWords(incident.started_at)],
    isOver ? ['Lasted', durationInWords(seconds)] : null,
    update?.user_name ? ['By', update.user_name] : null,
  ]
  return facts.filter((fact) => fact !== null).map(([label, value]) => [label, oneLine(value)])
}

/** Names come from people, and a line break in one must not look like a line of ours. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** @param iso `2026-01-31T12:00:00.000Z` @returns `2026-01-31 12:00:00 UTC` */
const timeInWords = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`

/** The two largest units: `1 d 4 h`, `5 min 3 s`. */
export function durationInWords(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3_600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [Math.floor(seconds) % 60, 's'],
  ] as const
  const first = parts.findIndex(([count]) => count > 0)
  if (first < 0) return '0 s'
  const shown = parts.slice(first, first + 2).filter(([count]) => count > 0)
  return shown.map(([count, unit]) => `${count} ${unit}`).join(' ')
}
