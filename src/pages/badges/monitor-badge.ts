/** GET /api/monitors/{id}/badge.svg: a badge of one monitor, for readers with the link. */

import { createInvalid, Problem } from '../../core/platform/errors.ts'
import { SECOND_MS } from '../../core/platform/time/time.ts'
import { BADGE_KINDS, type BadgeContent } from '../../core/status-pages/badge.ts'
import { CachedValues } from '../../services/platform/cached-values.ts'
import { createBadgeLinks, readBadge } from '../../services/status-pages/badges.ts'
import { type PagePlugin, POLLED_ROUTE } from '../deps.ts'
import { sendBadge } from './send-badge.ts'

/** Equals the cache time of a status page. Badge URLs are public, and image proxies request them continuously. */
const CACHE_MS = 5 * SECOND_MS

interface Request {
  Params: { id: string }
  Querystring: { token?: unknown; kind?: unknown }
}

export const registerBadgeImageRoutes: PagePlugin = (server, { context, config }) => {
  const links = createBadgeLinks(config.secret)
  const { db } = context.store
  const badges = new CachedValues<BadgeContent | null>(CACHE_MS, context.elapsed)

  server.get<Request>('/api/monitors/:id/badge.svg', POLLED_ROUTE, async (request, reply) => {
    const { params, query } = request
    if (typeof query.token !== 'string' || !links.isTokenFor(query.token, params.id)) throw toBadgeNotFound()
    const kind = BADGE_KINDS.find((known) => known === (query.kind ?? 'status'))
    if (kind === undefined) throw createInvalid({ field: 'kind', message: `must be one of ${BADGE_KINDS.join(', ')}` })
    const content = await badges.get(`${kind} ${params.id.toLowerCase()}`, () =>
      readBadge(db, params.id, kind, context.now()),
    )
    if (!content) throw toBadgeNotFound()
    return sendBadge(request, reply, content)
  })
}

/** Returns the same error for an invalid link as for a deleted monitor. */
const toBadgeNotFound = (): Problem => new Problem('MONITOR_NOT_FOUND', 'Badge not found')
