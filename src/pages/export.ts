/**
 * Exports a status page as files for any web server, with links that work at any location. Features that need this
 * service, such as subscriptions and passwords, are omitted.
 */

import { toMonth } from '../core/platform/time/local-time.ts'
import { toPageBadge } from '../core/status-pages/badge.ts'
import type { Context } from '../services/platform/context.ts'
import { findFirstIncident, listPublicIncidents, readRecentPast } from '../services/status-pages/public-history.ts'
import type { ShownPage } from '../services/status-pages/public-status.ts'
import { renderBadge } from './badges.ts'
import { FEED_NAMES, toCalendarDocument, toFeedDocument } from './feeds/feeds.ts'
import { toApiDocument } from './feeds/statuspage-api.ts'
import { DOCUMENT_PATHS } from './feeds/statuspage-json.ts'
import type { PageDocument } from './send-cached.ts'
import { type Site, toSite } from './status-page/export-source.ts'
import { getLastMonth, getMonth, getNextMonth, getPreviousMonth, renderHistory } from './status-page/history.ts'
import { loadCalendars } from './status-page/maintenance-calendar.ts'
import { renderStatus } from './status-page/status-html.ts'

export interface ExportedFile {
  /** Relative to the folder, with slashes. */
  path: string
  body: string
}

const toMonthFile = (month: string): string => `history-${month}.html`

/**
 * Returns the public location of the exported files.
 *
 * @param url without a trailing slash
 */
export const toExportedSite = (url: string): Site => ({ url, monthUrl: (month) => `${url}/${toMonthFile(month)}` })

/**
 * @param site location for absolute links; null for links to the page on this service
 * @returns the files. The page itself is last, so that its links work as soon as it exists
 */
export async function exportPage(
  context: Pick<Context, 'store'>,
  baseUrl: string,
  page: ShownPage,
  site: Site | null,
): Promise<ExportedFile[]> {
  const exportSite = site ?? toSite(page, baseUrl)
  const past = await readRecentPast(context, page)
  const files = [
    ...FEED_NAMES.map((name) => ({ path: name, body: toFeedDocument(page, past, exportSite, name).body })),
    { path: 'maintenance.ics', body: toCalendarDocument(page, past, exportSite, await loadCalendars()).body },
    ...DOCUMENT_PATHS.map((path) => ({
      path: `api/v2/${path}`,
      body: toApiDocument(page, past, exportSite, path).body,
    })),
    { path: 'badge.svg', body: renderBadge(toPageBadge(page.status)) },
  ]
  const months = await exportMonths(context, page, exportSite)
  const current = { path: 'history.html', body: months.at(-1)!.body }
  const index = await renderStatus(page.status, {
    canonical: exportSite.url,
    history: 'history.html',
    atom: 'feed.atom',
    rss: 'feed.rss',
    calendar: 'maintenance.ics',
    subscribe: null,
  })
  return [...files, ...months, current, { path: 'index.html', body: toStandaloneHtml(index) }]
}

/** Oldest first. */
async function exportMonths(context: Pick<Context, 'store'>, page: ShownPage, site: Site): Promise<ExportedFile[]> {
  const first = getMonth((await findFirstIncident(context, page)) ?? page.status.readAt)
  const last = getLastMonth(page)
  const files: ExportedFile[] = []
  for (let month = first; month <= last; month = getNextMonth(month)) {
    const { from, to } = toMonth(month, 'UTC')
    const form = renderHistory({
      page: page.status.page,
      month,
      incidents: await listPublicIncidents(context, page, { from, to }),
      previous: month > first ? getPreviousMonth(month) : null,
      next: month < last ? getNextMonth(month) : null,
      home: 'index.html',
      toHref: toMonthFile,
      canonical: site.monthUrl(month),
      subscribe: null,
    })
    files.push({ path: toMonthFile(month), body: toStandaloneHtml(form) })
  }
  return files
}

const CHARSET = '<meta charset="utf-8">'

/**
 * Puts the content policy into the page, because a web server does not send it. Directives that only work in a header
 * are omitted.
 */
function toStandaloneHtml({ body, headers }: PageDocument): string {
  const policy = (headers?.['content-security-policy'] ?? '')
    .split(';')
    .filter((directive) => !directive.startsWith('frame-ancestors'))
    .join(';')
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy.replaceAll('"', '&quot;')}">`
  return body.replace(CHARSET, () => CHARSET + meta)
}
