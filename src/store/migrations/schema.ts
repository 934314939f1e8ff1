/** Helpers for migrations. */
import { type ColumnDataType, type ColumnDefinitionBuilder, type CreateTableBuilder, type Kysely, sql } from 'kysely'
import type { DialectTraits } from '../platform/dialects.ts'
import type { Database } from '../tables/index.ts'

export type Column = ColumnDataType | [ColumnDataType, (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder]

export const key: Column = ['text', (column) => column.primaryKey()]
export const monitorKey: Column = ['integer', (column) => column.primaryKey()]
/** Key of a table with a single row. */
export const singleRow = monitorKey
export const nullable = (type: ColumnDataType): Column => [type, (column) => column]
export const uniqueText: Column = ['text', (column) => column.notNull().unique()]
export const withDefault = (type: ColumnDataType, value: number): Column => [
  type,
  (column) => column.notNull().defaultTo(sql.lit(value)),
]
/** Reference to another row. The referring row is deleted with it. */
export const references = (target: string): Column => [
  'text',
  (column) => column.notNull().references(target).onDelete('cascade'),
]
/** Primary key that refers to another row: at most one row for each referenced row, deleted with it. */
export const keyOf = (target: string): Column => [
  'text',
  (column) => column.primaryKey().references(target).onDelete('cascade'),
]

export const smallInteger = ({ name }: DialectTraits) =>
  (name === 'postgres' ? sql`smallint` : 'integer') as ColumnDataType
export const bytes = ({ blob }: DialectTraits) => blob as ColumnDataType

/** Returns a table builder. Columns are `not null` unless declared otherwise. */
export function table(db: Kysely<Database>, name: string, columns: Record<string, Column>) {
  let builder: CreateTableBuilder<string, string> = db.schema.createTable(name)
  for (const [column, definition] of Object.entries(columns))
    builder = Array.isArray(definition)
      ? builder.addColumn(column, ...definition)
      : builder.addColumn(column, definition, (c) => c.notNull())
  return builder
}

/**
 * @param on `table (columns)`
 * @param where condition of a partial index
 */
export async function index(db: Kysely<Database>, name: string, on: string, where?: string): Promise<void> {
  await sql.raw(`create index ${name} on ${on}${where ? ` where ${where}` : ''}`).execute(db)
}

export async function uniqueIndex(db: Kysely<Database>, name: string, on: string, where?: string): Promise<void> {
  await sql.raw(`create unique index ${name} on ${on}${where ? ` where ${where}` : ''}`).execute(db)
}

/**
 * Storage parameters of tables whose updates change no index. A new row version fits on its page, and the indexes stay
 * unchanged. Updates of counters do not change the distribution of values, so `analyze` would run in vain every minute.
 *
 * @param fillfactor percentage of a page that inserts fill
 */
export const changedInPlace = (fillfactor: number) => ({
  fillfactor,
  autovacuum_vacuum_scale_factor: 0.05,
  autovacuum_analyze_scale_factor: 1,
})

/**
 * Storage parameters of tables whose rows move within an index of due or open rows. Dead entries in the index slow the
 * next search. By default, autovacuum cleans a table only when a fifth of it is dead: two million of ten million
 * deliveries.
 */
export const CLEANED_EARLY = { autovacuum_vacuum_scale_factor: 0.01, autovacuum_vacuum_threshold: 1_000 }
