/** Public status of a page as JSON, with the same content as the HTML page. */
import type { FastifyReply } from 'fastify'
import Type from 'typebox'
import type { ShownPage } from '../../services/status-pages/public-status.ts'
import { POLLED } from '../platform/access.ts'
import { toDataSchema, toEnvelope } from '../platform/envelope.ts'
import { type EncodedBody, encodeJson, sendEncoded } from '../platform/http/compress.ts'
import type { Resource } from '../platform/resource.ts'
import { openPage, type PublicPageDeps, SlugParams } from './public-page-access.ts'
import { PublicStatus, toPublicStatus } from './public-status-json.ts'

const DESCRIPTION = `Returns only the contents of the public page: no targets, no errors and no IDs that give access to the API.
An unknown or unpublished page returns 404. A page with a password accepts it by HTTP Basic with any user name, or the
cookie set by the password form of the page. The response is refreshed at most every five seconds.`

/** Headers of a page without a password: any client may cache it and any origin may read it. */
const PUBLIC_HEADERS = {
  'cache-control': 'public, max-age=15, stale-while-revalidate=60',
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
}

const PRIVATE_HEADERS = { 'cache-control': 'private, no-store' }

export const registerPublicStatusRoutes: Resource<PublicPageDeps> = (api, deps) => {
  /** Encodes each page once while it is cached, because a page has thousands of days. */
  const written = new WeakMap<ShownPage, Promise<EncodedBody>>()

  const write = (page: ShownPage): Promise<EncodedBody> => {
    const known = written.get(page)
    if (known) return known
    const writing = encodeJson(toEnvelope(toPublicStatus(page.status)))
    written.set(page, writing)
    return writing
  }

  api.get(
    '/api/status/:slug',
    {
      config: { access: POLLED, errors: ['RESOURCE_NOT_FOUND', 'AUTHENTICATION_REQUIRED', 'RATE_LIMIT_EXCEEDED'] },
      schema: {
        tags: ['Status pages'],
        summary: 'Get the public view of a status page',
        description: DESCRIPTION,
        params: SlugParams,
        response: {
          200: toDataSchema(PublicStatus),
          304: Type.Null({ description: 'The page still has the `ETag` given in `If-None-Match`' }),
        },
      },
    },
    async (request, reply) => {
      const page = await openPage(deps, request, request.params.slug)
      reply.headers(page.facts.passwordHash === null ? PUBLIC_HEADERS : PRIVATE_HEADERS)
      // Built in the shape of the schema, and not serialized again for each reader
      return sendEncoded(await write(page), request, reply as FastifyReply) as never
    },
  )
}
