/** Checks that references in a request exist. */
import { Problem } from '../../core/platform/errors.ts'
import { lockProjectForShare } from '../../store/accounts/projects.ts'
import { findMonitorKeys } from '../../store/monitors/monitor-keys.ts'
import type { Reader, Tx } from '../../store/platform/store.ts'

/**
 * Checks that the project still exists. It may have been deleted during the request, and the new resource would then be
 * invisible.
 *
 * @throws Problem PROJECT_NOT_FOUND
 */
export async function requireProject(tx: Tx, id: string): Promise<void> {
  if (!(await lockProjectForShare(tx, id))) throw new Problem('PROJECT_NOT_FOUND', `Project ${id} does not exist`)
}

/** A monitor id and the request field that contains it. */
export interface NamedMonitor {
  id: string
  field: string
}

/**
 * @returns keys by id
 * @throws Problem MONITOR_NOT_FOUND with the field of the first monitor that is not in the project
 */
export async function requireMonitors(
  db: Reader,
  projectId: string,
  named: readonly NamedMonitor[],
): Promise<Map<string, number>> {
  const keys = await findMonitorKeys(db, projectId, [...new Set(named.map(({ id }) => id))])
  const missing = named.find(({ id }) => !keys.has(id))
  if (!missing) return keys
  throw createMonitorNotFound(missing.id, missing.field)
}

export const createMonitorNotFound = (id: string, field: string): Problem =>
  new Problem('MONITOR_NOT_FOUND', `Monitor ${id} does not exist in this project`, { field })
