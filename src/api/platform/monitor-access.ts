/** Access rules and errors shared by the monitor routes. */
import type { FastifyRequest } from 'fastify'
import { COLLECTION_RIGHTS } from '../../core/provisioning/rights.ts'
import type { MonitorContext } from '../../services/monitors/monitor-context.ts'
import type { MonitorScope } from '../../services/platform/scope.ts'
import type { Access } from './access.ts'
import type { ApiDeps } from './deps.ts'

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
