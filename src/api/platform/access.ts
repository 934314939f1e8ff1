/** Access rules of a route, declared with the route and checked before the request is read. */
import type { FastifyRequest } from 'fastify'
import { type Actor, hasPermission, type Permission, type Right } from '../../core/accounts/access.ts'
import { Problem } from '../../core/platform/errors.ts'
import { COLLECTION_RIGHTS } from '../../core/provisioning/rights.ts'
import type { MonitorContext } from '../../services/monitors/monitor-context.ts'
import type { MonitorScope } from '../../services/platform/context.ts'
import type { ApiDeps } from './deps.ts'

export interface PublicAccess {
  public: true
  /** Name under which the rate limit counts the request, instead of the caller's address. */
  countAs?: (request: FastifyRequest) => string
  /**
   * Machines poll this route by design: load balancers, Prometheus, feed readers, probes. The rate limit counts its
   * requests apart from the other requests of the address, sends the headers, and never refuses a request. The route
   * itself keeps each request cheap: cached responses, and `NameLookups` for names chosen by unauthenticated clients.
   */
  isPolled?: true
}

/** Access of a route that machines poll. */
export const POLLED: PublicAccess = { public: true, isPolled: true }

export interface GuardedAccess extends Right {
  /**
   * `project`: acts on the project of `X-Project-ID`, and the handler reads it from `request.project`. `path`: the same
   * for the project that the path names as `projectId`; the header is ignored.
   */
  scope: 'project' | 'path' | 'organization'
}

export type Access = PublicAccess | GuardedAccess

/** Methods that change nothing, which a `read` key may use. */
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

export const isWrite = (method: string): boolean => !SAFE_METHODS.has(method)

/** @throws Problem READ_ONLY_API_KEY or JWT_REQUIRED, in this order */
export function requireCredential(actor: Actor, access: GuardedAccess, method: string): void {
  if (actor.credential.kind !== 'key') return
  if (actor.credential.scope === 'read' && isWrite(method))
    throw new Problem('READ_ONLY_API_KEY', `This API key has the scope read; ${method} requires read_write`)
  if (access.session)
    throw new Problem(
      'JWT_REQUIRED',
      'This operation requires a session token (Authorization: Bearer); API keys are not accepted',
    )
}

/** @throws Problem INSUFFICIENT_PERMISSIONS */
export function requirePermission(actor: Actor, permission: Permission): void {
  if (hasPermission(actor, permission)) return
  throw new Problem('INSUFFICIENT_PERMISSIONS', `The role ${actor.role} does not have the permission ${permission}`, {
    permission,
    role: actor.role,
  })
}

export const VIEW: Access = { permission: 'can_view', scope: 'project' }
export const EDIT: Access = { ...COLLECTION_RIGHTS.monitors, scope: 'project' }

/** Running a check of a stored monitor changes no configuration, so the lowest write permission is enough. */
export const OPERATE: Access = { permission: 'can_manage_incidents', scope: 'project' }

/** Errors if the plan excludes a monitor type. */
export const TYPE_ERRORS = ['HEARTBEAT_MONITORING_NOT_AVAILABLE'] as const

/** Errors if the plan excludes a feature of a monitor. */
export const FEATURE_ERRORS = [
  'INTERVAL_TOO_SHORT',
  'LOCATION_MONITORING_NOT_AVAILABLE',
  'INVALID_REGIONS',
  'SSL_MONITORING_NOT_AVAILABLE',
  'DOMAIN_MONITORING_NOT_AVAILABLE',
  'SLOW_RESPONSE_ALERTS_NOT_AVAILABLE',
] as const

/** Errors if the plan does not allow a monitor. */
export const PLAN_ERRORS = ['MONITOR_LIMIT_REACHED', ...FEATURE_ERRORS] as const

/** Dependencies of creating, updating and checking monitors. */
export type MonitorDeps = Pick<ApiDeps, 'context' | 'config' | 'egress' | 'activeRegions' | 'runCheck'>

export const toMonitorContext = ({ context, egress, activeRegions }: MonitorDeps): MonitorContext => ({
  ...context,
  egress,
  activeRegions,
})

export const toMonitorScope = ({ actor, project }: Pick<FastifyRequest, 'actor' | 'project'>): MonitorScope => ({
  actor,
  projectId: project.id,
})
