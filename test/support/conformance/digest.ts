/** What is in a database, as one word: to see that nothing has changed. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Store } from '../../../src/store/platform/store.ts'

/** Columns that say when somebody was last here: a refusal may move them. */
const PASSING = new Set(['last_used_at', 'last_active_at', 'last_seen_at'])

/** @param owner only rows of this organization, in the tables that name one */
export async function digestOf({ db }: Store, owner?: string): Promise<Map<string, string>> {
  const digests = new Map<string, string>()
  for (const { name, columns } of await db.introspection.getTables()) {
    const isOwned = columns.some((column) => column.name === 'organization_id')
    if (owner !== undefined && !isOwned) continue
    const mine = owner === undefined ? sql`` : sql`where organization_id = ${owner}`
    const { rows } = await sql<object>`select * from ${sql.table(name)} ${mine}`.execute(db)
    const texts = rows.map((row) => JSON.stringify(row, (key, value) => (PASSING.has(key) ? undefined : inText(value))))
    digests.set(name, createHash('sha1').update(texts.sort().join('\n')).digest('hex'))
  }
  return digests
}

const inText = (value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value)

/** Tables that differ. */
export const changedTables = (before: Map<string, string>, after: Map<string, string>): string[] =>
  [...after].filter(([table, digest]) => before.get(table) !== digest).map(([table]) => table)
