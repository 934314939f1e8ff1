/** What subscribers of status pages are to hear, until each of them has it in line. */
import { type Selectable, sql } from 'kysely'
import type { NotifiedIncident, UpdateCause, UpdateItem } from '../../core/status-pages/subscriber-update.ts'
import { bulk, getDialect } from '../platform/bulk.ts'
import type { Reader, Tx } from '../platform/store.ts'
import type { StatusNewsTable } from '../tables/status-pages.ts'

const selectSubscribedPages = bulk<{ page_id: string; monitor_id: string }>(
  { id: 'text' },
  `select c.page_id as page_id, k.id as monitor_id
   from k join monitors m on m.id = k.id
     join status_page_components c on c.monitor_key = m.key
     join status_pages p on p.id = c.page_id
   where p.is_published = 1 and p.allows_subscribers = 1
     and exists (select 1 from status_subscribers s where s.page_id = p.id and s.confirmed_at is not null)`,
)

/** Pages that show one of the monitors and have somebody to tell: which of the monitors each shows, by its id. */
export async function listSubscribedPages(tx: Tx, monitorIds: readonly string[]): Promise<Map<string, Set<string>>> {
  const { rows } = await selectSubscribedPages(
    tx,
    monitorIds.map((id) => [id]),
  )
  const pages = new Map<string, Set<string>>()
  for (const { page_id, monitor_id } of rows) {
    const shown = pages.get(page_id)
    if (shown) shown.add(monitor_id)
    else pages.set(page_id, new Set([monitor_id]))
  }
  return pages
}

interface SubscriberUpdateDraft {
  id: string
  pageId: string
  sourceId: string
  cause: UpdateCause
  /** Unix ms. */
  dueAt: number
  createdAt: number
}

const insert = bulk(
  { id: 'text', page_id: 'text', source_id: 'text', cause: 'text', due_at: 'int8', created_at: 'int8' },
  `insert into status_news (id, page_id, source_id, cause, due_at, queued_up_to, created_at)
   select id, page_id, source_id, cause, due_at, '', created_at from k where true on conflict do nothing`,
)

export async function insertSubscriberUpdates(tx: Tx, news: readonly SubscriberUpdateDraft[]): Promise<void> {
  await insert(
    tx,
    news.map((one) => [one.id, one.pageId, one.sourceId, JSON.stringify(one.cause), one.dueAt, one.createdAt]),
  )
}

export interface SubscriberUpdate {
  id: string
  pageId: string
  cause: UpdateCause
  /** Null until it was decided. */
  items: UpdateItem[] | null
  /** Id of the last subscriber that it was handed to. */
  queuedUpTo: string
  createdAt: number
}

const toSubscriberUpdate = (row: Selectable<StatusNewsTable>): SubscriberUpdate => ({
  id: row.id,
  pageId: row.page_id,
  cause: JSON.parse(row.cause),
  items: row.content === null ? null : JSON.parse(row.content),
  queuedUpTo: row.queued_up_to,
  createdAt: row.created_at,
})

const selectNextDue = (db: Reader) =>
  db.selectFrom('status_news').where('due_at', 'is not', null).orderBy('due_at').limit(1)

/** A page with news that are due. */
export async function findDuePage(db: Reader, now: number): Promise<string | null> {
  const row = await selectNextDue(db).select('page_id').where('due_at', '<=', now).executeTakeFirst()
  return row?.page_id ?? null
}

/** Unix ms; null when nothing is to be handed out. */
export async function findNextUpdateAt(db: Reader): Promise<number | null> {
  const row = await selectNextDue(db).select('due_at').executeTakeFirst()
  return row?.due_at ?? null
}

/**
 * All that a page has to hand out, due or not, oldest first; in PostgreSQL without what another server is busy with.
 *
 * @param limit the others come later
 */
export async function lockSubscriberUpdates(tx: Tx, pageId: string, limit: number): Promise<SubscriberUpdate[]> {
  const rows = await tx
    .selectFrom('status_news')
    .selectAll()
    .where('page_id', '=', pageId)
    .where('due_at', 'is not', null)
    .orderBy('id')
    .limit(limit)
    .$if(getDialect(tx) === 'postgres', (query) => query.forUpdate().skipLocked())
    .execute()
  return rows.map(toSubscriberUpdate)
}

/** @param getDueAt when to go on; null when every subscriber has it in line */
export async function saveSubscriberUpdate(
  tx: Tx,
  { id, items, queuedUpTo }: Pick<SubscriberUpdate, 'id' | 'items' | 'queuedUpTo'>,
  dueAt: number | null,
): Promise<void> {
  await tx
    .updateTable('status_news')
    .set({ content: items && JSON.stringify(items), queued_up_to: queuedUpTo, due_at: dueAt })
    .where('id', '=', id)
    .execute()
}

export async function rescheduleUpdates(tx: Tx, ids: readonly string[], dueAt: number): Promise<void> {
  if (ids.length === 0) return
  await tx.updateTable('status_news').set({ due_at: dueAt }).where('id', 'in', ids).execute()
}

/** With what is in line of it. */
export async function deleteSubscriberUpdates(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.deleteFrom('status_news').where('id', 'in', ids).execute()
}

/** Those of the news that everybody was sent, or was not to be. */
export async function deleteFinishedUpdates(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .deleteFrom('status_news')
    .where('id', 'in', ids)
    .where('due_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('subscriber_mails as m').select('m.news_id').whereRef('m.news_id', '=', 'status_news.id'))),
    )
    .execute()
}

/** What subscribers of a page know of incidents. */
export async function listNotifiedIncidents(
  db: Reader,
  pageId: string,
  incidentIds: readonly string[],
): Promise<Map<string, NotifiedIncident>> {
  if (incidentIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('notified_incidents')
    .select(['incident_id', 'page_update'])
    .where('page_id', '=', pageId)
    .where('incident_id', 'in', incidentIds)
    .execute()
  return new Map(rows.map(({ incident_id, page_update }) => [incident_id, { pageUpdate: page_update }]))
}

export async function saveNotifiedIncidents(
  tx: Tx,
  pageId: string,
  incidents: readonly { id: string; pageUpdate: string | null }[],
  now: number,
): Promise<void> {
  if (incidents.length === 0) return
  await tx
    .insertInto('notified_incidents')
    .values(
      incidents.map(({ id, pageUpdate }) => ({
        page_id: pageId,
        incident_id: id,
        page_update: pageUpdate,
        notified_at: now,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['page_id', 'incident_id']).doUpdateSet({ page_update: sql.ref('excluded.page_update') }),
    )
    .execute()
}

export async function deleteNotifiedIncidents(tx: Tx, pageId: string, incidentIds: readonly string[]): Promise<void> {
  if (incidentIds.length === 0) return
  await tx
    .deleteFrom('notified_incidents')
    .where('page_id', '=', pageId)
    .where('incident_id', 'in', incidentIds)
    .execute()
}

/** What a page calls the monitors that it shows, in the order of the page; those of deleted monitors too, by the monitor's id. */
export async function listShownNames(db: Reader, pageId: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('status_page_components as c')
    .innerJoin('status_page_sections as s', 's.id', 'c.section_id')
    .innerJoin('monitors as m', 'm.key', 'c.monitor_key')
    .select(['m.id', 'm.name', 'c.display_name'])
    .where('c.page_id', '=', pageId)
    .orderBy('s.position')
    .orderBy('c.position')
    .execute()
  return new Map(rows.map(({ id, name, display_name }) => [id, display_name ?? name]))
}
