/** GET /calendars/on-call/{token}.ics: the shifts of an on-call schedule. The token is the only credential. */
import { MINUTE_MS, SECOND_MS } from '../../core/platform/time/time.ts'
import { type CalendarFeed, hasFeed, readFeed } from '../../services/on-call/on-call-schedules.ts'
import { CachedValues } from '../../services/platform/cached-values.ts'
import type { PagePlugin } from '../deps.ts'
import { toStableUuid } from '../stable-id.ts'
import { loadCalendars, removeForbidden, toCalendarName } from '../status-page/maintenance-calendar.ts'

/** The parameter name keeps the token out of the log; see `toLoggedUrl` in api/platform/error-handler.ts. */
interface Request {
  Params: { token: string }
}

/** A token of 256 bits. */
const FILE = /^([\w-]{43})\.ics$/

/** Not polled: the rate limit of the address also limits guesses of tokens. */
const ROUTE = { config: { access: { public: true } }, schema: { hide: true } } as const

const CACHE_MS = 5 * SECOND_MS

/** How often clients should refresh the calendar: more often than a status page, because shifts are swapped. */
const REFRESH_SECONDS = (15 * MINUTE_MS) / SECOND_MS

const MAX_EVENTS = 2_000

export const registerOnCallCalendarRoutes: PagePlugin = (server, { context }) => {
  const { db } = context.store
  const feeds = new CachedValues<string | null>(CACHE_MS, context.elapsed)

  const render = async (token: string): Promise<string | null> => {
    const feed = await readFeed(db, token, context.now())
    return feed && renderFeed(await loadCalendars(), feed)
  }

  server.get<Request>('/calendars/on-call/:token', ROUTE, async (request, reply) => {
    const token = FILE.exec(request.params.token)?.[1]
    // The address is checked at each request, because it ends at once when it is replaced or deleted
    const isKnown = token !== undefined && (await hasFeed(db, token))
    const body = isKnown ? await feeds.get(token, () => render(token)) : null
    if (body === null) return reply.code(404).type('text/plain; charset=utf-8').send('Calendar not found\n')
    return reply
      .header('cache-control', 'private, max-age=60')
      .header('content-disposition', 'inline; filename="on-call.ics"')
      .type('text/calendar; charset=utf-8')
      .send(body)
  })
}

function renderFeed(
  { ICalCalendar }: Awaited<ReturnType<typeof loadCalendars>>,
  { schedule, shifts, names }: CalendarFeed,
): string {
  const calendar = new ICalCalendar({
    name: toCalendarName(`On call: ${schedule.name}`),
    prodId: { company: 'Watchkeeper', product: 'On-call schedule', language: 'EN' },
    ttl: REFRESH_SECONDS,
  })
  for (const { userId, startsAt, endsAt } of shifts.slice(0, MAX_EVENTS))
    calendar.createEvent({
      id: toStableUuid(`on-call ${schedule.id} ${userId} ${startsAt}`),
      stamp: new Date(schedule.updatedAt),
      start: new Date(startsAt),
      end: new Date(endsAt),
      summary: removeForbidden(`${names.get(userId) ?? ''} is on call: ${schedule.name}`),
      description: removeForbidden(schedule.description),
    })
  return `${calendar.toString()}\r\n`
}
