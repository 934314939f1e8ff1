/** Dependencies of monitors: validation and storage. */
import { describeDependencyIssue, findDependencyIssue } from '../../core/monitors/dependency.ts'
import type { AppliedChange, MonitorChange, MonitorConfig } from '../../core/monitors/monitor-change.ts'
import { createInvalid } from '../../core/platform/errors.ts'
import { listIncidentMonitors } from '../../store/incidents/incident-monitors.ts'
import {
  deleteDependencies as deleteLinks,
  listDependencies,
  listDependents,
  saveParents,
} from '../../store/monitors/monitor-dependencies.ts'
import type { Reader, Tx } from '../../store/platform/store.ts'
import { requestSuppressionReview } from '../incidents/suppressions.ts'
import type { Context } from '../platform/context.ts'
import { requireMonitors } from '../platform/project-references.ts'
import type { MonitorScope } from '../platform/scope.ts'

const FIELD = 'depends_on_monitor_ids'

/** Monitor key that no monitor has; used for a new monitor. */
const NO_KEY = 0

/**
 * Checks new dependencies. Call it in a transaction that has incremented the revision. The increment blocks concurrent
 * changes, because two changes together could form a cycle.
 *
 * @throws Problem MONITOR_NOT_FOUND; VALIDATION_ERROR that names the cycle or the chain that is too long
 */
export async function checkDependencies(
  db: Reader,
  { projectId }: MonitorScope,
  { before, change, after }: { before: { key: number } | null; change: MonitorChange; after: MonitorConfig },
): Promise<void> {
  const ids = change.dependsOnMonitorIds
  if (ids === undefined || ids.length === 0) return
  const named = await requireMonitors(
    db,
    projectId,
    ids.map((id) => ({ id, field: FIELD })),
  )
  const key = before?.key ?? NO_KEY
  const parents = [...named.values()]
  const known = await listDependencies(db, parents)
  const above = [
    ...known.filter(({ monitorKey }) => monitorKey !== key),
    ...parents.map((parentKey) => ({ monitorKey: key, parentKey })),
  ]
  const issue = findDependencyIssue(key, above, await listDependents(db, [key]))
  if (!issue) return
  const monitors = await listIncidentMonitors(db, issue.keys)
  const nameOf = (each: number) => (each === key ? after.name : (monitors.get(each)?.name ?? ''))
  throw createInvalid({ field: FIELD, message: describeDependencyIssue(issue, nameOf) })
}

/** Saves dependencies that were checked in the same transaction. */
export async function saveDependencies(
  tx: Tx,
  changes: readonly AppliedChange[],
  context: Pick<Context, 'now'>,
): Promise<void> {
  const relinked = changes.filter(
    ({ before, after }) => (before?.dependsOnMonitorIds ?? []).join() !== after.dependsOnMonitorIds.join(),
  )
  await saveParents(
    tx,
    relinked.map(({ key, after }) => ({ monitorKey: key, parentIds: after.dependsOnMonitorIds })),
  )
  const changed = changes.filter(
    (change) => change.before !== null && (change.transition !== null || relinked.includes(change)),
  )
  await requestSuppressionReview(
    tx,
    context,
    changed.map(({ key }) => ({ monitorKey: key })),
  )
}

/** Deletes the dependencies of deleted monitors in both directions, and makes the suppressions due that they caused. */
export async function deleteDependencies(
  tx: Tx,
  keys: readonly number[],
  context: Pick<Context, 'now'>,
): Promise<void> {
  await requestSuppressionReview(
    tx,
    context,
    keys.map((monitorKey) => ({ monitorKey })),
  )
  await deleteLinks(tx, keys)
}
