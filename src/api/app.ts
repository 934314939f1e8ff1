/**
 * The REST API, put together. To add a resource, write one file that declares its routes and add one line to
 * `RESOURCES`:
 *
 *     export const gadgets: Resource = (api, { context }) => {
 *       api.get(
 *         '/api/gadgets/:id',
 *         {
 *           config: { access: { permission: 'can_view', scope: 'project' }, errors: ['RESOURCE_NOT_FOUND'] },
 *           schema: {
 *             tags: ['Gadgets'],
 *             summary: 'Read a gadget',
 *             params: UuidParams('id'),
 *             response: { 200: dataOf(Type.Object({ gadget: Gadget })) },
 *           },
 *         },
 *         async ({ params, actor, project }) => ok({ gadget: await getGadget(context, project.id, params.id) }),
 *       )
 *     }
 *
 * `config.access` is judged before the body is read, the schemas after; what a handler throws as a `Problem` becomes
 * the failure envelope. `response` schemas say exactly which fields leave: what they do not list stays inside.
 */
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import Fastify from 'fastify'
import { connectionLimits } from '../core/connection-limits.ts'
import { makeFactorKeys } from '../services/factor-keys.ts'
import { makeKeyUse } from '../services/key-use.ts'
import { PageDomains } from '../services/page-domains.ts'
import { makePageLock } from '../services/page-lock.ts'
import { PublicPages } from '../services/public-pages.ts'
import { makeLimits } from '../services/rate-limits.ts'
import { ServiceHosts } from '../services/service-hosts.ts'
import { makeSignInAttempts } from '../services/sign-in-attempts.ts'
import { makeSubscriptionDesk } from '../services/subscription-desk.ts'
import { makeAccessTokens } from '../services/tokens.ts'
import { withPatience } from '../store/patience.ts'
import { isWrite } from './access.ts'
import { account } from './account.ts'
import { admin } from './admin.ts'
import { adminProbes } from './admin-probes.ts'
import { apiKeys } from './api-keys.ts'
import { auditLog } from './audit-log.ts'
import { auth } from './auth.ts'
import { readBodies } from './body.ts'
import { mergeChunks } from './body-chunks.ts'
import { BODY_LIMIT, limitBodies } from './body-limit.ts'
import { compressMarked } from './compress.ts'
import { makeConnections } from './connections.ts'
import { makeCors } from './cors.ts'
import { dashboard } from './dashboard.ts'
import { dashboardMonitors } from './dashboard-monitors.ts'
import { dashboardStrips } from './dashboard-strips.ts'
import type { Api, ApiDeps, Resource } from './deps.ts'
import { docs } from './docs.ts'
import { errorHandler } from './errors.ts'
import { events } from './events.ts'
import { forms } from './forms.ts'
import { groups } from './groups.ts'
import { groupsBulk } from './groups-bulk.ts'
import { type Guard, makeGuard } from './guard.ts'
import { makeRequestIds } from './headers.ts'
import { health } from './health.ts'
import { heartbeatPings } from './heartbeat-pings.ts'
import { heartbeats } from './heartbeats.ts'
import { keepAnswers } from './idempotency.ts'
import { incidentComments } from './incident-comments.ts'
import { incidentNotifications } from './incident-notifications.ts'
import { incidentWrites } from './incident-writes.ts'
import { incidents } from './incidents.ts'
import { invitations } from './invitations.ts'
import { maintenanceWindows } from './maintenance-windows.ts'
import { me } from './me.ts'
import { members } from './members.ts'
import { monitorBadges } from './monitor-badges.ts'
import { monitorBatch } from './monitor-batch.ts'
import { monitorCertificate } from './monitor-certificate.ts'
import { monitorChecks } from './monitor-checks.ts'
import { monitorDomain } from './monitor-domain.ts'
import { monitorMaintenance } from './monitor-maintenance.ts'
import { monitorNotifications } from './monitor-notifications.ts'
import { monitorReplay } from './monitor-replay.ts'
import { monitorResults } from './monitor-results.ts'
import { monitorStats } from './monitor-stats.ts'
import { monitorUptime } from './monitor-uptime.ts'
import { monitors } from './monitors.ts'
import { notificationTargets } from './notification-targets.ts'
import { openapi } from './openapi.ts'
import { organization } from './organization.ts'
import { takeTurns } from './organization-turns.ts'
import { pageSubscribers } from './page-subscribers.ts'
import { passwords } from './passwords.ts'
import { makePost } from './post.ts'
import { probes } from './probes.ts'
import { projects } from './projects.ts'
import { publicStatus } from './public-status.ts'
import { regions } from './regions.ts'
import { registration } from './registration.ts'
import { reports } from './reports.ts'
import { countRequests } from './request-count.ts'
import { listRoutes } from './route-list.ts'
import { secondFactors } from './second-factors.ts'
import { compileSerializer } from './serialization.ts'
import { statusPagePreview } from './status-page-preview.ts'
import { statusPages } from './status-pages.ts'
import { tags } from './tags.ts'
import { answerRest, answerUnread } from './unread.ts'
import { refuseUnrouted } from './unrouted.ts'
import { unsubscribe } from './unsubscribe.ts'
import { compileValidator } from './validation.ts'

