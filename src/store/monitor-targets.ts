/** Which notification targets a monitor may name. */
import type { Reader } from './store.ts'

/** @returns those of `ids` that are targets of the project */
export async function filterTargetIds(db: Reader, projectId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('notification_targets')
    .select('id')
    .where('project_id', '=', projectId)
    .where('id', 'in', ids)
    .execute()
  return new Set(rows.map((row) => row.id))
}

/** Who is told of a new monitor that does not say; oldest first. */
export async function listDefaultTargetIds(db: Reader, projectId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('notification_targets')
    .select('id')
    .where('project_id', '=', projectId)
    .where('is_default', '=', 1)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}
