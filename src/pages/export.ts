/**
 * A status page as files that any web server can send: the same page, with links that hold wherever it lies. What needs
 * this service, to subscribe or to give a password, is not there.
 */

import { monthOf } from '../core/platform/time/month.ts'
import { pageBadge } from '../core/status-pages/badge.ts'
import type { Context } from '../services/platform/context.ts'
import { findFirstIncident, listPublicIncidents, readRecentPast } from '../services/status-pages/public-history.ts'
import type { ShownPage } from '../services/status-pages/public-status.ts'
import { renderBadge } from './badges/badge.ts'
import { calendarForm, FEED_NAMES, feedForm } from './feeds/feeds.ts'
import { documentForm } from './feeds/statuspage-api.ts'
import { DOCUMENT_PATHS } from './feeds/statuspage-json.ts'
import type { Form } from './send-kept.ts'
import { lastMonthOf, monthAfter, monthAt, monthBefore } from './status-page/history.ts'
import { historyHtml } from './status-page/history-html.ts'
import { loadCalendars } from './status-page/maintenance-calendar.ts'
import { type Site, siteOf } from './status-page/recent-past.ts'
import { statusHtml } from './status-page/status-html.ts'

export interface ExportedFile {
  /** Below the folder, with slashes. */
  path: string
  body: string
}

const monthFile = (month: string): string => `history-${month}.html`

/** Where the files will be read. @param url without a slash at the end */
export const exportedSite = (url: string): Site => ({ url, monthUrl: (month) => `${url}/${monthFile(month)}` })

/**
 * @param site absolute links lead there; null: to the page on this service
 * @returns the page itself last, so that nothing is linked to before it is there
 */
export async function exportPage(
  context: Pick<Context, 'store'>,
  baseUrl: string,
  page: ShownPage,
  site: Site | null,
): Promise<ExportedFile[]> {
  const there = site ?? siteOf(page, baseUrl)
  const past = await readRecentPast(context, page)
  const files = [
    ...FEED_NAMES.map((name) => ({ path: name, body: feedForm(page, past, there, name).body })),
    { path: 'maintenance.ics', body: calendarForm(page, past, there, await loadCalendars()).body },
    ...DOCUMENT_PATHS.map((path) => ({ path: `api/v2/${path}`, body: documentForm(page, past, there, path).body })),
    { path: 'badge.svg', body: renderBadge(pageBadge(page.status)) },
  ]
  const months = await exportMonths(context, page, there)
  const current = { path: 'history.html', body: months.at(-1)!.body }
  const index = await statusHtml(page.status, {
    canonical: there.url,
    history: 'history.html',
    atom: 'feed.atom',
    rss: 'feed.rss',
    calendar: 'maintenance.ics',
    subscribe: null,
  })
  return [...files, ...months, current, { path: 'index.html', body: selfContained(index) }]
}

/** Oldest first. */
async function exportMonths(context: Pick<Context, 'store'>, page: ShownPage, site: Site): Promise<ExportedFile[]> {
  const first = monthAt((await findFirstIncident(context, page)) ?? page.status.readAt)
  const last = lastMonthOf(page)
  const files: ExportedFile[] = []
  for (let month = first; month <= last; month = monthAfter(month)) {
    const { from, to } = monthOf(month, 'UTC')
    const form = historyHtml({
      page: page.status.page,
      month,
      incidents: await listPublicIncidents(context, page, from, to),
      previous: month > first ? monthBefore(month) : null,
      next: month < last ? monthAfter(month) : null,
      home: 'index.html',
      hrefOf: monthFile,
      canonical: site.monthUrl(month),
      subscribe: null,
    })
    files.push({ path: monthFile(month), body: selfContained(form) })
  }
  return files
}

const CHARSET = '<meta charset="utf-8">'

/** Whoever sends the file knows nothing of its policy, so it stands inside, without what is only heard in a header. */
function selfContained({ body, headers }: Form): string {
  const policy = (headers?.['content-security-policy'] ?? '')
    .split(';')
    .filter((directive) => !directive.startsWith('frame-ancestors'))
    .join(';')
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy.replaceAll('"', '&quot;')}">`
  return body.replace(CHARSET, () => CHARSET + meta)
}
