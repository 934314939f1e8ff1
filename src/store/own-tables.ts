/** Which tables are ours, whatever else is in the database: those that the migrations make of an empty one. */
import { sql } from 'kysely'
import { migrate } from './migrate.ts'
import { MIGRATIONS } from './migrations/index.ts'
import { openSqlite } from './sqlite.ts'
import { makeStore } from './store.ts'

/** @param version of the schema; absent: the present one */
export async function listOwnTables(version = Number.POSITIVE_INFINITY): Promise<string[]> {
  const store = makeStore('sqlite', openSqlite(':memory:').dialect)
  try {
    await migrate(
      store,
      0,
      MIGRATIONS.filter((migration) => migration.version <= version),
    )
    const { rows } = await sql<{ name: string }>`select name from sqlite_schema
      where type = 'table' and name not like 'sqlite@_%' escape '@' order by name`.execute(store.db)
    return rows.map(({ name }) => name)
  } finally {
    await store.close()
  }
}
