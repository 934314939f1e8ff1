/** Planned maintenance as a calendar for subscription. Source: RFC 5545 */
import type { ICalEventData, ICalEventTransparency } from 'ical-generator'
import { normalizeLines, toOneLine } from '../../core/platform/text/plain-text.ts'
import { SECOND_MS } from '../../core/platform/time/time.ts'
import type { PublicOccurrence } from '../../core/status-pages/public-maintenance.ts'
import { toStableUuid } from '../stable-id.ts'

export interface CalendarSource {
  pageName: string
  url: string
  /** Current or upcoming, earliest first. */
  occurrences: readonly PublicOccurrence[]
}

/** How often clients should refresh the calendar. */
const REFRESH_SECONDS = 3_600

/** Characters that a calendar line must not contain. Source: RFC 5545, section 3.1 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed
const FORBIDDEN = /[\x00-\x08\x0B\x0C\x0E-\x1F\x7F]/g

/** A text of an event, in which the library escapes line breaks of one kind. */
export const removeForbidden = (text: string): string => normalizeLines(text).replace(FORBIDDEN, '').toWellFormed()

/** Name of a calendar. The library escapes only texts of events. Source: RFC 5545, section 3.3.11 */
export const toCalendarName = (text: string): string => toOneLine(text).replace(/[\\;,]/g, '\\$&')

/** Loads the calendar library on first use, because start-up does not need it. */
export const loadCalendars = () => import('ical-generator')

/** Renders each occurrence as a separate event, because calendar rules cannot express every cron expression. */
export function renderCalendar(
  { ICalCalendar, ICalEventTransparency }: Awaited<ReturnType<typeof loadCalendars>>,
  { pageName, url, occurrences }: CalendarSource,
): string {
  const calendar = new ICalCalendar({
    name: toCalendarName(`${pageName} maintenance`),
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
  // Last change of the window, independent of the request; it increases with every change
  stamp: new Date(occurrence.updatedAt),
  lastModified: new Date(occurrence.updatedAt),
  sequence: Math.max(0, Math.floor((occurrence.updatedAt - occurrence.createdAt) / SECOND_MS)),
  start: new Date(occurrence.startsAt),
  end: new Date(occurrence.endsAt),
  summary: removeForbidden(occurrence.title),
  description: removeForbidden(formatDescription(occurrence)),
  // The event does not mark a subscriber as busy
  transparency,
  url,
})

const formatDescription = ({ description, components }: PublicOccurrence): string =>
  [description, components.length > 0 ? `Affected: ${components.join(', ')}.` : ''].filter(Boolean).join('\n\n')
