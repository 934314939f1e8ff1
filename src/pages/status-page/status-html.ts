/**
 * The status page as HTML, complete without scripts.
 *
 * Daily bars of a component. Each status has its own shape besides its colour. Days without events form one dashed
 * path, so that a page with thousands of days stays small. A text list below the bars repeats the events for readers
 * who cannot hover.
 */

import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { startOfDay } from '../../core/platform/time/time.ts'
import { isGeneratedTitle, listShownUpdates, toTimeline } from '../../core/status-pages/public-incident.ts'
import type {
  PublicComponent,
  PublicDay,
  PublicIncident,
  PublicMaintenance,
  PublicPage,
  PublicSection,
  PublicStatus,
} from '../../core/status-pages/public-status.ts'
import { type Html, html } from '../html.ts'
import {
  COMPONENT_LABELS,
  describeDay,
  formatDate,
  formatDay,
  formatLength,
  formatUptime,
  IMPACT_LABELS,
  INCIDENT_LABELS,
  MAINTENANCE_LABELS,
  type PageZone,
  renderMoment,
  renderPeriod,
  toBanner,
} from '../labels.ts'
import { ICONS, renderIcon, renderLayout, toFaviconUrl } from '../page-layout.ts'
import type { PageDocument } from '../send-cached.ts'

/** Width of a day in drawing units, with its gap. The style sheet uses the same units as dashes. */
const DAY_WIDTH = 4
const BAR_WIDTH = 3
const BAR_HEIGHT = 30

/** Class names of the style sheet, short because each page contains them many times. */
const CLASSES: Record<PublicDay['status'], string> = {
  operational: 'o',
  degraded: 'd',
  outage: 'x',
  maintenance: 'm',
  no_data: 'n',
}

/** Hidden from screen readers, because uptime and days with events follow as text. */
function renderDayBars({ name, days }: PublicComponent): Html {
  const box = `0 0 ${days.length * DAY_WIDTH - 1} ${BAR_HEIGHT}`
  const bars = [renderRuns(days, 'operational', 'no downtime', 15), renderRuns(days, 'no_data', 'no data', 27)]
  const eventBars = days.map((day, index) => (hasEvent(day) ? renderBar(name, day, index) : null))
  return html`<svg class="b" viewBox="${box}" preserveAspectRatio="none" aria-hidden="true">${bars}${eventBars}</svg>`
}

/** Returns whether the day has downtime, degradation or maintenance. */
const hasEvent = ({ status }: PublicDay): boolean => status !== 'operational' && status !== 'no_data'

/** Renders all days of an uneventful status as one path: a line per run of days, with a dash per day. */
function renderRuns(
  days: readonly PublicDay[],
  status: 'operational' | 'no_data',
  label: string,
  y: number,
): Html | null {
  let path = ''
  for (let index = 0; index < days.length; index++) {
    if (days[index]!.status !== status) continue
    const from = index
    while (days[index + 1]?.status === status) index++
    path += `M${from * DAY_WIDTH} ${y}h${(index - from) * DAY_WIDTH + BAR_WIDTH}`
  }
  return path ? html`<path class="${CLASSES[status]}" d="${path}"><title>${label}</title></path>` : null
}

/** The title has a line for the day, and a line for each incident with a title of its own. */
const renderBar = (name: string, day: PublicDay, index: number): Html => html`
  <path class="${CLASSES[day.status]}" d="M${index * DAY_WIDTH + BAR_WIDTH / 2} 0v30">
    <title>${[`${formatDay(day.startsAt)}: ${describeDay(day)}`, ...listOwnTitles(name, day)].join('\n')}</title></path>`

function summarizeDays(eventDays: readonly PublicDay[]): string {
  const problemCount = eventDays.filter(({ status }) => status !== 'maintenance').length
  const planned = eventDays.length - problemCount
  const parts = [
    problemCount > 0 ? `${formatDays(problemCount)} with problems` : '',
    planned > 0 ? `${formatDays(planned)} with maintenance` : '',
  ].filter(Boolean)
  return parts.join(', ')
}

const formatDays = (count: number): string => `${count} ${count === 1 ? 'day' : 'days'}`

/** Returns the titles that users wrote. Titles of automatic incidents would repeat the status. */
const listOwnTitles = (name: string, { incidents }: PublicDay): string[] =>
  incidents.filter((title) => !isGeneratedTitle(title, name))

/** Renders the list of days with events, newest first; null if there are none. */
function renderDayList({ name, days }: PublicComponent): Html | null {
  const eventDays = days.filter(hasEvent).reverse()
  if (eventDays.length === 0) return null
  const summary = summarizeDays(eventDays)
  return html`<details><summary>${summary.slice(0, 1).toUpperCase()}${summary.slice(1)}</summary>
    <ul>${eventDays.map(
      (day) => html`<li class="${CLASSES[day.status]}"><b>${formatDay(day.startsAt)}</b> ${describeDay(day)}
        ${listOwnTitles(name, day).map((title) => html`<br>${title}`)}</li>`,
    )}</ul></details>`
}

