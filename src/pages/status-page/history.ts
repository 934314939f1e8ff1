/** GET /status/{slug}/history?month=2026-01: what happened in a month, as far back as anything is known. */
import { MONTH_PATTERN, monthOf } from '../../core/platform/time/month.ts'
import { findFirstIncident, listPublicIncidents } from '../../services/status-pages/public-history.ts'
import type { ShownPage } from '../../services/status-pages/public-status.ts'
import { type Guest, POLLED_ROUTE } from '../deps.ts'
import { keepRead } from '../kept-read.ts'
import { pathOf } from '../page-path.ts'
import { sendNotFound } from '../plain-page.ts'
import { withPage } from '../read-page.ts'
import { sendKept } from '../send-kept.ts'
import { historyHtml } from './history-html.ts'
import { siteOf } from './recent-past.ts'

interface Request {
  Params: { slug: string }
  Querystring: { month?: unknown }
}

const PATTERN = new RegExp(MONTH_PATTERN)

/** `2026-01` of a moment. */
export const monthAt = (at: number): string => new Date(at).toISOString().slice(0, 'YYYY-MM'.length)

export const monthBefore = (month: string): string => monthAt(monthOf(month, 'UTC').from - 1)
export const monthAfter = (month: string): string => monthAt(monthOf(month, 'UTC').to)

export const history: Guest = (server, deps) => {
  const firstMonthOf = keepRead(async (page) =>
    monthAt((await findFirstIncident(deps.context, page)) ?? page.status.readAt),
  )
  const incidentsOf = keepRead((page, month) => {
    const { from, to } = monthOf(month, 'UTC')
    return listPublicIncidents(deps.context, page, from, to)
  })

  server.get<Request>('/status/:slug/history', POLLED_ROUTE, (request, reply) =>
    withPage(deps, request.params.slug, request, reply, async (page) => {
      const [first, last] = [await firstMonthOf(page), lastMonthOf(page)]
      const { month = last } = request.query
      if (typeof month !== 'string' || !PATTERN.test(month) || month < first || month > last) return sendNotFound(reply)
      const incidents = await incidentsOf(page, month)
      const home = pathOf(request, page.facts.slug) || '/'
      return sendKept(request, reply, page, `history ${month} ${home}`, () =>
        historyHtml({
          page: page.status.page,
          month,
          incidents,
          previous: month > first ? monthBefore(month) : null,
          next: month < last ? monthAfter(month) : null,
          home,
          hrefOf: (other) => `history?month=${other}`,
          canonical: siteOf(page, deps.config.baseUrl).monthUrl(month),
          subscribe: deps.mailer !== null && page.facts.allowsSubscribers ? 'subscribe' : null,
        }),
      )
    }),
  )
}

/** What is reported may begin a little later than now, be it in the next month. */
export const lastMonthOf = ({ status: { readAt, openIncidents } }: ShownPage): string =>
  monthAt(Math.max(readAt, ...openIncidents.map(({ startedAt }) => startedAt)))
