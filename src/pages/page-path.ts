/** Where a page is for its reader: below our address, or at the root of a domain of its own. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isPageSlug } from '../core/platform/slug.ts'
import { sendNotFound } from './plain-page.ts'

/** What comes before everything of the page: empty at its own domain, else `/status/shop`. */
export const getPagePath = ({ originalUrl, url }: FastifyRequest, slug: string): string =>
  originalUrl === url ? `/status/${slug}` : ''

/** Where what belongs to the page lies, seen from where the page stands; with a slash at the end, or empty. */
export const getPageFolder = ({ originalUrl, url }: FastifyRequest, slug: string): string =>
  originalUrl === url ? `${slug}/` : ''

/** From an address beside it to the page, whether there is one or not. */
export const sendToPage = (
  request: FastifyRequest<{ Params: { slug: string } }>,
  reply: FastifyReply,
  code: 303 | 308,
): FastifyReply =>
  isPageSlug(request.params.slug)
    ? reply.redirect(getPagePath(request as FastifyRequest, request.params.slug) || '/', code)
    : sendNotFound(reply)
