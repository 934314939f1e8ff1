/** Room in a SQLite file that nothing uses any more goes back to the file system, a little at a time. */
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../tables/index.ts'

/** What is left empty: new rows fill it again, and moving pages about costs more than the room is worth. */
const SPARE_SHARE = 0.1
const SPARE_PAGES = 1_024

/** Moved in one go: some milliseconds. */
const PAGES_AT_ONCE = 128

/** @returns bytes given back; 0 when there is little to give, or the file was made without being able to */
export async function releaseFreePages(db: Kysely<Database>): Promise<number> {
  const free = await read(db, 'freelist_count')
  const pages = await read(db, 'page_count')
  const surplus = free - Math.max(SPARE_PAGES, Math.round(pages * SPARE_SHARE))
  if (surplus <= 0) return 0
  await sql.raw(`pragma incremental_vacuum(${Math.min(surplus, PAGES_AT_ONCE)})`).execute(db)
  return (pages - (await read(db, 'page_count'))) * (await read(db, 'page_size'))
}

/** Rewrites the whole file, and so that from then on it can give room back. */
export async function rebuildFile(db: Kysely<Database>): Promise<void> {
  await sql`pragma temp_store = file`.execute(db) // it is written aside first, and may be larger than the memory
  await sql`pragma auto_vacuum = incremental`.execute(db)
  await sql`vacuum`.execute(db)
}

async function read(db: Kysely<Database>, name: 'freelist_count' | 'page_count' | 'page_size'): Promise<number> {
  const { rows } = await sql.raw<Record<string, number>>(`pragma ${name}`).execute(db)
  return rows[0]?.[name] ?? 0
}
