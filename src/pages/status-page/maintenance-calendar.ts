/** Planned work as a calendar that people subscribe to. Source: RFC 5545 */
import type { ICalEventData, ICalEventTransparency } from 'ical-generator'
import { SECOND_MS } from '../../core/platform/time/time.ts'
import type { PublicOccurrence } from '../../core/status-pages/public-maintenance.ts'
import { toStableUuid } from '../stable-id.ts'

export interface CalendarSource {
  pageName: string
  url: string
  /** Open or to come, soonest first. */
  occurrences: readonly PublicOccurrence[]
}

/** How often programs are asked to look again. */
const REFRESH_SECONDS = 3_600

/** What a line of a calendar may not hold. Source: RFC 5545, section 3.1 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is these that have to go
const FORBIDDEN = /[\x00-\x08\x0B\x0C\x0E-\x1F\x7F]/g

const removeForbidden = (text: string): string => text.replace(FORBIDDEN, '').toWellFormed()

/** What writes calendars is not needed to start, so it is fetched when somebody wants one. */
export const loadCalendars = () => import('ical-generator')

/** Every time of repeated work is an event of its own, because no rule of a calendar says exactly what cron says. */
export function renderCalendar(
  { ICalCalendar, ICalEventTransparency }: Awaited<ReturnType<typeof loadCalendars>>,
  { pageName, url, occurrences }: CalendarSource,
): string {
  const calendar = new ICalCalendar({
    name: removeForbidden(`${pageName} maintenance`),
    prodId: { company: 'Watchkeeper', product: 'Status page', language: 'EN' },
    ttl: REFRESH_SECONDS,
    url,
  })
  for (const occurrence of occurrences)
    calendar.createEvent(toEvent(occurrence, url, ICalEventTransparency.TRANSPARENT))
  return `${calendar.toString()}\r\n`
}

const toEvent = (occurrence: PublicOccurrence, url: string, transparency: ICalEventTransparency): ICalEventData => ({
  id: toStableUuid(`maintenance ${occurrence.key}`),
  // When the plan was last changed, and not when somebody asked; grows with every change
  stamp: new Date(occurrence.updatedAt),
  lastModified: new Date(occurrence.updatedAt),
  sequence: Math.max(0, Math.floor((occurrence.updatedAt - occurrence.createdAt) / SECOND_MS)),
  start: new Date(occurrence.startsAt),
  end: new Date(occurrence.endsAt),
  summary: removeForbidden(occurrence.title),
  description: removeForbidden(formatDescription(occurrence)),
  // Nobody who subscribes is busy for it
  transparency,
  url,
})

const formatDescription = ({ description, components }: PublicOccurrence): string =>
  [description, components.length > 0 ? `Affected: ${components.join(', ')}.` : ''].filter(Boolean).join('\n\n')
