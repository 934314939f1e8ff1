/** Email subscriptions to a status page: visitors subscribe, and project members list and delete them. */
import Type from 'typebox'
import type { PageFacts } from '../../services/status-pages/public-status.ts'
import { listPageSubscribers, removeSubscriber, type Subscriber } from '../../services/status-pages/subscribers.ts'
import { type GuardedAccess, type PublicAccess, toMonitorScope } from '../platform/access.ts'
import {
  DELETED,
  Deleted,
  OffsetQuery,
  toDataSchema,
  toEnvelope,
  toPageSchema,
  toPagination,
} from '../platform/envelope.ts'
import type { Resource } from '../platform/resource.ts'
import { Body, Email, IsoTime, Nullable, OneOf, Uuid, UuidParams } from '../platform/schemas.ts'
import { toIso } from '../platform/times.ts'
import { openPage, SlugParams } from './public-status.ts'

const PUBLIC: PublicAccess = { public: true }
// Only editors of the page see the addresses of subscribers
const EDIT: GuardedAccess = { permission: 'can_edit_monitors', scope: 'path' }
const TAGS = ['Status pages']
const PAGE_ERRORS = ['PROJECT_NOT_FOUND', 'API_KEY_ORGANIZATION_MISMATCH', 'RESOURCE_NOT_FOUND'] as const

const StatusSubscriber = Type.Object({
  id: Uuid,
  email: Type.String({ examples: ['reader@example.com'] }),
  status: OneOf(['pending', 'confirmed'], { description: '`pending`: the confirmation link was not used yet' }),
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

export const registerPageSubscriberRoutes: Resource = (api, deps) => {
  const { context, subscriptionService } = deps

  api.post(
    '/api/status/:slug/subscribers',
    {
      config: { access: PUBLIC, errors: ['RESOURCE_NOT_FOUND', 'AUTHENTICATION_REQUIRED', 'CONFLICT'] },
      schema: {
        tags: TAGS,
        summary: 'Subscribe to a status page by email',
        description:
          'Sends an email with a confirmation link to the address. Updates start once the link is used. The response ' +
          'is the same whether the address is already subscribed or not.',
        params: SlugParams,
        body: Body({ email: Email }),
        response: { 202: toDataSchema(Type.Object({ accepted: Type.Literal(true) })) },
      },
    },
    async (request, reply) => {
      const { facts }: { facts: PageFacts } = await openPage(deps, request, request.params.slug)
      await subscriptionService.request(facts, request.body.email, request.ip)
      return reply.code(202).send(toEnvelope({ accepted: true } as const))
    },
  )

  api.get(
    ADDRESS,
    {
      config: { access: EDIT, errors: PAGE_ERRORS },
      schema: {
        tags: TAGS,
        summary: 'List the subscribers of a status page, newest first',
        params: UuidParams('projectId', 'pageId'),
        querystring: Type.Object(OffsetQuery),
        response: { 200: toPageSchema('subscribers', StatusSubscriber) },
      },
    },
    async ({ project, params, query }) => {
      const { subscribers, total } = await listPageSubscribers(context.store.db, project.id, params.pageId, query)
      return toEnvelope({
        subscribers: subscribers.map(toSubscriber),
        pagination: toPagination(query, total, subscribers.length),
      })
    },
  )

  api.delete(
    `${ADDRESS}/:subscriberId`,
    {
      config: { access: EDIT, errors: PAGE_ERRORS },
      schema: {
        tags: TAGS,
        summary: 'Delete a subscription',
        description: 'Pending updates to this address are not sent. The reader may subscribe again.',
        params: UuidParams('projectId', 'pageId', 'subscriberId'),
        response: { 200: toDataSchema(Deleted) },
      },
    },
    async (request) => {
      const { pageId, subscriberId } = request.params
      await removeSubscriber(context, toMonitorScope(request), pageId, subscriberId)
      return toEnvelope(DELETED)
    },
  )
}