/** Links of the page, relative to its URL; null hides a link. */
interface PageLinks {
  canonical: string | null
  history: string | null
  atom: string | null
  rss: string | null
  calendar: string | null
  subscribe: string | null
}

/** Components rendered before yielding to other requests: a few milliseconds of work. */
const BATCH = 50

export async function renderStatus(status: PublicStatus, links: PageLinks): Promise<PageDocument> {
  const { page, openIncidents, maintenance } = status
  const { timezone } = page
  const sections = await renderSections(status.sections)
  // Current maintenance explains the statuses below it; upcoming maintenance is less important and follows them
  const currentMaintenance = maintenance.filter((work) => work.status === 'in_progress')
  const plannedMaintenance = maintenance.filter((work) => work.status === 'scheduled')
  const banner = toBanner(status)
  return renderLayout({
    title: `${page.name} status`,
    page,
    hasScript: true,
    head: renderHead(page, links, toFaviconUrl(banner.status), banner.label),
    body: html`${ICONS}<div class="w">${renderHeader(page, links)}<main>
      <section class="banner K-${banner.status}">${renderIcon(banner.status)}<div>
        <h2>${banner.label}</h2><p class="soft">As of ${renderMoment(status.readAt, timezone)}</p>
      </div></section>
      ${openIncidents.length > 0 ? html`<section><h2>Open incidents</h2>${openIncidents.map((incident) => renderOpenIncident(incident, timezone))}</section>` : null}
      ${renderMaintenances('Maintenance', currentMaintenance, timezone)}
      ${sections}
      ${sections.length > 0 ? LEGEND : null}
      ${renderMaintenances('Scheduled maintenance', plannedMaintenance, timezone)}
      ${renderPastIncidents(status, links)}
    </main>${renderFooter(page, links)}</div>`,
  })
}

const renderHead = (page: PublicPage, links: PageLinks, iconUrl: string, label: string): Html => html`
  <meta name="description" content="${page.description || `Status of ${page.name}`}">
  <meta property="og:title" content="${page.name}: ${label}">
  <link rel="icon" href="${iconUrl}">
  ${links.canonical && html`<link rel="canonical" href="${links.canonical}">`}
  ${links.atom && html`<link rel="alternate" type="application/atom+xml" title="${page.name}" href="${links.atom}">`}
  ${links.rss && html`<link rel="alternate" type="application/rss+xml" title="${page.name}" href="${links.rss}">`}`

/** The name is the alternative text of the logo. */
export const renderHeader = ({ name, description, logoUrl }: PublicPage, { subscribe }: PageLinks): Html => html`
  <header><div class="top">
    <h1 dir="auto">${logoUrl === null ? name : html`<img class="logo" src="${logoUrl}" alt="${name}">`}</h1>
    ${subscribe && html`<a class="button" href="${subscribe}">Subscribe to updates</a>`}
  </div>${description && html`<p class="pre">${description}</p>`}</header>`

/** Isolates each name, because a name may be read from right to left. */
export const renderNames = (components: readonly string[]): Html[] =>
  components.map((name, index) => html`${index === 0 ? '' : ', '}<bdi>${name}</bdi>`)

/** Omits the components if the title already names the only one. */
const renderAffected = (verb: string, { title, components }: PublicIncident): Html | null =>
  components.length === 1 && title.startsWith(components[0]!)
    ? null
    : html`<p class="soft">${verb} ${renderNames(components)}</p>`

const renderOpenIncident = (incident: PublicIncident, zone: PageZone): Html => html`
  <article class="card K-${incident.impact}" id="${incident.key}">
    <h3>${incident.title}</h3>
    <p class="soft">${INCIDENT_LABELS[incident.status]} · ${IMPACT_LABELS[incident.impact]} · since ${renderMoment(incident.startedAt, zone)}</p>
    ${renderAffected('Affects', incident)}${renderUpdates(incident, zone)}
  </article>`

/** Newest first, because readers look for the latest update. */
export const renderUpdates = (incident: PublicIncident, zone: PageZone): Html[] =>
  // The head of an incident has its start and end. They are repeated only around the updates of a past incident
  (incident.resolvedAt === null || incident.updates.length === 0 ? listShownUpdates(incident) : toTimeline(incident))
    .toReversed()
    .map(
      ({ at, status, message }) => html`<div class="u">
      <p class="soft"><b>${INCIDENT_LABELS[status]}</b> · ${renderMoment(at, zone)}</p><p class="pre">${message}</p>
    </div>`,
    )

const renderMaintenances = (title: string, list: readonly PublicMaintenance[], zone: PageZone): Html | null =>
  list.length > 0
    ? html`<section><h2>${title}</h2>${list.map((work) => renderMaintenance(work, zone))}</section>`
    : null

