/** Dependencies of monitors: validation and storage. */
import {
  type Dependencies,
  type DependencyLink,
  describeDependencyIssue,
  findDependencyIssues,
} from '../../core/monitors/dependency.ts'
import type { AppliedChange, MonitorChange, MonitorConfig } from '../../core/monitors/monitor-change.ts'
import { createInvalid, type Problem } from '../../core/platform/errors.ts'
import type { UnixMs } from '../../core/platform/time/time.ts'
import { markSuppressionsDue } from '../../store/incidents/incident-holds.ts'
import { listIncidentMonitors } from '../../store/incidents/incident-monitors.ts'
import { recordDeletedLinks } from '../../store/monitors/deleted-monitors.ts'
import {
  deleteDependencies as deleteLinks,
  listDependencies,
  listDependents,
  saveParents,
} from '../../store/monitors/monitor-dependencies.ts'
import { findMonitorKeys } from '../../store/monitors/monitor-refs.ts'
import type { Reader, Tx } from '../../store/platform/store.ts'
import type { MonitorScope } from '../platform/context.ts'
import { convertInTurns, runInTurns } from '../platform/limits/large-work.ts'
import { createMonitorNotFound } from '../platform/project-references.ts'

const FIELD = 'depends_on_monitor_ids'

/** A requested monitor. */
interface Dependent {
  /** Null at creation. */
  before: { key: number } | null
  change: MonitorChange
  after: Pick<MonitorConfig, 'name'>
}

/**
 * Finds the changes whose dependencies are refused. Call it in a transaction that has incremented the revision. The
 * increment blocks concurrent changes, because two changes together could form a cycle.
 *
 * @param dependents changes that are applied together
 * @returns MONITOR_NOT_FOUND, or VALIDATION_ERROR that names the cycle or the chain that is too long
 */
export async function findDependencyProblems<T extends Dependent>(
  db: Reader,
  { projectId }: MonitorScope,
  dependents: readonly T[],
): Promise<Map<T, Problem>> {
  const changed = dependents.filter(({ change }) => change.dependsOnMonitorIds !== undefined)
  // Keys of new monitors are negative here, because no monitor has such a key
  const keyByDependent = new Map(changed.map((one, index) => [one, one.before?.key ?? -1 - index]))
  const keyOf = (one: T): number => keyByDependent.get(one)!
  const ids = new Set(changed.flatMap(({ change }) => change.dependsOnMonitorIds!))
  if (ids.size === 0) return new Map()
  const keys = await findMonitorKeys(db, projectId, [...ids])
  const planned = new Map<number, readonly number[]>()
  const problems = new Map<T, Problem>()
  for (const one of changed) {
    const missing = one.change.dependsOnMonitorIds!.find((id) => !keys.has(id))
    if (missing === undefined)
      planned.set(
        keyOf(one),
        one.change.dependsOnMonitorIds!.map((id) => keys.get(id)!),
      )
    else problems.set(one, createMonitorNotFound(missing, FIELD))
  }
  const issues = await runInTurns(findDependencyIssues(await listLinks(db, planned), planned))
  const monitors = await listIncidentMonitors(db, [...new Set([...issues.values()].flatMap((issue) => issue.keys))])
  await convertInTurns(changed, (one) => {
    const issue = issues.get(keyOf(one))
    if (!issue) return
    const nameOf = (key: number) => (key === keyOf(one) ? one.after.name : (monitors.get(key)?.name ?? ''))
    problems.set(one, createInvalid({ field: FIELD, message: describeDependencyIssue(issue, nameOf) }))
  })
  return problems
}

/** Lists the current links above and below the planned dependencies, each once. */
async function listLinks(db: Reader, planned: Dependencies): Promise<DependencyLink[]> {
  const keys = [...planned.keys()]
  const above = await listDependencies(db, [...new Set([...keys, ...[...planned.values()].flat()])])
  const below = await listDependents(db, keys)
  const links = [...above, ...below].map(({ monitorKey, parentKey }) => ({ monitorKey, parentKey }))
  return [...new Map(links.map((link) => [`${link.monitorKey} ${link.parentKey}`, link])).values()]
}

/** Saves dependencies that were checked in the same transaction. */
export async function saveDependencies(
  tx: Tx,
  changes: readonly AppliedChange[],
  { at }: { at: UnixMs },
): Promise<void> {
  const isRelinked = ({ before, after }: AppliedChange): boolean =>
    (before?.dependsOnMonitorIds ?? []).join() !== after.dependsOnMonitorIds.join()
  await saveParents(
    tx,
    changes.filter(isRelinked).map(({ key, after }) => ({ monitorKey: key, parentIds: after.dependsOnMonitorIds })),
  )
  const changed = changes.filter(
    (change) => change.before !== null && (change.transition !== null || isRelinked(change)),
  )
  await markSuppressionsDue(
    tx,
    changed.map(({ key }) => key),
    at,
  )
}

/** Deletes the dependencies of deleted monitors in both directions, and makes the suppressions due that they caused. */
export async function deleteDependencies(tx: Tx, keys: readonly number[], { at }: { at: UnixMs }): Promise<void> {
  await markSuppressionsDue(tx, keys, at)
  await recordDeletedLinks(tx, keys)
  await deleteLinks(tx, keys)
}
