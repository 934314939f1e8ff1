/** Variables of projects. Values of secrets are sealed like the secrets of monitors. */
import { type Selectable, sql } from 'kysely'
import { VARIABLE, type Variable, type VariableNames } from '../../core/monitors/variable.ts'
import { toManaged } from '../platform/managed-rows.ts'
import { prepareQuery } from '../platform/queries/prepared.ts'
import { createColumnMapper } from '../platform/queries/project-rows.ts'
import { parseStored, toStored, toVariableSealContext } from '../platform/sealing/vault.ts'
import type { Reader, Tx } from '../platform/store.ts'
import type { VariablesTable } from '../tables/monitors.ts'

const { toFields, toColumns } = createColumnMapper(VARIABLE, 'variables', { value: true })

function toVariable(db: Reader, row: Selectable<VariablesTable>): Variable {
  const { secret, value = secret } = parseStored(db, row.content, toVariableSealContext(row.id))
  return {
    id: row.id,
    projectId: row.project_id,
    ...toFields(row),
    value: (value as string | undefined) ?? null,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    ...toManaged(row),
  }
}

/** A value that no key opens is left as it is. */
const toRow = (db: Reader, variable: Variable) => {
  const { id, value, isSecret, updatedAt } = variable
  const content = value !== null && toStored(db, isSecret ? { secret: value } : { value }, toVariableSealContext(id))
  return { ...toColumns(variable), ...(content && { content }), updated_at: updatedAt }
}

const selectByProject = prepareQuery((db: Reader, projectId: string) =>
  db.selectFrom('variables').selectAll().where('project_id', '=', projectId),
)

/** Lists the variables of a project by name. */
export async function listVariables(db: Reader, projectId: string): Promise<Variable[]> {
  const rows = await selectByProject(db, projectId)
  return rows.map((row) => toVariable(db, row)).sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** Finds variables by id. */
export async function findVariables(db: Reader, ids: readonly string[]): Promise<Map<string, Variable>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('variables').selectAll().where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, toVariable(db, row)]))
}

/**
 * Finds the ids of the variables of projects.
 *
 * @returns ids by name, by project
 */
export async function findVariableIds(
  db: Reader,
  projectIds: readonly string[],
): Promise<Map<string, Map<string, string>>> {
  const ids = new Map(projectIds.map((id) => [id, new Map<string, string>()]))
  const rows = await db
    .selectFrom('variables')
    .select(['id', 'name', 'project_id'])
    .where('project_id', 'in', projectIds)
    .execute()
  for (const { id, name, project_id } of rows) ids.get(project_id)!.set(name, id)
  return ids
}

export async function insertVariable(tx: Tx, variable: Variable): Promise<void> {
  const { id, projectId, createdAt } = variable
  const row = { id, project_id: projectId, created_at: createdAt, content: '{}', ...toRow(tx, variable) }
  await tx.insertInto('variables').values(row).execute()
}

export async function saveVariable(tx: Tx, variable: Variable): Promise<void> {
  await tx.updateTable('variables').set(toRow(tx, variable)).where('id', '=', variable.id).execute()
}

export async function deleteVariable(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('variables').where('id', '=', id).execute()
}

/** A monitor that refers to variables. */
interface VariableUse {
  key: number
  id: string
  name: string
  variableIds: string[]
}

const selectUses = prepareQuery((db: Reader, projectId: string) =>
  db
    .selectFrom('monitors')
    .select(['key', 'id', 'name', 'variables'])
    .where('project_id', '=', projectId)
    .where('variables', 'is not', null)
    .where('deleted_at', 'is', null),
)

/** Lists the monitors of a project that refer to any variable, by name. */
export async function listVariableUses(db: Reader, projectId: string): Promise<VariableUse[]> {
  const rows = await selectUses(db, projectId)
  return rows
    .map(({ variables, ...monitor }) => ({
      ...monitor,
      variableIds: Object.keys(JSON.parse(variables!) as VariableNames),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** Renames a variable in the monitors that refer to it. Deleted monitors may be restored. */
export async function renameInMonitors(
  tx: Tx,
  { id, projectId, name }: Pick<Variable, 'id' | 'projectId' | 'name'>,
  newName: string,
): Promise<void> {
  const [from, to] = [name, newName].map((one) => JSON.stringify({ [id]: one }).slice(1, -1))
  await tx
    .updateTable('monitors')
    .set({ variables: sql<string>`replace(variables, ${from}, ${to})` })
    .where('project_id', '=', projectId)
    .where('variables', 'is not', null)
    .execute()
}
