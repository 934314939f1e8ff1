import type { Kysely } from 'kysely'
import type { Database } from '../tables.ts'
import { index, table } from './schema.ts'

export async function up(db: Kysely<Database>): Promise<void> {
  for (const column of ['trial_until', 'absent_since', 'absent_until'])
    await db.schema.alterTable('probes').addColumn(column, 'bigint').execute()
  const orders = db.schema.alterTable('probe_orders')
  await orders.addColumn('needs_icmp', 'integer', (column) => column.notNull().defaultTo(0)).execute()
  await orders.addColumn('taken_at', 'bigint').execute()
  await index(db, 'probe_orders_taken', 'probe_orders (taken_by)', 'taken_by is not null')
  await table(db, 'probe_watch', { id: ['integer', (column) => column.primaryKey()], looked_at: 'bigint' }).execute()
  await db.insertInto('probe_watch').values({ id: 1, looked_at: 0 }).execute()
}
