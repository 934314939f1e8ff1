/** SQLite through Node's driver, in the shape that Kysely's dialect expects. */
import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { type CompiledQuery, type DatabaseConnection, type Dialect, type Driver, SqliteDialect } from 'kysely'
import { CHECKPOINT_PAGES } from './checkpointer.ts'
import { ensureFile } from './file-lock.ts'
import { QueryTurn } from './query-turn.ts'
import { toSqliteDatabase } from './sqlite-adapter.ts'

/** Marks a database file as ours: "WKPR" in ASCII. */
const APPLICATION_ID = 0x574b5052

/** Size to which a WAL shrinks at the next checkpoint, after a long read made it grow further. */
const LOG_LIMIT_BYTES = 64 * 1024 * 1024

/** Negative: KiB, not pages. */
export const CACHE_KIB = -16_384

/** Frees the cached pages of a connection. They fill its cache again when they are read. */
export const RELEASE_MEMORY = 'PRAGMA shrink_memory'

const IN_MEMORY = ':memory:'

/** Longest wait of a statement while another process writes. */
export const BUSY_MS = 5_000

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
  return { dialect: new TurnDialect({ database: toSqliteDatabase(database, onFault, onWrite) }), database }
}

/** Limits how long its queries delay other events. */
class TurnDialect extends SqliteDialect {
  override createDriver(): Driver {
    const driver = super.createDriver()
    const acquire = driver.acquireConnection.bind(driver)
    const turn = new QueryTurn()
    driver.acquireConnection = async (options) => limitTurns(await acquire(options), turn)
    return driver
  }
}

const limitTurns = (connection: DatabaseConnection, turn: QueryTurn): DatabaseConnection => ({
  async executeQuery<Row>(query: CompiledQuery) {
    await turn.take()
    return connection.executeQuery<Row>(query)
  },
  streamQuery: connection.streamQuery.bind(connection),
})

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
