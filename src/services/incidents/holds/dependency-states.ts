/** Current state of the monitors' dependencies. */

import type { DependencyState } from '../../../core/incidents/suppression.ts'
import { groupByMonitor, listAncestors } from '../../../core/monitors/dependency.ts'
import {
  type CheckProgress,
  listCheckProgress,
  NO_CHECK_PROGRESS,
} from '../../../store/incidents/suppressed-monitors.ts'
import { listDependencies, type ParentMonitor } from '../../../store/monitors/monitor-dependencies.ts'
import type { Reader } from '../../../store/platform/store.ts'

/** Returns all dependencies of a monitor, the nearest first. */
export type DependencyStates = (monitorKey: number) => DependencyState[]

/**
 * Loads dependency states for any number of monitors. Runs one query when no monitor has a dependency, otherwise two.
 */
export async function loadDependencyStates(
  db: Reader,
  monitorKeys: readonly number[],
  now: number,
): Promise<DependencyStates> {
  const links = await listDependencies(db, [...new Set(monitorKeys)])
  if (links.length === 0) return () => []
  const parents = new Map(links.map(({ parent }) => [parent.key, parent]))
  const progress = await listCheckProgress(db, [...parents.keys()], now)
  const states = new Map(
    [...parents].map(([key, parent]) => [key, toDependencyState(parent, progress.get(key) ?? NO_CHECK_PROGRESS)]),
  )
  const dependencies = groupByMonitor(links)
  return (monitorKey) => listAncestors(monitorKey, dependencies).map((key) => states.get(key)!)
}

const toDependencyState = (
  { key, name, type, status, runtimeStatus, statusSince, intervalSeconds }: ParentMonitor,
  { lastCheckAt, isInDoubt }: CheckProgress,
): DependencyState => ({
  key,
  name,
  isActive: status === 'active',
  isChecked: type !== 'HEARTBEAT',
  status: runtimeStatus,
  statusSince,
  intervalSeconds,
  lastCheckAt,
  isInDoubt,
})
