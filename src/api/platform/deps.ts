/** Everything that the API needs from the program around it. */

import type { FastifyBaseLogger } from 'fastify'
import type { Mailer } from '../../channels/mailer.ts'
import type { SendAttempt } from '../../channels/send-attempt.ts'
import type { PlanName } from '../../core/accounts/plan.ts'
import type { ConnectionLimits } from '../../core/platform/connection-limits.ts'
import type { EgressPolicy } from '../../core/platform/egress.ts'
import type { ServiceSecret } from '../../core/platform/service-secret.ts'
import type { AssignmentsRequest, AssignmentsResponse } from '../../core/probes/protocol.ts'
import type { RegistrationMode } from '../../services/accounts/accounts.ts'
import type { RunCheck } from '../../services/monitors/check-now.ts'
import type { ActiveRegions } from '../../services/monitors/monitor-context.ts'
import type { Context } from '../../services/platform/context.ts'
import type { ShownPage } from '../../services/status-pages/public-status.ts'

export type DocsFile = 'openapi.json' | 'reference.html' | 'scalar.js' | 'scalar.js.gz'

export type ReadDocs = (file: DocsFile) => Promise<Buffer>

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

type PullAssignments = (request: AssignmentsRequest) => Promise<AssignmentsResponse>
type AwaitAssignments = (
  look: PullAssignments,
  request: AssignmentsRequest,
  waitMs: number,
) => Promise<AssignmentsResponse>

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
  awaitAssignments: AwaitAssignments
  /** Tries once to tell a notification target. */
  attempt: SendAttempt
  /** Null when this installation has no mail server. */
  mailer: Mailer | null
  /** A status page as HTML. How pages look is not the API's business. */
  renderStatusPage: (page: ShownPage) => Promise<string>
  /** Reads what the build rendered of the API; absent where nothing was built. */
  readDocs?: ReadDocs
  /** Whether the checks of this process are being run. */
  isProbeAlive: () => boolean
  /** Bounds and deadlines of connections; absent: those of a process of which the file handles are not known. */
  connections?: ConnectionLimits
  /** How long the database is waited for where there is an answer without it, ms; absent: two seconds. */
  readinessTimeoutMs?: number
}
