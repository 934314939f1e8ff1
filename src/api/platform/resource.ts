/** The type of a resource, and the parts that all resources share. */

import type { SignInAttempts } from '../../services/accounts/sign-in-attempts.ts'
import type { FactorKeys } from '../../services/platform/factor-keys.ts'
import type { Limits } from '../../services/platform/rate-limits.ts'
import type { AccessTokens } from '../../services/platform/tokens.ts'
import type { PageLock } from '../../services/status-pages/page-lock.ts'
import type { PublicPages } from '../../services/status-pages/public-pages.ts'
import type { SubscriptionService } from '../../services/status-pages/subscription-service.ts'
import type { WatchAccess } from './access-watch.ts'
import type { AccountMail } from './account-mail.ts'
import type { Api } from './api.ts'
import type { ApiDeps } from './deps.ts'
import type { ToProblem } from './error-handler.ts'
import type { DeclaredRoute } from './route-list.ts'

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