const RESOURCES: readonly Resource[] = [
  health,
  auth,
  registration,
  me,
  account,
  apiKeys,
  organization,
  members,
  secondFactors,
  admin,
  passwords,
  invitations,
  projects,
  monitors,
  monitorBatch,
  monitorChecks,
  monitorResults,
  monitorStats,
  monitorUptime,
  monitorReplay,
  monitorMaintenance,
  monitorNotifications,
  monitorCertificate,
  monitorDomain,
  monitorBadges,
  heartbeatPings,
  heartbeats,
  regions,
  probes,
  adminProbes,
  tags,
  groups,
  groupsBulk,
  incidents,
  incidentWrites,
  incidentComments,
  incidentNotifications,
  notificationTargets,
  unsubscribe,
  maintenanceWindows,
  statusPages,
  statusPagePreview,
  pageSubscribers,
  publicStatus,
  events,
  dashboard,
  dashboardMonitors,
  dashboardStrips,
  forms,
  reports,
  auditLog,
  openapi,
  docs,
]

/** Path parameters longer than this find no route. Longer than any id, so that a wrong id is 400 and not 404. */
const LONGEST_PARAMETER = 512

/** @param guests declare routes that are no part of the API, such as pages for people */
export function buildApp(deps: ApiDeps, guests: readonly Resource[] = []): Api {
  const { context, config, log } = deps
  const requestIds = makeRequestIds()
  const deadlines = deps.connections ?? connectionLimits(null)
  const connections = makeConnections(deadlines, config.trustedProxies, context.elapsed)
  const domains = new PageDomains(context, new URL(config.baseUrl).hostname)
  const api: Api = Fastify({
    genReqId: requestIds,
    trustProxy: config.trustedProxies.length > 0 && [...config.trustedProxies],
    bodyLimit: BODY_LIMIT,
    routerOptions: { maxParamLength: LONGEST_PARAMETER },
    rewriteUrl: ({ headers, url }) => domains.place(headers.host, url!),
    return503OnClosing: false, // the guard refuses in the shape that everything is refused in
    requestTimeout: deadlines.requestMs,
    keepAliveTimeout: deadlines.keepAliveMs,
    frameworkErrors: (error, request, reply) => api.errorHandler(error, request, reply),
    http: {
      requireHostHeader: false, // answered in the shape that everything is answered in
      headersTimeout: deadlines.headersMs,
      connectionsCheckingInterval: deadlines.checkEveryMs,
    },
    clientErrorHandler: (error, socket) => refuse(error, socket),
  })
  const keyUse = makeKeyUse(context, (err) => {
    if (log) log.warn({ err }, 'the last use of API keys was not written')
  })
  const tokens = makeAccessTokens(config.secret, context.now)
  const onAlone = (err: unknown) => {
    if (log) log.warn({ err }, 'rate limits count for this server alone: the database does not answer')
  }
  const limits = makeLimits(context, onAlone, deps.patienceMs)
  const limiter = config.rateLimit > 0 ? limits.limiter('requests', config.rateLimit) : null
  const post = makePost(deps.mailer, limits, log)
  const logins = makeSignInAttempts(limits, context.elapsed)
  const factorKeys = makeFactorKeys(config.secret)
  const publicPages = new PublicPages(
    context,
    config.rateLimit > 0 ? limits.limiter('unknown page', config.rateLimit) : null,
  )
  const pageLock = makePageLock(config.secret, context.now, limits)
  const subscriptionDesk = makeSubscriptionDesk({ context, config, post, limits })
  const hosts = new ServiceHosts(context, (err) => {
    if (log) log.warn({ err }, 'a name of the service was not written')
  })
  const guard = makeGuard(
    {
      db: context.store.db,
      now: context.now,
      tokens,
      keyUse,
      hosts,
      onSignedIn: (socket) => connections.trust(socket),
    },
    limiter,
    makeCors(config.corsOrigins),
  )

  function refuse(error: Error, socket: Duplex): void {
    const headers = guard.headersUnread((socket as Socket).remoteAddress ?? '')
    answerUnread(error, socket, { ...headers, 'x-request-id': requestIds() }, deadlines.lingerMs)
  }

  // Declared, so that every request has the same shape: what is added later makes it slower to read
  api.decorateRequest('actor', null as never)
  api.decorateRequest('project', null as never)
  api.decorateRequest('judgedAt', 0)
  api.setValidatorCompiler(compileValidator)
  api.setSerializerCompiler(compileSerializer)
  api.setErrorHandler(errorHandler(deps, guard))
  hurry(api)
  api.addHook('onReady', () => domains.refresh())
  api.addHook('preClose', async () => guard.close())
  api.addHook('onClose', () => keyUse.flush())
  api.addHook('onClose', () => post.settled())
  api.addHook('onClose', async () => void (await hosts.settled()))
  api.addHook('onClose', () => limits.close())
  api.addHook('onClose', async () => publicPages.close())
  api.addHook('onClose', async () => domains.close())
  countRequests(api, context.meter, log)
  answerRest(api, refuse)
  connections.watch(api.server)
  mergeChunks(api)
  readBodies(api)
  limitBodies(api)
  guardRoutes(api, guard)
  takeTurns(api)
  keepAnswers(api, deps)
  refuseUnrouted(api, guard)
  compressMarked(api)
  const routes = listRoutes(api)
  const shared = { tokens, limits, logins, factorKeys, post, routes, publicPages, pageLock, subscriptionDesk }
  for (const resource of [...RESOURCES, ...guests]) resource(api, { ...deps, ...shared, stillMay: guard.stillMay })
  return api
}

/** Whoever waits for an answer is better told soon that there is none. Once more when the body has come, in its own time. */
function hurry(api: Api): void {
  api.addHook('onRequest', (_request, _reply, done) => withPatience('request', done))
  api.addHook('preValidation', (_request, _reply, done) => withPatience('request', done))
}

/** Puts the guard before every route. A route that says nothing of its access is a mistake, and stops the start. */
function guardRoutes(api: Api, guard: Guard): void {
  api.addHook('onRoute', (route) => {
    const access = route.config?.access
    if (!access) throw new Error(`${route.method} ${route.url} does not say who may call it (config.access)`)
    route.onRequest = [guard.of(access), ...[route.onRequest ?? []].flat()]
    if ('public' in access || ![route.method].flat().some(isWrite)) return
    route.preHandler = [guard.again(access), ...[route.preHandler ?? []].flat()]
  })
}
