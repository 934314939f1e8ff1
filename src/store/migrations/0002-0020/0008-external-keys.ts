/** Adds the keys under which configuration documents refer to resources, and the source that manages a resource. */
import type { Kysely } from 'kysely'
import type { Database } from '../../tables/index.ts'
import { uniqueIndex } from '../schema.ts'

const TABLES = ['monitors', 'groups', 'notification_targets', 'maintenance_windows', 'status_pages'] as const

export async function up(db: Kysely<Database>): Promise<void> {
  for (const name of TABLES) {
    for (const column of ['external_key', 'managed_by'])
      await db.schema.alterTable(name).addColumn(column, 'text').execute()
    const isLive = name === 'monitors' ? ' and deleted_at is null' : ''
    await uniqueIndex(
      db,
      `${name}_external_key`,
      `${name} (project_id, external_key)`,
      `external_key is not null${isLive}`,
    )
  }
}
