/** Fills an empty database with the rows of a backup, in a single transaction. */

import { sql } from 'kysely'
import { BackupError, type BackupHeader, type BackupTable } from '../../core/platform/database/backup.ts'
import { MIGRATIONS, type Migration } from '../migrations/index.ts'
import { migrateWithin } from '../migrations/migrate.ts'
import type { DialectTraits } from '../platform/dialects.ts'
import type { Reader, Tx } from '../platform/store.ts'
import type { Block } from './copy-text.ts'

/** One table of a backup. Its blocks are read before the blocks of the next table. */
export interface TableOfRows {
  table: BackupTable
  blocks: AsyncIterable<Block>
}

/** Operations that differ between the databases. */
export interface Filler {
  /**
   * Drops indexes and references, so that rows load fast and in any order.
   *
   * @returns a function that recreates them
   */
  dropConstraints(): Promise<() => Promise<void>>
  /**
   * Deletes the rows that migrations wrote to a table, and fills it.
   *
   * @returns how many rows there were
   */
  fill(table: BackupTable, blocks: AsyncIterable<Block>): Promise<number>
  /** Sets the next generated key of a table to one after `last`. */
  numberFrom(table: BackupTable, last: number): Promise<void>
}

interface Loading {
  tx: Tx
  traits: DialectTraits
  filler: Filler
  header: BackupHeader
  tables: AsyncIterable<TableOfRows>
  /** Last generated key of a table. */
  lastKeyOf: (table: BackupTable) => number
  now: number
  migrations?: readonly Migration[]
}

/**
 * Creates the schema as of the backup, fills it and then migrates it like any other database: migrations may move rows.
 *
 * @returns rows by table
 * @throws BackupError when the rows are inconsistent
 */
export async function load(loading: Loading): Promise<Record<string, number>> {
  const { tx, traits, filler, header, tables, lastKeyOf, now, migrations = MIGRATIONS } = loading
  const known = migrations.filter(({ version }) => version <= header.schema.version)
  await migrateWithin(tx, traits, now, known)
  const recreateConstraints = await filler.dropConstraints()
  const rows: Record<string, number> = {}
  for await (const { table, blocks } of tables) {
    rows[table.name] = await filler.fill(table, blocks).catch((error) => {
      throw isDataError(error)
        ? new BackupError(`Its table ${table.name} does not match the schema: ${error.message}.`)
        : error
    })
    if (table.numbered) await filler.numberFrom(table, lastKeyOf(table))
  }
  await recreateConstraints()
  await migrateWithin(tx, traits, now, migrations)
  return rows
}

/**
 * Whether the data caused an error, not the database: classes 22, 23 and 42 of PostgreSQL (Appendix A), and SQLite's
 * CONSTRAINT, MISMATCH and ERROR.
 */
function isDataError(error: unknown): error is Error {
  const { code, errcode } = error as { code?: string; errcode?: number }
  return /^(22|23|42)/.test(code ?? '') || [1, 19, 20].includes((errcode ?? 0) & 0xff)
}

const COUNTED = ['users', 'organizations', 'monitors', 'incidents'] as const

/** Rows by table. */
export type Contents = Record<(typeof COUNTED)[number], number>

/** Counts the rows. A database without Watchkeeper tables counts as empty. */
export async function readContents(db: Reader): Promise<Contents> {
  const tables = new Set((await db.introspection.getTables()).map(({ name }) => name))
  const contents: Contents = { users: 0, organizations: 0, monitors: 0, incidents: 0 }
  for (const name of COUNTED.filter((table) => tables.has(table))) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(db)
    contents[name] = Number(rows[0]!.count)
  }
  return contents
}

/** A server creates regions and similar rows at its first start; a user would not miss them. */
export const isEmpty = ({ users, organizations, monitors }: Contents): boolean => users + organizations + monitors === 0
