/** Dependencies of pages and the type of a page plugin. Pages do not depend on the API. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { Mailer } from '../channels/mailer.ts'
import type { ServiceSecret } from '../core/platform/sealing/service-secret.ts'
import type { Context } from '../services/platform/context.ts'
import type { PageLock } from '../services/status-pages/page-lock.ts'
import type { PublicPages } from '../services/status-pages/public-pages.ts'
import type { SubscriptionService } from '../services/status-pages/subscribers.ts'

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
    /** Public URL of the service, without a trailing slash. */
    baseUrl: string
    /** All signatures of this service are derived from it. */
    secret: ServiceSecret
    /** Address for reports of security problems; null for the address of the service. */
    securityContact?: string | null
  }
  /** Null without a mail server. */
  mailer: Mailer | null
  log: FastifyBaseLogger | false
  publicPages: PublicPages
  pageLock: PageLock
  subscriptionService: SubscriptionService
}

/** A route that feed readers and other programs poll; the rate limit never refuses its requests. */
export const POLLED_ROUTE = { config: { access: { public: true, isPolled: true } }, schema: { hide: true } } as const

/** One file of pages. It declares its routes with `POLLED_ROUTE` or `config: { access: { public: true } }`. */
export type PagePlugin = (server: Server, deps: PageDeps) => void
