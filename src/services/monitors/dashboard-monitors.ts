/** All monitors of a project in one response, for a list that clients search, sort and filter locally. */
import type { Silence } from '../../core/incidents/silence.ts'
import type { UnixMs } from '../../core/platform/time/time.ts'
import type { Confirmation } from '../../core/results/confirmation.ts'
import { parseStatusReason, type StatusReason } from '../../core/results/status-reason.ts'
import { listProjectSilences } from '../../store/incidents/silences.ts'
import {
  type CurrentReason,
  listFlappingKeys,
  listLastChecks,
  listMaintenanceEnds,
  listMonitorSummaries,
  listOpenIncidents,
  listReasons,
  listTagsOfAll,
  type MonitorSummary,
  type OpenIncident,
} from '../../store/monitors/dashboard-monitors.ts'
import { listConfirmations } from '../evaluation/evaluation-batch.ts'
import type { Context } from '../platform/context.ts'

export interface ListedMonitor extends MonitorSummary {
  isFlapping: boolean
  /** End of the maintenance; null when the monitor is not in maintenance. */
  maintenanceUntil: UnixMs | null
  /** With the user who paused or disabled the monitor. Null while the monitor is up. */
  reason: (StatusReason & Pick<CurrentReason, 'actorName'>) | null
  /** Null when the monitor is not silenced. */
  silence: Silence | null
  /** Sorted by name. */
  tags: readonly string[]
  /** Null before the first check. */
  lastCheckAt: UnixMs | null
  /** Response time of the last check; null when it did not pass or measured nothing. */
  lastResponseMs: number | null
  openIncident: OpenIncident | null
  /** The change that waits for confirmation. */
  confirming: Confirmation | null
}

/**
 * Maximum number of monitors in the response: more than any plan offers. The rest of a larger project is available from
 * `GET /api/monitors`.
 */
export const MAX_LISTED = 10_000

/**
 * Lists the monitors of a project by name. Runs eight queries, and two more while a status change waits for confirmation.
 *
 * @returns `hasMore` when the project has more monitors than one response contains
 */
export async function listAllMonitors(
  { store: { db }, now }: Pick<Context, 'store' | 'now'>,
  projectId: string,
): Promise<{ monitors: ListedMonitor[]; hasMore: boolean }> {
  const lines = await listMonitorSummaries(db, projectId, MAX_LISTED + 1)
  const checks = await listLastChecks(
    db,
    lines.map(({ key }) => key),
  )
  const tags = await listTagsOfAll(db, projectId)
  const flapping = await listFlappingKeys(db, projectId)
  const maintenance = await listMaintenanceEnds(db, projectId, now())
  const reasons = await listReasons(db, projectId)
  const silences = await listProjectSilences(db, projectId, now())
  const incidents = await listOpenIncidents(db, projectId)
  const doubtful = lines.flatMap(({ key }) => (checks.get(key)?.isInDoubt === true ? [key] : []))
  const confirmations = await listConfirmations(db, doubtful, now())
  const monitors = lines.slice(0, MAX_LISTED).map((line) => ({
    ...line,
    isFlapping: flapping.has(line.key),
    maintenanceUntil: maintenance.get(line.key) ?? null,
    reason: toReason(line, reasons.get(line.key)),
    silence: silences.get(line.key) ?? null,
    tags: tags.get(line.key)?.sort() ?? [],
    lastCheckAt: checks.get(line.key)?.at ?? null,
    lastResponseMs: checks.get(line.key)?.responseMs ?? null,
    openIncident: incidents.get(line.key) ?? null,
    confirming: confirmations.get(line.key) ?? null,
  }))
  return { monitors, hasMore: lines.length > MAX_LISTED }
}

const toReason = ({ status }: MonitorSummary, current: CurrentReason | undefined): ListedMonitor['reason'] =>
  current ? { ...parseStatusReason(current.reason), actorName: status === 'active' ? null : current.actorName } : null
