/** Tables that triggers on the table of monitors keep. */
import { type Kysely, sql } from 'kysely'
import type { DialectTraits } from '../../platform/dialects.ts'
import type { Database } from '../../tables/index.ts'
import { key, table } from '../schema.ts'

/** Creates the number of active monitors of each organization. Triggers keep it, so that no creation counts them all. */
export async function countActiveMonitors(db: Kysely<Database>, { name }: DialectTraits): Promise<void> {
  await table(db, 'active_monitors', { organization_id: key, count: 'integer' }).execute()
  for (const statement of name === 'sqlite' ? COUNT_IN_SQLITE : COUNT_IN_POSTGRES) await sql.raw(statement).execute(db)
}

const isActive = (row: string): string => `(${row}.status = 'active' and ${row}.deleted_at is null)`
const CHANGED = `${isActive('old')} <> ${isActive('new')}`
const addTo = (count: string): string =>
  `on conflict (organization_id) do update set count = active_monitors.count + ${count}`
const formatAdd = (row: string, delta: string): string =>
  `insert into active_monitors (organization_id, count) values (${row}.organization_id, ${delta}) ${addTo(delta)};`
const DELTA = `case when ${isActive('new')} then 1 else -1 end`

const COUNT_IN_SQLITE = [
  `create trigger active_monitors_insert after insert on monitors when ${isActive('new')}
   begin ${formatAdd('new', '1')} end`,
  `create trigger active_monitors_update after update of status, deleted_at on monitors when ${CHANGED}
   begin ${formatAdd('new', DELTA)} end`,
  `create trigger active_monitors_delete after delete on monitors when ${isActive('old')}
   begin ${formatAdd('old', '-1')} end`,
]

const formatFunction = (name: string, body: string): string =>
  `create function ${name}() returns trigger language plpgsql as $$ begin ${body} return null; end $$`

// Many monitors are inserted by one statement. It counts them all at once
const COUNT_IN_POSTGRES = [
  formatFunction(
    'active_monitors_insert',
    `insert into active_monitors (organization_id, count)
     select organization_id, count(*) from added where status = 'active' and deleted_at is null
     group by organization_id ${addTo('excluded.count')};`,
  ),
  formatFunction('active_monitors_update', formatAdd('new', DELTA)),
  formatFunction('active_monitors_delete', formatAdd('old', '-1')),
  `create trigger active_monitors_insert after insert on monitors referencing new table as added
   for each statement execute function active_monitors_insert()`,
  `create trigger active_monitors_update after update of status, deleted_at on monitors
   for each row when (${CHANGED}) execute function active_monitors_update()`,
  `create trigger active_monitors_delete after delete on monitors
   for each row when (${isActive('old')}) execute function active_monitors_delete()`,
]

/** Creates an index of the names and targets of monitors by trigram. Triggers keep it. */
export async function createMonitorSearch(db: Kysely<Database>, { name }: DialectTraits): Promise<void> {
  if (name === 'sqlite') for (const statement of SEARCH_IN_SQLITE) await sql.raw(statement).execute(db)
}

const INSERT = 'insert into monitor_search (rowid, name_folded, target_folded)'
const insertRow = (row: string): string => `${INSERT} values (${row}.key, ${row}.name_folded, ${row}.target_folded);`
// The index stores no texts, so a deletion repeats them
const deleteRow = (row: string): string =>
  `insert into monitor_search (monitor_search, rowid, name_folded, target_folded)
   values ('delete', ${row}.key, ${row}.name_folded, ${row}.target_folded);`
const isListed = (row: string): string => `${row}.deleted_at is null`

// Without positions and sizes, an entry takes a quarter of the space. Texts are folded before
const SEARCH_IN_SQLITE = [
  `create virtual table monitor_search using fts5(name_folded, target_folded,
   content = '', columnsize = 0, detail = none, tokenize = 'trigram case_sensitive 1')`,
  // Rarer merges halve the cost of a creation
  `insert into monitor_search (monitor_search, rank) values ('automerge', 16)`,
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
