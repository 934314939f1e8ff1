/** Watches a SQLite database for changed rows with triggers, which cost nothing while no row changes. */
import { sql } from 'kysely'
import { listOwnTables } from '../../../src/store/backup/dump.ts'
import type { Store } from '../../../src/store/platform/store.ts'

/** Columns that record a visit; a refused request may change them. */
const PASSING = ['last_used_at', 'last_active_at', 'last_seen_at']

export interface ChangeWatch {
  /**
   * @param owner limits tables with an organization column to rows of this organization
   * @returns tables whose rows changed since the last `reset`
   */
  changedTables(owner?: string): Promise<string[]>
  reset(): Promise<void>
}

export async function watchChanges({ db }: Store): Promise<ChangeWatch> {
  await sql`create temp table seen_changes (name text, owner text)`.execute(db)
  const own = await listOwnTables()
  for (const { name, columns } of (await db.introspection.getTables()).filter(({ name }) => own.includes(name))) {
    const names = columns.map((column) => column.name)
    const note = (row: 'new' | 'old') =>
      `insert into seen_changes values ('${name}', ${names.includes('organization_id') ? `${row}.organization_id` : 'null'});`
    const differs = names
      .filter((column) => !PASSING.includes(column))
      .map((column) => `old.${column} is not new.${column}`)
    const triggers = [
      `create temp trigger ${name}_inserted after insert on main.${name} begin ${note('new')} end`,
      `create temp trigger ${name}_deleted after delete on main.${name} begin ${note('old')} end`,
      `create temp trigger ${name}_updated after update on main.${name} when ${differs.join(' or ')}
        begin ${note('old')} ${note('new')} end`,
    ]
    for (const trigger of triggers) await sql.raw(trigger).execute(db)
  }
  return {
    async changedTables(owner) {
      const mine = owner === undefined ? sql`` : sql`where owner = ${owner}`
      const { rows } = await sql<{ name: string }>`select distinct name from seen_changes ${mine}`.execute(db)
      return rows.map(({ name }) => name)
    },
    async reset() {
      await sql`delete from seen_changes`.execute(db)
    },
  }
}
