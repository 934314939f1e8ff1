/** GET /status/{slug}/feed.atom, feed.rss and maintenance.ics: what programs of readers subscribe to. */

import { DAY_MS } from '../../core/platform/time/time.ts'
import { worksAhead } from '../../core/status-pages/public-work.ts'
import { type RecentPast, readRecentPast } from '../../services/status-pages/public-history.ts'
import { type ShownPage, workKey } from '../../services/status-pages/public-status.ts'
import { type Guest, POLLED_ROUTE } from '../deps.ts'
import { keepRead } from '../kept-read.ts'
import { withPage } from '../read-page.ts'
import { type Form, sendKept } from '../send-kept.ts'
import { loadCalendars, renderCalendar } from '../status-page/maintenance-calendar.ts'
import { incidentUrl, placeOf, recentWorks, type Site, siteOf } from '../status-page/recent-past.ts'
import { feedOf } from './feed-source.ts'
import { renderAtom, renderRss } from './feed-xml.ts'
import { openTo } from './open-data.ts'

interface Request {
  Params: { slug: string }
}

const FEEDS = {
  'feed.atom': { type: 'application/atom+xml; charset=utf-8', render: renderAtom },
  'feed.rss': { type: 'application/rss+xml; charset=utf-8', render: renderRss },
} as const

type FeedName = keyof typeof FEEDS
export const FEED_NAMES = Object.keys(FEEDS) as FeedName[]

/** How far a calendar looks ahead, and how many events it has at most. */
const CALENDAR_MS = 90 * DAY_MS
const MOST_EVENTS = 250

export const feeds: Guest = (server, deps) => {
  const { baseUrl } = deps.config
  const recentPastOf = keepRead((page) => readRecentPast(deps.context, page))

  for (const name of FEED_NAMES)
    server.get<Request>(`/status/:slug/${name}`, POLLED_ROUTE, (request, reply) =>
      withPage(deps, request.params.slug, request, reply, async (page) => {
        const past = await recentPastOf(page)
        return sendKept(request, reply, page, name, () => feedForm(page, past, siteOf(page, baseUrl), name))
      }),
    )

  server.get<Request>('/status/:slug/maintenance.ics', POLLED_ROUTE, (request, reply) =>
    withPage(deps, request.params.slug, request, reply, async (page) => {
      const past = await recentPastOf(page)
      const calendars = await loadCalendars()
      return sendKept(request, reply, page, 'maintenance.ics', () =>
        calendarForm(page, past, siteOf(page, baseUrl), calendars),
      )
    }),
  )
}

export function feedForm(page: ShownPage, past: RecentPast, site: Site, name: FeedName): Form {
  const { type, render } = FEEDS[name]
  const place = placeOf(page, site)
  const feed = feedOf({
    ...place,
    page: page.status.page,
    urlOf: (incident) => incidentUrl(site, incident),
    incidents: past.incidents,
    works: recentWorks(page, past),
    now: page.status.readAt,
  })
  return { type, body: render(feed, `${place.url}/${name}`), headers: openTo(page.facts) }
}

export function calendarForm(
  page: ShownPage,
  { windows }: RecentPast,
  { url }: Site,
  calendars: Awaited<ReturnType<typeof loadCalendars>>,
): Form {
  const { page: shown, readAt: now } = page.status
  const works = worksAhead(windows, { now, until: now + CALENDAR_MS, most: MOST_EVENTS }, workKey)
  return {
    type: 'text/calendar; charset=utf-8',
    body: renderCalendar(calendars, { pageName: shown.name, url, works }),
    headers: { ...openTo(page.facts), 'content-disposition': `inline; filename="${shown.slug}.ics"` },
  }
}
