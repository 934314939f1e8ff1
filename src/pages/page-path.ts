/** Paths of a status page: below our domain, or at the root of the page's own domain. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isPageSlug } from '../core/platform/slug.ts'
import { sendNotFound } from './plain-page.ts'

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
