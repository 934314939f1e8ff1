/** The two databases, and every difference between them. The rest of the store is one set of queries. */
import { type ColumnDefinitionBuilder, type CreateTableBuilder, type Kysely, sql } from 'kysely'
import { divideResults, dropResultsBefore, isEdge, keepDaysAhead } from './partitions.ts'
import { vacuum } from './sqlite-space.ts'
import type { Database } from './tables.ts'

export type DialectName = 'sqlite' | 'postgres'

/** How old results leave, and what becomes of the room that they took. */
export interface Space {
  /** Results of a day lie together, and a query is cheap that says which days it means. */
  isByDay: boolean
  /** Gives results their partitions; part of a migration. */
  divide(db: Kysely<Database>, now: number): Promise<void>
  /** Sees to it that results of the next days have a place of their own. @returns how many places were made */
  prepare(tx: Kysely<Database>, now: number): Promise<number>
  /** Whether results before a moment are dropped as a whole, so that nobody has to delete them. */
  dropsAll(db: Kysely<Database>, before: number): Promise<boolean>
  /** Drops what can be dropped whole and holds no result from `before` on. @returns how many places were dropped */
  drop(tx: Kysely<Database>, before: number): Promise<number>
  /** Gives a little unused room back to the file system. @returns bytes; 0 when there is not much to give */
  giveBack(db: Kysely<Database>): Promise<number>
}

export interface DialectTraits {
  name: DialectName
  blob: 'blob' | 'bytea'
  /** Makes a column the small integer key of its table. */
  autoKey(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder
  /** Stores the rows in the order of the primary key, where the database can. */
  clustered<T extends string, C extends string>(table: CreateTableBuilder<T, C>): CreateTableBuilder<T, C>
  /** Room for updates in place on the page of the row, for tables whose rows change all the time. */
  updatedOften<T extends string, C extends string>(table: CreateTableBuilder<T, C>): CreateTableBuilder<T, C>
  /** Not written to the log: quick, and empty after a crash of the database. For what may be forgotten then. */
  unlogged<T extends string, C extends string>(table: CreateTableBuilder<T, C>): CreateTableBuilder<T, C>
  /** Makes migrations of several processes run one after another, inside the transaction. */
  lockMigrations(tx: Kysely<Database>): Promise<void>
  isUniqueViolation(error: unknown): boolean
  /** Two transactions were in each other's way; running one of them again will do. */
  isConflict(error: unknown): boolean
  /** The database is away or cannot write just now: worth a 503 and another try. */
  isUnavailable(error: unknown): boolean
  /** A lock was not to be had in the time set for it. */
  isBusy(error: unknown): boolean
  space: Space
}

const sqlite: DialectTraits = {
  name: 'sqlite',
  blob: 'blob',
  autoKey: (column) => column.primaryKey().autoIncrement(),
  clustered: (table) => table.modifyEnd(sql`without rowid`),
  updatedOften: (table) => table,
  unlogged: (table) => table,
  lockMigrations: async () => {}, // every transaction begins `immediate`: there is one writer
  isUniqueViolation: (error) => [1555, 2067].includes(sqliteCode(error)),
  isConflict: () => false, // there is one writer
  isUnavailable: (error) => UNAVAILABLE_SQLITE.has(sqliteCode(error) & 0xff),
  isBusy: () => false,
  space: {
    isByDay: false,
    divide: async () => {},
    prepare: async () => 0,
    dropsAll: async () => false,
    drop: async () => 0,
    giveBack: vacuum,
  },
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
  unlogged: (table) => table.modifyFront(sql`unlogged`),
  lockMigrations: async (tx) => {
    // The migration of a large table takes its time, and so does the wait for one that another server is busy with
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(tx)
  },
  isUniqueViolation: (error) => postgresCode(error) === '23505',
  isConflict: (error) => ['40001', '40P01'].includes(postgresCode(error)), // serialization failure, deadlock
  isUnavailable: (error) => UNAVAILABLE_POSTGRES.test(postgresCode(error)) || CONNECTION_LOST.test(String(error)),
  isBusy: (error) => postgresCode(error) === '55P03', // lock not available
  space: {
    isByDay: true,
    divide: divideResults,
    prepare: keepDaysAhead,
    dropsAll: isEdge,
    drop: dropResultsBefore,
    giveBack: async () => 0, // what vacuum frees is used again
  },
}

/**
 * Connection exceptions, insufficient resources, operator intervention. Source: PostgreSQL, Appendix A.
 * `ENOENT` is a Unix socket whose server is down.
 */
const UNAVAILABLE_POSTGRES = /^(08|53|57P|ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT)/
const CONNECTION_LOST = /connection terminated|timeout exceeded when trying to connect|Connection ended/i

const postgresCode = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '')

export const TRAITS = { sqlite, postgres } satisfies Record<DialectName, DialectTraits>
