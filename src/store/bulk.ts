/**
 * Many rows in one go. SQLite runs one compiled statement per row, which is its fastest way; PostgreSQL takes all
 * rows as one array per column, which spares it a round trip and a plan per row.
 */
import { CompiledQuery, PostgresAdapter } from 'kysely'
import type { DialectName } from './dialects.ts'
import { RowBatch } from './sqlite.ts'
import type { Reader, Tx } from './store.ts'
import type { Database } from './tables.ts'

export const dialectOf = (db: Reader): DialectName =>
  db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite'

type ColumnType = 'int8' | 'int4' | 'int2' | 'text' | 'bytea'

/** Columns by name, in the order in which the rows give their values. */
export type BulkColumns = Readonly<Record<string, ColumnType>>

/** What happens to a row whose key is there already. */
export type OnConflict = 'ignore' | { keys: readonly string[]; update: readonly string[] }

/**
 * An insert of any number of rows, compiled when it is made.
 *
 * @returns a function that runs it and answers how many rows were written
 */
export function bulkInsert(
  table: keyof Database,
  columns: BulkColumns,
  onConflict: OnConflict,
): (tx: Tx, rows: readonly (readonly unknown[])[]) => Promise<number> {
  const names = Object.keys(columns)
  const types = Object.values(columns)
  const insert = `insert into ${table} (${names.join(', ')})`
  const conflict = conflictClause(onConflict)
  const sqlite = `${insert} values (${names.map(() => '?').join(', ')}) ${conflict}`
  const arrays = types.map((type, index) => `$${index + 1}::${type}[]`).join(', ')
  const postgres = `${insert} select * from unnest(${arrays}) ${conflict}`

  return async (tx, rows) => {
    if (rows.length === 0) return 0
    const query =
      dialectOf(tx) === 'sqlite'
        ? CompiledQuery.raw(sqlite, [new RowBatch(rows)])
        : CompiledQuery.raw(postgres, byColumn(rows, names.length))
    const result = await tx.executeQuery(query)
    return Number(result.numAffectedRows ?? 0)
  }
}

function conflictClause(onConflict: OnConflict): string {
  if (onConflict === 'ignore') return 'on conflict do nothing'
  const assignments = onConflict.update.map((name) => `${name} = excluded.${name}`).join(', ')
  return `on conflict (${onConflict.keys.join(', ')}) do update set ${assignments}`
}

function byColumn(rows: readonly (readonly unknown[])[], width: number): unknown[][] {
  return Array.from({ length: width }, (_, column) => rows.map((row) => row[column]))
}
