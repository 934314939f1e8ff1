/** PostgreSQL filled by COPY, in one transaction: a crash amid it leaves everything as it was. */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { from } from 'pg-copy-streams'
import type { BackupTable } from '../../core/platform/backup.ts'
import { DAY_MS } from '../../core/platform/time/time.ts'
import { rebuildPartitions } from '../platform/postgres/partitions.ts'
import type { Tx } from '../platform/store.ts'
import type { Block } from './copy-text.ts'
import type { Filler } from './load.ts'
import { listOwnTablesEver } from './own-tables.ts'
import { quoteName } from './single-postgres.ts'

/** Sorts for indexes; a small server has more. */
const INDEX_MEMORY = '64MB'

/** Where nobody ever looked how long results are to be kept: the longest of the plans. */
const DEFAULT_DAYS = 120

/** More days share a partition: every one costs each query a little. */
const MAX_DAYS = 400

/** How long anything that works on the database just now is waited for. */
const LOCK_TIMEOUT = '10s'

/** Within the transaction: nothing is hurried but the wait for others. */
export async function relaxTimeouts(tx: Tx): Promise<void> {
  for (const setting of ['statement_timeout = 0', 'idle_in_transaction_session_timeout = 0'])
    await sql.raw(`set local ${setting}`).execute(tx)
  await sql.raw(`set local lock_timeout = '${LOCK_TIMEOUT}'`).execute(tx)
}

/** How long connections are waited for that are just being closed. */
const SHUTDOWN_WAIT_MS = 5_000
const POLL_MS = 100

/**
 * Outside of a transaction, within which it would see the same ones for ever. An address may give a name to all who use
 * it, this connection included.
 *
 * @returns connections of servers, as far as the database tells
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

/** Takes away all that the migrations make, and nothing else. */
export async function dropOwnTables(tx: Tx): Promise<void> {
  const names = (await listOwnTablesEver()).map(quoteName).join(', ')
  await sql.raw(`drop table if exists ${names} cascade`).execute(tx)
}

export function createPostgresFiller(tx: Tx, client: pg.Client, takenAt: number, now: number): Filler {
  return {
    dropConstraints: () => dropConstraints(tx),
    fill: async (table, blocks) => {
      await sql`truncate ${sql.table(table.name)}`.execute(tx)
      const rest = blocks[Symbol.asyncIterator]()
      const first = await rest.next()
      if (first.done) return 0
      if (table.name === 'results') await partitionResultsOf(tx, takenAt, now)
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

/** PostgreSQL takes no NUL in text. SQLite does, and where one got into it, it says nothing. */
function omitNul(bytes: Uint8Array): Uint8Array {
  if (!bytes.includes(0)) return bytes
  return bytes.filter((byte) => byte !== 0)
}

interface IndexDefinition {
  /** How to take it away, and how to make it. */
  drop: string
  make: string
}

async function dropConstraints(tx: Tx): Promise<() => Promise<void>> {
  const names = await listOwnTablesEver()
  const { rows: references } = await sql<IndexDefinition>`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
    from pg_constraint where contype = 'f' and conrelid::regclass::text = any(${names})`.execute(tx)
  // Those of partitions come and go with that of the whole; of that alone is what PostgreSQL shows as its definition
  const { rows: indexes } = await sql<IndexDefinition>`
    select format('drop index %s', i.indexrelid::regclass) as drop,
      replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ') as make
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid::regclass::text = any(${names}) and not c.relispartition
      and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`.execute(tx)
  const made = [...references, ...indexes]
  for (const { drop } of made) await sql.raw(drop).execute(tx)
  return async () => {
    await sql.raw(`set local maintenance_work_mem = '${INDEX_MEMORY}'`).execute(tx)
    for (const { make } of made.toReversed()) await sql.raw(make).execute(tx)
  }
}

/** Makes the partitions that there would be, had servers run here all the time. */
async function partitionResultsOf(tx: Tx, takenAt: number, now: number): Promise<void> {
  const { days } = await tx
    .selectFrom('retention_terms')
    .select((eb) => eb.fn.max<number | null>('raw_result_days').as('days'))
    .executeTakeFirstOrThrow()
  const first = takenAt - Math.min(days ?? DEFAULT_DAYS, MAX_DAYS) * DAY_MS
  await rebuildPartitions(tx, Math.max(first, now - MAX_DAYS * DAY_MS), now)
}
