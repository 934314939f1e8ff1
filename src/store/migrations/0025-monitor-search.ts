/** Adds an index of the names and targets of monitors by trigram. Triggers keep it. */
import { type Kysely, sql } from 'kysely'
import type { DialectTraits } from '../platform/dialects.ts'
import type { Database } from '../tables/index.ts'

export async function up(db: Kysely<Database>, { name }: DialectTraits): Promise<void> {
  if (name === 'sqlite') for (const statement of SQLITE) await sql.raw(statement).execute(db)
}

const INSERT = 'insert into monitor_search (rowid, name_folded, target_folded)'
const insertRow = (row: string): string => `${INSERT} values (${row}.key, ${row}.name_folded, ${row}.target_folded);`
// The index stores no texts, so a deletion repeats them
const deleteRow = (row: string): string =>
  `insert into monitor_search (monitor_search, rowid, name_folded, target_folded)
   values ('delete', ${row}.key, ${row}.name_folded, ${row}.target_folded);`
const isListed = (row: string): string => `${row}.deleted_at is null`

// Without positions and sizes, an entry takes a quarter of the space. Texts are folded before
const SQLITE = [
  `create virtual table monitor_search using fts5(name_folded, target_folded,
   content = '', columnsize = 0, detail = none, tokenize = 'trigram case_sensitive 1')`,
  // Rarer merges halve the cost of a creation
  `insert into monitor_search (monitor_search, rank) values ('automerge', 16)`,
  `${INSERT} select key, name_folded, target_folded from monitors where ${isListed('monitors')}`,
  `create trigger monitor_search_insert after insert on monitors when ${isListed('new')}
   begin ${insertRow('new')} end`,
  `create trigger monitor_search_delete after delete on monitors when ${isListed('old')}
   begin ${deleteRow('old')} end`,
  `create trigger monitor_search_leave after update of name_folded, target_folded, deleted_at on monitors
   when ${isListed('old')} and (old.name_folded, old.target_folded, old.deleted_at) is not
     (new.name_folded, new.target_folded, new.deleted_at)
   begin ${deleteRow('old')} end`,
  `create trigger monitor_search_enter after update of name_folded, target_folded, deleted_at on monitors
   when ${isListed('new')} and (old.name_folded, old.target_folded, old.deleted_at) is not
     (new.name_folded, new.target_folded, new.deleted_at)
   begin ${insertRow('new')} end`,
]
