/** GET /api/monitors/{id}/badge.svg: how one monitor is, for whoever was given the link. */

import { invalid, Problem } from '../../core/platform/errors.ts'
import { SECOND_MS } from '../../core/platform/time/time.ts'
import { BADGE_KINDS, type BadgeWords } from '../../core/status-pages/badge.ts'
import { KeptValues } from '../../services/platform/kept-values.ts'
import { makeBadgeLinks, readBadge } from '../../services/status-pages/badges.ts'
import { type Guest, POLLED_ROUTE } from '../deps.ts'
import { sendBadge } from './send-badge.ts'

/** As long as a status page. The address of a badge is public, and image proxies ask for it without end. */
const KEPT_MS = 5 * SECOND_MS

interface Request {
  Params: { id: string }
  Querystring: { token?: unknown; kind?: unknown }
}

export const monitorBadge: Guest = (server, { context, config }) => {
  const links = makeBadgeLinks(config.secret)
  const { db } = context.store
  const badges = new KeptValues<BadgeWords | null>(KEPT_MS, context.elapsed)

  server.get<Request>('/api/monitors/:id/badge.svg', POLLED_ROUTE, async (request, reply) => {
    const { params, query } = request
    if (typeof query.token !== 'string' || !links.isFor(query.token, params.id)) throw noSuchBadge()
    const kind = BADGE_KINDS.find((known) => known === (query.kind ?? 'status'))
    if (kind === undefined) throw invalid({ field: 'kind', message: `must be one of ${BADGE_KINDS.join(', ')}` })
    const words = await badges.get(`${kind} ${params.id.toLowerCase()}`, () =>
      readBadge(db, params.id, kind, context.now()),
    )
    if (!words) throw noSuchBadge()
    return sendBadge(request, reply, words)
  })
}

/** The same for a wrong link as for a monitor that is gone. */
const noSuchBadge = (): Problem => new Problem('MONITOR_NOT_FOUND', 'There is no badge at this address')
