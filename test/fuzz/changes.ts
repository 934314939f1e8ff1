/** Whether the database of a server has changed, seen from outside. */
import { createHash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'

/** Columns that say when somebody was last here, and tables that remember requests or what the engine has looked at. */
const PASSING_COLUMNS = new Set(['last_used_at', 'last_active_at', 'last_seen_at'])
const PASSING_TABLES = new Set(['idempotency_keys', 'heartbeat_intake'])

export interface Watch {
  /** Another number whenever somebody has committed something. */
  version(): number
  /** By table. */
  digest(): Map<string, string>
  close(): void
}

export function watchDatabase(file: string): Watch {
  const db = new DatabaseSync(file, { readOnly: true })
  const tables = () =>
    db
      .prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'")
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
