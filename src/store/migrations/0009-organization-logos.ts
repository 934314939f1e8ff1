/** Logos of organizations. Most reads of an organization do not need its logo, so it has a separate table. */
import type { Kysely } from 'kysely'
import type { Database } from '../tables/index.ts'
import { keyOf, table } from './schema.ts'

export async function up(db: Kysely<Database>): Promise<void> {
  await table(db, 'organization_logos', { organization_id: keyOf('organizations.id'), image: 'text' }).execute()
}
