/** Reads `kuma.db` of Uptime Kuma 1 and 2. The file may be in use, and it may be hostile. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describeCause } from '../../core/platform/start-error.ts'
import type { Fields } from '../conversion.ts'
import { ImportError } from '../import-error.ts'
import type { KumaSource } from './source.ts'

const TABLES: Readonly<Record<keyof KumaSource, string>> = {
  monitors: 'monitor',
  notifications: 'notification',
  monitorNotifications: 'monitor_notification',
  tags: 'tag',
  monitorTags: 'monitor_tag',
  statusPages: 'status_page',
  pageDomains: 'status_page_cname',
  pageGroups: 'group',
  pageMonitors: 'monitor_group',
  incidents: 'incident',
  windows: 'maintenance',
  windowMonitors: 'monitor_maintenance',
  proxies: 'proxy',
  settings: 'setting',
}

/** Much more than an installation has. */
const MAX_ROWS = 100_000
const MAX_TABLE_BYTES = 64 * 1024 * 1024

const NOT_KUMA = 'This is not a database of Uptime Kuma: import the file kuma.db of its data folder.'
const DAMAGED = 'The database is truncated or damaged: copy kuma.db again, together with kuma.db-wal.'

const SQLITE_HEADER = Buffer.from('SQLite format 3\0')

export const isDatabase = (bytes: Uint8Array): boolean => SQLITE_HEADER.equals(bytes.subarray(0, SQLITE_HEADER.length))

/**
 * Reads a database that a client has sent.
 *
 * @throws ImportError
 */
export function readDatabaseBytes(bytes: Uint8Array): KumaSource {
  const folder = mkdtempSync(join(tmpdir(), 'watchkeeper-import-'))
  try {
    const file = join(folder, 'kuma.db')
    writeFileSync(file, bytes, { mode: 0o600 })
    return readDatabaseFile(file)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** @throws ImportError */
export function readDatabaseFile(path: string): KumaSource {
  let db: DatabaseSync | null = null
  try {
    db = new DatabaseSync(path, { readOnly: true, allowExtension: false, timeout: 5_000 })
    db.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA query_only = ON; BEGIN')
    return readTables(db)
  } catch (error) {
    throw error instanceof ImportError ? error : new ImportError(describe(error))
  } finally {
    db?.close()
  }
}

/** Error codes of SQLite: https://sqlite.org/rescode.html */
function describe(error: unknown): string {
  const { errcode = 0 } = error as { errcode?: number }
  switch (errcode & 0xff) {
    case 5: // SQLITE_BUSY
      return 'The database is locked: try again, or import a copy of kuma.db and kuma.db-wal.'
    case 8: // SQLITE_READONLY
    case 14: // SQLITE_CANTOPEN
      return 'The database cannot be opened: copy kuma.db and kuma.db-wal to a folder that you may write, and import it.'
    case 11: // SQLITE_CORRUPT
      return DAMAGED
    case 26: // SQLITE_NOTADB
      return NOT_KUMA
    default:
      return `The database cannot be read (${describeCause(error)}): copy kuma.db and kuma.db-wal again.`
  }
}

/** The transaction shows all tables at one moment, even while Uptime Kuma writes. */
function readTables(db: DatabaseSync): KumaSource {
  // Views and virtual tables could run code of the file's author
  const real = db
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'")
    .all()
  const names = new Set(real.map(({ name }) => String(name)))
  if (!names.has('monitor') || !names.has('notification')) throw new ImportError(NOT_KUMA)
  const read = (table: string): Fields[] => (names.has(table) ? readTable(db, table) : [])
  return Object.fromEntries(Object.entries(TABLES).map(([key, table]) => [key, read(table)])) as unknown as KumaSource
}

/** Reads stored columns only: `table_info` leaves out generated columns, whose expressions could run for hours. */
function readTable(db: DatabaseSync, table: string): Fields[] {
  const columns = db
    .prepare('SELECT name FROM pragma_table_info(?)')
    .all(table)
    .map(({ name }) => `"${String(name).replaceAll('"', '""')}"`)
  const bytes = columns.map((column) => `coalesce(octet_length(${column}), 0)`).join(' + ')
  const size = db.prepare(`SELECT count(*) AS rows, total(${bytes}) AS bytes FROM "${table}"`).get() as Fields
  if (Number(size.rows) > MAX_ROWS || Number(size.bytes) > MAX_TABLE_BYTES)
    throw new ImportError(
      `The table ${table} is too large for an import: check that this is a database of Uptime Kuma.`,
    )
  return db.prepare(`SELECT ${columns.join(', ')} FROM "${table}"`).all() as Fields[]
}
