/** Sizes of a database by its own functions, whatever the layout of its tables. */
import { sql } from 'kysely'
import type { Store } from '../../src/store/platform/store.ts'

/** Bytes in use, with indexes and without free pages. */
export interface Sizes {
  all: number
  /** Hourly and daily rollups, which are part of `all`. */
  rollups: number
}

interface TableSize {
  name: string
  bytes: number
}

export async function readSizes(store: Store): Promise<Sizes> {
  const tables = store.dialect === 'sqlite' ? await readSqliteSizes(store) : await readPostgresSizes(store)
  const sum = (some: readonly TableSize[]) => some.reduce((total, { bytes }) => total + Number(bytes), 0)
  return { all: sum(tables), rollups: sum(tables.filter(({ name }) => /result_(hours|days)/.test(name))) }
}

async function readSqliteSizes(store: Store): Promise<TableSize[]> {
  const { rows } = await sql<TableSize>`select name, sum(pgsize) as bytes from dbstat group by name`.execute(store.db)
  return rows
}

/** Reclaims deleted rows first, which a test server does not do by itself. */
async function readPostgresSizes(store: Store): Promise<TableSize[]> {
  await sql`vacuum`.execute(store.db)
  const { rows } = await sql<TableSize>`select relname as name, pg_total_relation_size(oid) as bytes
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(store.db)
  return rows
}

/** Returns the bytes that PostgreSQL has written to its write-ahead log; null for SQLite, which overwrites its own. */
export async function readWalBytes(store: Store): Promise<number | null> {
  if (store.dialect === 'sqlite') return null
  const { rows } = await sql<{ bytes: number }>`
    select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as bytes`.execute(store.db)
  return Number(rows[0]!.bytes)
}
