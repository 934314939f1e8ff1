/** GET /status/{slug}/feed.atom, feed.rss and maintenance.ics: documents for feed readers and calendars. */

import { DAY_MS } from '../../core/platform/time/time.ts'
import { listComingOccurrences } from '../../core/status-pages/public-maintenance.ts'
import { type RecentPast, readRecentPast } from '../../services/status-pages/public-history.ts'
import { type ShownPage, toOccurrenceKey } from '../../services/status-pages/public-status.ts'
import { createCachedRead } from '../cached-read.ts'
import { type PagePlugin, POLLED_ROUTE } from '../deps.ts'
import { withPage } from '../read-page.ts'
import { type PageDocument, sendCached } from '../send-cached.ts'
import { listRecentOccurrences, type Site, toIncidentUrl, toPageAddress, toSite } from '../status-page/export-source.ts'
import { loadCalendars, renderCalendar } from '../status-page/maintenance-calendar.ts'
import { getCorsHeaders } from './cors.ts'
import { toFeed } from './feed-source.ts'
import { renderAtom, renderRss } from './feed-xml.ts'

interface Request {
  Params: { slug: string }
}

const FEEDS = {
  'feed.atom': { type: 'application/atom+xml; charset=utf-8', render: renderAtom },
  'feed.rss': { type: 'application/rss+xml; charset=utf-8', render: renderRss },
} as const

type FeedName = keyof typeof FEEDS
export const FEED_NAMES = Object.keys(FEEDS) as FeedName[]

/** Time range and maximum number of events of a calendar. */
const CALENDAR_MS = 90 * DAY_MS
const MAX_EVENTS = 250

export const registerFeedRoutes: PagePlugin = (server, deps) => {
  const { baseUrl } = deps.config
  const readCachedPast = createCachedRead((page) => readRecentPast(deps.context, page))

  for (const name of FEED_NAMES)
    server.get<Request>(`/status/:slug/${name}`, POLLED_ROUTE, (request, reply) =>
      withPage(deps, request.params.slug, request, reply, async (page) => {
        const past = await readCachedPast(page)
        return sendCached(request, reply, page, name, () => toFeedDocument(page, past, toSite(page, baseUrl), name))
      }),
    )

  server.get<Request>('/status/:slug/maintenance.ics', POLLED_ROUTE, (request, reply) =>
    withPage(deps, request.params.slug, request, reply, async (page) => {
      const past = await readCachedPast(page)
      const calendars = await loadCalendars()
      return sendCached(request, reply, page, 'maintenance.ics', () =>
        toCalendarDocument(page, past, toSite(page, baseUrl), calendars),
      )
    }),
  )
}

export function toFeedDocument(page: ShownPage, past: RecentPast, site: Site, name: FeedName): PageDocument {
  const { type, render } = FEEDS[name]
  const pageAddress = toPageAddress(page, site)
  const feed = toFeed({
    ...pageAddress,
    page: page.status.page,
    toUrl: (incident) => toIncidentUrl(site, incident),
    incidents: past.incidents,
    occurrences: listRecentOccurrences(page, past),
    now: page.status.readAt,
  })
  return { type, body: render(feed, `${pageAddress.url}/${name}`), headers: getCorsHeaders(page.facts) }
}

export function toCalendarDocument(
  page: ShownPage,
  { windows }: RecentPast,
  { url }: Site,
  calendars: Awaited<ReturnType<typeof loadCalendars>>,
): PageDocument {
  const { page: shown, readAt: now } = page.status
  const occurrences = listComingOccurrences(
    windows,
    { now, until: now + CALENDAR_MS, limit: MAX_EVENTS },
    toOccurrenceKey,
  )
  return {
    type: 'text/calendar; charset=utf-8',
    body: renderCalendar(calendars, { pageName: shown.name, url, occurrences }),
    headers: { ...getCorsHeaders(page.facts), 'content-disposition': `inline; filename="${shown.slug}.ics"` },
  }
}
