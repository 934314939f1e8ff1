/** How the parts of a status page are, and the whole of it. */
import type { RuntimeStatus } from '../monitors/monitor.ts'
import type { ComponentStatus, OverallStatus, PublicIncident } from './public-status.ts'

const MEASURED_STATUS: Record<RuntimeStatus, ComponentStatus> = {
  up: 'operational',
  degraded: 'degraded',
  down: 'outage',
  paused: 'unknown',
  unknown: 'unknown',
}

/** Worse ones later; what is planned, or not known, is not worse than working. */
const SEVERITY_RANK: Record<ComponentStatus, number> = {
  operational: 0,
  unknown: 0,
  maintenance: 0,
  degraded: 1,
  outage: 2,
}

/**
 * People may know more than checks do: what they report of a component counts, whatever is measured.
 *
 * @param reported impacts of open incidents that people opened about it
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

/** Major when more than half of what is known is out. What nobody knows takes no part. */
export function getOverallStatus(components: readonly ComponentStatus[]): OverallStatus {
  const count = (status: ComponentStatus): number => components.filter((one) => one === status).length
  const outages = count('outage')
  if (outages > 0) return outages * 2 > components.length - count('unknown') ? 'major_outage' : 'partial_outage'
  if (count('degraded') > 0) return 'degraded'
  return count('maintenance') > 0 ? 'maintenance' : 'operational'
}
