/** Status of the components of a page, and of the page as a whole. */
import type { RuntimeStatus } from '../monitors/monitor.ts'
import type { ComponentStatus, OverallStatus, PublicIncident } from './public-status.ts'

const MEASURED_STATUS: Record<RuntimeStatus, ComponentStatus> = {
  up: 'operational',
  degraded: 'degraded',
  down: 'outage',
  paused: 'not_monitored',
  unknown: 'unknown',
}

/** From best to worst; maintenance and missing measurements are not worse than operational. */
const SEVERITY_RANK: Record<ComponentStatus, number> = {
  operational: 0,
  unknown: 0,
  not_monitored: 0,
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

/** Returns whether the status of a component is measured, or reported by a user. */
export const isKnown = (status: ComponentStatus): boolean => status !== 'unknown' && status !== 'not_monitored'

/**
 * Returns the status that counts for the page. A component that is not monitored counts with its open incidents, because
 * no check has shown their end.
 *
 * @param open impacts of the open incidents of the component
 */
export function getCountedStatus(status: ComponentStatus, open: readonly PublicIncident['impact'][]): ComponentStatus {
  if (status !== 'not_monitored' || open.length === 0) return status
  return open.every((impact) => impact === 'minor') ? 'degraded' : 'outage'
}

/**
 * Major when more than half of the components with a known status are out. Components with an unknown status do not
 * count.
 */
export function getOverallStatus(components: readonly ComponentStatus[]): OverallStatus {
  const count = (status: ComponentStatus): number => components.filter((one) => one === status).length
  const outages = count('outage')
  if (outages > 0) return outages * 2 > components.filter(isKnown).length ? 'major_outage' : 'partial_outage'
  if (count('degraded') > 0) return 'degraded'
  return count('maintenance') > 0 ? 'maintenance' : 'operational'
}
