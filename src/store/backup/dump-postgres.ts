/**
 * PostgreSQL backup: one transaction with a snapshot of the database, and one COPY stream per table. Neither side
 * buffers more than one block. It does not block reads or writes; a migration waits for its end.
 */

import type pg from 'pg'
import { to } from 'pg-copy-streams'
import type { BackupTable, ColumnKind } from '../../core/platform/database/backup.ts'
import type { Schema } from '../../core/platform/database/schema.ts'
import { MIGRATION_LOCK } from '../platform/dialects.ts'
import { type Block, splitBlocks } from './copy-text.ts'
import { createEmptyError, type Dump, getLastSchema, listOwnTables } from './dump.ts'
import { connectSingle, quoteName } from './single-postgres.ts'

/** `application_name` of the connection, visible to admins. */
const NAME = 'watchkeeper backup'

/** @throws BackupError */
export async function openPostgresDump(url: string): Promise<Dump> {
  const client = await connectSingle(url, NAME)
  try {
    await startSnapshot(client)
    const schema = getLastSchema(await listApplied(client))
    const tables = await describeAll(client, await listOwnTables(schema.version))
    return {
      dialect: 'postgres',
      schema,
      tables,
      sealedWith: await findSealingKey(client),
      read: (table) => readTable(client, table),
      close: () => client.end(),
    }
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

/**
 * Starts the snapshot. A lock shared by backups blocks migrations. The snapshot is fixed before the transaction can
 * wait for a lock, so a transaction that would have to wait starts again.
 */
async function startSnapshot(client: pg.Client): Promise<void> {
  for (;;) {
    await client.query(`select pg_advisory_xact_lock_shared(${MIGRATION_LOCK})`)
    await client.query('begin isolation level repeatable read, read only')
    const { rows } = await client.query(`select pg_try_advisory_xact_lock_shared(${MIGRATION_LOCK}) as held`)
    if (rows[0].held) break
    await client.query('rollback')
  }
  await client.query('set local statement_timeout = 0')
  await client.query('set local idle_in_transaction_session_timeout = 0')
}

async function listApplied(client: pg.Client): Promise<Schema[]> {
  const { rows: found } = await client.query("select to_regclass('schema_migrations') is not null as there")
  if (!found[0].there) throw createEmptyError()
  return (await client.query('select version, name from schema_migrations order by version')).rows
}

async function findSealingKey(client: pg.Client): Promise<string | null> {
  return (await client.query('select key_id from seal_state')).rows[0]?.key_id ?? null
}

async function describeAll(client: pg.Client, names: readonly string[]): Promise<BackupTable[]> {
  const { rows } = await client.query<{ table: string; name: string; type: string; identity: string }>(
    `select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type, a.attidentity as identity
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = current_schema()::regnamespace and c.relname = any($1)
     order by c.relname, a.attnum`,
    [names],
  )
  const tables: BackupTable[] = []
  for (const [name, columns] of Map.groupBy(rows, ({ table }) => table)) {
    const counted = columns.find(({ identity }) => identity !== '')
    tables.push({
      name,
      columns: columns.map((column) => ({ name: column.name, kind: toColumnKind(column.type) })),
      numbered: counted ? { column: counted.name, last: await findLastKey(client, name, counted.name) } : null,
    })
  }
  return tables
}

const KINDS: Readonly<Record<string, ColumnKind>> = {
  smallint: 'integer',
  integer: 'integer',
  bigint: 'integer',
  bytea: 'bytes',
  real: 'number',
  'double precision': 'number',
  numeric: 'number',
}

const toColumnKind = (type: string): ColumnKind => KINDS[type] ?? 'text'

/** Sequences are not transactional: the key may be later than the rows, never earlier. */
async function findLastKey(client: pg.Client, table: string, column: string): Promise<number> {
  const { rows: found } = await client.query('select pg_get_serial_sequence($1, $2) as sequence', [
    quoteName(table),
    column,
  ])
  const { rows } = await client.query(`select last_value, is_called from ${found[0].sequence}`)
  return rows[0].is_called ? Number(rows[0].last_value) : 0
}

function readTable(client: pg.Client, { name, columns }: BackupTable): AsyncIterable<Block> {
  const list = columns.map((column) => quoteName(column.name)).join(', ')
  // COPY of a partitioned table needs a query
  return splitBlocks(client.query(to(`copy (select ${list} from ${quoteName(name)}) to stdout`)))
}
