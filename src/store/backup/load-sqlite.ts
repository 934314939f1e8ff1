/** A SQLite file that is filled aside and takes its place when it is whole. */

import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { CompiledQuery, sql } from 'kysely'
import { BackupError, type BackupTable } from '../../core/platform/backup.ts'
import { createSession } from '../platform/session.ts'
import { openSqlite } from '../platform/sqlite/sqlite.ts'
import { RowBatch } from '../platform/sqlite/sqlite-adapter.ts'
import { createStore, type Store, type Tx } from '../platform/store.ts'
import { type Block, decodeRows } from './copy-text.ts'
import type { Filler } from './load.ts'

/** Negative: KiB. What comes from PostgreSQL comes in the order of time and goes into that of monitors. */
const CACHE_KIB = -65_536

/** Without a log and without syncing: a file that is not finished is thrown away. */
export function openForLoading(file: string): Store {
  removeFile(file)
  const { dialect, database } = openSqlite(file)
  for (const pragma of ['journal_mode = OFF', 'synchronous = OFF', 'foreign_keys = OFF', 'temp_store = FILE'])
    database.exec(`PRAGMA ${pragma}`)
  database.exec(`PRAGMA cache_size = ${CACHE_KIB}`)
  return createStore(dialect, createSession('sqlite'))
}

/** With what SQLite keeps beside it. */
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
 * Makes a file that was filled the database. A crash at any moment leaves the one or the other, whole.
 *
 * @param aside where the present one is kept; null when there is none
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
 * Takes a log that is still there out of the way of the next file, which would be changed by it: that of a file which
 * could not be read, or was moved away alone.
 */
export function moveLogAside(file: string, aside: string): void {
  for (const end of ['-wal', '-shm']) if (existsSync(`${file}${end}`)) renameSync(`${file}${end}`, `${aside}${end}`)
}

/** Folds the log of a file that nobody uses into it: left beside another file, it would be taken for the log of that. */
export function checkpointLog(file: string): void {
  const { database } = openSqlite(file)
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
  if (existsSync(`${file}-wal`)) throw new BackupError(`${file} is in use. Stop the program that uses it.`)
}

/** From now on it is used like any other. */
export async function finishLoading(store: Store): Promise<void> {
  await sql`pragma journal_mode = wal`.execute(store.db)
  await store.close()
}
