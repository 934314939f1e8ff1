/** The two databases, and every difference between them. The rest of the store is one set of queries. */
import { type ColumnDefinitionBuilder, type CreateTableBuilder, type Kysely, sql } from 'kysely'
import type { DatabaseTrouble } from '../../core/platform/database-trouble.ts'
import type { Database } from '../tables/index.ts'
import {
  findPostgresTrouble,
  findSqliteTrouble,
  getPostgresCode,
  getSqliteCode,
  isPostgresUnstorable,
  isSqliteUnstorable,
} from './database-errors.ts'
import { dropResultsBefore, ensureDaysAhead, isEdge, partitionResults } from './postgres/partitions.ts'
import { releaseFreePages } from './sqlite/sqlite-space.ts'

export type DialectName = 'sqlite' | 'postgres'

/** How old results leave, and what becomes of the room that they took. */
interface Space {
  /** Results of a day lie together, and a query is cheap that says which days it means. */
  isByDay: boolean
  /** Gives results their first partitions; part of a migration. */
  partition(db: Kysely<Database>, now: number): Promise<void>
  /** Sees to it that results of the next days have a place of their own. @returns how many places were made */
  prepare(tx: Kysely<Database>, now: number): Promise<number>
  /** Whether results before a moment are dropped as a whole, so that nobody has to delete them. */
  canDropAll(db: Kysely<Database>, before: number): Promise<boolean>
  /** Drops what can be dropped whole and holds no result from `before` on. @returns how many places were dropped */
  drop(tx: Kysely<Database>, before: number): Promise<number>
  /** Gives a little unused room back to the file system. @returns bytes; 0 when there is not much to give */
  releaseBytes(db: Kysely<Database>): Promise<number>
}

export interface DialectTraits {
  name: DialectName
  blob: 'blob' | 'bytea'
  /** Makes a column the small integer key of its table. */
  autoKey(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder
  /** Stores the rows in the order of the primary key, where the database can. */
  clustered<T extends string, C extends string>(table: CreateTableBuilder<T, C>): CreateTableBuilder<T, C>
  /** Divides the rows into partitions by the range of a column, where the database can. */
  partitioned<T extends string, C extends string>(
    table: CreateTableBuilder<T, C>,
    column: NoInfer<C>,
  ): CreateTableBuilder<T, C>
  /** Not written to the log: quick, and empty after a crash of the database. For what may be forgotten then. */
  unlogged<T extends string, C extends string>(table: CreateTableBuilder<T, C>): CreateTableBuilder<T, C>
  /** Sets how a table is kept: storage parameters, where the database has any. */
  tune(db: Kysely<Database>, table: string, parameters: Readonly<Record<string, number>>): Promise<void>
  /** Makes migrations of several processes run one after another, inside the transaction. */
  lockMigrations(tx: Kysely<Database>): Promise<void>
  isUniqueViolation(error: unknown): boolean
  /** Two transactions were in each other's way; running one of them again will do. */
  isConflict(error: unknown): boolean
  /** Why the database cannot do its work just now: worth a 503 and another try. Null when the error is of another kind. */
  findTrouble(error: unknown): DatabaseTrouble | null
  /** What was to be stored is at fault, and would be at every other try. */
  isUnstorable(error: unknown): boolean
  /** A lock was not to be had in the time set for it. */
  isBusy(error: unknown): boolean
  /** The database's own clock, Unix ms; null where it has none. */
  readClock(db: Kysely<Database>): Promise<number | null>
  space: Space
}

const sqlite: DialectTraits = {
  name: 'sqlite',
  blob: 'blob',
  autoKey: (column) => column.primaryKey().autoIncrement(),
  clustered: (table) => table.modifyEnd(sql`without rowid`),
  partitioned: (table) => table,
  unlogged: (table) => table,
  tune: async () => {},
  lockMigrations: async () => {}, // every transaction begins `immediate`: there is one writer
  isUniqueViolation: (error) => [1555, 2067].includes(getSqliteCode(error)),
  isConflict: () => false, // there is one writer
  findTrouble: findSqliteTrouble,
  isUnstorable: isSqliteUnstorable,
  isBusy: () => false,
  readClock: async () => null,
  space: {
    isByDay: false,
    partition: async () => {},
    prepare: async () => 0,
    canDropAll: async () => false,
    drop: async () => 0,
    releaseBytes: releaseFreePages,
  },
}

/** Any number that nothing else in the database uses as an advisory lock. */
export const MIGRATION_LOCK = 5_712_905_210

const postgres: DialectTraits = {
  name: 'postgres',
  blob: 'bytea',
  autoKey: (column) => column.primaryKey().generatedAlwaysAsIdentity(),
  clustered: (table) => table,
  partitioned: (table, column) => table.modifyEnd(sql`partition by range (${sql.ref(column)})`),
  unlogged: (table) => table.modifyFront(sql`unlogged`),
  tune: async (db, table, parameters) => {
    const list = Object.entries(parameters).map(([name, value]) => `${name} = ${value}`)
    await sql.raw(`alter table ${table} set (${list.join(', ')})`).execute(db)
  },
  lockMigrations: async (tx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(tx)
  },
  isUniqueViolation: (error) => getPostgresCode(error) === '23505',
  isConflict: (error) => ['40001', '40P01'].includes(getPostgresCode(error)), // serialization failure, deadlock
  findTrouble: findPostgresTrouble,
  isUnstorable: isPostgresUnstorable,
  isBusy: (error) => getPostgresCode(error) === '55P03', // lock not available
  readClock: async (db) => {
    const { rows } = await sql<{
      at: number
    }>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as at`.execute(db)
    return rows[0]!.at
  },
  space: {
    isByDay: true,
    partition: partitionResults,
    prepare: ensureDaysAhead,
    canDropAll: isEdge,
    drop: dropResultsBefore,
    releaseBytes: async () => 0, // what vacuum frees is used again
  },
}

export const TRAITS = { sqlite, postgres } satisfies Record<DialectName, DialectTraits>
