/** Operations on variables. Changes of variables and of monitors run one after another. */
import {
  findValueIssue,
  MAX_VARIABLES,
  VARIABLE,
  type Variable,
  type VariableDraft,
} from '../../core/monitors/variable.ts'
import { createInvalid, Problem } from '../../core/platform/errors.ts'
import { requireFound } from '../../core/platform/fields/resource.ts'
import { findMonitors, incrementRevision, updateRevisions } from '../../store/monitors/monitors.ts'
import {
  deleteVariable,
  findVariables,
  insertVariable,
  listVariables,
  listVariableUses,
  renameInMonitors,
  saveVariable,
} from '../../store/monitors/variables.ts'
import type { Reader } from '../../store/platform/store.ts'
import type { Context, MonitorScope } from '../platform/context.ts'
import { requireProject } from '../platform/project-references.ts'
import { createOwned, transact, type Work } from '../platform/work.ts'
import { findResolvedIssues } from './variable-rules.ts'

export type VariableInUse = Variable & { monitorCount: number }

export async function listVariablesInUse(db: Reader, projectId: string): Promise<VariableInUse[]> {
  const uses = await listVariableUses(db, projectId)
  const counts = new Map<string, number>()
  for (const id of uses.flatMap(({ variableIds }) => variableIds)) counts.set(id, (counts.get(id) ?? 0) + 1)
  const variables = await listVariables(db, projectId)
  return variables.map((variable) => ({ ...variable, monitorCount: counts.get(variable.id) ?? 0 }))
}

/** @throws Problem RESOURCE_NOT_FOUND */
export async function getVariable(db: Reader, projectId: string, id: string): Promise<VariableInUse> {
  const variable = await findOwn(db, projectId, id)
  return { ...variable, monitorCount: (await listUsers(db, variable)).length }
}

async function findOwn(db: Reader, projectId: string, id: string): Promise<Variable> {
  const variable = (await findVariables(db, [id])).get(id)
  return requireFound(variable?.projectId === projectId ? variable : null, VARIABLE, id)
}

/** Lists the monitors that refer to a variable, by name. */
const listUsers = async (db: Reader, { id, projectId }: Variable) =>
  (await listVariableUses(db, projectId)).filter(({ variableIds }) => variableIds.includes(id))

/** @throws Problem VALIDATION_ERROR, CONFLICT */
export const createVariable = (context: Context, scope: MonitorScope, draft: VariableDraft): Promise<VariableInUse> =>
  transact(context, scope, async (work) => {
    const { tx, projectId } = work
    await incrementRevision(tx)
    await requireProject(tx, projectId)
    const others = await listVariables(tx, projectId)
    if (others.length >= MAX_VARIABLES)
      throw createInvalid({ field: 'name', message: `exceeds ${MAX_VARIABLES} variables of a project` })
    const variable: Variable = { ...createOwned(work), ...draft }
    checkVariable(null, variable, others)
    await insertVariable(tx, variable)
    await work.audit(VARIABLE, null, variable)
    return { ...variable, monitorCount: 0 }
  })

/**
 * Changes a variable. The monitors that refer to it get a new value at once, and keep their reference to a new name.
 *
 * @param was values before a temporary change of the same transaction, for the audit log
 * @throws Problem RESOURCE_NOT_FOUND, CONFLICT; VALIDATION_ERROR also for a value that does not fit a monitor
 */
export const updateVariable = (
  context: Context,
  scope: MonitorScope,
  id: string,
  change: Partial<VariableDraft>,
  was: Partial<Variable> = {},
): Promise<VariableInUse> =>
  transact(context, scope, async (work) => {
    const { tx, projectId } = work
    await incrementRevision(tx)
    const before = await findOwn(tx, projectId, id)
    const after = { ...before, ...change, updatedAt: work.at }
    const all = await listVariables(tx, projectId)
    checkVariable(before, after, all)
    const users = await listUsers(tx, before)
    const hasChanged = await work.audit(VARIABLE, { ...before, ...was }, after)
    if (!hasChanged) return { ...before, monitorCount: users.length }
    if (after.value !== before.value || after.isSecret !== before.isSecret)
      await refreshUsers(
        work,
        users,
        all.map((variable) => (variable.id === id ? { ...after, name: before.name } : variable)),
      )
    if (after.name !== before.name) await renameInMonitors(tx, before, after.name)
    await saveVariable(tx, after)
    return { ...after, monitorCount: users.length }
  })

/** Maximum number of names in a refusal. */
const NAMES_SHOWN = 10

/**
 * Deletes a variable.
 *
 * @param was values before a temporary change of the same transaction
 * @throws Problem RESOURCE_NOT_FOUND; CONFLICT while monitors refer to it
 */
export const removeVariable = (
  context: Context,
  scope: MonitorScope,
  id: string,
  was: Partial<Variable> = {},
): Promise<void> =>
  transact(context, scope, async (work) => {
    const { tx, projectId } = work
    await incrementRevision(tx)
    const variable = { ...(await findOwn(tx, projectId, id)), ...was }
    const users = await listUsers(tx, variable)
    if (users.length > 0) throw toInUse(variable.name, users)
    await deleteVariable(tx, id)
    await work.audit(VARIABLE, variable, null)
  })

function toInUse(name: string, users: readonly { id: string; name: string }[]): Problem {
  const shown = users.slice(0, NAMES_SHOWN).map((user) => user.name)
  const rest = users.length - shown.length
  const list = `${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
  const details = {
    monitor_count: users.length,
    monitors: users.slice(0, NAMES_SHOWN).map(({ id, name }) => ({ id, name })),
  }
  return new Problem('CONFLICT', `The variable ${name} is used by ${list}`, details)
}

/** @throws Problem VALIDATION_ERROR, CONFLICT */
function checkVariable(before: Variable | null, after: Variable, all: readonly Variable[]): void {
  const issue = findValueIssue(before, after)
  if (issue) throw createInvalid(issue)
  if (all.some(({ id, name }) => id !== after.id && name === after.name))
    throw new Problem('CONFLICT', `Another variable of the project is named ${after.name}`, { field: 'name' })
}

/**
 * Monitors per revision. The answer to a probe contains all monitors of a revision, and each may be as large as the
 * longest body.
 */
const SLICE = 100

/**
 * Sends the new values to the probes.
 *
 * @throws Problem VALIDATION_ERROR for a value that does not fit a monitor
 */
async function refreshUsers(
  { tx, projectId, wake }: Work,
  users: readonly { key: number; id: string }[],
  variables: readonly Variable[],
): Promise<void> {
  for (let from = 0; from < users.length; from += SLICE) {
    const slice = users.slice(from, from + SLICE)
    const monitors = await findMonitors(
      tx,
      projectId,
      slice.map(({ id }) => id),
    )
    for (const monitor of monitors.values()) {
      const [issue] = findResolvedIssues(monitor, variables)
      if (issue)
        throw createInvalid({
          field: 'value',
          message: `does not fit ${monitor.name}: ${issue.field} ${issue.message}`,
        })
    }
    await updateRevisions(
      tx,
      slice.map(({ key }) => key),
      await incrementRevision(tx),
    )
  }
  if (users.length > 0) wake('assignments')
}
