/** Projects of monitors and other rows, deleted or not. */
import { bulk } from '../platform/bulk.ts'
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
