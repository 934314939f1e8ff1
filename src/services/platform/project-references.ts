/** Checks that references in a request exist. */
import { createInvalid, Problem } from '../../core/platform/errors.ts'
import { lockProjectForShare } from '../../store/accounts/projects.ts'
import { lockGroups } from '../../store/monitors/groups.ts'
import { findMonitorKeys } from '../../store/monitors/monitor-refs.ts'
import { filterPolicyIds } from '../../store/notifications/escalation-policies.ts'
import type { Reader, Tx } from '../../store/platform/store.ts'

/**
 * Checks that the project still exists. It may have been deleted during the request, and the new resource would then be
 * invisible.
 *
 * @throws Problem PROJECT_NOT_FOUND
 */
export async function requireProject(tx: Tx, id: string): Promise<void> {
  if (!(await lockProjectForShare(tx, id))) throw toProjectNotFound(id)
}

/**
 * Makes changes of the groups and escalation policies of a project run one after another.
 *
 * @throws Problem PROJECT_NOT_FOUND
 */
export async function lockProject(tx: Tx, id: string): Promise<void> {
  if ((await lockGroups(tx, id)) === null) throw toProjectNotFound(id)
}

const toProjectNotFound = (id: string): Problem => new Problem('PROJECT_NOT_FOUND', `Project ${id} does not exist`)

/**
 * @param id null for no policy
 * @throws Problem VALIDATION_ERROR
 */
export async function requirePolicy(db: Reader, projectId: string, id: string | null): Promise<void> {
  if (id === null || (await filterPolicyIds(db, projectId, [id])).has(id)) return
  throw createInvalid({ field: 'escalation_policy_id', message: `escalation policy ${id} does not exist` })
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
