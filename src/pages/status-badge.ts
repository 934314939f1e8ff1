/** GET /status/{slug}/badge.svg: how all of a page is, in a word. */
import { pageBadge } from '../core/badge.ts'
import type { Guest } from './deps.ts'
import { withPage } from './read-page.ts'
import { sendBadge } from './send-badge.ts'

const ROUTE = { config: { access: { public: true } }, schema: { hide: true } } as const

export const statusBadge: Guest = (server, deps) => {
  server.get<{ Params: { slug: string } }>('/status/:slug/badge.svg', ROUTE, (request, reply) =>
    withPage(deps, request.params.slug, request, reply, ({ status, facts }) =>
      sendBadge(request, reply, pageBadge(status), facts.passwordHash !== null),
    ),
  )
}
