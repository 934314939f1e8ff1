/** The status page itself: everything about it at a glance, complete without a script. */
import { setImmediate as turn } from 'node:timers/promises'
import { startOfDay } from '../../core/platform/time/time.ts'
import type {
  PublicComponent,
  PublicIncident,
  PublicMaintenance,
  PublicPage,
  PublicSection,
  PublicStatus,
} from '../../core/status-pages/public-status.ts'
import { shownUpdatesOf } from '../../core/status-pages/public-story.ts'
import { frame } from '../frame.ts'
import { type Html, html } from '../html.ts'
import { favicon, ICONS, icon } from '../icons.ts'
import type { Form } from '../send-kept.ts'
import {
  bannerOf,
  COMPONENT_WORDS,
  dateInWords,
  IMPACT_WORDS,
  INCIDENT_WORDS,
  lengthInWords,
  MAINTENANCE_WORDS,
  moment,
  periodInWords,
  uptimeInWords,
} from '../words.ts'
import { BAR_HEIGHT, dayBars, dayList } from './status-bars.ts'

/** Where the page leads, relative to where it stands. What there is not is null. */
interface PageLinks {
  canonical: string | null
  history: string | null
  atom: string | null
  rss: string | null
  calendar: string | null
  subscribe: string | null
}

/** Components that are rendered before other requests get their turn: a few milliseconds of work. */
const BATCH = 50

export async function statusHtml(status: PublicStatus, links: PageLinks): Promise<Form> {
  const { page, openIncidents, maintenance } = status
  const sections = await renderSections(status.sections)
  // What goes on now explains what is seen below it; what comes can wait until that was seen
  const underWay = maintenance.filter((work) => work.status === 'in_progress')
  const toCome = maintenance.filter((work) => work.status === 'scheduled')
  const banner = bannerOf(status)
  return frame({
    title: `${page.name} status`,
    page,
    head: head(page, links, favicon(banner.look), banner.words),
    body: html`${ICONS}<div class="w">${header(page, links)}<main>
      <section class="banner K-${banner.look}">${icon(banner.look)}<div>
        <h2>${banner.words}</h2><p class="soft">As of ${moment(status.readAt)}</p>
      </div></section>
      ${openIncidents.length > 0 ? html`<section><h2>Open incidents</h2>${openIncidents.map(openIncident)}</section>` : null}
      ${works('Maintenance', underWay)}
      ${sections}
      ${sections.length > 0 ? LEGEND : null}
      ${works('Planned maintenance', toCome)}
      ${pastIncidents(status, links)}
    </main>${footer(page, links)}</div>`,
  })
}

const head = (page: PublicPage, links: PageLinks, iconUrl: string, words: string): Html => html`
  <meta name="description" content="${page.description || `Status of ${page.name}`}">
  <meta property="og:title" content="${page.name}: ${words}">
  <link rel="icon" href="${iconUrl}">
  ${links.canonical && html`<link rel="canonical" href="${links.canonical}">`}
  ${links.atom && html`<link rel="alternate" type="application/atom+xml" title="${page.name}" href="${links.atom}">`}
  ${links.rss && html`<link rel="alternate" type="application/rss+xml" title="${page.name}" href="${links.rss}">`}`

/** The logo is the name to those who do not see it. */
export const header = ({ name, description, logoUrl }: PublicPage, { subscribe }: PageLinks): Html => html`
  <header><div class="top">
    <h1>${logoUrl === null ? name : html`<img class="logo" src="${logoUrl}" alt="${name}">`}</h1>
    ${subscribe && html`<a class="button" href="${subscribe}">Get updates</a>`}
  </div>${description && html`<p class="pre">${description}</p>`}</header>`

export const names = (components: readonly string[]): string => components.join(', ')

/** Left out where the title says it. */
const about = (verb: string, { title, components }: PublicIncident): Html | null =>
  components.length === 1 && title.startsWith(components[0]!)
    ? null
    : html`<p class="soft">${verb} ${names(components)}</p>`

const openIncident = (incident: PublicIncident): Html => html`
  <article class="card K-${incident.impact}" id="${incident.key}">
    <h3>${incident.title}</h3>
    <p class="soft">${INCIDENT_WORDS[incident.status]} · ${IMPACT_WORDS[incident.impact]} impact · since ${moment(incident.startedAt)}</p>
    ${about('Affects', incident)}${updatesOf(incident)}
  </article>`

/** Newest first: that is what people come for. */
export const updatesOf = (incident: PublicIncident): Html[] =>
  shownUpdatesOf(incident)
    .toReversed()
    .map(
      ({ at, status, message }) => html`<div class="u">
      <p class="soft"><b>${INCIDENT_WORDS[status]}</b> · ${moment(at)}</p><p class="pre">${message}</p>
    </div>`,
    )

