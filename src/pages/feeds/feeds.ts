/** GET /status/{slug}/feed.atom, feed.rss and maintenance.ics: documents for feed readers and calendars. */
import { escapeHtml } from '../../core/platform/text/plain-text.ts'
import { DAY_MS, formatIsoTime, type UnixMs } from '../../core/platform/time/time.ts'
import { toTimeline } from '../../core/status-pages/public-incident.ts'
import { listComingOccurrences, type PublicOccurrence } from '../../core/status-pages/public-maintenance.ts'
import type { PublicIncident, PublicPage } from '../../core/status-pages/public-status.ts'
import { type RecentPast, readRecentPast } from '../../services/status-pages/public-history.ts'
import { type ShownPage, toOccurrenceKey } from '../../services/status-pages/public-status.ts'
import { type PagePlugin, POLLED_ROUTE } from '../deps.ts'
import { escapeXml } from '../html.ts'
import { createCachedRead, withPage } from '../read-page.ts'
import { getCorsHeaders, type PageDocument, sendCached } from '../send-cached.ts'
import { toStableUuid } from '../stable-id.ts'
import { listRecentOccurrences, type Site, toIncidentUrl, toPageAddress, toSite } from '../status-page/export-source.ts'
import { loadCalendars, renderCalendar } from '../status-page/maintenance-calendar.ts'

const GENERATOR = 'Watchkeeper'

