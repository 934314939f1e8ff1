/** Where a page is for its reader: below our address, or at the root of a domain of its own. */
import type { FastifyRequest } from 'fastify'

/** What comes before everything of the page: empty at its own domain, else `/status/shop`. */
export const pathOf = ({ originalUrl, url }: FastifyRequest, slug: string): string =>
  originalUrl === url ? `/status/${slug}` : ''

/** Where what belongs to the page lies, seen from where the page stands; with a slash at the end, or empty. */
export const folderOf = ({ originalUrl, url }: FastifyRequest, slug: string): string =>
  originalUrl === url ? `${slug}/` : ''
