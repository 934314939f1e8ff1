/** Returns unused space in a SQLite file to the file system, a little at a time. */
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../tables/index.ts'

/** Share of free pages that stays: new rows fill it again, and moving pages costs more than the space is worth. */
const SPARE_SHARE = 0.1
const SPARE_PAGES = 1_024

/** Pages moved at a time: some milliseconds. */
const PAGES_AT_ONCE = 128

/** @returns released bytes; 0 when there is little to release, or the file was created without incremental vacuum */
export async function releaseFreePages(db: Kysely<Database>): Promise<number> {
  const free = await read(db, 'freelist_count')
  const pages = await read(db, 'page_count')
  const surplus = free - Math.max(SPARE_PAGES, Math.round(pages * SPARE_SHARE))
  if (surplus <= 0) return 0
  await sql.raw(`pragma incremental_vacuum(${Math.min(surplus, PAGES_AT_ONCE)})`).execute(db)
  return (pages - (await read(db, 'page_count'))) * (await read(db, 'page_size'))
}

/** Rewrites the whole file, which also enables the later release of space. */
export async function rebuildFile(db: Kysely<Database>): Promise<void> {
  await sql`pragma temp_store = file`.execute(db) // The copy is written to a temporary file, because it may be larger than the memory
  await sql`pragma auto_vacuum = incremental`.execute(db)
  await sql`vacuum`.execute(db)
}

async function read(db: Kysely<Database>, name: 'freelist_count' | 'page_count' | 'page_size'): Promise<number> {
  const { rows } = await sql.raw<Record<string, number>>(`pragma ${name}`).execute(db)
  return rows[0]?.[name] ?? 0
}
