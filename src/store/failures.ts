/** What went wrong, by what the databases say: whether trying again helps, and whether what was to be stored is at fault. */
import { DatabaseAway } from './admission.ts'

/** A value has no form in which it could be stored. */
export class Unstorable extends Error {
  override readonly name = 'Unstorable'
}

/** BUSY, LOCKED, READONLY, IOERR, FULL, CANTOPEN. Source: https://sqlite.org/rescode.html */
const UNAVAILABLE_SQLITE = new Set([5, 6, 8, 10, 13, 14])

/** TOOBIG, CONSTRAINT, MISMATCH, RANGE. */
const UNSTORABLE_SQLITE = new Set([18, 19, 20, 25])

export const sqliteCode = (error: unknown): number => (error as { errcode?: number } | null)?.errcode ?? 0

/** The first byte is the kind, the rest says more. */
const kindOf = (error: unknown): number => sqliteCode(error) & 0xff

export const isSqliteUnavailable = (error: unknown): boolean => UNAVAILABLE_SQLITE.has(kindOf(error))
export const isSqliteUnstorable = (error: unknown): boolean =>
  UNSTORABLE_SQLITE.has(kindOf(error)) || isUnpackable(error)

/**
 * Connection exceptions, a server that became a replica (25006), a transaction that rested for too long (25P03),
 * insufficient resources such as a full disk (53100), a lock that was not to be had
 * (55P03), operator intervention and what took too long (57), faults of the system (58). Source: PostgreSQL, Appendix A.
 * The rest is what the system says of a connection; `ENOENT` is a Unix socket whose server is down.
 */
const UNAVAILABLE_POSTGRES =
  /^(08|25006|25P03|53|55P03|57|58|ECONN|ENET|EPIPE|ETIMEDOUT|EHOST|ENOTFOUND|EAI_AGAIN|ENOENT)/
const CONNECTION_LOST =
  /connection terminated|timeout exceeded when trying to connect|connection ended|is not queryable/i

/** Data exceptions, constraints, and limits such as that of an index row. */
const UNSTORABLE_POSTGRES = /^(22|23|54)/

export const postgresCode = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '')

export const isPostgresUnavailable = (error: unknown): boolean =>
  error instanceof DatabaseAway || UNAVAILABLE_POSTGRES.test(postgresCode(error)) || CONNECTION_LOST.test(String(error))
export const isPostgresUnstorable = (error: unknown): boolean =>
  UNSTORABLE_POSTGRES.test(postgresCode(error)) || isUnpackable(error)

/** Node's own words for a value that does not fit where it is to be written. */
const UNPACKABLE = new Set(['ERR_OUT_OF_RANGE', 'ERR_BUFFER_OUT_OF_BOUNDS', 'ERR_INVALID_ARG_TYPE'])

const isUnpackable = (error: unknown): boolean => error instanceof Unstorable || UNPACKABLE.has(postgresCode(error))
