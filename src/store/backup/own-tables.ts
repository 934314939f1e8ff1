/**
 * Names of the Watchkeeper tables: the tables that the migrations create in an empty database. Search indexes of SQLite
 * are no tables in this sense: triggers fill them.
 */

import { sql } from 'kysely'
import { MIGRATIONS } from '../migrations/index.ts'
import { migrate } from '../migrations/migrate.ts'
import { createSession } from '../platform/session.ts'
import { openSqlite } from '../platform/sqlite/sqlite.ts'
import { createStore } from '../platform/store.ts'

const namesByVersion = new Map<number, Promise<string[]>>()

/** @param version of the schema; default: the current version */
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
