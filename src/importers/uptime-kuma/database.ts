/**
 * Reads `kuma.db` of Uptime Kuma 1 and 2. The file may be in use, and it may be hostile.
 *
 * Checks trees of pages in a file of SQLite. Format: https://sqlite.org/fileformat2.html, sections 1.3 and 1.6.
 */
import { DatabaseSync } from 'node:sqlite'
import { describeCause } from '../../core/platform/errors.ts'
import type { Fields } from '../conversion.ts'
import { ImportError } from '../importer.ts'
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

/** Positions of the journal mode in the header, and its value without a write-ahead log. */
const MODE_OFFSETS = [18, 19]
const ROLLBACK_MODE = 1

const OPTIONS = { allowExtension: false, timeout: 5_000 }

/**
 * Reads a database that a client has sent. It stays in memory: a file would stay on the disk, with its secrets, when the
 * program is killed.
 *
 * @throws ImportError
 */
export function readDatabaseBytes(bytes: Uint8Array): KumaSource {
  const isTree = createTreeCheck(bytes)
  if (!isTree(1)) throw new ImportError(DAMAGED)
  return readFrom(() => {
    const db = new DatabaseSync(':memory:', OPTIONS)
    if (!('deserialize' in db))
      throw new ImportError('This server needs Node 26.1 or later to import a database: use "watchkeeper import".')
    // A database in memory has no write-ahead log
    const copy = Uint8Array.from(bytes)
    for (const offset of MODE_OFFSETS) copy[offset] = ROLLBACK_MODE
    db.deserialize(copy)
    return db
  }, isTree)
}

/** @throws ImportError */
export const readDatabaseFile = (path: string): KumaSource =>
  readFrom(
    () => new DatabaseSync(path, { ...OPTIONS, readOnly: true }),
    () => true,
  )

/** @param isTree whether the pages of a table, given the first, can be read once each */
function readFrom(open: () => DatabaseSync, isTree: (rootPage: number) => boolean): KumaSource {
  let db: DatabaseSync | null = null
  try {
    db = open()
    db.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA query_only = ON; BEGIN')
    return readTables(db, isTree)
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
function readTables(db: DatabaseSync, isTree: (rootPage: number) => boolean): KumaSource {
  // Views and virtual tables could run code of the file's author
  const real = db
    .prepare("SELECT name, rootpage FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'")
    .all()
  const roots = new Map(real.map(({ name, rootpage }) => [String(name), Number(rootpage)]))
  if (!roots.has('monitor') || !roots.has('notification')) throw new ImportError(NOT_KUMA)
  const read = (table: string): Fields[] => {
    const root = roots.get(table)
    if (root === undefined) return []
    if (!isTree(root)) throw new ImportError(DAMAGED)
    return readTable(db, table)
  }
  return Object.fromEntries(Object.entries(TABLES).map(([key, table]) => [key, read(table)])) as unknown as KumaSource
}

/**
 * Reads stored columns only: `table_info` leaves out generated columns, whose expressions could run for hours. Pages of
 * indexes are not read, because they are not checked.
 */
function readTable(db: DatabaseSync, table: string): Fields[] {
  const columns = db
    .prepare('SELECT name FROM pragma_table_info(?)')
    .all(table)
    .map(({ name }) => `"${String(name).replaceAll('"', '""')}"`)
  const bytes = columns.map((column) => `coalesce(octet_length(${column}), 0)`).join(' + ')
  const size = db
    .prepare(`SELECT count(*) AS rows, total(${bytes}) AS bytes FROM "${table}" NOT INDEXED`)
    .get() as Fields
  if (Number(size.rows) > MAX_ROWS || Number(size.bytes) > MAX_TABLE_BYTES)
    throw new ImportError(
      `The table ${table} is too large for an import: check that this is a database of Uptime Kuma.`,
    )
  return db.prepare(`SELECT ${columns.join(', ')} FROM "${table}" NOT INDEXED`).all() as Fields[]
}

const HEADER_BYTES = 100
const INTERIOR_INDEX = 2
const INTERIOR_TABLE = 5
const RIGHT_CHILD_OFFSET = 8
const CELLS_OFFSET = 12

/**
 * Returns a function that reports whether a tree has each page once, and only pages of the file. SQLite does not check this
 * while it reads: a few pages that all lead to the same page below keep it busy for years.
 */
function createTreeCheck(bytes: Uint8Array): (root: number) => boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const given = bytes.length < HEADER_BYTES ? 0 : view.getUint16(16)
  const pageSize = given === 1 ? 65_536 : given
  const pageCount = pageSize < 512 ? 0 : Math.floor(bytes.length / pageSize)
  const visited = new Set<number>()

  const listChildren = (page: number): number[] => {
    const start = (page - 1) * pageSize
    const header = page === 1 ? HEADER_BYTES : start
    if (![INTERIOR_INDEX, INTERIOR_TABLE].includes(view.getUint8(header))) return []
    const room = (start + pageSize - header - CELLS_OFFSET) / 2
    const cellCount = Math.min(view.getUint16(header + 3), Math.floor(room))
    const cells = Array.from({ length: cellCount }, (_, index) => view.getUint16(header + CELLS_OFFSET + 2 * index))
    // A cell outside of the page leads to no page, so the tree is refused
    const children = cells.map((cell) => (cell + 4 <= pageSize ? view.getUint32(start + cell) : 0))
    return [...children, view.getUint32(header + RIGHT_CHILD_OFFSET)]
  }

  return (root) => {
    const pending = [root]
    for (let page = pending.pop(); page !== undefined; page = pending.pop()) {
      if (page < 1 || page > pageCount || visited.has(page)) return false
      visited.add(page)
      pending.push(...listChildren(page))
    }
    return true
  }
}
