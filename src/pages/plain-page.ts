/** Pages that say one thing: that there is nothing here, or that it cannot be read now. */
import type { FastifyReply } from 'fastify'
import { type Html, html } from './html.ts'
import { ICONS, renderIcon } from './icons.ts'
import { type LayoutParts, renderLayout } from './page-layout.ts'

/** Unpublished and unknown look the same. */
export const sendNotFound = (reply: FastifyReply): FastifyReply =>
  sendPlain(reply.code(404), 'Page not found', 'There is no status page at this address. It may have moved or be gone.')

/** @param home address of the status page that the address belongs to, whether there is one or not */
export const sendPathNotFound = (reply: FastifyReply, home: string): FastifyReply =>
  sendPlain(
    reply.code(404),
    'Page not found',
    html`There is nothing at this address. <a href="${home}">Status page</a>`,
  )

/** Seconds after which a reader may try again. */
const RETRY_AFTER_SECONDS = 10

/** It says nothing of the services that the page is about. */
export const sendUnavailable = (reply: FastifyReply): FastifyReply =>
  sendPlain(
    reply.code(503).header('retry-after', String(RETRY_AFTER_SECONDS)),
    'Status not available',
    'The status cannot be read at this moment. This says nothing about the services themselves. Please try again soon.',
  )

export const sendServerError = (reply: FastifyReply): FastifyReply =>
  sendPlain(reply.code(500), 'Something went wrong', 'This page could not be made. The fault is ours.')

function sendPlain(reply: FastifyReply, title: string, message: string | Html): FastifyReply {
  return sendLayout(reply, {
    title,
    page: null,
    body: html`${ICONS}<div class="w"><header><h1>${title}</h1></header><main>
      <section class="banner K-unknown">${renderIcon('unknown')}<p>${message}</p></section></main></div>`,
  })
}

/** For a page that is nobody else's, or that is to be asked for anew each time. */
export function sendLayout(reply: FastifyReply, parts: LayoutParts): FastifyReply {
  const { type, body, headers } = renderLayout(parts)
  return reply
    .headers({ ...headers, 'cache-control': 'no-store' })
    .type(type)
    .send(body)
}

/** Where the dashboard would be. The API and the status pages do without. */
export const sendDashboardMissing = (reply: FastifyReply): FastifyReply =>
  reply
    .code(503)
    .type('text/html; charset=utf-8')
    .send(
      '<!doctype html><html lang="en"><meta charset="utf-8"><title>Watchkeeper</title>' +
        '<p>The dashboard is not built. Run <code>npm run build</code> and start the server again. ' +
        'The API works without it.</p></html>',
    )
