/** The type of a resource, and the parts that all resources share. */

import type { FastifySchema } from 'fastify'
import type { ErrorCode } from '../../core/platform/errors.ts'
import type { SignInAttempts } from '../../services/accounts/sign-in-attempts.ts'
import type { AccessTokens } from '../../services/platform/credentials/tokens.ts'
import type { Limits } from '../../services/platform/limits/rate-limits.ts'
import type { FactorKeys } from '../../services/platform/sealing/seal.ts'
import type { PageLock } from '../../services/status-pages/page-lock.ts'
import type { PublicPages } from '../../services/status-pages/public-pages.ts'
import type { SubscriptionService } from '../../services/status-pages/subscribers.ts'
import type { Access } from './access.ts'
import type { WatchAccess } from './access-watch.ts'
import type { AccountMail } from './account-mail.ts'
import type { Api } from './api.ts'
import type { ApiDeps } from './deps.ts'
import type { ToProblem } from './error-handler.ts'
import { isIdempotent } from './idempotency.ts'

export interface ResourceDeps extends ApiDeps {
  tokens: AccessTokens
  limits: Limits
  /** Sign-in attempts, counted over all ways to sign in. */
  logins: SignInAttempts
  factorKeys: FactorKeys
  /** Public views of status pages. */
  publicPages: PublicPages
  /** Checks the password of a status page. */
  pageLock: PageLock
  /** Subscriptions to status pages. */
  subscriptionService: SubscriptionService
  /** Account emails caused by requests. */
  accountMail: AccountMail
  /** Ends a long response with its credential. */
  watchAccess: WatchAccess
  /** Converts an error after the headers of a response were sent. */
  toProblem: ToProblem
  /** All routes, complete once the server is ready. */
  routes: readonly DeclaredRoute[]
}

/** One file of the API, which declares its routes on `api`. An area may narrow its dependencies. */
export type Resource<Deps = ResourceDeps> = (api: Api, deps: Deps) => void

declare module 'fastify' {
  /** For the API document. */
  interface FastifySchema {
    tags?: readonly string[]
    summary?: string
    description?: string
    /** Leaves the route out of the document. */
    hide?: boolean
  }
}

export interface DeclaredRoute {
  method: string
  url: string
  schema: FastifySchema
  access: Access
  errors: readonly ErrorCode[]
  takesAnyBody: boolean
  /** Bytes; absent if the route reads a body of another kind. */
  bodyLimit: number | undefined
  /** Error code of an unexpected failure. */
  failure: ErrorCode
  /** Accepts an `Idempotency-Key`. */
  isIdempotent: boolean
}

/** @returns a list that grows while routes are declared; routes with `hide` in their schema are omitted */
export function listRoutes(api: Api): readonly DeclaredRoute[] {
  const routes: DeclaredRoute[] = []
  api.addHook('onRoute', ({ method, url, schema, config, bodyLimit }) => {
    if (!schema || schema.hide || !config?.access) return
    const { access, errors = [], failure = 'INTERNAL_ERROR', takesAnyBody = false } = config
    for (const one of [method].flat().filter((name) => name !== 'HEAD'))
      routes.push({
        method: one,
        url,
        schema,
        access,
        errors,
        takesAnyBody,
        bodyLimit,
        failure,
        isIdempotent: isIdempotent({ method: one, schema, config }),
      })
  })
  return routes
}
