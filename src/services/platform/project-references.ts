/** Makes sure that what is being made belongs to something that is there. */
import { Problem } from '../../core/platform/errors.ts'
import { lockProjectForShare } from '../../store/accounts/projects.ts'
import { findMonitorKeys } from '../../store/monitors/monitor-keys.ts'
import type { Reader, Tx } from '../../store/platform/store.ts'

/**
 * The project may have been deleted since the request was let in, and then nobody would ever see what is made in it.
 *
 * @throws Problem PROJECT_NOT_FOUND
 */
export async function requireProject(tx: Tx, id: string): Promise<void> {
  if (!(await lockProjectForShare(tx, id))) throw new Problem('PROJECT_NOT_FOUND', `Project ${id} does not exist`)
}

/** A monitor, and the place in the request that names it. */
export interface NamedMonitor {
  id: string
  field: string
}

/** @returns keys by id @throws Problem MONITOR_NOT_FOUND for the first that is not in the project, with its place */
export async function requireMonitors(
  db: Reader,
  projectId: string,
  named: readonly NamedMonitor[],
): Promise<Map<string, number>> {
  const keys = await findMonitorKeys(db, projectId, [...new Set(named.map(({ id }) => id))])
  const missing = named.find(({ id }) => !keys.has(id))
  if (!missing) return keys
  const { id, field } = missing
  throw new Problem('MONITOR_NOT_FOUND', `Monitor ${id} does not exist in this project`, { field })
}