/** Renders an element that contains text. */
const renderElement = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`

/**
 * Renders Atom. Source: RFC 4287
 *
 * @param self URL of this document
 */
export const renderAtom = (feed: Feed, self: string): string => `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
${renderElement('id', feed.id)}
${renderElement('title', feed.title)}
${renderElement('subtitle', feed.description)}
${renderElement('updated', formatIsoTime(feed.updatedAt))}
<author>${renderElement('name', feed.title)}</author>
<link rel="self" type="application/atom+xml" href="${escapeXml(self)}"/>
<link rel="alternate" type="text/html" href="${escapeXml(feed.url)}"/>
${renderElement('generator', GENERATOR)}
${feed.entries.map(renderAtomEntry).join('')}</feed>
`

const renderAtomEntry = (entry: FeedEntry): string => `<entry>
${renderElement('id', entry.id)}
${renderElement('title', entry.title)}
${renderElement('published', formatIsoTime(entry.publishedAt))}
${renderElement('updated', formatIsoTime(entry.updatedAt))}
<link rel="alternate" type="text/html" href="${escapeXml(entry.url)}"/>
${entry.categories.map((name) => `<category term="${escapeXml(name)}"/>\n`).join('')}\
<content type="html">${escapeXml(entry.html)}</content>
</entry>
`

/**
 * Renders RSS 2.0, with two Atom elements for facts that RSS cannot express: the URL of the feed and the last change of
 * an item. Source: www.rssboard.org/rss-specification
 *
 * @param self URL of this document
 */
export const renderRss = (feed: Feed, self: string): string => `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
${renderElement('title', feed.title)}
${renderElement('link', feed.url)}
${renderElement('description', feed.description)}
${renderElement('language', 'en')}
${renderElement('lastBuildDate', formatRssTime(feed.updatedAt))}
${renderElement('generator', GENERATOR)}
<atom:link rel="self" type="application/rss+xml" href="${escapeXml(self)}"/>
${feed.entries.map(renderRssItem).join('')}</channel>
</rss>
`

const renderRssItem = (entry: FeedEntry): string => `<item>
<guid isPermaLink="false">${escapeXml(entry.id)}</guid>
${renderElement('title', entry.title)}
${renderElement('link', entry.url)}
${renderElement('pubDate', formatRssTime(entry.publishedAt))}
${renderElement('atom:updated', formatIsoTime(entry.updatedAt))}
${entry.categories.map((name) => `${renderElement('category', name)}\n`).join('')}\
${renderElement('description', entry.html)}
</item>
`

/** Formats `Mon, 05 Jan 2026 00:00:00 GMT`, as in RFC 822 with a four-digit year. */
const formatRssTime = (at: number): string => new Date(at).toUTCString()

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
      withPage(deps, request, reply, async (page) => {
        const past = await readCachedPast(page)
        return sendCached(reply, page, name, () => toFeedDocument(page, past, toSite(page, baseUrl), name))
      }),
    )

  server.get<Request>('/status/:slug/maintenance.ics', POLLED_ROUTE, (request, reply) =>
    withPage(deps, request, reply, async (page) => {
      const past = await readCachedPast(page)
      const calendars = await loadCalendars()
      return sendCached(reply, page, 'maintenance.ics', () =>
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

interface Feed {
  /** `urn:uuid:…`; does not change with the URL of the page. */
  id: string
  title: string
  description: string
  /** URL of the HTML page. */
  url: string
  updatedAt: UnixMs
  /** Most recently changed first. */
  entries: FeedEntry[]
}

interface FeedEntry {
  /** `urn:uuid:…` */
  id: string
  title: string
  url: string
  publishedAt: UnixMs
  updatedAt: number
  /** Complete HTML, escaped; newest update first. */
  html: string
  /** Names of the affected components. */
  categories: readonly string[]
}

/** Maximum number of entries; feed readers show no more. */
const MAX_ENTRIES = 50

export interface FeedSource {
  page: Pick<PublicPage, 'name' | 'description'>
  pageKey: string
  url: string
  /** Returns the URL of an incident. */
  toUrl: (incident: PublicIncident) => string
  /** Last change of the page itself. */
  updatedAt: UnixMs
  incidents: readonly PublicIncident[]
  occurrences: readonly PublicOccurrence[]
  now: number
}

/** Content of the feeds of a status page: its incidents and its announced maintenance. */
export function toFeed(source: FeedSource): Feed {
  const { page, pageKey, url, updatedAt, now } = source
  const entries = [
    ...source.incidents.map((incident) => toIncidentEntry(incident, source.toUrl(incident))),
    ...source.occurrences
      .filter(({ announcedAt }) => announcedAt <= now)
      .map((occurrence) => toMaintenanceEntry(occurrence, url)),
  ]
  entries.sort((a, b) => b.updatedAt - a.updatedAt || (a.id < b.id ? -1 : 1))
  return {
    id: toUrn(`page ${pageKey}`),
    title: `${page.name} status`,
    description: page.description || `Incidents and maintenance for ${page.name}`,
    url,
    updatedAt: Math.max(updatedAt, ...entries.map((entry) => entry.updatedAt)),
    entries: entries.slice(0, MAX_ENTRIES),
  }
}

const toUrn = (text: string): string => `urn:uuid:${toStableUuid(text)}`

const STATUS_LABELS = { investigating: 'Investigating', identified: 'Identified', resolved: 'Resolved' } as const

const toIncidentEntry = (incident: PublicIncident, url: string): FeedEntry => ({
  id: toUrn(`incident ${incident.key}`),
  title: incident.title,
  url,
  publishedAt: incident.startedAt,
  updatedAt: incident.updatedAt,
  html: toTimeline(incident)
    .toReversed()
    .map(({ at, status, message }) => renderEntry(renderTime(at), STATUS_LABELS[status], message))
    .join('\n'),
  categories: incident.components,
})

const MAINTENANCE_LABELS = { scheduled: 'Scheduled', in_progress: 'In progress', completed: 'Completed' } as const

const toMaintenanceEntry = (occurrence: PublicOccurrence, url: string): FeedEntry => ({
  id: toUrn(`maintenance ${occurrence.key}`),
  title: `Maintenance: ${occurrence.title}`,
  url,
  publishedAt: occurrence.announcedAt,
  updatedAt: occurrence.changedAt,
  html: renderEntry(
    `${renderTime(occurrence.startsAt)} – ${renderTime(occurrence.endsAt)}`,
    MAINTENANCE_LABELS[occurrence.status],
    occurrence.description ||
      (occurrence.components.length > 0 ? `Affected: ${occurrence.components.join(', ')}.` : 'Scheduled maintenance.'),
  ),
  categories: occurrence.components,
})

const renderEntry = (when: string, what: string, message: string): string =>
  `<p>${when}<br><strong>${what}</strong>: ${escapeHtml(message).replace(/\r\n?|\n/g, '<br>')}</p>`

/** `5 Jan 2026, 00:00 UTC` */
const renderTime = (at: number): string => `<time datetime="${formatIsoTime(at)}">${TIME.format(at)} UTC</time>`

const TIME = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})
