/** Addresses below a status page, or at its own domain, where nothing is: readers get a page, programs an error. */
import type { Guest } from './deps.ts'
import { pathOf } from './page-path.ts'
import { sendNothingHere } from './plain-page.ts'

export const nothingHere: Guest = (server) => {
  server.get<{ Params: { slug: string } }>(
    '/status/:slug/*',
    { config: { access: { public: true } }, schema: { hide: true } },
    (request, reply) =>
      request.headers.accept?.includes('text/html')
        ? sendNothingHere(reply, pathOf(request, request.params.slug) || '/')
        : reply.callNotFound(),
  )
}
