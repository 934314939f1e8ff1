/** GET /status/{slug}/history?month=2026-01: the incidents of a month, back to the first incident. */
import { hasMailServer } from '../../channels/mailer.ts'
import { MONTH_PATTERN, toMonth } from '../../core/platform/time/month.ts'
import { findFirstIncident, listPublicIncidents } from '../../services/status-pages/public-history.ts'
import type { ShownPage } from '../../services/status-pages/public-status.ts'
import { createCachedRead } from '../cached-read.ts'
import { type PagePlugin, POLLED_ROUTE } from '../deps.ts'
import { getPagePath } from '../page-path.ts'
import { sendNotFound } from '../plain-page.ts'
import { withPage } from '../read-page.ts'
import { sendCached } from '../send-cached.ts'
import { toSite } from './export-source.ts'
import { renderHistory } from './history-html.ts'

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
    return listPublicIncidents(deps.context, page, from, to)
  })

  server.get<Request>('/status/:slug/history', POLLED_ROUTE, (request, reply) =>
    withPage(deps, request.params.slug, request, reply, async (page) => {
      const [first, last] = [await firstMonthOf(page), getLastMonth(page)]
      const { month = last } = request.query
      if (typeof month !== 'string' || !MONTH_REGEXP.test(month) || month < first || month > last)
        return sendNotFound(reply)
      const incidents = await incidentsOf(page, month)
      const home = getPagePath(request, page.facts.slug) || '/'
      return sendCached(request, reply, page, `history ${month} ${home}`, () =>
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
