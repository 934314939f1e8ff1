/** GET /status/{slug}/history?month=2026-01: the incidents of a month, back to the first incident. */
import { hasMailServer } from '../../channels/mailer.ts'
import { MONTH_PATTERN, toMonth } from '../../core/platform/time/local-time.ts'
import type { PublicIncident, PublicPage } from '../../core/status-pages/public-status.ts'
import { findFirstIncident, listPublicIncidents } from '../../services/status-pages/public-history.ts'
import type { ShownPage } from '../../services/status-pages/public-status.ts'
import { type PagePlugin, POLLED_ROUTE } from '../deps.ts'
import { type Html, html } from '../html.ts'
import { IMPACT_LABELS, INCIDENT_LABELS, type PageZone, renderMoment } from '../labels.ts'
import { renderLayout, toFaviconUrl } from '../page-layout.ts'
import { getPagePath, sendNotFound } from '../plain-page.ts'
import { createCachedRead, withPage } from '../read-page.ts'
import { type PageDocument, sendCached } from '../send-cached.ts'
import { toSite } from './export-source.ts'
import {
  renderByDay,
  renderFooter,
  renderHeader,
  renderNames,
  renderPastIncident,
  renderUpdates,
} from './status-html.ts'

interface Request {
  Params: { slug: string }
  Querystring: { month?: unknown }
}

const MONTH_REGEXP = new RegExp(MONTH_PATTERN)

/** Returns the month of a time, such as `2026-01`. */
export const getMonth = (at: number): string => new Date(at).toISOString().slice(0, 'YYYY-MM'.length)

export const getPreviousMonth = (month: string): string => getMonth(toMonth(month, 'UTC').from - 1)
export const getNextMonth = (month: string): string => getMonth(toMonth(month, 'UTC').to)

export const registerHistoryRoutes: PagePlugin = (server, deps) => {
  const firstMonthOf = createCachedRead(async (page) =>
    getMonth((await findFirstIncident(deps.context, page)) ?? page.status.readAt),
  )
  const incidentsOf = createCachedRead((page, month) => {
    const { from, to } = toMonth(month, 'UTC')
    return listPublicIncidents(deps.context, page, { from, to })
  })

  server.get<Request>('/status/:slug/history', POLLED_ROUTE, (request, reply) =>
    withPage(deps, request, reply, async (page) => {
      const [first, last] = [await firstMonthOf(page), getLastMonth(page)]
      const { month = last } = request.query
      if (typeof month !== 'string' || !MONTH_REGEXP.test(month) || month < first || month > last)
        return sendNotFound(reply)
      const incidents = await incidentsOf(page, month)
      const home = getPagePath(request, page.facts.slug) || '/'
      return sendCached(reply, page, `history ${month} ${home}`, () =>
        renderHistory({
          page: page.status.page,
          month,
          incidents,
          previous: month > first ? getPreviousMonth(month) : null,
          next: month < last ? getNextMonth(month) : null,
          home,
          toHref: (other) => `history?month=${other}`,
          canonical: toSite(page, deps.config.baseUrl).monthUrl(month),
          subscribe: hasMailServer(deps.mailer) && page.facts.allowsSubscribers ? 'subscribe' : null,
        }),
      )
    }),
  )
}

/** An incident may start slightly in the future, even in the next month. */
export const getLastMonth = ({ status: { readAt, openIncidents } }: ShownPage): string =>
  getMonth(Math.max(readAt, ...openIncidents.map(({ startedAt }) => startedAt)))

interface History {
  page: PublicPage
  /** `2026-01` */
  month: string
  /** Newest first. */
  incidents: readonly PublicIncident[]
  /** Adjacent months that have a page; null if there is none. */
  previous: string | null
  next: string | null
  /** Path of the status page. */
  home: string
  /** Returns the relative path of another month. */
  toHref(month: string): string
  canonical: string
  /** Path of the subscription form; null if subscriptions are off. */
  subscribe: string | null
}

export function renderHistory(history: History): PageDocument {
  const { page, month, incidents, previous, next, home, toHref, canonical } = history
  const label = formatMonth(month)
  const links = { ...SIBLING_LINKS, subscribe: history.subscribe }
  return renderLayout({
    title: `${page.name} status: ${label}`,
    page,
    hasScript: true,
    head: html`<link rel="icon" href="${toFaviconUrl('unknown')}"><link rel="canonical" href="${canonical}">`,
    body: html`<div class="w">${renderHeader(page, links)}<main>
      <p><a href="${home}">Current status</a></p>
      <h2>Incidents in ${label}</h2>
      ${incidents.length === 0 ? html`<p class="soft">No incidents this month.</p>` : renderByDay(incidents, (incident) => renderIncident(incident, page.timezone))}
      <nav class="h more" aria-label="Months">${renderMonthLink(previous, 'prev', toHref)}${renderMonthLink(next, 'next', toHref)}</nav>
    </main>${renderFooter(page, links)}</div>`,
  })
}

/** Links to the other documents of the page, which are siblings of the history. */
const SIBLING_LINKS = {
  canonical: null,
  history: null,
  atom: 'feed.atom',
  rss: 'feed.rss',
  calendar: 'maintenance.ics',
}

const renderMonthLink = (month: string | null, rel: 'prev' | 'next', hrefOf: History['toHref']): Html =>
  month === null
    ? html`<span></span>`
    : html`<a rel="${rel}" href="${hrefOf(month)}">${rel === 'prev' ? '← ' : ''}${formatMonth(month)}${rel === 'next' ? ' →' : ''}</a>`

const renderIncident = (incident: PublicIncident, zone: PageZone): Html =>
  incident.resolvedAt === null ? renderOpenIncident(incident, zone) : renderPastIncident(incident, zone)

const renderOpenIncident = (incident: PublicIncident, zone: PageZone): Html => html`
  <article class="card K-${incident.impact}" id="${incident.key}">
    <h4>${incident.title}</h4>
    <p class="soft">${INCIDENT_LABELS[incident.status]} · ${IMPACT_LABELS[incident.impact]} · since ${renderMoment(incident.startedAt, zone)}</p>
    <p class="soft">Affects ${renderNames(incident.components)}</p>
    ${renderUpdates(incident, zone)}
  </article>`

const MONTH = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', month: 'long', year: 'numeric' })

/** Formats `January 2026`. */
const formatMonth = (month: string): string => MONTH.format(Date.parse(`${month}-01T00:00Z`))
