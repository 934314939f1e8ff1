/** GET /status/{slug}/badge.svg: the overall status of a page as a badge. */
import { toPageBadge } from '../../core/status-pages/badge.ts'
import { type PagePlugin, POLLED_ROUTE } from '../deps.ts'
import { withPage } from '../read-page.ts'
import { sendBadge } from './send-badge.ts'

export const registerStatusBadgeRoutes: PagePlugin = (server, deps) => {
  server.get<{ Params: { slug: string } }>('/status/:slug/badge.svg', POLLED_ROUTE, (request, reply) =>
    withPage(deps, request.params.slug, request, reply, ({ status, facts }) =>
      sendBadge(request, reply, toPageBadge(status), facts.passwordHash !== null),
    ),
  )
}
