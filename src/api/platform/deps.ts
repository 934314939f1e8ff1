/** What the API is made of, and the shape in which a resource joins it. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { Attempt } from '../../channels/attempt.ts'
import type { Mailer } from '../../channels/mailer.ts'
import type { Actor } from '../../core/accounts/access.ts'
import type { PlanName } from '../../core/accounts/plan.ts'
import type { ConnectionLimits } from '../../core/platform/connection-limits.ts'
import type { EgressPolicy } from '../../core/platform/egress.ts'
import type { ErrorCode } from '../../core/platform/errors.ts'
import type { ServiceSecret } from '../../core/platform/service-secret.ts'
import type { AssignmentsAnswer, AssignmentsRequest } from '../../core/probes/protocol.ts'
import type { RegistrationMode } from '../../services/accounts/accounts.ts'
import type { SignInAttempts } from '../../services/accounts/sign-in-attempts.ts'
import type { RunCheck } from '../../services/monitors/check-now.ts'
import type { ActiveRegions } from '../../services/monitors/monitor-context.ts'
import type { Context } from '../../services/platform/context.ts'
import type { FactorKeys } from '../../services/platform/factor-keys.ts'
import type { Limits } from '../../services/platform/rate-limits.ts'
import type { AccessTokens } from '../../services/platform/tokens.ts'
import type { PageLock } from '../../services/status-pages/page-lock.ts'
import type { PublicPages } from '../../services/status-pages/public-pages.ts'
import type { ShownPage } from '../../services/status-pages/public-status.ts'
import type { SubscriptionDesk } from '../../services/status-pages/subscription-desk.ts'
import type { Access } from './access.ts'
import type { Guard } from './guard.ts'
import type { Post } from './post.ts'
import type { DeclaredRoute } from './route-list.ts'

export interface ApiConfig {
  /** Where people reach the service, without a slash at the end. */
  baseUrl: string
  registration: RegistrationMode
  /** Plan of every organization but the first. */
  defaultPlan: PlanName
  /** Requests per 15 minutes; 0 switches the limit and its headers off. */
  rateLimit: number
  /** CIDR blocks whose `X-Forwarded-*` is believed. */
  trustedProxies: readonly string[]
  /** Origins that browsers may call from. */
  corsOrigins: readonly string[]
  /** At least 32 bytes; every signature of this service derives from it. */
  secret: ServiceSecret
}

type Look = (request: AssignmentsRequest) => Promise<AssignmentsAnswer>
export type AwaitNews = (look: Look, request: AssignmentsRequest, waitMs: number) => Promise<AssignmentsAnswer>

export interface ApiDeps {
  context: Context
  config: ApiConfig
  /** A pino instance, or false for silence. */
  log: FastifyBaseLogger | false
  /** What checks and webhooks may connect to. */
  egress: EgressPolicy
  /** Regions in which a probe is at work. */
  activeRegions: ActiveRegions
  /** Runs one check now, by a probe of the region. */
  runCheck: RunCheck
  /** Asks again until there is news for a probe, or its patience ends, ms. */
  awaitNews: AwaitNews
  /** Tries once to tell a notification target. */
  attempt: Attempt
  /** Null when this installation has no mail server. */
  mailer: Mailer | null
  /** A status page as HTML. How pages look is not the API's business. */
  renderStatusPage: (page: ShownPage) => Promise<string>
  /** Whether the checks of this process are being run. */
  isProbeAlive: () => boolean
  /** Bounds and deadlines of connections; absent: those of a process of which the file handles are not known. */
  connections?: ConnectionLimits
  /** How long the database is waited for where there is an answer without it, ms; absent: two seconds. */
  patienceMs?: number
}

export type Api = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

export interface ResourceDeps extends ApiDeps {
  tokens: AccessTokens
  /** Counts how often something is asked for. */
  limits: Limits
  /** Attempts to prove who owns an account; shared by every way to try. */
  logins: SignInAttempts
  factorKeys: FactorKeys
  /** Status pages as strangers see them. */
  publicPages: PublicPages
  /** Whether a reader has the password of such a page. */
  pageLock: PageLock
  /** Where people ask to be told of a status page. */
  subscriptionDesk: SubscriptionDesk
  /** Mail that requests cause. */
  post: Post
  /** Whether whoever was let in would be let in again. */
  stillMay: Guard['stillMay']
  /** Every route, complete once the server is ready. */
  routes: readonly DeclaredRoute[]
}

/** One file of the API: it declares its routes on `api`. */
export type Resource = (api: Api, deps: ResourceDeps) => void

/** The project that a request acts on: that of `X-Project-ID`, else the organization's default project. */
export interface ProjectScope {
  id: string
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call this route. Every route has one; the server does not start otherwise. */
    access?: Access
    /** Codes that this operation answers besides those that follow from its access and schemas; for the API document. */
    errors?: readonly ErrorCode[]
    /** Takes a body of any type and length, so none is refused; for the API document. */
    takesAnyBody?: true
    /** It answers when something happens, so how long that takes says nothing of this service. */
    waitsForNews?: true
    /** What a failure that nobody foresaw is called here; otherwise `INTERNAL_ERROR`. */
    failure?: ErrorCode
  }

  interface FastifyRequest {
    /** Who asks. Set on every route that is not public. */
    actor: Actor
    /** Set on routes whose access has the scope `project` or `path`. */
    project: ProjectScope
    /** When it was let in, Unix ms. */
    judgedAt: number
  }
}
