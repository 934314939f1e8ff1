/** Who is told of a status page by mail: asked for by anybody, seen and ended by the project. */
import Type from 'typebox'
import type { PageFacts } from '../../services/status-pages/public-status.ts'
import { listPageSubscribers, removeSubscriber, type Subscriber } from '../../services/status-pages/subscribers.ts'
import type { GuardedAccess, PublicAccess } from '../platform/access.ts'
import { DELETED, Deleted, dataOf, OffsetQuery, ok, pageOf, pagination } from '../platform/envelope.ts'
import { scopeOf } from '../platform/monitor-access.ts'
import type { Resource } from '../platform/resource.ts'
import { Body, Email, IsoTime, Nullable, OneOf, Uuid, UuidParams } from '../platform/schemas.ts'
import { toIso } from '../platform/times.ts'
import { openPage, SlugParams } from './public-page-access.ts'

const PUBLIC: PublicAccess = { public: true }
// Addresses of strangers are for those who look after the page
const EDIT: GuardedAccess = { permission: 'can_edit_monitors', scope: 'path' }
const TAGS = ['Status pages']
const OF_PAGE = ['PROJECT_NOT_FOUND', 'API_KEY_ORGANIZATION_MISMATCH', 'RESOURCE_NOT_FOUND'] as const

const StatusSubscriber = Type.Object({
  id: Uuid,
  email: Type.String({ examples: ['reader@example.com'] }),
  status: OneOf(['pending', 'confirmed'], { description: '`pending`: the link in the first mail was not used yet' }),
  confirmed_at: Nullable(IsoTime),
  created_at: IsoTime,
})

const toSubscriber = ({ id, email, confirmedAt, createdAt }: Subscriber) => ({
  id,
  email,
  status: confirmedAt === null ? ('pending' as const) : ('confirmed' as const),
  confirmed_at: confirmedAt === null ? null : toIso(confirmedAt),
  created_at: toIso(createdAt),
})

const ADDRESS = '/api/projects/:projectId/status-pages/:pageId/subscribers'

export const pageSubscribers: Resource = (api, deps) => {
  const { context, subscriptionDesk } = deps

  api.post(
    '/api/status/:slug/subscribers',
    {
      config: { access: PUBLIC, errors: ['RESOURCE_NOT_FOUND', 'AUTHENTICATION_REQUIRED', 'CONFLICT'] },
      schema: {
        tags: TAGS,
        summary: 'Ask to be told of a status page by mail',
        description:
          'A mail with a link goes to the address, and updates begin when that is used. The answer is the same whether ' +
          'the address is subscribed already or not.',
        params: SlugParams,
        body: Body({ email: Email }),
        response: { 202: dataOf(Type.Object({ accepted: Type.Literal(true) })) },
      },
    },
    async (request, reply) => {
      const { facts }: { facts: PageFacts } = await openPage(deps, request, request.params.slug)
      await subscriptionDesk.ask(facts, request.body.email, request.ip)
      return reply.code(202).send(ok({ accepted: true } as const))
    },
  )

  api.get(
    ADDRESS,
    {
      config: { access: EDIT, errors: OF_PAGE },
      schema: {
        tags: TAGS,
        summary: 'List the subscribers of a status page, newest first',
        params: UuidParams('projectId', 'pageId'),
        querystring: Type.Object(OffsetQuery),
        response: { 200: pageOf('subscribers', StatusSubscriber) },
      },
    },
    async ({ project, params, query }) => {
      const { subscribers, total } = await listPageSubscribers(context.store.db, project.id, params.pageId, query)
      return ok({
        subscribers: subscribers.map(toSubscriber),
        pagination: pagination(query, total, subscribers.length),
      })
    },
  )

  api.delete(
    `${ADDRESS}/:subscriberId`,
    {
      config: { access: EDIT, errors: OF_PAGE },
      schema: {
        tags: TAGS,
        summary: 'End a subscription',
        description: 'What was still to be sent there is not sent. Whoever reads there may subscribe again.',
        params: UuidParams('projectId', 'pageId', 'subscriberId'),
        response: { 200: dataOf(Deleted) },
      },
    },
    async (request) => {
      const { pageId, subscriberId } = request.params
      await removeSubscriber(context, scopeOf(request), pageId, subscriberId)
      return ok(DELETED)
    },
  )
}
