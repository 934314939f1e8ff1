/**
 * Node's SQLite driver in the shape that Kysely's dialect expects.
 *
 * SQLite ends a transaction by itself when the disk is full, when it reports an error, and when memory runs out. A
 * rollback would then fail, and its error would hide the first one. A further statement would be committed by itself.
 */
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { SqliteDatabase, SqliteStatement } from 'kysely'
import { BoundedMap, getOrCreate } from '../../../core/platform/maps.ts'

/** Number of compiled statements per connection. The hot ones are few; the rest come and go. */
export const STATEMENT_CACHE = 256

/** A placeholder as the limit of rows, and as a pattern. */
const BOUND_LIMIT = /\blimit (\?\d*)/gi
const BOUND_PATTERN = /\blike (\?\d*)/gi

/**
 * Creates a compiled statement. SQLite plans by the value of a bound limit or pattern. It would compile the statement
 * again at every run, which costs several times as much as the run. SQLite ignores the value of a cast.
 */
export const createStatement = (database: DatabaseSync, sql: string): StatementSync =>
  database.prepare(
    sql.replaceAll(BOUND_LIMIT, 'limit cast($1 as integer)').replaceAll(BOUND_PATTERN, 'like cast($1 as text)'),
  )

/** Many rows for one statement: the statement runs once per row, inside the open transaction if there is one. */
export class RowBatch {
  readonly rows: readonly (readonly unknown[])[]

  constructor(rows: readonly (readonly unknown[])[]) {
    this.rows = rows
  }
}

/** @param onWrite called before a commit, and before each statement outside a transaction */
export function toSqliteDatabase(
  database: DatabaseSync,
  onFault: (error: unknown) => void,
  onWrite: () => void,
): SqliteDatabase {
  const transaction = new OpenTransaction(database, onFault, onWrite)
  const controlStatements: Readonly<Record<string, SqliteStatement>> = {
    begin: createCommand(() => transaction.start()),
    commit: createCommand(() => transaction.commit()),
    rollback: createCommand(() => transaction.rollback()),
  }
  const cache = new BoundedMap<string, SqliteStatement>(STATEMENT_CACHE)
  const compile = (sql: string): SqliteStatement => toSqliteStatement(createStatement(database, sql), transaction)
  return {
    close: () => database.close(),
    prepare: (sql) => controlStatements[sql] ?? getOrCreate(cache, sql, compile),
  }
}

const createCommand = (act: () => void): SqliteStatement => ({
  reader: false,
  all: () => [],
  run: () => {
    act()
    return { changes: 0, lastInsertRowid: 0 }
  },
  iterate: () => [][Symbol.iterator](),
})

/** The open transaction of a connection, if any. */
class OpenTransaction {
  readonly #database: DatabaseSync
  readonly #onFault: (error: unknown) => void
  readonly #onWrite: () => void
  #isBegun = false
  /** The error with which SQLite ended it. */
  #endedBy: unknown = null

  constructor(database: DatabaseSync, onFault: (error: unknown) => void, onWrite: () => void) {
    this.#database = database
    this.#onFault = onFault
    this.#onWrite = onWrite
  }

  start(): void {
    this.rollback() // An earlier rollback that failed
    this.runWithin(() => this.#database.exec('begin immediate'))
    this.#isBegun = true
  }

  commit(): void {
    this.#onWrite()
    this.runWithin(() => this.#database.exec('commit'))
    this.#isBegun = false
  }

  /** Never throws, because the caller already has the error to report. */
  rollback(): void {
    this.#isBegun = false
    this.#endedBy = null
    if (!this.#database.isTransaction) return
    try {
      this.#database.exec('rollback')
    } catch {
      // The next transaction tries again, and cannot begin before this succeeds
    }
  }

  /**
   * Runs a statement.
   *
   * @throws the error that ended the transaction, for every later statement in it
   */
  runWithin<T>(run: () => T): T {
    if (this.#endedBy !== null) throw this.#endedBy
    if (!this.#isBegun) this.#onWrite()
    try {
      return run()
    } catch (error) {
      this.#onFault(error)
      if (this.#isBegun && !this.#database.isTransaction) this.#endedBy = error
      throw error
    }
  }
}

function toSqliteStatement(statement: StatementSync, transaction: OpenTransaction): SqliteStatement {
  // `incremental_vacuum` returns a row per moved page, and moves one page per requested row, but reports no columns
  const reader = statement.columns().length > 0 || /^pragma incremental_vacuum/.test(statement.sourceSQL)
  return {
    reader,
    all: (parameters) => transaction.runWithin(() => readAll(statement, parameters)),
    run: (parameters) => transaction.runWithin(() => runAll(statement, parameters)),
    iterate: (parameters) => statement.iterate(...(parameters as SQLInputValue[])),
  }
}

function readAll(statement: StatementSync, parameters: readonly unknown[]): unknown[] {
  const [first] = parameters
  return first instanceof RowBatch ? readBatch(statement, first) : statement.all(...(parameters as SQLInputValue[]))
}

function runAll(statement: StatementSync, parameters: readonly unknown[]): ReturnType<SqliteStatement['run']> {
  const [first] = parameters
  return first instanceof RowBatch ? runBatch(statement, first) : statement.run(...(parameters as SQLInputValue[]))
}

function readBatch(statement: StatementSync, batch: RowBatch): unknown[] {
  const found: unknown[] = []
  for (const row of batch.rows) for (const match of statement.all(...(row as SQLInputValue[]))) found.push(match)
  return found
}

function runBatch(statement: StatementSync, batch: RowBatch): { changes: number; lastInsertRowid: number } {
  let changes = 0
  for (const row of batch.rows) changes += Number(statement.run(...(row as SQLInputValue[])).changes)
  return { changes, lastInsertRowid: 0 }
}
