/**
 * SQLite backup: a separate connection with one read transaction. The server's writes go to the WAL, which cannot be
 * checkpointed past the snapshot during the read. The WAL therefore grows by all writes in that time.
 */

import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { BackupError, type BackupTable, type ColumnKind } from '../../core/platform/database/backup.ts'
import type { Schema } from '../../core/platform/database/schema.ts'
import { BLOCK_BYTES, type Block, encodeField } from './copy-text.ts'
import { createEmptyError, type Dump, getLastSchema, listOwnTables } from './dump.ts'

const BUSY_MS = 5_000

/** @throws BackupError */
export async function openSqliteDump(file: string): Promise<Dump> {
  if (!existsSync(file)) throw new BackupError('There is no such file.')
  // Not read-only. If this connection closes last, it must remove the WAL; a remaining WAL may belong to another user
  const database = new DatabaseSync(file, { timeout: BUSY_MS })
  try {
    database.exec('PRAGMA query_only = ON')
    database.exec('BEGIN')
    const schema = getLastSchema(listApplied(database))
    const tables = (await listOwnTables(schema.version)).map((name) => describe(database, name))
    return {
      dialect: 'sqlite',
      schema,
      tables,
      sealedWith: findSealingKey(database),
      read: (table) => readTable(database, table),
      close: async () => database.close(),
    }
  } catch (error) {
    database.close()
    throw error
  }
}

function listApplied(database: DatabaseSync): Schema[] {
  const found = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'schema_migrations'").get()
  if (!found) throw createEmptyError()
  return database.prepare('SELECT version, name FROM schema_migrations ORDER BY version').all() as unknown as Schema[]
}

function findSealingKey(database: DatabaseSync): string | null {
  const row = database.prepare('SELECT key_id FROM seal_state').get() as { key_id: string } | undefined
  return row?.key_id ?? null
}

function describe(database: DatabaseSync, name: string): BackupTable {
  const found = database.prepare('SELECT name, type, pk FROM pragma_table_info(?)').all(name) as unknown as {
    name: string
    type: string
    pk: number
  }[]
  const { sql } = database.prepare('SELECT sql FROM sqlite_schema WHERE name = ?').get(name) as { sql: string }
  const counted = /\bautoincrement\b/i.test(sql) ? found.find(({ pk }) => pk === 1) : undefined
  return {
    name,
    columns: found.map((column) => ({ name: column.name, kind: toColumnKind(column.type) })),
    numbered: counted ? { column: counted.name, last: findLastKey(database, name) } : null,
  }
}

/**
 * Maps a declared type to a column kind by SQLite's affinity rules. Source:
 * https://sqlite.org/datatype3.html#determination_of_column_affinity
 */
function toColumnKind(type: string): ColumnKind {
  if (/int/i.test(type)) return 'integer'
  if (/blob/i.test(type)) return 'bytes'
  return /real|floa|doub|numeric|decimal/i.test(type) ? 'number' : 'text'
}

function findLastKey(database: DatabaseSync, table: string): number {
  const row = database.prepare('SELECT seq FROM sqlite_sequence WHERE name = ?').get(table)
  return Number(row?.seq ?? 0)
}

async function* readTable(database: DatabaseSync, { name, columns }: BackupTable): AsyncGenerator<Block> {
  const statement = database.prepare(`SELECT ${columns.map((column) => `"${column.name}"`).join(', ')} FROM "${name}"`)
  statement.setReturnArrays(true)
  let text = ''
  let rows = 0
  for (const row of statement.iterate() as unknown as Iterable<unknown[]>) {
    let line = encodeField(row[0])
    for (let column = 1; column < row.length; column++) line += `\t${encodeField(row[column])}`
    text += `${line}\n`
    rows++
    if (text.length < BLOCK_BYTES) continue
    yield { rows, bytes: Buffer.from(text) }
    text = ''
    rows = 0
    await yieldToEventLoop() // The driver is synchronous, and the user may want to cancel
  }
  if (rows > 0) yield { rows, bytes: Buffer.from(text) }
}
