import { type ColumnDataType, type Kysely, sql } from 'kysely'
import type { DialectTraits } from '../platform/dialects.ts'
import type { Database } from '../tables.ts'
import { index, nullable, table } from './schema.ts'

export async function up(db: Kysely<Database>, traits: DialectTraits): Promise<void> {
  const small = (traits.name === 'postgres' ? sql`smallint` : 'integer') as ColumnDataType

  await traits
    .updatedOften(
      traits.clustered(
        table(db, 'heartbeats', {
          monitor_key: 'integer',
          token: ['text', (column) => column.notNull().unique()],
          last_at: 'bigint',
          last_ping_at: nullable('bigint'),
          last_run_ms: nullable('bigint'),
          open_runs: 'text',
          armed_at: nullable('bigint'),
          due_at: nullable('bigint'),
          pings: 'bigint',
        }).addPrimaryKeyConstraint('heartbeats_key', ['monitor_key']),
      ),
    )
    .execute()
  await index(db, 'heartbeats_due', 'heartbeats (due_at)', 'due_at is not null')

  await traits
    .clustered(
      table(db, 'heartbeat_pings', {
        monitor_key: 'integer',
        at: 'bigint',
        kind: small,
        exit_status: nullable(small),
        run_id: nullable('text'),
        duration_ms: nullable('bigint'),
        body: nullable('text'),
        body_bytes: 'integer',
        source: 'text',
      }).addPrimaryKeyConstraint('heartbeat_pings_key', ['monitor_key', 'at']),
    )
    .execute()

  await table(db, 'heartbeat_watch', { id: ['integer', (column) => column.primaryKey()], seen_at: 'bigint' }).execute()
  await db.insertInto('heartbeat_watch').values({ id: 1, seen_at: 0 }).execute()
}
