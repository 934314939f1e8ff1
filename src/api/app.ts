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
import { connectionLimits } from '../core/platform/connection-limits.ts'
import { makeKeyUse } from '../services/accounts/key-use.ts'
import { makeSignInAttempts } from '../services/accounts/sign-in-attempts.ts'
import { makeFactorKeys } from '../services/platform/factor-keys.ts'
import { makeLimits } from '../services/platform/rate-limits.ts'
import { ServiceHosts } from '../services/platform/service-hosts.ts'
import { makeAccessTokens } from '../services/platform/tokens.ts'
import { PageDomains } from '../services/status-pages/page-domains.ts'
import { makePageLock } from '../services/status-pages/page-lock.ts'
import { PublicPages } from '../services/status-pages/public-pages.ts'
import { makeSubscriptionDesk } from '../services/status-pages/subscription-desk.ts'
import { withPatience } from '../store/platform/session.ts'
import { account } from './accounts/account.ts'
import { admin } from './accounts/admin.ts'
import { apiKeys } from './accounts/api-keys.ts'
import { auditLog } from './accounts/audit-log.ts'
import { auth } from './accounts/auth.ts'
import { invitations } from './accounts/invitations.ts'
import { me } from './accounts/me.ts'
import { members } from './accounts/members.ts'
import { organization } from './accounts/organization.ts'
import { passwords } from './accounts/passwords.ts'
import { projects } from './accounts/projects.ts'
import { registration } from './accounts/registration.ts'
import { secondFactors } from './accounts/second-factors.ts'
import { dashboard } from './dashboard.ts'
import { monitorChecks } from './evaluation/monitor-checks.ts'
import { monitorReplay } from './evaluation/monitor-replay.ts'
import { monitorCertificate } from './expiry/monitor-certificate.ts'
import { monitorDomain } from './expiry/monitor-domain.ts'
import { forms } from './forms/forms.ts'
import { heartbeatPings } from './heartbeats/heartbeat-pings.ts'
import { heartbeats } from './heartbeats/heartbeats.ts'
import { incidentComments } from './incidents/incident-comments.ts'
import { incidentNotifications } from './incidents/incident-notifications.ts'
import { incidentWrites } from './incidents/incident-writes.ts'
import { incidents } from './incidents/incidents.ts'
import { events } from './live/events.ts'
import { maintenanceWindows } from './maintenance/maintenance-windows.ts'
import { monitorMaintenance } from './maintenance/monitor-maintenance.ts'
import { dashboardMonitors } from './monitors/dashboard-monitors.ts'
import { groups } from './monitors/groups.ts'
import { groupsBulk } from './monitors/groups-bulk.ts'
import { monitorBatch } from './monitors/monitor-batch.ts'
import { monitors } from './monitors/monitors.ts'
import { tags } from './monitors/tags.ts'
import { monitorNotifications } from './notifications/monitor-notifications.ts'
import { notificationTargets } from './notifications/notification-targets.ts'
import { unsubscribe } from './notifications/unsubscribe.ts'
import { docs } from './openapi/docs.ts'
import { isWrite } from './platform/access.ts'
import type { Api } from './platform/api.ts'
import type { ApiDeps } from './platform/deps.ts'
import { errorHandler } from './platform/error-handler.ts'
import { type Guard, makeGuard } from './platform/guard.ts'
import { health } from './platform/health.ts'
import { readBodies } from './platform/http/body.ts'
import { mergeChunks } from './platform/http/body-chunks.ts'
import { BODY_LIMIT, limitBodies } from './platform/http/body-limit.ts'
import { compressMarked } from './platform/http/compress.ts'
import { makeConnections } from './platform/http/connections.ts'
import { makeCors } from './platform/http/cors.ts'
import { makeRequestIds } from './platform/http/headers.ts'
import { answerRest, answerUnread } from './platform/http/unread.ts'
import { refuseUnrouted } from './platform/http/unrouted.ts'
import { keepAnswers } from './platform/idempotency.ts'
import { takeTurns } from './platform/organization-turns.ts'
import { makePost } from './platform/post.ts'
import { countRequests } from './platform/request-count.ts'
import type { Resource } from './platform/resource.ts'
import { listRoutes } from './platform/route-list.ts'
import { compileSerializer } from './platform/validation/serialization.ts'
import { compileValidator } from './platform/validation/validation.ts'
import { adminProbes } from './probes/admin-probes.ts'
import { probes } from './probes/probes.ts'
import { regions } from './probes/regions.ts'
import { dashboardStrips } from './results/dashboard-strips.ts'
import { monitorResults } from './results/monitor-results.ts'
import { monitorStats } from './results/monitor-stats.ts'
import { monitorUptime } from './results/monitor-uptime.ts'
import { reports } from './results/reports.ts'
import { monitorBadges } from './status-pages/monitor-badges.ts'
import { pageSubscribers } from './status-pages/page-subscribers.ts'
import { publicStatus } from './status-pages/public-status.ts'
import { statusPagePreview } from './status-pages/status-page-preview.ts'
import { statusPages } from './status-pages/status-pages.ts'

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
