/** What pages are made of, and the shape in which one joins the server. They know nothing of the API beside them. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { Mailer } from '../channels/mailer.ts'
import type { ServiceSecret } from '../core/platform/service-secret.ts'
import type { Context } from '../services/platform/context.ts'
import type { PageLock } from '../services/status-pages/page-lock.ts'
import type { PublicPages } from '../services/status-pages/public-pages.ts'
import type { SubscriptionService } from '../services/status-pages/subscription-service.ts'

export type Server = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

export interface PageDeps {
  context: Context
  config: {
    /** Where people reach the service, without a slash at the end. */
    baseUrl: string
    /** Every signature of this service derives from it. */
    secret: ServiceSecret
  }
  /** Null when this installation has no mail server. */
  mailer: Mailer | null
  log: FastifyBaseLogger | false
  publicPages: PublicPages
  pageLock: PageLock
  subscriptionService: SubscriptionService
}

/** A route that programs of readers poll: the rate limit refuses none of its requests. */
export const POLLED_ROUTE = { config: { access: { public: true, isPolled: true } }, schema: { hide: true } } as const

/** One file of pages: it declares its routes, each with `POLLED_ROUTE` or `config: { access: { public: true } }`. */
export type PagePlugin = (server: Server, deps: PageDeps) => void
