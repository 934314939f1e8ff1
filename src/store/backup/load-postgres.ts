/** Fills PostgreSQL by COPY, in one transaction: a crash leaves the database unchanged. */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { from } from 'pg-copy-streams'
import type { BackupTable } from '../../core/platform/database/backup.ts'
import { DAY_MS } from '../../core/platform/time/time.ts'
import { rebuildPartitions } from '../platform/postgres/partitions.ts'
import type { Tx } from '../platform/store.ts'
import type { Block } from './copy-text.ts'
import { listOwnTablesOfAllVersions } from './dump.ts'
import type { Filler } from './load.ts'
import { quoteName } from './single-postgres.ts'

/** Memory for building indexes; small servers can spare this much. */
const INDEX_MEMORY = '64MB'

/** Raw result retention in days when no retention terms are stored: the longest of the plans. */
const DEFAULT_DAYS = 120

/**
 * Maximum number of daily partitions. Earlier days share one partition, because each partition adds a small cost to
 * every query.
 */
const MAX_DAYS = 400

/** Maximum wait for locks of other transactions. */
const LOCK_TIMEOUT = '10s'

/** Lifts the timeouts within the transaction, except the wait for locks. */
export async function relaxTimeouts(tx: Tx): Promise<void> {
  for (const setting of ['statement_timeout = 0', 'idle_in_transaction_session_timeout = 0'])
    await sql.raw(`set local ${setting}`).execute(tx)
  await sql.raw(`set local lock_timeout = '${LOCK_TIMEOUT}'`).execute(tx)
}

/** Maximum wait for connections that are being closed. */
const SHUTDOWN_WAIT_MS = 5_000
const POLL_MS = 100

/**
 * Counts other connections. Runs outside a transaction, in which every query would return the same rows. The database
 * URL may give all its connections the same name, including this one.
 *
 * @returns connections of servers, as far as the database can identify them
 */
export async function countServers(client: pg.Client): Promise<number> {
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    const { rows } = await client.query(`select count(*) as count from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
        and application_name in ('watchkeeper', current_setting('application_name'))`)
    const { count } = rows[0]
    if (count === 0 || waitedMs >= SHUTDOWN_WAIT_MS) return count
    await delay(POLL_MS)
  }
}

const TRIGGER_FUNCTIONS = ['active_monitors_insert', 'active_monitors_update', 'active_monitors_delete']

/** Drops everything that the migrations create, and nothing else. */
export async function dropOwnTables(tx: Tx): Promise<void> {
  const names = (await listOwnTablesOfAllVersions()).map(quoteName).join(', ')
  await sql.raw(`drop table if exists ${names} cascade`).execute(tx)
  for (const name of TRIGGER_FUNCTIONS) await sql`drop function if exists ${sql.id(name)}`.execute(tx)
}

export function createPostgresFiller(tx: Tx, client: pg.Client, takenAt: number, now: number): Filler {
  return {
    dropConstraints: () => dropConstraints(tx),
    fill: async (table, blocks) => {
      await sql`truncate ${sql.table(table.name)}`.execute(tx)
      const rest = blocks[Symbol.asyncIterator]()
      const first = await rest.next()
      if (first.done) return 0
      // Compaction moves loaded results to blocks, so one partition of the past suffices
      if (table.name === 'results') await rebuildPartitions(tx, table.name, now, now)
      if (table.name === 'result_blocks') await partitionBlocks(tx, takenAt, now)
      return copy(client, table, joinBlocks(first.value, rest))
    },
    numberFrom: async ({ name, numbered }, last) => {
      const sequence = sql`pg_get_serial_sequence(${quoteName(name)}, ${numbered!.column})`
      await sql`select setval(${sequence}, ${Math.max(last, 1)}, ${last > 0})`.execute(tx)
    },
  }
}

async function* joinBlocks(first: Block, rest: AsyncIterator<Block>): AsyncGenerator<Block> {
  yield first
  yield* { [Symbol.asyncIterator]: () => rest }
}

async function copy(client: pg.Client, { name, columns }: BackupTable, blocks: AsyncIterable<Block>): Promise<number> {
  const list = columns.map((column) => quoteName(column.name)).join(', ')
  const stream = client.query(from(`copy ${quoteName(name)} (${list}) from stdin`))
  await pipeline(Readable.from(readBytes(blocks)), stream)
  return stream.rowCount
}

async function* readBytes(blocks: AsyncIterable<Block>): AsyncGenerator<Uint8Array> {
  for await (const { bytes } of blocks) yield omitNul(bytes)
}

/** Removes NUL characters: SQLite stores them in text, PostgreSQL rejects them. */
function omitNul(bytes: Uint8Array): Uint8Array {
  if (!bytes.includes(0)) return bytes
  return bytes.filter((byte) => byte !== 0)
}

interface IndexDefinition {
  /** Statements that drop and recreate the index or reference. */
  drop: string
  make: string
}

async function dropConstraints(tx: Tx): Promise<() => Promise<void>> {
  const names = await listOwnTablesOfAllVersions()
  const { rows: references } = await sql<IndexDefinition>`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
    from pg_constraint where contype = 'f' and conrelid::regclass::text = any(${names})`.execute(tx)
  // Indexes of partitions are dropped and created with the index of the parent; PostgreSQL shows the definition of the
  // parent with ONLY
  const { rows: indexes } = await sql<IndexDefinition>`
    select format('drop index %s', i.indexrelid::regclass) as drop,
      replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ') as make
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid::regclass::text = any(${names}) and not c.relispartition
      and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`.execute(tx)
  const dropped = [...references, ...indexes]
  for (const { drop } of dropped) await sql.raw(drop).execute(tx)
  return async () => {
    await sql.raw(`set local maintenance_work_mem = '${INDEX_MEMORY}'`).execute(tx)
    for (const { make } of dropped.toReversed()) await sql.raw(make).execute(tx)
  }
}

/** Creates the partitions that would exist if servers had run here all the time. */
async function partitionBlocks(tx: Tx, takenAt: number, now: number): Promise<void> {
  const { days } = await tx
    .selectFrom('retention_terms')
    .select((eb) => eb.fn.max<number | null>('raw_result_days').as('days'))
    .executeTakeFirstOrThrow()
  const first = takenAt - Math.min(days ?? DEFAULT_DAYS, MAX_DAYS) * DAY_MS
  await rebuildPartitions(tx, 'result_blocks', Math.max(first, now - MAX_DAYS * DAY_MS), now)
}