const renderMaintenance = (
  { title, description, status, startsAt, endsAt, components }: PublicMaintenance,
  zone: PageZone,
): Html => html`
  <article class="card K-maintenance">
    <h3>${title}</h3>
    <p class="soft">${MAINTENANCE_LABELS[status]} · ${renderPeriod(startsAt, endsAt, zone)}</p>
    <p class="soft">Affects ${renderNames(components)}</p>
    ${description && html`<p class="pre">${description}</p>`}
  </article>`

/** Omits sections without components. */
async function renderSections(sections: readonly PublicSection[]): Promise<Html[]> {
  const rendered: Html[] = []
  for (const { name, components } of sections) {
    if (components.length === 0) continue
    // The class states the number of days; the style sheet labels both ends of the bars with it
    rendered.push(html`<section><h2>${name}</h2>
        <ul class="c D${components[0]!.days.length}">${await renderComponents(components)}</ul></section>`)
  }
  return rendered
}

async function renderComponents(components: readonly PublicComponent[]): Promise<Html[]> {
  const rendered: Html[] = []
  for (let start = 0; start < components.length; start += BATCH) {
    rendered.push(...components.slice(start, start + BATCH).map(renderComponent))
    await yieldToEventLoop()
  }
  return rendered
}

const renderComponent = (component: PublicComponent): Html => html`
  <li class="r"><div class="h"><h3>${component.name}</h3>
    <span class="s K-${component.status}">${renderIcon(component.status)}${COMPONENT_LABELS[component.status]}</span>
  </div>${component.description && html`<p class="soft pre">${component.description}</p>`}
  ${renderDayBars(component)}
  <p class="f">${formatUptime(component)}</p>${renderDayList(component)}</li>`

const renderSample = (kind: string, path: string, label: string): Html => html`
  <span><svg class="b" viewBox="0 0 11 ${BAR_HEIGHT}" preserveAspectRatio="none" aria-hidden="true">
    <path class="${kind}" d="${path}"/></svg>${label}</span>`

const LEGEND: Html = html`<p class="soft legend">
  ${renderSample('o', 'M0 15h11', 'No downtime')}
  ${renderSample('d', 'M1.5 0v30M5.5 0v30M9.5 0v30', 'Degraded')}
  ${renderSample('x', 'M1.5 0v30M5.5 0v30M9.5 0v30', 'Outage')}
  ${renderSample('m', 'M1.5 0v30M5.5 0v30M9.5 0v30', 'Maintenance')}
  ${renderSample('n', 'M0 27h11', 'No data')}
</p>`

const renderPastIncidents = ({ page, pastIncidents: past }: PublicStatus, { history }: PageLinks): Html =>
  html`<section><h2>Past incidents</h2>
    ${past.length === 0 ? html`<p class="soft">No incidents in the last 15 days.</p>` : null}
    ${renderByDay(past, (incident) => renderPastIncident(incident, page.timezone))}
    ${history && html`<p class="more"><a href="${history}">Earlier incidents</a></p>`}
  </section>`

/** Groups incidents by the day of their start, newest first. */
export const renderByDay = (incidents: readonly PublicIncident[], show: (incident: PublicIncident) => Html): Html[] =>
  [...Map.groupBy(incidents, ({ startedAt }) => startOfDay(startedAt))].map(
    ([day, begun]) =>
      html`<section><h3 class="day"><time datetime="${toIsoDay(day)}">${formatDate(day)}</time></h3>
        ${begun.map(show)}</section>`,
  )

const toIsoDay = (day: number): string => new Date(day).toISOString().slice(0, 10)

export const renderPastIncident = (incident: PublicIncident, zone: PageZone): Html => html`
  <article class="card K-done" id="${incident.key}">
    <h4>${incident.title}</h4>
    <p class="soft">${IMPACT_LABELS[incident.impact]} · ${renderDuration(incident, zone)}</p>
    ${renderAffected('Affected', incident)}${renderUpdates(incident, zone)}
  </article>`

function renderDuration({ startedAt, resolvedAt, downtimeMs, outages }: PublicIncident, zone: PageZone): Html {
  const until = resolvedAt ?? startedAt
  const length = formatLength(downtimeMs ?? 0)
  const all = outages > 1 ? `${length} in ${outages} outages over ${formatLength(until - startedAt)}` : length
  return html`resolved after ${all} · ${renderPeriod(startedAt, until, zone)}`
}

export const renderFooter = (
  { contactUrl, timezone }: PublicPage,
  { history, atom, rss, calendar, subscribe }: PageLinks,
): Html => {
  const links: [href: string | null, text: string][] = [
    [subscribe, 'Email updates'],
    [history, 'History'],
    [atom, 'Atom feed'],
    [rss, 'RSS feed'],
    [calendar, 'Maintenance calendar'],
    [contactUrl, 'Contact'],
  ]
  return html`<footer><ul>${links.map(([href, label]) => href && html`<li><a href="${href}">${label}</a></li>`)}</ul>
    <p><span class="zone">${timezone === null ? 'All times are in UTC.' : `Times are in ${timezone}, days in UTC.`}</span> Uptime excludes scheduled maintenance.</p></footer>`
}
