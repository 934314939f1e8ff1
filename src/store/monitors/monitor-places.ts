/** Which project something is in, deleted or not. */
import { bulk } from '../platform/bulk.ts'
import type { Reader } from '../platform/store.ts'

export interface MonitorPlace {
  id: string
  projectId: string
}

const selectPlaces = bulk<{ key: number; id: string; project_id: string }>(
  { key: 'int4' },
  'select m.key, m.id, m.project_id from k join monitors m on m.key = k.key',
)

/** By the keys of monitors. */
export async function findMonitorPlaces(db: Reader, keys: readonly number[]): Promise<Map<number, MonitorPlace>> {
  const { rows } = await selectPlaces(
    db,
    keys.map((key) => [key]),
  )
  return new Map(rows.map((row) => [row.key, { id: row.id, projectId: row.project_id }]))
}

type Resource = 'monitors' | 'incidents'

const byResource = (table: Resource) =>
  bulk<{ id: string; project_id: string }>(
    { id: 'text' },
    `select t.id, t.project_id from k join ${table} t on t.id = k.id`,
  )

const selectProjects = { monitors: byResource('monitors'), incidents: byResource('incidents') }

/** Projects by the ids of what is in them. */
export async function findProjectsOf(
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
