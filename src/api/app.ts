/**
 * Assembles the REST API. To add a resource, write one file that declares its routes and add one line to `resources.ts`:
 *
 *     export const registerGadgetRoutes: Resource = (api, { context }) => {
 *       api.get(
 *         '/api/gadgets/:id',
 *         {
 *           config: { access: { permission: 'can_view', scope: 'project' }, errors: ['RESOURCE_NOT_FOUND'] },
 *           schema: {
 *             tags: ['Gadgets'],
 *             summary: 'Get a gadget',
 *             params: UuidParams('id'),
 *             response: { 200: toDataSchema(Type.Object({ gadget: Gadget })) },
 *           },
 *         },
 *         async ({ params, actor, project }) => toEnvelope({ gadget: await getGadget(context, project.id, params.id) }),
 *       )
 *     }
 *
 * `config.access` is checked before the body is read, and the schemas are validated afterwards. A `Problem` thrown by a
 * handler becomes the failure envelope. Only fields listed in the `response` schemas are sent.
 */
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import Fastify, { type onRequestHookHandler } from 'fastify'
import { computeConnectionLimits } from '../core/platform/limits/connection-limits.ts'
import { createKeyUse } from '../services/accounts/api-keys.ts'
import { createSignInAttempts } from '../services/accounts/sign-in-attempts.ts'
import { createAccessTokens } from '../services/platform/credentials/tokens.ts'
import { createLimits } from '../services/platform/limits/rate-limits.ts'
import { createFactorKeys } from '../services/platform/sealing/seal.ts'
import { ServiceHosts } from '../services/platform/service-hosts.ts'
import { PageDomains } from '../services/status-pages/page-domains.ts'
import { createPageLock } from '../services/status-pages/page-lock.ts'
import { PublicPages } from '../services/status-pages/public-pages.ts'
import { createSubscriptionService } from '../services/status-pages/subscribers.ts'
import { withTimeoutClass } from '../store/platform/session.ts'
import { isWrite } from './platform/access.ts'
import { createAccessWatch } from './platform/access-watch.ts'
import { createAccountMail } from './platform/account-mail.ts'
import type { Api } from './platform/api.ts'
import type { ApiDeps } from './platform/deps.ts'
import { createErrorHandler, createProblemConverter } from './platform/error-handler.ts'
import { createGuard, type Guard } from './platform/guard.ts'
import { mergeChunks, readBodies } from './platform/http/body.ts'
import { BODY_LIMIT, limitBodies } from './platform/http/body-limit.ts'
import { enableCompression } from './platform/http/compress.ts'
import { createConnections } from './platform/http/connections.ts'
import { createRequestIds } from './platform/http/headers.ts'
import { handleNodeRefusals, LingeringSockets, replyUnread } from './platform/http/unread-requests.ts'
import { createCors, refuseUnrouted } from './platform/http/unrouted.ts'
import { enableIdempotency } from './platform/idempotency.ts'
import { limitOrganizations } from './platform/organization-limits.ts'
import { countRequests } from './platform/request-count.ts'
import { listRoutes, type Resource } from './platform/resource.ts'
import { createSerializer } from './platform/validation/serialization.ts'
import { createValidator } from './platform/validation/validation.ts'
import { RESOURCES } from './resources.ts'

/**
 * Longer path parameters match no route. The limit is above the length of any ID, so that an invalid ID gives 400
 * instead of 404.
 */
const MAX_PARAMETER_LENGTH = 512

