/** Status of the components of a page, and of the page as a whole. */
import type { RuntimeStatus } from '../monitors/monitor.ts'
import type { ComponentStatus, OverallStatus, PublicIncident } from './public-status.ts'

const MEASURED_STATUS: Record<RuntimeStatus, ComponentStatus> = {
  up: 'operational',
  degraded: 'degraded',
  down: 'outage',
  paused: 'unknown',
  unknown: 'unknown',
}

/** From best to worst; `maintenance` and `unknown` are not worse than operational. */
const SEVERITY_RANK: Record<ComponentStatus, number> = {
  operational: 0,
  unknown: 0,
  maintenance: 0,
  degraded: 1,
  outage: 2,
}

/**
 * Users may have more information than checks: their reports about a component override the measured status.
 *
 * @param reported impacts of open incidents that users opened about it
 */
export function getComponentStatus(
  measured: RuntimeStatus,
  isInMaintenance: boolean,
  reported: readonly PublicIncident['impact'][],
): ComponentStatus {
  const found = isInMaintenance ? 'maintenance' : MEASURED_STATUS[measured]
  const reportedStatus = reported.length === 0 ? found : reported.includes('critical') ? 'outage' : 'degraded'
  return SEVERITY_RANK[reportedStatus] > SEVERITY_RANK[found] ? reportedStatus : found
}

/**
 * Major when more than half of the components with a known status are out. Components with an unknown status do not
 * count.
 */
export function getOverallStatus(components: readonly ComponentStatus[]): OverallStatus {
  const count = (status: ComponentStatus): number => components.filter((one) => one === status).length
  const outages = count('outage')
  if (outages > 0) return outages * 2 > components.length - count('unknown') ? 'major_outage' : 'partial_outage'
  if (count('degraded') > 0) return 'degraded'
  return count('maintenance') > 0 ? 'maintenance' : 'operational'
}
