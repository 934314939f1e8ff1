/** Planned work as a calendar that people subscribe to. Source: RFC 5545 */
import type { ICalEventData, ICalEventTransparency } from 'ical-generator'
import { SECOND_MS } from '../../core/platform/time/time.ts'
import type { PublicWork } from '../../core/status-pages/public-work.ts'
import { uuidOf } from '../stable-id.ts'

export interface CalendarSource {
  pageName: string
  url: string
  /** Open or to come, soonest first. */
  works: readonly PublicWork[]
}

/** How often programs are asked to look again. */
const REFRESH_SECONDS = 3_600

/** What a line of a calendar may not hold. Source: RFC 5545, section 3.1 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is these that have to go
const FORBIDDEN = /[\x00-\x08\x0B\x0C\x0E-\x1F\x7F]/g

const clean = (text: string): string => text.replace(FORBIDDEN, '').toWellFormed()

/** What writes calendars is not needed to start, so it is fetched when somebody wants one. */
export const loadCalendars = () => import('ical-generator')

/** Every time of repeated work is an event of its own, because no rule of a calendar says exactly what cron says. */
export function renderCalendar(
  { ICalCalendar, ICalEventTransparency }: Awaited<ReturnType<typeof loadCalendars>>,
  { pageName, url, works }: CalendarSource,
): string {
  const calendar = new ICalCalendar({
    name: clean(`${pageName} maintenance`),
    prodId: { company: 'Watchkeeper', product: 'Status page', language: 'EN' },
    ttl: REFRESH_SECONDS,
    url,
  })
  for (const work of works) calendar.createEvent(eventOf(work, url, ICalEventTransparency.TRANSPARENT))
  return `${calendar.toString()}\r\n`
}

const eventOf = (work: PublicWork, url: string, transparency: ICalEventTransparency): ICalEventData => ({
  id: uuidOf(`maintenance ${work.key}`),
  // When the plan was last changed, and not when somebody asked; grows with every change
  stamp: new Date(work.updatedAt),
  lastModified: new Date(work.updatedAt),
  sequence: Math.max(0, Math.floor((work.updatedAt - work.createdAt) / SECOND_MS)),
  start: new Date(work.startsAt),
  end: new Date(work.endsAt),
  summary: clean(work.title),
  description: clean(descriptionOf(work)),
  // Nobody who subscribes is busy for it
  transparency,
  url,
})

const descriptionOf = ({ description, components }: PublicWork): string =>
  [description, components.length > 0 ? `Affected: ${components.join(', ')}.` : ''].filter(Boolean).join('\n\n')
