/** Components of status pages that show a group instead of a monitor. */
import { type Kysely, sql } from 'kysely'
import type { DialectTraits } from '../platform/dialects.ts'
import type { Database } from '../tables/index.ts'
import { type Column, index, key, nullable, references, table } from './schema.ts'

const TABLE = 'status_page_components'

const groupReference: Column = ['text', (column) => column.references('groups.id').onDelete('cascade')]

export async function up(db: Kysely<Database>, { name }: DialectTraits): Promise<void> {
  if (name === 'postgres') {
    await db.schema
      .alterTable(TABLE)
      .addColumn('group_id', 'text', (column) => column.references('groups.id').onDelete('cascade'))
      .execute()
    await db.schema
      .alterTable(TABLE)
      .alterColumn('monitor_key', (column) => column.dropNotNull())
      .execute()
  } else await copyTable(db)
  await index(db, 'status_page_components_by_group', `${TABLE} (group_id)`, 'group_id is not null')
}

/** SQLite cannot make a column nullable. */
async function copyTable(db: Kysely<Database>): Promise<void> {
  await table(db, 'new_components', {
    id: key,
    page_id: references('status_pages.id'),
    section_id: references('status_page_sections.id'),
    monitor_key: nullable('integer'),
    display_name: nullable('text'),
    description: 'text',
    position: 'integer',
    group_id: groupReference,
  }).execute()
  await sql`insert into new_components select *, null from ${sql.table(TABLE)}`.execute(db)
  await db.schema.dropTable(TABLE).execute()
  await db.schema.alterTable('new_components').renameTo(TABLE).execute()
  await index(db, 'status_page_components_of_page', `${TABLE} (page_id)`)
  await index(db, 'status_page_components_of_section', `${TABLE} (section_id)`)
  await index(db, 'status_page_components_by_monitor', `${TABLE} (monitor_key)`)
}
