/** Opens the store and migrates it. Problems are reported in one line. */

import { dirname } from 'node:path'
import type { Config } from '../config/config.ts'
import { isWriteTrouble } from '../core/platform/database/database-trouble.ts'
import { DevelopmentSchemaError } from '../core/platform/database/schema.ts'
import { describeCause, StartError } from '../core/platform/errors.ts'
import { SECOND_MS } from '../core/platform/time/time.ts'
import type { Migration } from '../store/migrations/index.ts'
import { migrate, NewerSchemaError } from '../store/migrations/migrate.ts'
import { findSqliteTrouble } from '../store/platform/database-errors.ts'
import { DatabaseFileError } from '../store/platform/sqlite/sqlite.ts'
import { openStore, type Store, type StoreLocation } from '../store/platform/store.ts'
import { getDatabaseFile } from './data-dir.ts'
import { describeDiskError } from './disk-errors.ts'

interface OpenDatabase {
  store: Store
  applied: Migration[]
}

/** Settings of the database's location and connection. */
type DatabaseConfig = Pick<
  Config,
  'databaseUrl' | 'databaseReplicaUrl' | 'dataDir' | 'databasePool' | 'databaseTimeoutSeconds'
>

/**
 * @param onIdleError called when PostgreSQL drops an idle connection, which is then replaced
 * @throws StartError
 */
export async function openDatabase(
  config: DatabaseConfig,
  now: number,
  onIdleError?: (error: Error) => void,
): Promise<OpenDatabase> {
  const location = { ...toStoreLocation(config), ...(onIdleError && { onIdleError }) }
  const store = explainErrors(location, () => openStore(location))
  try {
    return { store, applied: await migrate(store, now) }
  } catch (error) {
    await store.close().catch(() => {})
    throw explain(error, location)
  }
}

export const toStoreLocation = (config: DatabaseConfig): StoreLocation =>
  config.databaseUrl === null
    ? { file: getDatabaseFile(config.dataDir) }
    : {
        url: config.databaseUrl,
        poolSize: config.databasePool,
        requestMs: config.databaseTimeoutSeconds * SECOND_MS,
        ...(config.databaseReplicaUrl !== null && { replicaUrl: config.databaseReplicaUrl }),
      }

/** Describes where the data is, without credentials. */
export function describeLocation(location: StoreLocation): string {
  if ('file' in location) return location.file
  const url = new URL(location.url)
  const socket = url.searchParams.get('host')
  return `PostgreSQL at ${socket ?? url.host}, database ${url.pathname.slice(1) || 'with the default name'}`
}

function explainErrors<T>(location: StoreLocation, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw explain(error, location)
  }
}

/** Unwraps the system error from an error of the database file. */
const findRootCause = (error: unknown): unknown =>
  error instanceof DatabaseFileError && error.cause !== undefined ? error.cause : error

/** Returns whether the disk of the SQLite file failed. Network errors look alike, so PostgreSQL is excluded. */
function isDiskError(error: unknown): boolean {
  const root = findRootCause(error)
  return (
    isWriteTrouble(findSqliteTrouble(root)) || (error instanceof DatabaseFileError && 'syscall' in (root as object))
  )
}

/** Source of the codes: PostgreSQL, Appendix A */
const DUPLICATE_TABLE = '42P07'

/** Errors whose message is written for the operator. */
const SHOWN_ERRORS = [DatabaseFileError, NewerSchemaError, DevelopmentSchemaError]

export function explain(error: unknown, location: StoreLocation): unknown {
  if ('file' in location && isDiskError(error)) {
    const reason = describeDiskError(findRootCause(error), dirname(location.file))
    return new StartError(
      `Cannot write to ${location.file}: ${reason}. Fix the problem, or set WK_DATA_DIR to another folder.`,
    )
  }
  if (SHOWN_ERRORS.some((kind) => error instanceof kind)) return new StartError((error as Error).message)
  const { code, message } = error as { code?: string; message: string }
  const where = describeLocation(location)
  if (code === 'ERR_SQLITE_ERROR') return new StartError(`${where} cannot be used: ${message}.`)
  if (code === DUPLICATE_TABLE)
    return new StartError(
      `${where}, contains tables that do not belong to Watchkeeper. Set DATABASE_URL to a separate database.`,
    )
  // A code of five characters comes from PostgreSQL, whose messages are readable
  if (code?.length === 5) return new StartError(`${where}: ${message}. See DATABASE_URL.`)
  if (/CERT|UNABLE_TO_/.test(code ?? '') || /\bSSL\b/.test(message))
    return new StartError(
      `${where}, cannot be reached over TLS: ${message}. Set your certificate authority in DATABASE_URL with sslrootcert=FILE.`,
    )
  if (/^E[A-Z_]+$/.test(code ?? '') || /timeout|terminated/.test(message))
    return new StartError(
      `${where}, cannot be reached: ${describeCause(error)}. Start PostgreSQL, or correct DATABASE_URL.`,
    )
  return error
}
