/** GET /status/{slug}: the HTML page. */

import type { FastifyRequest } from 'fastify'
import { hasMailServer } from '../../channels/mailer.ts'
import { getPageUrl } from '../../core/status-pages/status-page.ts'
import type { ShownPage } from '../../services/status-pages/public-status.ts'
import { type PagePlugin, POLLED_ROUTE } from '../deps.ts'
import { getRelativeFolder, sendToPage } from '../plain-page.ts'
import { withPage } from '../read-page.ts'
import { READER_SCRIPT } from '../reader-script.ts'
import { findReady, type PageDocument, sendCached } from '../send-cached.ts'
import { renderStatus } from './status-html.ts'

export const registerPageRoutes: PagePlugin = (server, deps) => {
  const { baseUrl } = deps.config
  // Users type the trailing slash, and some programs add it
  server.get<{ Params: { slug: string } }>('/status/:slug/', POLLED_ROUTE, (request, reply) =>
    sendToPage(request, reply, 308),
  )
  const findCached = (request: FastifyRequest) => {
    const page = deps.publicPages.findCached((request.params as { slug: string }).slug)
    return page && findReady(request, page, getKey(request, page))
  }
  server.get<{ Params: { slug: string } }>(
    '/status/:slug',
    { ...POLLED_ROUTE, config: { ...POLLED_ROUTE.config, findCached } },
    (request, reply) =>
      withPage(deps, request, reply, (page) =>
        sendCached(reply, page, getKey(request, page), () =>
          toStatusDocument(page, baseUrl, getRelativeFolder(request, page.facts.slug), hasMailServer(deps.mailer)),
        ),
      ),
  )
}

/** On its own domain the page has another path, and so do its relative links. */
const getKey = (request: FastifyRequest, { facts }: ShownPage): string =>
  `html ${getRelativeFolder(request, facts.slug)}`

/** Renders a page without its script, because the dashboard shows a preview within its own page. */
export async function renderPreview(page: ShownPage, baseUrl: string, sendsMail: boolean): Promise<string> {
  const { body } = await toStatusDocument(page, baseUrl, '', sendsMail)
  return body.replace(READER_SCRIPT.text, () => '')
}

/**
 * @param folder folder of the page's other files, relative to the page. Empty or with a trailing slash.
 * @param sendsMail whether readers can subscribe by email
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
