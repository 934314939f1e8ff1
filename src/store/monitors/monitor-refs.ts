/** Projects of monitors and other rows, deleted or not. */
import { bulk } from '../platform/queries/bulk.ts'
import { prepareQuery } from '../platform/queries/prepared.ts'
import type { Reader } from '../platform/store.ts'

export interface MonitorRef {
  id: string
  projectId: string
}

const selectRefs = bulk<{ key: number; id: string; project_id: string }>(
  { key: 'int4' },
  'select m.key, m.id, m.project_id from k join monitors m on m.key = k.key',
)

/** Finds the projects and ids of monitors, by key. */
export async function findMonitorRefs(db: Reader, keys: readonly number[]): Promise<Map<number, MonitorRef>> {
  const { rows } = await selectRefs(
    db,
    keys.map((key) => [key]),
  )
  return new Map(rows.map((row) => [row.key, { id: row.id, projectId: row.project_id }]))
}

type Resource = 'monitors' | 'incidents'

const prepareProjectQuery = (table: Resource) =>
  bulk<{ id: string; project_id: string }>(
    { id: 'text' },
    `select t.id, t.project_id from k join ${table} t on t.id = k.id`,
  )

const selectProjects = { monitors: prepareProjectQuery('monitors'), incidents: prepareProjectQuery('incidents') }

/** Finds the project ids of rows, by the ids of the rows. */
export async function findProjectIds(
  db: Reader,
  table: Resource,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await selectProjects[table](
    db,
    ids.map((id) => [id]),
  )
  return new Map(rows.map(({ id, project_id }) => [id, project_id]))
}

/** Finds keys by id, for monitors of the project that are not deleted. */
export async function findMonitorKeys(
  db: Reader,
  projectId: string,
  ids: readonly string[],
): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('monitors')
    .select(['id', 'key'])
    .where('id', 'in', ids)
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(rows.map(({ id, key }) => [id, key]))
}

const selectKeys = prepareQuery((db: Reader, projectId: string) =>
  db.selectFrom('monitors').select('key').where('project_id', '=', projectId).where('deleted_at', 'is', null),
)

/** Lists the keys of a project's monitors that are not deleted. */
export const listMonitorKeys = async (db: Reader, projectId: string): Promise<number[]> =>
  (await selectKeys(db, projectId)).map(({ key }) => key)
