/** What the routes about monitors have in common. */
import type { FastifyRequest } from 'fastify'
import type { MonitorContext } from '../../services/monitors/monitor-context.ts'
import type { MonitorScope } from '../../services/platform/scope.ts'
import type { Access } from './access.ts'
import type { ApiDeps } from './deps.ts'

export const VIEW: Access = { permission: 'can_view', scope: 'project' }
export const EDIT: Access = { permission: 'can_edit_monitors', scope: 'project' }

/** Running a check changes no configuration: the least right to write is enough. */
export const OPERATE: Access = { permission: 'can_manage_incidents', scope: 'project' }

/** What a plan may have against a type. */
export const TYPE_ERRORS = ['HEARTBEAT_MONITORING_NOT_AVAILABLE'] as const

/** What a plan may have against what a monitor does. */
export const FEATURE_ERRORS = [
  'INTERVAL_TOO_SHORT',
  'LOCATION_MONITORING_NOT_AVAILABLE',
  'INVALID_REGIONS',
  'SSL_MONITORING_NOT_AVAILABLE',
  'DOMAIN_MONITORING_NOT_AVAILABLE',
  'SLOW_RESPONSE_ALERTS_NOT_AVAILABLE',
] as const

/** What it may have against keeping one. */
export const PLAN_ERRORS = ['MONITOR_LIMIT_REACHED', ...FEATURE_ERRORS] as const

/** The parts that creating, changing and checking monitors needs. */
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
