/** A SQLite file that is filled beside the database and replaces it when complete. */

import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { CompiledQuery, sql } from 'kysely'
import { BackupError, type BackupTable } from '../../core/platform/database/backup.ts'
import { createSession } from '../platform/session.ts'
import { openSqlite } from '../platform/sqlite/sqlite.ts'
import { RowBatch } from '../platform/sqlite/sqlite-adapter.ts'
import { createStore, type Store, type Tx } from '../platform/store.ts'
import { type Block, decodeRows } from './copy-text.ts'
import type { Filler } from './load.ts'

/** Negative means KiB. Rows from PostgreSQL arrive in the order of time and are inserted in the order of monitors. */
const CACHE_KIB = -65_536

/** Opens a file without a WAL and without syncing: an incomplete file is discarded. */
export function openForLoading(file: string): Store {
  removeFile(file)
  const { dialect, database } = openSqlite(file)
  for (const pragma of ['journal_mode = OFF', 'synchronous = OFF', 'foreign_keys = OFF', 'temp_store = FILE'])
    database.exec(`PRAGMA ${pragma}`)
  database.exec(`PRAGMA cache_size = ${CACHE_KIB}`)
  return createStore(dialect, createSession('sqlite'))
}

/** Removes a file and SQLite's files beside it. */
export function removeFile(file: string): void {
  for (const end of ['', '-wal', '-shm', '-journal']) rmSync(`${file}${end}`, { force: true })
}

export function createSqliteFiller(tx: Tx): Filler {
  return {
    dropConstraints: async () => {
      const { rows } = await sql<{ name: string; sql: string }>`select name, sql from sqlite_schema
        where type = 'index' and sql is not null order by name`.execute(tx)
      for (const { name } of rows) await sql`drop index ${sql.table(name)}`.execute(tx)
      return async () => {
        for (const index of rows) await sql.raw(index.sql).execute(tx)
        await refuseBrokenReferences(tx)
      }
    },
    fill: async (table, blocks) => {
      await sql`delete from ${sql.table(table.name)}`.execute(tx)
      return fill(tx, table, blocks)
    },
    numberFrom: async ({ name }, last) => {
      await sql`delete from sqlite_sequence where name = ${name}`.execute(tx)
      await sql`insert into sqlite_sequence (name, seq) values (${name}, ${last})`.execute(tx)
    },
  }
}

async function fill(tx: Tx, { name, columns }: BackupTable, blocks: AsyncIterable<Block>): Promise<number> {
  const names = columns.map((column) => `"${column.name}"`).join(', ')
  const insert = `insert into "${name}" (${names}) values (${columns.map(() => '?').join(', ')})`
  let count = 0
  for await (const { rows, bytes } of blocks) {
    await tx.executeQuery(CompiledQuery.raw(insert, [new RowBatch(decodeRows(bytes, columns))]))
    count += rows
  }
  return count
}

async function refuseBrokenReferences(tx: Tx): Promise<void> {
  const { rows } = await sql<{ table: string; parent: string }>`pragma foreign_key_check`.execute(tx)
  const [first] = rows
  if (first)
    throw new BackupError(`Its table ${first.table} refers to missing rows of ${first.parent}: ${rows.length}.`)
}

/**
 * Replaces the database file with the filled one. A crash at any moment leaves one of the two complete.
 *
 * @param aside path to keep the present database at; null when there is none
 */
export function replaceDatabaseFile(filled: string, file: string, aside: string | null): void {
  flush(filled)
  if (aside !== null) linkSync(file, aside)
  renameSync(filled, file)
  flush(dirname(file))
}

function flush(path: string): void {
  const descriptor = openSync(path, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}

/**
 * Moves a leftover WAL away, because SQLite would apply it to the next file. A WAL is left over when its file could not
 * be read, or was moved without it.
 */
export function moveWalAside(file: string, aside: string): void {
  for (const end of ['-wal', '-shm']) if (existsSync(`${file}${end}`)) renameSync(`${file}${end}`, `${aside}${end}`)
}

/**
 * Checkpoints the WAL of a file that is not in use. SQLite would apply a WAL that is left beside another file to that
 * file.
 */
export function checkpointLog(file: string): void {
  const { database } = openSqlite(file)
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
  if (existsSync(`${file}-wal`)) throw new BackupError(`${file} is in use. Stop the program that uses it.`)
}

/** Switches the file to the settings of normal operation. */
export async function finishLoading(store: Store): Promise<void> {
  await sql`pragma journal_mode = wal`.execute(store.db)
  await store.close()
}