const works = (title: string, list: readonly PublicMaintenance[]): Html | null =>
  list.length > 0 ? html`<section><h2>${title}</h2>${list.map(planned)}</section>` : null

const planned = ({ title, description, status, startsAt, endsAt, components }: PublicMaintenance): Html => html`
  <article class="card K-maintenance">
    <h3>${title}</h3>
    <p class="soft">${MAINTENANCE_WORDS[status]} · ${periodInWords(startsAt, endsAt)}</p>
    <p class="soft">Affects ${names(components)}</p>
    ${description && html`<p class="pre">${description}</p>`}
  </article>`

/** Sections without components are left out. */
async function renderSections(sections: readonly PublicSection[]): Promise<Html[]> {
  const rendered: Html[] = []
  for (const { name, components } of sections) {
    if (components.length === 0) continue
    // The class says how far the bars reach back; the style sheet writes it at their ends
    rendered.push(html`<section><h2>${name}</h2>
        <ul class="c D${components[0]!.days.length}">${await renderComponents(components)}</ul></section>`)
  }
  return rendered
}

async function renderComponents(components: readonly PublicComponent[]): Promise<Html[]> {
  const rendered: Html[] = []
  for (let start = 0; start < components.length; start += BATCH) {
    rendered.push(...components.slice(start, start + BATCH).map(component))
    await turn()
  }
  return rendered
}

const component = (of: PublicComponent): Html => html`
  <li class="r"><div class="h"><h3>${of.name}</h3>
    <span class="s K-${of.status}">${icon(of.status)}${COMPONENT_WORDS[of.status]}</span>
  </div>${of.description && html`<p class="soft pre">${of.description}</p>`}
  ${dayBars(of)}
  <p class="f">${uptimeInWords(of.uptimePercentage)}</p>${dayList(of)}</li>`

const sample = (kind: string, path: string, words: string): Html => html`
  <span><svg class="b" viewBox="0 0 11 ${BAR_HEIGHT}" preserveAspectRatio="none" aria-hidden="true">
    <path class="${kind}" d="${path}"/></svg>${words}</span>`

const LEGEND: Html = html`<p class="soft legend">
  ${sample('o', 'M0 15h11', 'No downtime')}
  ${sample('d', 'M1.5 0v30M5.5 0v30M9.5 0v30', 'Degraded')}
  ${sample('x', 'M1.5 0v30M5.5 0v30M9.5 0v30', 'Outage')}
  ${sample('m', 'M1.5 0v30M5.5 0v30M9.5 0v30', 'Maintenance')}
  ${sample('n', 'M0 27h11', 'No data')}
</p>`

const pastIncidents = ({ pastIncidents: past }: PublicStatus, { history }: PageLinks): Html =>
  html`<section><h2>Past incidents</h2>
    ${past.length === 0 ? html`<p class="soft">None in the last 15 days.</p>` : null}
    ${byDay(past, pastIncident)}
    ${history && html`<p class="more"><a href="${history}">Earlier incidents</a></p>`}
  </section>`

/** By the day on which they began, newest first. */
export const byDay = (incidents: readonly PublicIncident[], show: (incident: PublicIncident) => Html): Html[] =>
  [...Map.groupBy(incidents, ({ startedAt }) => startOfDay(startedAt))].map(
    ([day, begun]) =>
      html`<section><h3 class="day"><time datetime="${isoDay(day)}">${dateInWords(day)}</time></h3>
        ${begun.map(show)}</section>`,
  )

const isoDay = (day: number): string => new Date(day).toISOString().slice(0, 10)

export const pastIncident = (incident: PublicIncident): Html => html`
  <article class="card K-done" id="${incident.key}">
    <h4>${incident.title}</h4>
    <p class="soft">${IMPACT_WORDS[incident.impact]} impact · ${lasted(incident)}</p>
    ${about('Affected', incident)}${updatesOf(incident)}
  </article>`

function lasted({ startedAt, resolvedAt, downtimeMs, outages }: PublicIncident): Html {
  const until = resolvedAt ?? startedAt
  const length = lengthInWords(downtimeMs ?? 0)
  const all = outages > 1 ? `${length} in ${outages} outages over ${lengthInWords(until - startedAt)}` : length
  return html`resolved after ${all} · ${periodInWords(startedAt, until)}`
}

export const footer = ({ contactUrl }: PublicPage, { history, atom, rss, calendar, subscribe }: PageLinks): Html => {
  const links: [href: string | null, words: string][] = [
    [subscribe, 'Updates by mail'],
    [history, 'History'],
    [atom, 'Atom feed'],
    [rss, 'RSS feed'],
    [calendar, 'Maintenance calendar'],
    [contactUrl, 'Contact'],
  ]
  return html`<footer><ul>${links.map(([href, words]) => href && html`<li><a href="${href}">${words}</a></li>`)}</ul>
    <p>All times are UTC. Uptime leaves planned maintenance out.</p></footer>`
}
