import { type Kysely, sql } from 'kysely'
import type { DialectTraits } from '../platform/dialects.ts'
import type { Database } from '../tables.ts'
import { index } from './schema.ts'

export async function up(db: Kysely<Database>, _traits: DialectTraits): Promise<void> {
  // The log of a monitor is walked from its end, over all of its incidents
  await db.schema.alterTable('deliveries').addColumn('monitor_key', 'integer').execute()
  await sql`update deliveries set monitor_key = (select i.monitor_key from incidents i where i.id = deliveries.incident_id)
    where incident_id is not null`.execute(db)
  await index(db, 'deliveries_by_monitor', 'deliveries (monitor_key, created_at, id)', 'monitor_key is not null')
  // All that an uptime is made of: whoever adds up the time of many monitors reads no row of the table
  const spans = 'status_changes (monitor_key, started_at, ended_at, to_status)'
  await index(db, 'status_changes_spans', spans, "kind = 'runtime'")
}
