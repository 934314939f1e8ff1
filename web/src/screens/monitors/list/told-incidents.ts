/**
 * The rule by which the first screen shows each incident once. Pure.
 *
 * The row of a failing monitor shows its incident: reason, age and acknowledgement. The card above the list shows common
 * causes, and the incidents that no row shows. Such an incident has no monitor, or its monitor is not failing, filtered out,
 * or in a collapsed group. Without the sort by status, only the rows of the first screen count.
 */
import type { ResponseData } from '../../../api/types.ts'
import { getShownState, type MonitorSummary } from '../../../app/monitor-store/monitor-summary.ts'
import type { MonitorState } from '../../../ui/status.tsx'
import type { Row } from './rows.ts'

export type UnresolvedIncidents = ResponseData<'/api/dashboard/incidents', 'get'>

/** States whose reason is clear without the name of the state. */
export const FAILING: ReadonlySet<MonitorState> = new Set(['down', 'degraded', 'unknown'])

/** @returns why the checks fail, or why they failed before an unconfirmed recovery */
export function findReason({ reason, confirming }: MonitorSummary, state: MonitorState): MonitorSummary['reason'] {
  if (state === 'failing' || state === 'recovering') return confirming?.reason
  // After a resume, the store has the reason of the pause until the next read
  const isOutdated = reason?.kind === 'paused' || reason?.kind === 'disabled'
  return FAILING.has(state) && !isOutdated ? reason : undefined
}

/** Incidents in the card, above which the list has to stay in sight. */
const MAX_LINES = 5

export interface UntoldIncidents {
  storms: UnresolvedIncidents['storms']
  incidents: UnresolvedIncidents['incidents']
  /** Number of incidents that neither a row nor the card shows. */
  rest: number
}

/** @param rows the rows that count */
export function listUntold(
  { open, acknowledged, storms, incidents }: UnresolvedIncidents,
  rows: readonly Row[],
  findMonitor: (id: string) => MonitorSummary | undefined,
): UntoldIncidents {
  const told = new Set<string>()
  for (const { id } of rows) {
    const monitor = findMonitor(id)
    if (monitor?.open_incident && findReason(monitor, getShownState(monitor))) told.add(monitor.open_incident.id)
  }
  // A row shows the reason of the check, not the words of a reporter
  const untold = incidents.filter(({ id, reason }) => reason === undefined || !told.has(id)).slice(0, MAX_LINES)
  const shown = new Set([...told, ...storms.flatMap(({ incident_ids: ids }) => ids), ...untold.map(({ id }) => id)])
  return { storms, incidents: untold, rest: Math.max(0, open + acknowledged - shown.size) }
}
