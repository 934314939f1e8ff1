/** GET /status/{slug}/api/v2/…: a page for programs that know the status pages of Statuspage. */

import { type RecentPast, readRecentPast } from '../../services/status-pages/public-history.ts'
import { publicKey } from '../../services/status-pages/public-key.ts'
import type { ShownPage } from '../../services/status-pages/public-status.ts'
import { type Guest, POLLED_ROUTE } from '../deps.ts'
import { keepRead } from '../kept-read.ts'
import { withPage } from '../read-page.ts'
import { type Form, sendKept } from '../send-kept.ts'
import { incidentUrl, placeOf, recentWorks, type Site, siteOf } from '../status-page/recent-past.ts'
import { openTo } from './open-data.ts'
import { DOCUMENT_PATHS, DOCUMENTS, type DocumentPath, type StatuspageSource } from './statuspage-json.ts'

export const statuspageApi: Guest = (server, deps) => {
  const recentPastOf = keepRead((page) => readRecentPast(deps.context, page))
  for (const path of DOCUMENT_PATHS)
    server.get<{ Params: { slug: string } }>(`/status/:slug/api/v2/${path}`, POLLED_ROUTE, (request, reply) =>
      withPage(deps, request.params.slug, request, reply, async (page) => {
        const past = await recentPastOf(page)
        return sendKept(request, reply, page, `v2/${path}`, () =>
          documentForm(page, past, siteOf(page, deps.config.baseUrl), path),
        )
      }),
    )
}

export const documentForm = (page: ShownPage, past: RecentPast, site: Site, path: DocumentPath): Form => ({
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(DOCUMENTS[path](sourceOf(page, past, site))),
  headers: openTo(page.facts),
})

function sourceOf(page: ShownPage, past: RecentPast, site: Site): StatuspageSource {
  const place = placeOf(page, site)
  return {
    ...place,
    urlOf: (incident) => incidentUrl(site, incident),
    status: page.status,
    groupKeys: page.facts.sections.map(({ id }) => publicKey(id)),
    incidents: past.incidents,
    works: recentWorks(page, past),
  }
}
