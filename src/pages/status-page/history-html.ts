/** The incidents of one month. */
import type { PublicIncident, PublicPage } from '../../core/status-pages/public-status.ts'
import { type Html, html } from '../html.ts'
import { toFaviconUrl } from '../icons.ts'
import { IMPACT_LABELS, INCIDENT_LABELS, renderMoment } from '../labels.ts'
import { renderLayout } from '../page-layout.ts'
import type { PageDocument } from '../send-cached.ts'
import {
  renderByDay,
  renderFooter,
  renderHeader,
  renderNames,
  renderPastIncident,
  renderUpdates,
} from './status-html.ts'

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
    head: html`<link rel="icon" href="${toFaviconUrl('unknown')}"><link rel="canonical" href="${canonical}">`,
    body: html`<div class="w">${renderHeader(page, links)}<main>
      <p><a href="${home}">Current status</a></p>
      <h2>Incidents in ${label}</h2>
      ${incidents.length === 0 ? html`<p class="soft">No incidents this month.</p>` : renderByDay(incidents, renderIncident)}
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

const renderIncident = (incident: PublicIncident): Html =>
  incident.resolvedAt === null ? renderOpenIncident(incident) : renderPastIncident(incident)

const renderOpenIncident = (incident: PublicIncident): Html => html`
  <article class="card K-${incident.impact}" id="${incident.key}">
    <h4>${incident.title}</h4>
    <p class="soft">${INCIDENT_LABELS[incident.status]} · ${IMPACT_LABELS[incident.impact]} impact · since ${renderMoment(incident.startedAt)}</p>
    <p class="soft">Affects ${renderNames(incident.components)}</p>
    ${renderUpdates(incident)}
  </article>`

const MONTH = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', month: 'long', year: 'numeric' })

/** Formats `January 2026`. */
const formatMonth = (month: string): string => MONTH.format(Date.parse(`${month}-01T00:00Z`))
