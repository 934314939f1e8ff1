/** Adds the number of active monitors of each organization. Triggers keep it, so that no creation counts them all. */
import { type Kysely, sql } from 'kysely'
import type { DialectTraits } from '../../platform/dialects.ts'
import type { Database } from '../../tables/index.ts'
import { key, table } from '../schema.ts'

export async function up(db: Kysely<Database>, { name }: DialectTraits): Promise<void> {
  await table(db, 'active_monitors', { organization_id: key, count: 'integer' }).execute()
  await sql`insert into active_monitors (organization_id, count)
    select organization_id, count(*) from monitors where status = 'active' and deleted_at is null
    group by organization_id`.execute(db)
  for (const statement of name === 'sqlite' ? SQLITE : POSTGRES) await sql.raw(statement).execute(db)
}

const isActive = (row: string): string => `(${row}.status = 'active' and ${row}.deleted_at is null)`
const CHANGED = `${isActive('old')} <> ${isActive('new')}`
const addTo = (count: string): string =>
  `on conflict (organization_id) do update set count = active_monitors.count + ${count}`
const formatAdd = (row: string, delta: string): string =>
  `insert into active_monitors (organization_id, count) values (${row}.organization_id, ${delta}) ${addTo(delta)};`
const DELTA = `case when ${isActive('new')} then 1 else -1 end`

const SQLITE = [
  `create trigger active_monitors_insert after insert on monitors when ${isActive('new')}
   begin ${formatAdd('new', '1')} end`,
  `create trigger active_monitors_update after update of status, deleted_at on monitors when ${CHANGED}
   begin ${formatAdd('new', DELTA)} end`,
  `create trigger active_monitors_delete after delete on monitors when ${isActive('old')}
   begin ${formatAdd('old', '-1')} end`,
]

const formatFunction = (name: string, body: string): string =>
  `create or replace function ${name}() returns trigger language plpgsql as $$ begin ${body} return null; end $$`

// Many monitors are inserted by one statement. It counts them all at once
const POSTGRES = [
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
