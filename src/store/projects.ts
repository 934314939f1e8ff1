import type { Reader } from './store.ts'

/** The organization that a project belongs to; null when there is no such project. */
export async function findProjectOwner(db: Reader, id: string): Promise<string | null> {
  const row = await db.selectFrom('projects').select('organization_id').where('id', '=', id).executeTakeFirst()
  return row?.organization_id ?? null
}
