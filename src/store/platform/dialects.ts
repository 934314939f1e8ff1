/** The two databases, and every difference between them. The rest of the store is one set of queries. */
import { type ColumnDefinitionBuilder, type CreateTableBuilder, type Kysely, sql } from 'kysely'
import type { DatabaseTrouble } from '../../core/platform/database/database-trouble.ts'
import type { Database } from '../tables/index.ts'
import {
  ConflictError,
  findPostgresTrouble,
  findSqliteTrouble,
  getPostgresCode,
  getSqliteCode,
  isPostgresUnstorable,
  isSqliteUnstorable,
} from './database-errors.ts'
import {
  dropPartitionsBefore,
  ensurePartitionsAhead,
  isEdge,
  type PartitionedName,
  partitionTable,
} from './postgres/partitions.ts'
import { releaseFreePages } from './sqlite/sqlite-space.ts'

export type DialectName = 'sqlite' | 'postgres'

/** Deletion of old results, and release of the space that they used. */
interface Space {
  /** Whether blocks of a day are stored together, so that queries over a range of days are fast. */
  isByDay: boolean
  /** Creates the first partitions of a table; part of a migration. */
  partition(db: Kysely<Database>, table: PartitionedName, now: number): Promise<void>
  /**
   * Creates the partitions of the next hours and days.
   *
   * @returns the number of created partitions
   */
  prepare(tx: Kysely<Database>, now: number): Promise<number>
  /** Whether all blocks before a time are dropped by whole partitions, so that no rows need to be deleted. */
  canDropAll(db: Kysely<Database>, before: number): Promise<boolean>
  /**
   * Drops partitions of a table that hold no row from `before` on.
   *
   * @returns the number of dropped partitions
   */
  drop(tx: Kysely<Database>, table: PartitionedName, before: number): Promise<number>
  /**
   * Returns some unused space to the file system.
   *
   * @returns bytes; 0 when there is not much to release
   */
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
  /** Not written to the WAL: fast, and empty after a crash of the database. For data that may be lost then. */
  unlogged<T extends string, C extends string>(table: CreateTableBuilder<T, C>): CreateTableBuilder<T, C>
  /** Sets storage parameters of a table, where the database has any. */
  tune(db: Kysely<Database>, table: string, parameters: Readonly<Record<string, number>>): Promise<void>
  /** Serializes migrations of several processes, inside the transaction. */
  lockMigrations(tx: Kysely<Database>): Promise<void>
  isUniqueViolation(error: unknown): boolean
  /** Whether two transactions conflicted; running one of them again succeeds. */
  isConflict(error: unknown): boolean
  /** Why the database cannot work at present: the request fails with 503 and can be retried. Null for other errors. */
  findTrouble(error: unknown): DatabaseTrouble | null
  /** Whether the data is at fault, and would be at every retry. */
  isUnstorable(error: unknown): boolean
  /** Whether a lock was not available within its timeout. */
  isBusy(error: unknown): boolean
  /** The database's clock, Unix ms; null when it has no separate clock. */
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
  lockMigrations: async () => {}, // Every transaction begins `immediate`: there is one writer
  isUniqueViolation: (error) => [1555, 2067].includes(getSqliteCode(error)),
  isConflict: () => false, // There is one writer
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
  // Serialization failure, deadlock
  isConflict: (error) => error instanceof ConflictError || ['40001', '40P01'].includes(getPostgresCode(error)),
  findTrouble: findPostgresTrouble,
  isUnstorable: isPostgresUnstorable,
  isBusy: (error) => getPostgresCode(error) === '55P03', // Lock not available
  readClock: async (db) => {
    const { rows } = await sql<{
      at: number
    }>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as at`.execute(db)
    return rows[0]!.at
  },
  space: {
    isByDay: true,
    partition: partitionTable,
    prepare: ensurePartitionsAhead,
    canDropAll: isEdge,
    drop: dropPartitionsBefore,
    releaseBytes: async () => 0, // Space that vacuum frees is used again
  },
}

export const TRAITS = { sqlite, postgres } satisfies Record<DialectName, DialectTraits>