/** @param extraResources routes outside the API, such as HTML pages */
export function buildApp(deps: ApiDeps, extraResources: readonly Resource[] = []): Api {
  const { context, config, log } = deps
  const requestIds = createRequestIds()
  const connectionLimits = deps.connections ?? computeConnectionLimits(null)
  const connections = createConnections(connectionLimits, config.trustedProxies, context.elapsed)
  const lingering = new LingeringSockets(connectionLimits)
  const domains = new PageDomains(context, new URL(config.baseUrl).hostname)
  const api: Api = Fastify({
    genReqId: requestIds,
    trustProxy: config.trustedProxies.length > 0 && [...config.trustedProxies],
    bodyLimit: BODY_LIMIT,
    routerOptions: { maxParamLength: MAX_PARAMETER_LENGTH },
    rewriteUrl: ({ headers, url }) => domains.resolveUrl(headers.host, url!),
    return503OnClosing: false, // the guard refuses in the format of all other errors
    requestTimeout: connectionLimits.requestMs,
    keepAliveTimeout: connectionLimits.keepAliveMs,
    frameworkErrors: (error, request, reply) => api.errorHandler(error, request, reply),
    http: {
      requireHostHeader: false, // refused in the format of all other errors
      headersTimeout: connectionLimits.headersMs,
      connectionsCheckingInterval: connectionLimits.checkEveryMs,
    },
    clientErrorHandler: (error, socket) => refuse(error, socket),
  })
  const keyUse = createKeyUse(context, (err) => {
    if (log) log.warn({ err }, 'failed to store the last use of API keys')
  })
  const tokens = createAccessTokens(config.secret, context.now)
  const onLocalCount = (err: unknown) => {
    if (log) log.warn({ err }, 'rate limits count for this server only: the database does not answer')
  }
  const limits = createLimits(context, onLocalCount, deps.readinessTimeoutMs)
  const limiter = config.rateLimit > 0 ? limits.limiter('requests', config.rateLimit) : null
  const accountMail = createAccountMail(deps.mailer, limits, log)
  const logins = createSignInAttempts(limits, context.elapsed)
  const factorKeys = createFactorKeys(config.secret)
  const publicPages = new PublicPages(
    context,
    config.rateLimit > 0 ? limits.limiter('unknown page', config.rateLimit) : null,
  )
  const pageLock = createPageLock(config.secret, context.now, limits)
  const subscriptionService = createSubscriptionService({ context, config, accountMail, limits })
  const hosts = new ServiceHosts(context, (err) => {
    if (log) log.warn({ err }, 'failed to store a host name of the service')
  })
  const guard = createGuard(
    {
      db: context.store.db,
      now: context.now,
      tokens,
      keyUse,
      hosts,
      onSignedIn: (socket) => connections.markTrusted(socket),
    },
    limiter,
    createCors(config.corsOrigins),
  )

  function refuse(error: Error, socket: Duplex): void {
    const headers = guard.createUnreadHeaders((socket as Socket).remoteAddress ?? '')
    replyUnread(error, socket as Socket, { ...headers, 'x-request-id': requestIds() }, lingering)
  }

  // All fields are declared here, so that every request object has the same hidden class; fields added later are slower
  // to read
  api.decorateRequest('actor', null as never)
  api.decorateRequest('project', null as never)
  api.decorateRequest('authorizedAt', 0)
  api.setValidatorCompiler(createValidator)
  api.setSerializerCompiler(createSerializer)
  const toProblem = createProblemConverter(deps)
  api.setErrorHandler(createErrorHandler(toProblem, guard))
  limitQueryTimeouts(api)
  api.addHook('onReady', () => domains.refresh())
  api.addHook('preClose', async () => guard.close())
  api.addHook('preClose', async () => lingering.stop())
  api.addHook('onClose', () => keyUse.flush())
  api.addHook('onClose', () => accountMail.waitUntilSent())
  api.addHook('onClose', async () => void (await hosts.waitUntilWritten()))
  api.addHook('onClose', () => limits.close())
  api.addHook('onClose', async () => publicPages.close())
  api.addHook('onClose', async () => domains.close())
  countRequests(api, context.meter, log)
  handleNodeRefusals(api, refuse)
  connections.watch(api.server)
  lingering.watch(api.server, (socket) => connections.findRequest(socket))
  mergeChunks(api)
  readBodies(api)
  limitBodies(api)
  protectRoutes(api, guard)
  hideSecretUrls(api)
  limitOrganizations(api)
  enableIdempotency(api, deps)
  refuseUnrouted(api, guard)
  enableCompression(api)
  const routes = listRoutes(api)
  const watchAccess = createAccessWatch(context.live, guard.isStillAllowed)
  const shared = { tokens, limits, logins, factorKeys, accountMail, routes, publicPages, pageLock, subscriptionService }
  for (const resource of [...RESOURCES, ...extraResources])
    resource(api, { ...deps, ...shared, toProblem, watchAccess })
  return api
}

/**
 * Limits query time, because clients prefer a quick error to a long wait. The second hook sets the limit again, because
 * reading the body can lose the async context.
 */
function limitQueryTimeouts(api: Api): void {
  api.addHook('onRequest', (_request, _reply, done) => withTimeoutClass('request', done))
  api.addHook('preValidation', (_request, _reply, done) => withTimeoutClass('request', done))
}

/**
 * Keeps URLs that contain a secret out of search engines. Their path parameter is named `token`, as for the log; see
 * `toLoggedUrl`.
 */
function hideSecretUrls(api: Api): void {
  const hide: onRequestHookHandler = (_request, reply, done) => {
    reply.header('x-robots-tag', 'noindex')
    done()
  }
  api.addHook('onRoute', (route) => {
    if (route.url.includes(':token')) route.onRequest = [hide, ...[route.onRequest ?? []].flat()]
  })
}

/** Puts the guard before every route. A route without declared access is a mistake and stops the start. */
function protectRoutes(api: Api, guard: Guard): void {
  api.addHook('onRoute', (route) => {
    const access = route.config?.access
    if (!access) throw new Error(`${route.method} ${route.url} does not declare its access (config.access)`)
    route.onRequest = [guard.createGuardHook(access, route.config?.findCached), ...[route.onRequest ?? []].flat()]
    if ('public' in access || ![route.method].flat().some(isWrite)) return
    route.preHandler = [guard.createRecheckHook(access), ...[route.preHandler ?? []].flat()]
  })
}
