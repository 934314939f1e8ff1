/** Classification of database errors: whether a retry helps, and whether the data is at fault. */
import type { DatabaseTrouble } from '../../core/platform/database/database-trouble.ts'
import { DatabaseBusy, DatabaseUnavailable } from './postgres/pool-gate.ts'

/** A value that the database cannot store. */
export class UnstorableError extends Error {
  override readonly name = 'Unstorable'
}

/** Another transaction changed the rows that a transaction has read. Running the transaction again succeeds. */
export class ConflictError extends Error {
  override readonly name = 'ConflictError'
}

/** By primary result code. Source: https://sqlite.org/rescode.html */
const SQLITE_TROUBLES: ReadonlyMap<number, DatabaseTrouble> = new Map([
  [5, 'contended'], // BUSY
  [6, 'contended'], // LOCKED
  [7, 'exhausted'], // NOMEM
  [8, 'read-only'], // READONLY
  [10, 'disk-error'], // IOERR; also an exceeded quota
  [13, 'full'], // FULL
  [14, 'disk-error'], // CANTOPEN
])

/** TOOBIG, CONSTRAINT, MISMATCH, RANGE. */
const UNSTORABLE_SQLITE = new Set([18, 19, 20, 25])

export const getSqliteCode = (error: unknown): number => (error as { errcode?: number } | null)?.errcode ?? 0

/** The low byte is the primary result code; the rest gives details. */
const getSqliteKind = (error: unknown): number => getSqliteCode(error) & 0xff

/** @returns null when the error is of another kind */
export const findSqliteTrouble = (error: unknown): DatabaseTrouble | null =>
  SQLITE_TROUBLES.get(getSqliteKind(error)) ?? null
export const isSqliteUnstorable = (error: unknown): boolean =>
  UNSTORABLE_SQLITE.has(getSqliteKind(error)) || isUnpackable(error)

/**
 * By the code of PostgreSQL, or the system error of a connection; the first match counts.
 *
 * - 25006: the server became a replica or was set to read-only.
 * - 25P03: a transaction was idle for too long.
 * - 55P03: a lock was not available.
 * - 57014: a statement took too long.
 * - `ENOENT`: a Unix socket whose server is down.
 *
 * Source: PostgreSQL, Appendix A.
 */
const POSTGRES_TROUBLES: readonly (readonly [RegExp, DatabaseTrouble])[] = [
  [/^53100$/, 'full'],
  [/^25006$/, 'read-only'],
  [/^(25P03|55P03|57014)$/, 'contended'],
  [/^53/, 'exhausted'],
  [/^58/, 'disk-error'],
  [/^(08|57|ECONN|ENET|EPIPE|ETIMEDOUT|EHOST|ENOTFOUND|EAI_AGAIN|ENOENT)/, 'away'],
]

/** System errors that PostgreSQL reports under another code: permission errors and internal errors. */
const SYSTEM_TROUBLES: readonly (readonly [RegExp, DatabaseTrouble])[] = [
  [/^(42501|XX000).*Read-only file system/s, 'read-only'],
  [/^XX000.*(Disk quota exceeded|File too large)/s, 'full'],
]

const CONNECTION_LOST =
  /connection terminated|timeout exceeded when trying to connect|connection ended|is not queryable/i

/** Data exceptions, constraint violations, and limits such as the size of an index row. */
const UNSTORABLE_POSTGRES = /^(22|23|54)/

export const getPostgresCode = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '')

/** @returns null when the error is of another kind */
export function findPostgresTrouble(error: unknown): DatabaseTrouble | null {
  if (error instanceof DatabaseBusy) return 'slow'
  if (error instanceof DatabaseUnavailable) return 'away'
  const code = getPostgresCode(error)
  const known = POSTGRES_TROUBLES.find(([pattern]) => pattern.test(code))
  if (known) return known[1]
  const message = String(error)
  if (CONNECTION_LOST.test(message)) return 'away'
  return SYSTEM_TROUBLES.find(([pattern]) => pattern.test(`${code} ${message}`))?.[1] ?? null
}

export const isPostgresUnstorable = (error: unknown): boolean =>
  UNSTORABLE_POSTGRES.test(getPostgresCode(error)) || isUnpackable(error)

/** Node's error codes for a value that does not fit the buffer or type. */
const UNPACKABLE = new Set(['ERR_OUT_OF_RANGE', 'ERR_BUFFER_OUT_OF_BOUNDS', 'ERR_INVALID_ARG_TYPE'])

const isUnpackable = (error: unknown): boolean =>
  error instanceof UnstorableError || UNPACKABLE.has(getPostgresCode(error))
