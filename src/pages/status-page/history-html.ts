/** The incidents of one month. */
import type { PublicIncident, PublicPage } from '../../core/status-pages/public-status.ts'
import { frame } from '../frame.ts'
import { type Html, html } from '../html.ts'
import { favicon } from '../icons.ts'
import type { Form } from '../send-kept.ts'
import { IMPACT_WORDS, INCIDENT_WORDS, moment } from '../words.ts'
import { byDay, footer, header, names, pastIncident, updatesOf } from './status-html.ts'

interface History {
  page: PublicPage
  /** `2026-01` */
  month: string
  /** Newest first. */
  incidents: readonly PublicIncident[]
  /** Months of which there is a page too; null where there is none. */
  previous: string | null
  next: string | null
  /** The path of the status page. */
  home: string
  /** The path of another month, seen from this one. */
  hrefOf(month: string): string
  canonical: string
  /** Where readers have themselves told; null where they cannot. */
  subscribe: string | null
}

export function historyHtml(history: History): Form {
  const { page, month, incidents, previous, next, home, hrefOf, canonical } = history
  const words = monthInWords(month)
  const links = { ...BESIDE, subscribe: history.subscribe }
  return frame({
    title: `${page.name} status: ${words}`,
    page,
    head: html`<link rel="icon" href="${favicon('unknown')}"><link rel="canonical" href="${canonical}">`,
    body: html`<div class="w">${header(page, links)}<main>
      <p><a href="${home}">Current status</a></p>
      <h2>Incidents of ${words}</h2>
      ${incidents.length === 0 ? html`<p class="soft">There were none.</p>` : byDay(incidents, incident)}
      <nav class="h more" aria-label="Months">${monthLink(previous, 'prev', hrefOf)}${monthLink(next, 'next', hrefOf)}</nav>
    </main>${footer(page, links)}</div>`,
  })
}

/** From where the history stands, everything else of the page stands beside it. */
const BESIDE = {
  canonical: null,
  history: null,
  atom: 'feed.atom',
  rss: 'feed.rss',
  calendar: 'maintenance.ics',
}

const monthLink = (month: string | null, rel: 'prev' | 'next', hrefOf: History['hrefOf']): Html =>
  month === null
    ? html`<span></span>`
    : html`<a rel="${rel}" href="${hrefOf(month)}">${rel === 'prev' ? '← ' : ''}${monthInWords(month)}${rel === 'next' ? ' →' : ''}</a>`

const incident = (of: PublicIncident): Html => (of.resolvedAt === null ? openIncident(of) : pastIncident(of))

const openIncident = (of: PublicIncident): Html => html`
  <article class="card K-${of.impact}" id="${of.key}">
    <h4>${of.title}</h4>
    <p class="soft">${INCIDENT_WORDS[of.status]} · ${IMPACT_WORDS[of.impact]} impact · since ${moment(of.startedAt)}</p>
    <p class="soft">Affects ${names(of.components)}</p>
    ${updatesOf(of)}
  </article>`

const MONTH = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', month: 'long', year: 'numeric' })

/** `January 2026` */
const monthInWords = (month: string): string => MONTH.format(Date.parse(`${month}-01T00:00Z`))
