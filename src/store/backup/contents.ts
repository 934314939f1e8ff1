/** Row counts of a database before a backup or restore. */
import { sql } from 'kysely'
import type { Reader } from '../platform/store.ts'

const COUNTED = ['users', 'organizations', 'monitors', 'incidents'] as const

/** Rows by table. */
export type Contents = Record<(typeof COUNTED)[number], number>

/** Counts the rows. A database without Watchkeeper tables counts as empty. */
export async function readContents(db: Reader): Promise<Contents> {
  const tables = new Set((await db.introspection.getTables()).map(({ name }) => name))
  const contents: Contents = { users: 0, organizations: 0, monitors: 0, incidents: 0 }
  for (const name of COUNTED.filter((table) => tables.has(table))) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(db)
    contents[name] = Number(rows[0]!.count)
  }
  return contents
}

/** A server creates regions and similar rows at its first start; a user would not miss them. */
export const isEmpty = ({ users, organizations, monitors }: Contents): boolean => users + organizations + monitors === 0
