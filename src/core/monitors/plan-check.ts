/**
 * Checks a requested monitor against the plan. Settings that a request does not change are allowed even after a
 * downgrade.
 */

import type { PlanLimits } from '../accounts/plan.ts'
import { Problem } from '../platform/errors.ts'
import { formatCountText } from '../platform/text/plain-text.ts'
import type { MonitorConfig } from './monitor-change.ts'

/** Settings of a monitor that plans limit. */
export type BoundedConfig = Pick<
  MonitorConfig,
  'type' | 'intervalSeconds' | 'regions' | 'settings' | 'sslMonitoring' | 'domainMonitoring'
>

/**
 * @param before null at creation
 * @returns the first limit that is exceeded, or null
 */
export function checkPlan(limits: PlanLimits, before: BoundedConfig | null, after: BoundedConfig): Problem | null {
  return (
    findTypeProblem(limits, before, after) ??
    findIntervalProblem(limits, before, after) ??
    findFeatureProblem(limits, before, after)
  )
}

function findTypeProblem(limits: PlanLimits, before: BoundedConfig | null, { type }: BoundedConfig): Problem | null {
  if (before) return null
  if (type === 'DNS' && !limits.dnsMonitoring)
    return new Problem('DNS_MONITORING_NOT_AVAILABLE', 'The plan does not include DNS monitors', { field: 'type' })
  if (type === 'HEARTBEAT' && !limits.heartbeatMonitoring)
    return new Problem('HEARTBEAT_MONITORING_NOT_AVAILABLE', 'The plan does not include heartbeat monitors', {
      field: 'type',
    })
  return null
}

function findIntervalProblem(
  { minIntervalSeconds: minimum }: PlanLimits,
  before: BoundedConfig | null,
  { intervalSeconds }: BoundedConfig,
): Problem | null {
  if (intervalSeconds >= minimum || (before && intervalSeconds >= before.intervalSeconds)) return null
  const message = `${intervalSeconds} s is below the ${minimum} s minimum of the plan`
  return new Problem('INTERVAL_TOO_SHORT', message, { field: 'interval_seconds', minimum })
}

function findFeatureProblem(limits: PlanLimits, before: BoundedConfig | null, after: BoundedConfig): Problem | null {
  const pinned = before?.regions ?? []
  if (!limits.pinnedLocations && after.regions.some((code) => !pinned.includes(code)))
    return new Problem('LOCATION_MONITORING_NOT_AVAILABLE', 'The plan does not include pinned locations', {
      field: 'monitoring_regions',
    })
  if (!limits.sslMonitoring && after.sslMonitoring?.enabled && !before?.sslMonitoring?.enabled)
    return new Problem('SSL_MONITORING_NOT_AVAILABLE', 'The plan does not include certificate monitoring', {
      field: 'ssl_monitoring',
    })
  if (!limits.domainMonitoring && after.domainMonitoring?.enabled && !before?.domainMonitoring?.enabled)
    return new Problem('DOMAIN_MONITORING_NOT_AVAILABLE', 'The plan does not include domain monitoring', {
      field: 'domain_monitoring',
    })
  if (!limits.slowResponseAlerts && hasThreshold(after) && !hasThreshold(before))
    return new Problem('SLOW_RESPONSE_ALERTS_NOT_AVAILABLE', 'The plan does not include slow-response alerts', {
      field: 'slow_response_threshold_ms',
    })
  return null
}

/**
 * Returns whether slow-response alerts are configured. The threshold is the only prober setting that plans limit; some
 * types do not have it.
 */
const hasThreshold = (config: BoundedConfig | null): boolean => typeof config?.settings.slowThresholdMs === 'number'

/**
 * Checks the plan's limit of active monitors.
 *
 * @param active number of active monitors of the organization, without the monitor in question
 */
export function checkActiveLimit({ activeMonitors: limit }: PlanLimits, active: number): Problem | null {
  if (active < limit) return null
  const message = `${formatCountText(active, 'monitor')} ${active === 1 ? 'is' : 'are'} active, and the plan allows ${limit}`
  return new Problem('MONITOR_LIMIT_REACHED', message, { limit, active })
}
