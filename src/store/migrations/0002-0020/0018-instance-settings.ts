/** Adds settings of the instance. */
import type { Kysely } from 'kysely'
import type { Database } from '../../tables/index.ts'
import { key, table } from '../schema.ts'

export async function up(db: Kysely<Database>): Promise<void> {
  await table(db, 'instance_settings', { name: key, content: 'text', updated_at: 'bigint' }).execute()
}
