/** Looks up the keys that tables refer to, by the ids that the API uses. */
import { prepareQuery } from '../platform/prepared.ts'
import type { Reader } from '../platform/store.ts'

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
