/** The two databases, and every difference between them. The rest of the store is one set of queries. */
import { type ColumnDefinitionBuilder, type CreateTableBuilder, type Kysely, sql } from 'kysely'
import type { Database } from './tables.ts'

export type DialectName = 'sqlite' | 'postgres'

export interface DialectTraits {
  name: DialectName
  blob: 'blob' | 'bytea'
  /** Makes a column the small integer key of its table. */
  autoKey(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder
  /** Stores the rows in the order of the primary key, where the database can. */
  clustered<T extends string, C extends string>(table: CreateTableBuilder<T, C>): CreateTableBuilder<T, C>
  /** Room for updates in place on the page of the row, for tables whose rows change all the time. */
  updatedOften<T extends string, C extends string>(table: CreateTableBuilder<T, C>): CreateTableBuilder<T, C>
  /** Makes migrations of several processes run one after another, inside the transaction. */
  lockMigrations(tx: Kysely<Database>): Promise<void>
  isUniqueViolation(error: unknown): boolean
  /** Two transactions were in each other's way; running one of them again will do. */
  isConflict(error: unknown): boolean
  /** The database is away or cannot write just now: worth a 503 and another try. */
  isUnavailable(error: unknown): boolean
}

const sqlite: DialectTraits = {
  name: 'sqlite',
  blob: 'blob',
  autoKey: (column) => column.primaryKey().autoIncrement(),
  clustered: (table) => table.modifyEnd(sql`without rowid`),
  updatedOften: (table) => table,
  lockMigrations: async () => {}, // every transaction begins `immediate`: there is one writer
  isUniqueViolation: (error) => [1555, 2067].includes(sqliteCode(error)),
  isConflict: () => false, // there is one writer
  isUnavailable: (error) => UNAVAILABLE_SQLITE.has(sqliteCode(error) & 0xff),
}

/** BUSY, LOCKED, READONLY, IOERR, FULL, CANTOPEN. Source: https://sqlite.org/rescode.html */
const UNAVAILABLE_SQLITE = new Set([5, 6, 8, 10, 13, 14])

const sqliteCode = (error: unknown): number => (error as { errcode?: number } | null)?.errcode ?? 0

/** Any number that nothing else in the database uses as an advisory lock. */
const MIGRATION_LOCK = 5_712_905_210

const postgres: DialectTraits = {
  name: 'postgres',
  blob: 'bytea',
  autoKey: (column) => column.primaryKey().generatedAlwaysAsIdentity(),
  clustered: (table) => table,
  updatedOften: (table) => table.modifyEnd(sql`with (fillfactor = 60)`),
  lockMigrations: async (tx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(tx)
  },
  isUniqueViolation: (error) => postgresCode(error) === '23505',
  isConflict: (error) => ['40001', '40P01'].includes(postgresCode(error)), // serialization failure, deadlock
  isUnavailable: (error) => UNAVAILABLE_POSTGRES.test(postgresCode(error)) || CONNECTION_LOST.test(String(error)),
}

/**
 * Connection exceptions, insufficient resources, operator intervention. Source: PostgreSQL, Appendix A.
 * `ENOENT` is a Unix socket whose server is down.
 */
const UNAVAILABLE_POSTGRES = /^(08|53|57P|ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT)/
const CONNECTION_LOST = /connection terminated|timeout exceeded when trying to connect|Connection ended/i

const postgresCode = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '')

export const TRAITS = { sqlite, postgres } satisfies Record<DialectName, DialectTraits>
