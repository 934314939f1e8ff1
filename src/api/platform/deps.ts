/** Dependencies of the API on the rest of the program. */

import type { FastifyBaseLogger } from 'fastify'
import type { Mailer } from '../../channels/mailer.ts'
import type { SendAttempt } from '../../channels/send-attempt.ts'
import type { PlanName } from '../../core/accounts/plan.ts'
import type { EgressPolicy } from '../../core/platform/egress.ts'
import type { ConnectionLimits } from '../../core/platform/limits/connection-limits.ts'
import type { ServiceSecret } from '../../core/platform/sealing/service-secret.ts'
import type { AssignmentsRequest, AssignmentsResponse } from '../../core/probes/protocol.ts'
import type { RegistrationMode } from '../../services/accounts/accounts.ts'
import type { RunCheck } from '../../services/monitors/check-now.ts'
import type { ActiveRegions } from '../../services/monitors/monitor-context.ts'
import type { Context } from '../../services/platform/context.ts'
import type { InstanceMail } from '../../services/platform/instance-mail.ts'
import type { ShownPage } from '../../services/status-pages/public-status.ts'

export type DocsFile = 'openapi.json' | 'reference.html' | 'scalar.js' | 'scalar.js.gz'

export type ReadDocs = (file: DocsFile) => Promise<Buffer>

export interface ApiConfig {
  /** Public URL of the service, without a trailing slash. */
  baseUrl: string
  registration: RegistrationMode
  /** Plan of every organization except the first. */
  defaultPlan: PlanName
  /** Requests per 15 minutes; 0 disables the limit and its headers. */
  rateLimit: number
  /** CIDR blocks of proxies whose `X-Forwarded-*` headers are trusted. */
  trustedProxies: readonly string[]
  /** Origins from which browsers may call the API. */
  corsOrigins: readonly string[]
  /** At least 32 bytes; all signatures of this service are derived from it. */
  secret: ServiceSecret
  /** Whether the links in alerts acknowledge incidents without an account. Default: true. */
  acknowledgeLinks?: boolean
  /** Address for reports of security problems. Default: `baseUrl`. */
  securityContact?: string | null
}

type PullAssignments = (request: AssignmentsRequest) => Promise<AssignmentsResponse>
type AwaitAssignments = (
  look: PullAssignments,
  request: AssignmentsRequest,
  waitMs: number,
) => Promise<AssignmentsResponse>

/**
 * Converts the body of an import, in a process that ends at its limits.
 *
 * @param now Unix ms
 * @param signal ends the conversion
 * @returns the body of the response, in parts
 * @throws Problem VALIDATION_ERROR, SERVICE_UNAVAILABLE
 */
export type ConvertUpload = (
  body: Buffer | { readonly fd: number },
  now: number,
  signal: AbortSignal,
) => Promise<Buffer[]>

export interface ApiDeps {
  context: Context
  config: ApiConfig
  /** A pino instance; false disables logging. */
  log: FastifyBaseLogger | false
  /** Destinations that checks and webhooks may connect to. */
  egress: EgressPolicy
  /** Regions with an active probe. */
  activeRegions: ActiveRegions
  /** Runs one check now on a probe of the region. */
  runCheck: RunCheck
  /** Repeats the pull until a probe has changes, or the wait (ms) ends. */
  awaitAssignments: AwaitAssignments
  /** Tries once to notify a target. */
  sendAttempt: SendAttempt
  /** Absent in a program that converts no uploads. */
  convertUpload?: ConvertUpload
  /** Null without a mail server. It may have no mail server at times. */
  mailer: Mailer | null
  /** The same mailer, for the settings of an admin. Default: one without settings of the environment. */
  instanceMail?: InstanceMail
  /** Renders a status page as HTML. The API does not depend on the layout of pages. */
  renderStatusPage: (page: ShownPage) => Promise<string>
  /** Reads the API documents that the build rendered; absent without a build. */
  readDocs?: ReadDocs
  /** Whether the local probe runs its checks. */
  isProbeAlive: () => boolean
  /** Limits and timeouts of connections. Default: limits for an unknown number of file handles. */
  connections?: ConnectionLimits
  /** Time limit in ms for the database check of the health routes. Default: two seconds. */
  readinessTimeoutMs?: number
}
