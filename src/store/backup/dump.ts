/** A consistent snapshot of a database, read while servers keep writing. */
import { BackupError, type BackupTable } from '../../core/platform/backup.ts'
import { refuseDevelopmentSchema, type Schema } from '../../core/platform/schema.ts'
import { MIGRATIONS } from '../migrations/index.ts'
import type { DialectName } from '../platform/dialects.ts'
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
