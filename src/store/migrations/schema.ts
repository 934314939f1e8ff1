/** The words that migrations are written in. */
import { type ColumnDataType, type ColumnDefinitionBuilder, type CreateTableBuilder, type Kysely, sql } from 'kysely'
import type { Database } from '../tables.ts'

export type Column = ColumnDataType | [ColumnDataType, (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder]

export const key: Column = ['text', (column) => column.primaryKey()]
export const nullable = (type: ColumnDataType): Column => [type, (column) => column]
/** Gone with the row it names. */
export const references = (target: string): Column => [
  'text',
  (column) => column.notNull().references(target).onDelete('cascade'),
]

/** A table of columns that are `not null` unless they say otherwise. */
export function table(db: Kysely<Database>, name: string, columns: Record<string, Column>) {
  let builder: CreateTableBuilder<string, string> = db.schema.createTable(name)
  for (const [column, definition] of Object.entries(columns))
    builder = Array.isArray(definition)
      ? builder.addColumn(column, ...definition)
      : builder.addColumn(column, definition, (c) => c.notNull())
  return builder
}

/** @param on `table (columns)` @param where makes it partial */
export async function index(db: Kysely<Database>, name: string, on: string, where?: string): Promise<void> {
  await sql.raw(`create index ${name} on ${on}${where ? ` where ${where}` : ''}`).execute(db)
}

export async function uniqueIndex(db: Kysely<Database>, name: string, on: string, where?: string): Promise<void> {
  await sql.raw(`create unique index ${name} on ${on}${where ? ` where ${where}` : ''}`).execute(db)
}
