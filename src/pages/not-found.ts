/** Unknown URLs below a status page or on its own domain: browsers get a page, programs an error. */
import type { PagePlugin } from './deps.ts'
import { getPagePath } from './page-path.ts'
import { sendPathNotFound } from './plain-page.ts'

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
