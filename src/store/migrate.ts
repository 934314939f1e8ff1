/** Brings the schema to where this program wants it: forward only, one process at a time, never past what it knows. */
import { MIGRATIONS, type Migration } from './migrations/index.ts'
import type { Store, Tx } from './store.ts'

/** The database was written by a newer program. */
export class NewerSchemaError extends Error {
  override readonly name = 'NewerSchemaError'
}

/**
 * @param now Unix ms, written beside each migration
 * @returns the migrations that were applied, in order; empty when there was nothing to do
 * @throws NewerSchemaError
 */
export async function migrate(store: Store, now: number, migrations = MIGRATIONS): Promise<Migration[]> {
  return store.transact(async (tx) => {
    await store.traits.lockMigrations(tx)
    await tx.schema
      .createTable('schema_migrations')
      .ifNotExists()
      .addColumn('version', 'integer', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('applied_at', 'bigint', (column) => column.notNull())
      .execute()
    const pending = await pendingMigrations(tx, migrations)
    for (const migration of pending) {
      await migration.up(tx, store.traits, now)
      await tx
        .insertInto('schema_migrations')
        .values({ version: migration.version, name: migration.name, applied_at: now })
        .execute()
    }
    return pending
  })
}

async function pendingMigrations(tx: Tx, migrations: readonly Migration[]): Promise<Migration[]> {
  const applied = await tx.selectFrom('schema_migrations').select(['version', 'name']).orderBy('version').execute()
  const known = new Set(migrations.map((migration) => migration.version))
  const newer = applied.find((row) => !known.has(row.version))
  if (newer)
    throw new NewerSchemaError(
      `The database has migration ${newer.version} (${newer.name}), which this version of Watchkeeper does not know. ` +
        'Start the newer version that wrote it, or restore a backup from before the upgrade.',
    )
  const done = new Set(applied.map((row) => row.version))
  return migrations.filter((migration) => !done.has(migration.version))
}

/** Whether every migration this program knows has been applied, for `/api/ready`. */
export async function isMigrated(store: Store): Promise<boolean> {
  const last = await store.db
    .selectFrom('schema_migrations')
    .select((eb) => eb.fn.max('version').as('version'))
    .executeTakeFirst()
  return last?.version === MIGRATIONS.at(-1)?.version
}
