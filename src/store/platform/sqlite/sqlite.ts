/** SQLite through Node's own driver, dressed in the shape that Kysely's dialect expects. */
import { existsSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { type Dialect, SqliteDialect } from 'kysely'
import { BoundedMap } from '../../../core/platform/bounded-map.ts'
import { ensureFile } from '../private-file.ts'
import { STATEMENT_CACHE, toSqliteDatabase } from './sqlite-adapter.ts'

/** Marks a database file as ours: "WKPR" in ASCII. */
const APPLICATION_ID = 0x574b5052

/** Pages in the log before it is alert_group into the file: the same page is written often, and only its last state counts. */
const CHECKPOINT_PAGES = 8_192

/** What a log that has grown further, because somebody read for long, shrinks to at the next checkpoint. */
const LOG_LIMIT_BYTES = 64 * 1024 * 1024

/** Negative: KiB, not pages. */
const CACHE_KIB = -16_384

const IN_MEMORY = ':memory:'

/** How long a statement waits while another process writes. */
const BUSY_MS = 5_000

/** The file cannot be used as our database; the message says what to do. */
export class DatabaseFileError extends Error {
  override readonly name = 'DatabaseFileError'
}

/** SQLITE_CORRUPT: it is a database, and parts of it are not what was written. Source: https://sqlite.org/rescode.html */
const CORRUPT = 11

/** Whether the file is damaged, by what came of working with it. */
export function isCorruption(error: unknown): boolean {
  const { errcode } = (error instanceof DatabaseFileError ? error.cause : error) as { errcode?: number }
  return ((errcode ?? 0) & 0xff) === CORRUPT
}

/**
 * Opens or makes the file. `synchronous=FULL`: an acknowledged write survives a power cut.
 *
 * @param onFault takes every error of a statement
 * @throws DatabaseFileError when the file is not a database, or somebody else's
 */
export function openSqlite(
  file: string,
  onFault: (error: unknown) => void = () => {},
): { dialect: Dialect; database: DatabaseSync } {
  const isNew = !existsSync(file)
  const database = openFile(file)
  try {
    if (!isNew) refuseForeign(database, file)
    // Before the first page is written, and ignored after it; `watchkeeper compact` rewrites a file
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
  return { dialect: new SqliteDialect({ database: toSqliteDatabase(database, onFault) }), database }
}

/** Runs a query at once and gives its rows. */
export interface SqliteReader {
  all(sql: string, parameters: readonly unknown[]): unknown[]
  close(): void
}

/**
 * A second connection to a file that `openSqlite` has opened, for reads alone. It sees what is committed and nothing
 * else, waits for no transaction of the first, and needs no turn: a read is over before anything else can begin.
 */
export function openSqliteReader(file: string, onFault: (error: unknown) => void): SqliteReader {
  const database = new DatabaseSync(file, { readOnly: true, timeout: BUSY_MS })
  database.exec(`PRAGMA cache_size = ${CACHE_KIB}`)
  const statements = new BoundedMap<string, Read>(STATEMENT_CACHE)
  const compile = (sql: string): Read => createRead(database.prepare(sql))
  return {
    all(sql, parameters) {
      const read = statements.getOrInsertComputed(sql, compile)
      try {
        return read(parameters as SQLInputValue[])
      } catch (error) {
        onFault(error)
        throw error
      }
    },
    close() {
      if (database.isOpen) database.close()
    },
  }
}

type Read = (parameters: readonly SQLInputValue[]) => Record<string, unknown>[]

/** Rows as objects of one shape. Those that the driver makes itself are dictionaries, which are slow to read. */
function createRead(statement: StatementSync): Read {
  const names = statement.columns().map(({ name }) => name)
  statement.setReturnArrays(true)
  return (parameters) => {
    const rows = statement.all(...parameters) as unknown as unknown[][]
    return rows.map((values) => {
      const row: Record<string, unknown> = {}
      for (let column = 0; column < names.length; column++) row[names[column]!] = values[column]
      return row
    })
  }
}

function openFile(file: string): DatabaseSync {
  try {
    if (file !== IN_MEMORY) ensureFile(file)
    // From the first statement on: another process may be making the same file at this moment
    return new DatabaseSync(file, { timeout: BUSY_MS })
  } catch (error) {
    throw new DatabaseFileError(`${file}: ${(error as Error).message}`, { cause: error })
  }
}

/** An empty file is taken; anything else must carry our mark. Reading is all this does to a foreign file. */
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
