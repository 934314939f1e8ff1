/**
 * The reading connection to SQLite. One read transaction serves all reads of a turn of the event loop. A transaction takes
 * and releases the locks of the file once, which costs more than a small select.
 *
 * The transaction begins at the first read and ends before the next event: the callback of the event, its promises and
 * its ticks run first. Everything that an event brings, such as the bytes of a request, arrived before the transaction
 * began. So a request never reads data from before it was sent, also when another program writes the file. The writing
 * connection of this process ends the snapshot itself.
 */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { BoundedMap, getOrCreate } from '../../../core/platform/maps.ts'
import { QueryTurn, runAtEndOfTurn } from './query-turn.ts'
import { BUSY_MS, CACHE_KIB, RELEASE_MEMORY } from './sqlite.ts'
import { createStatement, STATEMENT_CACHE } from './sqlite-adapter.ts'

/** Runs queries in turns of the event loop, see `QueryTurn`. */
export interface SqliteReader {
  all(sql: string, parameters: readonly unknown[]): Promise<unknown[]>
  /** Runs a query once for each list of parameters, and returns all rows. */
  allOfEach(sql: string, parameters: readonly (readonly unknown[])[]): Promise<unknown[]>
  /** Lets later reads see later commits. */
  endSnapshot(): void
  releaseMemory(): void
  close(): void
}

/**
 * Opens a second connection to a file that `openSqlite` has opened, for reads only. It sees only committed data and
 * does not wait for transactions of the first. A read is synchronous, so it needs no queue. All reads of one turn of the
 * event loop share a snapshot.
 */
export function openSqliteReader(
  file: string,
  onFault: (error: unknown) => void,
  turn = new QueryTurn(),
): SqliteReader {
  const database = new DatabaseSync(file, { readOnly: true, timeout: BUSY_MS })
  database.exec(`PRAGMA cache_size = ${CACHE_KIB}`)
  const statements = new BoundedMap<string, Read>(STATEMENT_CACHE)
  const snapshot = new ReadSnapshot(database)
  const compile = (sql: string): Read => createRead(createStatement(database, sql))
  const readNow = (sql: string, parameters: readonly unknown[]): Row[] => {
    const read = getOrCreate(statements, sql, compile)
    try {
      snapshot.ensure()
      return read(parameters as SQLInputValue[])
    } catch (error) {
      snapshot.end()
      onFault(error)
      throw error
    }
  }
  return {
    async all(sql, parameters) {
      const wait = turn.take()
      if (wait) await wait
      return readNow(sql, parameters)
    },
    async allOfEach(sql, parameters) {
      const found: Row[] = []
      for (const own of parameters) {
        const wait = turn.take()
        if (wait) await wait
        for (const row of readNow(sql, own)) found.push(row)
      }
      return found
    },
    endSnapshot: () => snapshot.end(),
    releaseMemory() {
      if (database.isOpen) database.exec(RELEASE_MEMORY)
    },
    close() {
      if (database.isOpen) database.close()
    },
  }
}

type Row = Record<string, unknown>
type Read = (parameters: readonly SQLInputValue[]) => Row[]

/** Creates a reader of rows. */
function createRead(statement: StatementSync): Read {
  const toRow = compileRow(statement.columns().map(({ name }) => name))
  statement.setReturnArrays(true)
  return (parameters) => (statement.all(...parameters) as unknown as unknown[][]).map(toRow)
}

/**
 * Compiles a function that creates an object from the values of a row. Objects created by the driver are in dictionary
 * mode, which is slow to read. A loop over the names takes twenty times as long as a literal.
 */
function compileRow(names: readonly string[]): (values: readonly unknown[]) => Row {
  const fields = names.map((name, column) => `${JSON.stringify(name)}: values[${column}]`)
  return new Function('values', `return { ${fields.join(', ')} }`) as (values: readonly unknown[]) => Row
}

class ReadSnapshot {
  readonly #database: DatabaseSync
  readonly #begin: StatementSync
  readonly #commit: StatementSync
  #isOpen = false

  constructor(database: DatabaseSync) {
    this.#database = database
    this.#begin = database.prepare('begin')
    this.#commit = database.prepare('commit')
  }

  /** Begins the transaction, unless it is open. */
  ensure(): void {
    if (this.#isOpen) return
    this.#begin.run()
    this.#isOpen = true
    runAtEndOfTurn(this.end)
  }

  /** Lets later reads see later commits. */
  readonly end = (): void => {
    if (!this.#isOpen) return
    this.#isOpen = false
    // SQLite has ended the transaction itself after some errors
    if (this.#database.isOpen && this.#database.isTransaction) this.#commit.run()
  }
}
