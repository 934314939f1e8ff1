/** Everything in a database as it is at one moment, read while servers go on writing. */
import { BackupError, type BackupTable } from '../../core/platform/backup.ts'
import { adoptRecord, type Schema } from '../../core/platform/schema-adoption.ts'
import { MIGRATIONS } from '../migrations/index.ts'
import type { DialectName } from '../platform/dialects.ts'
import type { Block } from './copy-text.ts'

export interface Dump {
  dialect: DialectName
  /** Its last migration. */
  schema: Schema
  tables: BackupTable[]
  /** Says which key its secrets are sealed with; null where nothing is sealed yet. */
  sealedWith: string | null
  /** One table at a time. */
  read(table: BackupTable): AsyncIterable<Block>
  close(): Promise<void>
}

/**
 * @param applied migrations of the database
 * @returns the last one
 * @throws BackupError when this program does not know all of them: it would not know all tables either
 * @throws UnfinishedSchemaError
 */
export function getLastSchema(applied: readonly Schema[]): Schema {
  const record = adoptRecord(applied)
  const stranger = record.find(({ version }) => !MIGRATIONS.some((known) => known.version === version))
  if (stranger)
    throw new BackupError(
      `The database has migration ${stranger.version} (${stranger.name}), which this version of Watchkeeper does not support. Create the backup with the newer version.`,
    )
  const last = record.at(-1)
  if (!last) throw createEmptyError()
  return last
}

export const createEmptyError = (): BackupError => new BackupError('There is nothing of Watchkeeper in it yet.')
