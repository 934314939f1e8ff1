/** GET /status/{slug}: the page itself. */
import { getPageUrl } from '../../core/status-pages/page-address.ts'
import type { ShownPage } from '../../services/status-pages/public-status.ts'
import { type PagePlugin, POLLED_ROUTE } from '../deps.ts'
import { getPageFolder, sendToPage } from '../page-path.ts'
import { withPage } from '../read-page.ts'
import { type PageDocument, sendCached } from '../send-cached.ts'
import { renderStatus } from './status-html.ts'

export const registerPageRoutes: PagePlugin = (server, deps) => {
  const { baseUrl } = deps.config
  // People write it, and some programs put it there
  server.get<{ Params: { slug: string } }>('/status/:slug/', POLLED_ROUTE, (request, reply) =>
    sendToPage(request, reply, 308),
  )
  server.get<{ Params: { slug: string } }>('/status/:slug', POLLED_ROUTE, (request, reply) =>
    withPage(deps, request.params.slug, request, reply, (page) =>
      // At its own domain it stands elsewhere, and so do the things beside it
      sendCached(request, reply, page, `html ${getPageFolder(request, page.facts.slug)}`, () =>
        toStatusDocument(page, baseUrl, getPageFolder(request, page.facts.slug), deps.mailer !== null),
      ),
    ),
  )
}

/**
 * @param folder where what belongs to the page lies, seen from where the page stands; with a slash at the end, or empty
 * @param sendsMail whether readers can have themselves told
 */
export const toStatusDocument = (
  { status, facts }: ShownPage,
  baseUrl: string,
  folder: string,
  sendsMail: boolean,
): Promise<PageDocument> =>
  renderStatus(status, {
    canonical: getPageUrl(baseUrl, facts),
    history: `${folder}history`,
    atom: `${folder}feed.atom`,
    rss: `${folder}feed.rss`,
    calendar: `${folder}maintenance.ics`,
    subscribe: sendsMail && facts.allowsSubscribers ? `${folder}subscribe` : null,
  })
