/** SQLite through Node's driver, in the shape that Kysely's dialect expects. */
import { existsSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { type Dialect, SqliteDialect } from 'kysely'
import { BoundedMap, getOrCreate } from '../../../core/platform/maps.ts'
import { ensureFile } from '../private-file.ts'
import { CHECKPOINT_PAGES } from './checkpointer.ts'
import { ReadSnapshot } from './read-snapshot.ts'
import { createStatement, STATEMENT_CACHE, toSqliteDatabase } from './sqlite-adapter.ts'

/** Marks a database file as ours: "WKPR" in ASCII. */
const APPLICATION_ID = 0x574b5052

/** Size to which a WAL shrinks at the next checkpoint, after a long read made it grow further. */
const LOG_LIMIT_BYTES = 64 * 1024 * 1024

/** Negative: KiB, not pages. */
const CACHE_KIB = -16_384

/** Frees the cached pages of a connection. They fill its cache again when they are read. */
export const RELEASE_MEMORY = 'PRAGMA shrink_memory'

const IN_MEMORY = ':memory:'

/** Longest wait of a statement while another process writes. */
const BUSY_MS = 5_000

/** The file is unusable as our database; the message describes the fix. */
export class DatabaseFileError extends Error {
  override readonly name = 'DatabaseFileError'
}

/** SQLITE_CORRUPT: the file is a database with damaged parts. Source: https://sqlite.org/rescode.html */
const CORRUPT = 11

/** Whether an error shows that the file is damaged. */
export function isCorruption(error: unknown): boolean {
  const { errcode } = (error instanceof DatabaseFileError ? error.cause : error) as { errcode?: number }
  return ((errcode ?? 0) & 0xff) === CORRUPT
}

/**
 * Opens or creates the file. Each commit flushes the log to the disk, until a `LogFlusher` takes over.
 *
 * @param onFault receives every error of a statement
 * @param onWrite called before each statement that makes changes visible to other connections
 * @throws DatabaseFileError when the file is not a database, or belongs to another program
 */
export function openSqlite(
  file: string,
  onFault: (error: unknown) => void = () => {},
  onWrite: () => void = () => {},
): { dialect: Dialect; database: DatabaseSync } {
  const isNew = !existsSync(file)
  const database = openFile(file)
  try {
    if (!isNew) refuseForeign(database, file)
    // Effective only before the first page is written; `watchkeeper compact` rewrites a file
    database.exec('PRAGMA auto_vacuum = INCREMENTAL')
    database.exec('PRAGMA journal_mode = WAL')
    database.exec('PRAGMA synchronous = FULL')
    database.exec('PRAGMA foreign_keys = ON')
    database.exec(`PRAGMA cache_size = ${CACHE_KIB}`)
    database.exec(`PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`)
    database.exec(`PRAGMA journal_size_limit = ${LOG_LIMIT_BYTES}`)
    database.exec('PRAGMA temp_store = MEMORY')
    if (isNew) database.exec(`PRAGMA application_id = ${APPLICATION_ID}`)
  } catch (error) {
    database.close()
    if (error instanceof DatabaseFileError) throw error
    throw new DatabaseFileError(`${file}: ${(error as Error).message}`, { cause: error })
  }
  return { dialect: new SqliteDialect({ database: toSqliteDatabase(database, onFault, onWrite) }), database }
}

/** Runs a query synchronously and returns its rows. */
export interface SqliteReader {
  all(sql: string, parameters: readonly unknown[]): unknown[]
  /** Lets later reads see later commits. */
  endSnapshot(): void
  releaseMemory(): void
  close(): void
}

/**
 * Opens a second connection to a file that `openSqlite` has opened, for reads only. It sees only committed data and
 * does not wait for transactions of the first. Reads are synchronous, so they need no queue. All reads of one turn of the
 * event loop share a snapshot.
 */
export function openSqliteReader(file: string, onFault: (error: unknown) => void): SqliteReader {
  const database = new DatabaseSync(file, { readOnly: true, timeout: BUSY_MS })
  database.exec(`PRAGMA cache_size = ${CACHE_KIB}`)
  const statements = new BoundedMap<string, Read>(STATEMENT_CACHE)
  const snapshot = new ReadSnapshot(database)
  const compile = (sql: string): Read => createRead(createStatement(database, sql))
  return {
    all(sql, parameters) {
      const read = getOrCreate(statements, sql, compile)
      try {
        snapshot.ensure()
        return read(parameters as SQLInputValue[])
      } catch (error) {
        snapshot.end()
        onFault(error)
        throw error
      }
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

function openFile(file: string): DatabaseSync {
  try {
    if (file !== IN_MEMORY) ensureFile(file)
    // The timeout applies from the first statement on, because another process may be creating the same file
    return new DatabaseSync(file, { timeout: BUSY_MS })
  } catch (error) {
    throw new DatabaseFileError(`${file}: ${(error as Error).message}`, { cause: error })
  }
}

/** Accepts an empty file; any other file must carry our application id. A foreign file is only read. */
function refuseForeign(database: DatabaseSync, file: string): void {
  const advice = 'Move it away or set WK_DATA_DIR to another folder.'
  let id: unknown
  let tables: unknown
  try {
    id = database.prepare('PRAGMA application_id').get()?.application_id
    tables = database.prepare('SELECT count(*) AS n FROM sqlite_schema').get()?.n
  } catch (error) {
    if (/not a database/.test(String(error))) throw new DatabaseFileError(`${file} is not a SQLite database. ${advice}`)
    throw error
  }
  if (id === APPLICATION_ID) return
  if (tables !== 0) throw new DatabaseFileError(`${file} is a database, but not a Watchkeeper database. ${advice}`)
  database.exec(`PRAGMA application_id = ${APPLICATION_ID}`)
}
