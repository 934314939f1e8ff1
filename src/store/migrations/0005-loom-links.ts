/** Links to the picture of a project. */
import type { Kysely } from 'kysely'
import type { Database } from '../tables/index.ts'
import { index, key, nullable, references, table, uniqueText } from './schema.ts'

export async function up(db: Kysely<Database>): Promise<void> {
  await table(db, 'loom_links', {
    id: key,
    project_id: references('projects.id'),
    token_hash: uniqueText,
    name: 'text',
    shows_user_names: 'integer',
    expires_at: nullable('bigint'),
    created_at: 'bigint',
  }).execute()
  await index(db, 'loom_links_of_project', 'loom_links (project_id, created_at)')
}
