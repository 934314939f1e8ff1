/** Backups of test databases, with a clock that the test sets. */
import { join } from 'node:path'
import { openArchive } from '../../../src/backup/reader.ts'
import { openPostgresTarget, openSqliteTarget, type Restored } from '../../../src/backup/restore.ts'
import { createFileSink, type Written, writeArchive } from '../../../src/backup/writer.ts'
import {
  BACKUP_FORMAT,
  type BackupContents,
  type BackupHeader,
  selectTables,
} from '../../../src/core/platform/database/backup.ts'
import { type Block, decodeRows } from '../../../src/store/backup/copy-text.ts'
import type { Dump } from '../../../src/store/backup/dump.ts'
import { openDump } from '../../../src/store/backup/open-dump.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import type { StoreLocation } from '../../../src/store/platform/store.ts'
import { type Cleanup, createTestDatabaseUrl, createTestFolder, LONG_TIMEOUTS } from './stores.ts'

export const NEVER_ABORTED = new AbortController().signal

export interface BackupOptions {
  takenAt?: number
  contents?: BackupContents
  header?: Partial<BackupHeader>
  /** Awaited before each block of rows. */
  beforeBlock?: () => Promise<unknown>
  signal?: AbortSignal
}

/** @param file file to write; an existing file is replaced */
export async function takeBackup(location: StoreLocation, file: string, options: BackupOptions = {}): Promise<Written> {
  const { takenAt = 0, contents = 'everything', header, beforeBlock = async () => {}, signal = NEVER_ABORTED } = options
  const dump = await openDump(location)
  const read: Dump['read'] = async function* (table) {
    for await (const block of dump.read(table)) {
      await beforeBlock()
      yield block
    }
  }
  try {
    const common = {
      program: '0.1.0',
      schema: dump.schema,
      database: dump.dialect,
      takenAt,
      contents,
      secretMark: null,
    }
    const tables = selectTables(dump.tables, contents)
    const source = { header: { format: BACKUP_FORMAT, ...common, ...header }, tables, read }
    return await writeArchive(await createFileSink(file), source, signal, () => {})
  } finally {
    await dump.close()
  }
}

/** Creates an empty location for a database. For SQLite it is the file of a data folder. */
export async function createEmptyLocation(t: Cleanup, dialect: DialectName): Promise<StoreLocation> {
  return dialect === 'sqlite'
    ? { file: join(createTestFolder(t), 'watchkeeper.db') }
    : { url: await createTestDatabaseUrl(t), ...LONG_TIMEOUTS }
}

export interface RestoreOptions {
  now?: number
  isReplacing?: boolean
  signal?: AbortSignal
  onBlock?: () => void
}

export async function restoreBackup(
  file: string,
  location: StoreLocation,
  { now = 0, isReplacing = false, signal = NEVER_ABORTED, onBlock = () => {} }: RestoreOptions = {},
): Promise<{ restored: Restored; kept: string | null }> {
  const archive = await openArchive(file, signal)
  const place =
    'file' in location ? openSqliteTarget(join(location.file, '..')) : await openPostgresTarget(location.url)
  try {
    const tables = archive.tables(signal, onBlock)
    return await place.run({ header: archive.header, tables, isReplacing, signal, now, stamp: 'now' })
  } finally {
    await place.close()
  }
}

/** Reads all rows of a table as values, in the same order for both databases. */
export async function readEverything(location: StoreLocation): Promise<Map<string, string[]>> {
  const dump = await openDump(location)
  try {
    const all = new Map<string, string[]>()
    for (const table of dump.tables) {
      const columns = table.columns.map(({ name }) => name)
      const rows: string[] = []
      for await (const { bytes } of dump.read(table) as AsyncIterable<Block>)
        for (const row of decodeRows(bytes, table.columns)) rows.push(JSON.stringify(toNamedColumn(columns, row)))
      all.set(table.name, rows.sort())
    }
    return all
  } finally {
    await dump.close()
  }
}

const toNamedColumn = (columns: readonly string[], row: readonly unknown[]): [string, unknown][] =>
  columns
    .map((name, index): [string, unknown] => [name, row[index] instanceof Uint8Array ? toHex(row[index]) : row[index]])
    .sort(([a], [b]) => (a < b ? -1 : 1))

const toHex = (bytes: unknown): string => Buffer.from(bytes as Uint8Array).toString('hex')
