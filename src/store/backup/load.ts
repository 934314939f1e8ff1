/** Fills an empty database with the rows of a backup, in a transaction of its own. */
import { BackupError, type BackupHeader, type BackupTable } from '../../core/platform/backup.ts'
import { adoptSchema } from '../../core/platform/schema-adoption.ts'
import { MIGRATIONS, type Migration } from '../migrations/index.ts'
import { migrateWithin } from '../migrations/migrate.ts'
import type { DialectTraits } from '../platform/dialects.ts'
import type { Tx } from '../platform/store.ts'
import type { Block } from './copy-text.ts'

/** One table of a backup. Its blocks are read before those of the next one. */
export interface TableOfRows {
  table: BackupTable
  blocks: AsyncIterable<Block>
}

/** What either database does in its own way. */
export interface Filler {
  /** Takes indexes and references away, so that rows come fast and in any order. @returns what brings them back */
  dropConstraints(): Promise<() => Promise<void>>
  /** Empties a table of what migrations wrote, and fills it. @returns how many rows there were */
  fill(table: BackupTable, blocks: AsyncIterable<Block>): Promise<number>
  /** Has the keys of a table go on behind this one. */
  numberFrom(table: BackupTable, last: number): Promise<void>
}

interface Loading {
  tx: Tx
  traits: DialectTraits
  filler: Filler
  header: BackupHeader
  tables: AsyncIterable<TableOfRows>
  /** After which key a table goes on. */
  lastKeyOf: (table: BackupTable) => number
  now: number
  migrations?: readonly Migration[]
}

/**
 * The schema is made as it was when the backup was taken, filled, and then brought up to date like any other: migrations
 * may move what they find.
 *
 * @returns rows by table
 * @throws BackupError when the rows do not belong together
 */
export async function load(loading: Loading): Promise<Record<string, number>> {
  const { tx, traits, filler, header, tables, lastKeyOf, now, migrations = MIGRATIONS } = loading
  const { version: last } = adoptSchema(header.schema)
  const then = migrations.filter(({ version }) => version <= last)
  await migrateWithin(tx, traits, now, then)
  const tighten = await filler.dropConstraints()
  const rows: Record<string, number> = {}
  for await (const { table, blocks } of tables) {
    rows[table.name] = await filler.fill(table, blocks).catch((error) => {
      throw isOfRows(error)
        ? new BackupError(`Its table ${table.name} does not match the schema: ${error.message}.`)
        : error
    })
    if (table.numbered) await filler.numberFrom(table, lastKeyOf(table))
  }
  await tighten()
  await migrateWithin(tx, traits, now, migrations)
  return rows
}

/** Classes 22, 23 and 42 of PostgreSQL (Appendix A), and SQLite's CONSTRAINT, MISMATCH and ERROR: data, not the database. */
function isOfRows(error: unknown): error is Error {
  const { code, errcode } = error as { code?: string; errcode?: number }
  return /^(22|23|42)/.test(code ?? '') || [1, 19, 20].includes((errcode ?? 0) & 0xff)
}
