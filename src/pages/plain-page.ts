/** Pages with a single message, such as not found or unavailable. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isPageSlug } from '../core/platform/text/slug.ts'
import type { PagePlugin } from './deps.ts'
import { type Html, html } from './html.ts'
import { ICONS, type LayoutParts, renderIcon, renderLayout } from './page-layout.ts'

/** Unpublished and unknown pages look the same. */
export const sendNotFound = (reply: FastifyReply): FastifyReply =>
  sendPlain(
    reply.code(404),
    'Page not found',
    'There is no status page at this address. It may have been moved or deleted.',
  )

/** @param home path of the status page above this URL; the page may not exist */
const sendPathNotFound = (reply: FastifyReply, home: string): FastifyReply =>
  sendPlain(
    reply.code(404),
    'Page not found',
    html`This page does not exist. <a href="${home}">Go to the status page</a>`,
  )

/** Seconds after which a client may try again. */
const RETRY_AFTER_SECONDS = 10

/** States nothing about the monitored services. */
export const sendUnavailable = (reply: FastifyReply): FastifyReply =>
  sendPlain(
    reply.code(503).header('retry-after', String(RETRY_AFTER_SECONDS)),
    'Status unavailable',
    'The status cannot be loaded right now. The services themselves may be fine. Please try again shortly.',
  )

export const sendServerError = (reply: FastifyReply): FastifyReply =>
  sendPlain(
    reply.code(500),
    'Something went wrong',
    'This page could not be displayed because of an error on our side.',
  )

function sendPlain(reply: FastifyReply, title: string, message: string | Html): FastifyReply {
  return sendLayout(reply, {
    title,
    page: null,
    body: html`${ICONS}<div class="w"><header><h1>${title}</h1></header><main>
      <section class="banner K-unknown">${renderIcon('unknown')}<p>${message}</p></section></main></div>`,
  })
}

/** Sends a page that must not be cached. */
export function sendLayout(reply: FastifyReply, parts: LayoutParts): FastifyReply {
  const { type, body, headers } = renderLayout(parts)
  return reply
    .headers({ ...headers, 'cache-control': 'no-store' })
    .type(type)
    .send(body)
}

/** Replaces the dashboard if it was not built. The API and the status pages still work. */
export const sendDashboardMissing = (reply: FastifyReply): FastifyReply =>
  reply
    .code(503)
    .type('text/html; charset=utf-8')
    .send(
      '<!doctype html><html lang="en"><meta charset="utf-8"><title>Watchkeeper</title>' +
        '<p>The dashboard has not been built. Run <code>npm run build</code> and restart the server. ' +
        'The API works without it.</p></html>',
    )

/** Returns the path of the page: empty on its own domain, otherwise `/status/shop`. */
export const getPagePath = ({ originalUrl, url }: FastifyRequest, slug: string): string =>
  originalUrl === url ? `/status/${slug}` : ''

/** Returns the folder of the page's other files, relative to the page; empty or with a trailing slash. */
export const getRelativeFolder = ({ originalUrl, url }: FastifyRequest, slug: string): string =>
  originalUrl === url ? `${slug}/` : ''

/** Redirects from a related URL to the page, even if the page does not exist. */
export const sendToPage = (
  request: FastifyRequest<{ Params: { slug: string } }>,
  reply: FastifyReply,
  code: 303 | 308,
): FastifyReply =>
  isPageSlug(request.params.slug)
    ? reply.redirect(getPagePath(request as FastifyRequest, request.params.slug) || '/', code)
    : sendNotFound(reply)

/** Unknown URLs below a status page or on its own domain: browsers get a page, programs an error. */
export const registerNotFoundRoutes: PagePlugin = (server) => {
  server.get<{ Params: { slug: string } }>(
    '/status/:slug/*',
    { config: { access: { public: true } }, schema: { hide: true } },
    (request, reply) =>
      request.headers.accept?.includes('text/html')
        ? sendPathNotFound(reply, getPagePath(request, request.params.slug) || '/')
        : reply.callNotFound(),
  )
}
