/** The caller's organization, its plan and what it uses of it. */
import Type from 'typebox'
import { Problem } from '../core/errors.ts'
import type { PlanLimits, PlanName } from '../core/plan.ts'
import { countUsage, findOrganization, type OrganizationRow, type Usage } from '../store/organizations.ts'
import type { Resource } from './deps.ts'
import { dataOf, ok } from './envelope.ts'
import { IsoTime, Uuid } from './schemas.ts'
import { toIso } from './times.ts'

export const Limits = Type.Object({
  active_monitors: Type.Integer(),
  min_interval_seconds: Type.Integer(),
  pinned_locations: Type.Boolean(),
  ssl_monitoring: Type.Boolean(),
  domain_monitoring: Type.Boolean(),
  dns_monitoring: Type.Boolean(),
  heartbeat_monitoring: Type.Boolean(),
  slow_response_alerts: Type.Boolean(),
  projects: Type.Integer(),
  groups: Type.Integer(),
  api_keys: Type.Integer(),
  status_pages: Type.Integer(),
  members: Type.Integer(),
  notification_targets: Type.Integer(),
  raw_result_days: Type.Integer(),
  rollup_days: Type.Integer(),
})

export const UsageCounts = Type.Object({
  active_monitors: Type.Integer(),
  projects: Type.Integer(),
  api_keys: Type.Integer(),
  members: Type.Integer(),
  notification_targets: Type.Integer(),
})

export const Organization = Type.Object({
  id: Uuid,
  name: Type.String(),
  slug: Type.String(),
  plan: Type.String(),
  limits: Limits,
  usage: UsageCounts,
  created_at: IsoTime,
  updated_at: IsoTime,
})

export const toLimits = (limits: PlanLimits): Type.Static<typeof Limits> => ({
  active_monitors: limits.activeMonitors,
  min_interval_seconds: limits.minIntervalSeconds,
  pinned_locations: limits.pinnedLocations,
  ssl_monitoring: limits.sslMonitoring,
  domain_monitoring: limits.domainMonitoring,
  dns_monitoring: limits.dnsMonitoring,
  heartbeat_monitoring: limits.heartbeatMonitoring,
  slow_response_alerts: limits.slowResponseAlerts,
  projects: limits.projects,
  groups: limits.groups,
  api_keys: limits.apiKeys,
  status_pages: limits.statusPages,
  members: limits.members,
  notification_targets: limits.notificationTargets,
  raw_result_days: limits.rawResultDays,
  rollup_days: limits.rollupDays,
})

export const toUsage = (usage: Usage): Type.Static<typeof UsageCounts> => ({
  active_monitors: usage.activeMonitors,
  projects: usage.projects,
  api_keys: usage.apiKeys,
  members: usage.members,
  notification_targets: usage.notificationTargets,
})

export const toOrganization = (row: OrganizationRow, limits: PlanLimits, usage: Usage) => ({
  id: row.id,
  name: row.name,
  slug: row.slug,
  plan: row.plan,
  limits: toLimits(limits),
  usage: toUsage(usage),
  created_at: toIso(row.created_at),
  updated_at: toIso(row.updated_at),
})

export const organization: Resource = (api, { context }) => {
  api.get(
    '/api/organization',
    {
      config: { access: { permission: 'can_view', scope: 'organization' } },
      schema: {
        tags: ['Organization'],
        summary: 'Read the organization, its limits and its usage',
        response: { 200: dataOf(Type.Object({ organization: Organization })) },
      },
    },
    async ({ actor }) => {
      const { db } = context.store
      const row = await findOrganization(db, actor.organizationId)
      if (!row) throw new Problem('RESOURCE_NOT_FOUND', 'The organization is gone')
      const usage = await countUsage(db, actor.organizationId)
      return ok({ organization: toOrganization(row, context.plans[row.plan as PlanName], usage) })
    },
  )
}
