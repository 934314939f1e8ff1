/**
 * The unsubscribe link in every email of a target: a page with one button. Reading the page changes nothing, because
 * mail programs and virus scanners open links automatically. Mail programs with one-click unsubscribe send the POST
 * themselves (RFC 8058, section 3.2).
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createUnsubscribeLinks } from '../../channels/unsubscribe-link.ts'
import { unsubscribe as end, findSubscription, type Subscription } from '../../services/notifications/unsubscribe.ts'
import type { PublicAccess } from '../platform/access.ts'
import type { Api } from '../platform/api.ts'
import type { Resource } from '../platform/resource.ts'
import { PAGE_POLICY, renderUnsubscribePage } from './unsubscribe-page.ts'

const PUBLIC: PublicAccess = { public: true }

/** The parameter name keeps the token out of the log; see `toLoggedUrl` in error-handler.ts. */
const PATH = '/unsubscribe/:token'

/** Mail programs send `List-Unsubscribe=One-Click`, and the page sends an empty body. */
const BODY_LIMIT = 10_240

const getToken = ({ params }: FastifyRequest): string => (params as { token: string }).token

function sendPage(reply: FastifyReply, subscription: Subscription | null): FastifyReply {
  return reply
    .code(subscription ? 200 : 404)
    .headers({
      'content-security-policy': PAGE_POLICY,
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    })
    .type('text/html; charset=utf-8')
    .send(renderUnsubscribePage(subscription))
}

export const registerUnsubscribeRoutes: Resource = (api, { context, config }) => {
  const links = createUnsubscribeLinks(config.secret)
  const route = { config: { access: PUBLIC }, schema: { hide: true } }

  api.register(async (scope) => {
    readAnyBody(scope as Api)
    scope.get(PATH, route, async (request, reply) =>
      sendPage(reply, await findSubscription(context.store.db, links, getToken(request))),
    )
    scope.post(PATH, route, async (request, reply) => sendPage(reply, await end(context, links, getToken(request))))
  })
}

/** Accepts form bodies of both types and ignores their content. */
function readAnyBody(scope: Api): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_request, _body, done) => done(null))
}
