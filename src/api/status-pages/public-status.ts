/** A status page for programs of anybody: the same as the page for people. */
import type { FastifyReply } from 'fastify'
import Type from 'typebox'
import type { ShownPage } from '../../services/status-pages/public-status.ts'
import { POLLED } from '../platform/access.ts'
import { dataOf, ok } from '../platform/envelope.ts'
import { sendWritten, type Written, writeOnce } from '../platform/http/compress.ts'
import type { Resource } from '../platform/resource.ts'
import { openPage, type PublicPageDeps, SlugParams } from './public-page-access.ts'
import { PublicStatus, toPublicStatus } from './public-status-json.ts'

const DESCRIPTION = `What the page for people shows, and nothing more: no target, no error, no id that opens anything.
A page that is unknown or not published is 404. One with a password takes it by HTTP Basic, under any user name, or the
cookie of who has entered it on the page. The answer is worked out anew every five seconds at most.`

/** Of a page that everybody may read, as long and from wherever they like. */
const OPEN = {
  'cache-control': 'public, max-age=15, stale-while-revalidate=60',
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
}

const CLOSED = { 'cache-control': 'private, no-store' }

export const publicStatus: Resource<PublicPageDeps> = (api, deps) => {
  /** Written once, as long as the page is kept: it has thousands of days. */
  const written = new WeakMap<ShownPage, Promise<Written>>()

  const write = (page: ShownPage): Promise<Written> => {
    const known = written.get(page)
    if (known) return known
    const writing = writeOnce(ok(toPublicStatus(page.status)))
    written.set(page, writing)
    return writing
  }

  api.get(
    '/api/status/:slug',
    {
      config: { access: POLLED, errors: ['RESOURCE_NOT_FOUND', 'AUTHENTICATION_REQUIRED', 'RATE_LIMIT_EXCEEDED'] },
      schema: {
        tags: ['Status pages'],
        summary: 'Read a status page as strangers see it',
        description: DESCRIPTION,
        params: SlugParams,
        response: {
          200: dataOf(PublicStatus),
          304: Type.Null({ description: 'As the `If-None-Match` of the request has it' }),
        },
      },
    },
    async (request, reply) => {
      const page = await openPage(deps, request, request.params.slug)
      reply.headers(page.facts.passwordHash === null ? OPEN : CLOSED)
      // Made in the very shape of the schema, and not written anew for each reader
      return sendWritten(await write(page), request, reply as FastifyReply) as never
    },
  )
}
