/** GET /status/{slug}/api/v2/…: a page for clients of the Statuspage API. */

import { type RecentPast, readRecentPast } from '../../services/status-pages/public-history.ts'
import { toPublicKey } from '../../services/status-pages/public-incidents.ts'
import type { ShownPage } from '../../services/status-pages/public-status.ts'
import { type PagePlugin, POLLED_ROUTE } from '../deps.ts'
import { createCachedRead, withPage } from '../read-page.ts'
import { getCorsHeaders, type PageDocument, sendCached } from '../send-cached.ts'
import { listRecentOccurrences, type Site, toIncidentUrl, toPageAddress, toSite } from '../status-page/export-source.ts'
import { DOCUMENT_PATHS, DOCUMENTS, type DocumentPath, type StatuspageSource } from './statuspage-json.ts'

export const registerStatuspageApiRoutes: PagePlugin = (server, deps) => {
  const readCachedPast = createCachedRead((page) => readRecentPast(deps.context, page))
  for (const path of DOCUMENT_PATHS)
    server.get<{ Params: { slug: string } }>(`/status/:slug/api/v2/${path}`, POLLED_ROUTE, (request, reply) =>
      withPage(deps, request, reply, async (page) => {
        const past = await readCachedPast(page)
        return sendCached(reply, page, `v2/${path}`, () =>
          toApiDocument(page, past, toSite(page, deps.config.baseUrl), path),
        )
      }),
    )
}

export const toApiDocument = (page: ShownPage, past: RecentPast, site: Site, path: DocumentPath): PageDocument => ({
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(DOCUMENTS[path](toSource(page, past, site))),
  headers: getCorsHeaders(page.facts),
})

function toSource(page: ShownPage, past: RecentPast, site: Site): StatuspageSource {
  const pageAddress = toPageAddress(page, site)
  return {
    ...pageAddress,
    toUrl: (incident) => toIncidentUrl(site, incident),
    status: page.status,
    groupKeys: page.facts.sections.map(({ id }) => toPublicKey(id)),
    incidents: past.incidents,
    occurrences: listRecentOccurrences(page, past),
  }
}
