/**
 * Migrates the schema to the version of this program. Migrations run forward only and in one process at a time, and
 * never on a database of an incompatible newer version. Each migration records which older programs can keep running on
 * the migrated database.
 */
import { isSameSchema, refuseDevelopmentSchema, type Schema } from '../../core/platform/database/schema.ts'
import type { DialectTraits } from '../platform/dialects.ts'
import { prepareQuery } from '../platform/queries/prepared.ts'
import { withTimeoutClass } from '../platform/session.ts'
import type { Store, Tx } from '../platform/store.ts'
import { MIGRATIONS, type Migration } from './index.ts'

/** The database was written by a newer program and is incompatible with this one. */
export class NewerSchemaError extends Error {
  override readonly name = 'NewerSchemaError'
}

/**
 * Migrates the schema.
 *
 * @param now Unix ms, recorded with each migration
 * @returns the migrations that were recorded, in order; empty when there was nothing to do
 * @throws NewerSchemaError, DevelopmentSchemaError
 */
export async function migrate(store: Store, now: number, migrations = MIGRATIONS): Promise<Migration[]> {
  return withTimeoutClass('migration', () => migrateWith(store, now, migrations))
}

async function migrateWith(store: Store, now: number, migrations: readonly Migration[]): Promise<Migration[]> {
  // A server without pending migrations does not wait: it starts while a backup blocks migrations
  if (await hasAll(store, migrations)) return []
  return store.transact((tx) => migrateWithin(tx, store.traits, now, migrations))
}

async function hasAll(store: Store, migrations: readonly Migration[]): Promise<boolean> {
  try {
    return await isMigrated(store, migrations)
  } catch (error) {
    if (store.traits.findTrouble(error) !== null) throw error
    return false // The database has no tables yet, or not all tables of the migration log
  }
}

/** Migrates as part of a larger transaction. */
export async function migrateWithin(
  tx: Tx,
  traits: DialectTraits,
  now: number,
  migrations = MIGRATIONS,
): Promise<Migration[]> {
  await traits.lockMigrations(tx)
  await createMigrationTables(tx)
  const applied = await listApplied(tx)
  refuseDevelopmentSchema(applied, migrations)
  const newer = applied.find((row) => isIncompatible(row, migrations))
  if (newer) throw new NewerSchemaError(describeIncompatible(newer))
  const pending = migrations.filter((migration) => !applied.some((row) => isSameSchema(row, migration)))
  for (const migration of pending) {
    await migration.up(tx, traits, now)
    await recordMigration(tx, migration, now)
  }
  return pending
}

async function createMigrationTables(tx: Tx): Promise<void> {
  await tx.schema
    .createTable('schema_migrations')
    .ifNotExists()
    .addColumn('version', 'integer', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('applied_at', 'bigint', (column) => column.notNull())
    .execute()
  await tx.schema
    .createTable('schema_needs')
    .ifNotExists()
    .addColumn('version', 'integer', (column) => column.primaryKey())
    .addColumn('needs', 'integer', (column) => column.notNull())
    .execute()
}

async function recordMigration(tx: Tx, { version, name, needs }: Migration, now: number): Promise<void> {
  await tx.insertInto('schema_migrations').values({ version, name, applied_at: now }).execute()
  if (needs !== undefined) await tx.insertInto('schema_needs').values({ version, needs }).execute()
}

/** A migration that a database has. */
export interface Applied extends Schema {
  /** Null when only programs with this migration can run. */
  needs: number | null
}

const listApplied = prepareQuery<[], Applied>((db) =>
  db
    .selectFrom('schema_migrations as m')
    .leftJoin('schema_needs as n', 'n.version', 'm.version')
    .select(['m.version', 'm.name', 'n.needs'])
    .orderBy('m.version'),
)

/** Returns whether an applied migration makes the database incompatible with this program. */
export function isIncompatible(row: Applied, known: readonly Migration[]): boolean {
  if (known.some((migration) => isSameSchema(migration, row))) return false
  return row.needs === null || row.needs > (known.at(-1)?.version ?? 0)
}

const describeIncompatible = ({ version, name }: Applied): string =>
  `The database has migration ${version} (${name}), which this version of Watchkeeper does not support. ` +
  'Start the newer version that wrote it, or restore a backup from before the upgrade.'

/** Returns whether this program can work with the current schema, for `/api/ready`. */
export async function isMigrated(store: Store, migrations = MIGRATIONS): Promise<boolean> {
  const applied = await listApplied(store.db)
  if (applied.some((row) => isIncompatible(row, migrations))) return false
  return migrations.every((migration) => applied.some((row) => isSameSchema(row, migration)))
}
