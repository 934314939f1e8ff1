/** A consistent snapshot of a database, read while servers keep writing. */

import { sql } from 'kysely'
import { BackupError, type BackupTable } from '../../core/platform/database/backup.ts'
import { refuseDevelopmentSchema, type Schema } from '../../core/platform/database/schema.ts'
import { MIGRATIONS } from '../migrations/index.ts'
import { migrate } from '../migrations/migrate.ts'
import type { DialectName } from '../platform/dialects.ts'
import { createSession } from '../platform/session.ts'
import { openSqlite } from '../platform/sqlite/sqlite.ts'
import { createStore } from '../platform/store.ts'
import type { Block } from './copy-text.ts'

export interface Dump {
  dialect: DialectName
  /** Last migration of the database. */
  schema: Schema
  tables: BackupTable[]
  /** Identifies the key that seals the secrets; null when nothing is sealed yet. */
  sealedWith: string | null
  /** Reads one table at a time. */
  read(table: BackupTable): AsyncIterable<Block>
  close(): Promise<void>
}

/**
 * Returns the last migration.
 *
 * @param applied migrations of the database.
 * @throws BackupError when a migration is unknown to this program, because its tables would be missing in the backup.
 * @throws DevelopmentSchemaError
 */
export function getLastSchema(applied: readonly Schema[]): Schema {
  refuseDevelopmentSchema(applied, MIGRATIONS)
  const unknown = applied.find(({ version }) => !MIGRATIONS.some((known) => known.version === version))
  if (unknown)
    throw new BackupError(
      `The database has migration ${unknown.version} (${unknown.name}), which this version of Watchkeeper does not support. Create the backup with the newer version.`,
    )
  const last = applied.at(-1)
  if (!last) throw createEmptyError()
  return last
}

export const createEmptyError = (): BackupError => new BackupError('It contains no Watchkeeper data yet.')

const namesByVersion = new Map<number, Promise<string[]>>()

/**
 * Names of the Watchkeeper tables: the tables that the migrations create in an empty database. Search indexes of SQLite
 * are no tables in this sense: triggers fill them.
 *
 * @param version of the schema; default: the current version
 */
export function listOwnTables(version: number = MIGRATIONS.at(-1)!.version): Promise<string[]> {
  const names = namesByVersion.get(version) ?? readOwnTables(version)
  namesByVersion.set(version, names)
  return names
}

/** Returns the tables of every schema version: a restore may find, or fill, the tables of an older one. */
export async function listOwnTablesOfAllVersions(): Promise<string[]> {
  const names = await Promise.all(MIGRATIONS.map(({ version }) => listOwnTables(version)))
  return [...new Set(names.flat())]
}

async function readOwnTables(version: number): Promise<string[]> {
  const store = createStore(openSqlite(':memory:').dialect, createSession('sqlite'))
  try {
    await migrate(
      store,
      0,
      MIGRATIONS.filter((migration) => migration.version <= version),
    )
    const { rows } = await sql<{ name: string }>`select name from pragma_table_list
      where schema = 'main' and type = 'table' and name not like 'sqlite@_%' escape '@' order by name`.execute(store.db)
    return rows.map(({ name }) => name)
  } finally {
    await store.close()
  }
}
