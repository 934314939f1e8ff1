/** GET /status/{slug}: the page itself. */
import { pageUrl } from '../../core/status-pages/page-address.ts'
import type { ShownPage } from '../../services/status-pages/public-status.ts'
import { type Guest, POLLED_ROUTE } from '../deps.ts'
import { folderOf, sendToPage } from '../page-path.ts'
import { withPage } from '../read-page.ts'
import { type Form, sendKept } from '../send-kept.ts'
import { statusHtml } from './status-html.ts'

export const statusPage: Guest = (server, deps) => {
  const { baseUrl } = deps.config
  // People write it, and some programs put it there
  server.get<{ Params: { slug: string } }>('/status/:slug/', POLLED_ROUTE, (request, reply) =>
    sendToPage(request, reply, 308),
  )
  server.get<{ Params: { slug: string } }>('/status/:slug', POLLED_ROUTE, (request, reply) =>
    withPage(deps, request.params.slug, request, reply, (page) =>
      // At its own domain it stands elsewhere, and so do the things beside it
      sendKept(request, reply, page, `html ${folderOf(request, page.facts.slug)}`, () =>
        statusForm(page, baseUrl, folderOf(request, page.facts.slug), deps.mailer !== null),
      ),
    ),
  )
}

/**
 * @param folder where what belongs to the page lies, seen from where the page stands; with a slash at the end, or empty
 * @param sendsMail whether readers can have themselves told
 */
export const statusForm = (
  { status, facts }: ShownPage,
  baseUrl: string,
  folder: string,
  sendsMail: boolean,
): Promise<Form> =>
  statusHtml(status, {
    canonical: pageUrl(baseUrl, facts),
    history: `${folder}history`,
    atom: `${folder}feed.atom`,
    rss: `${folder}feed.rss`,
    calendar: `${folder}maintenance.ics`,
    subscribe: sendsMail && facts.allowsSubscribers ? `${folder}subscribe` : null,
  })
