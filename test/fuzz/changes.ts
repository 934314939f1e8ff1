/** Detects changes in the database of a server, from outside. */
import { createHash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'

/** Columns with the time of the last use, and tables with request state or the engine's progress. */
const PASSING_COLUMNS = new Set(['last_used_at', 'last_active_at', 'last_seen_at'])
const PASSING_TABLES = new Set(['idempotency_keys', 'heartbeat_intake', 'probe_watch', 'service_clock'])

export interface Watch {
  /** A number that differs after every commit of another connection. */
  version(): number
  /** A digest for each table. */
  digest(): Map<string, string>
  close(): void
}

export function watchDatabase(file: string): Watch {
  const db = new DatabaseSync(file, { readOnly: true })
  const tables = () =>
    db
      .prepare(
        "select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite_%'",
      )
      .all()
      .map(({ name }) => String(name))
      .filter((name) => !PASSING_TABLES.has(name))
  return {
    version: () => Number(Object.values(db.prepare('pragma data_version').get()!)[0]),
    digest: () => new Map(tables().map((table) => [table, digestOf(db, table)])),
    close: () => db.close(),
  }
}

function digestOf(db: DatabaseSync, table: string): string {
  const hash = createHash('sha1')
  for (const row of db.prepare(`select * from "${table}"`).iterate())
    hash.update(JSON.stringify(row, (key, value) => (PASSING_COLUMNS.has(key) ? undefined : value)))
  return hash.digest('hex')
}
