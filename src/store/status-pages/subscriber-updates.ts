/** Updates for subscribers of status pages, kept until they are queued for every subscriber. */
import { type Selectable, sql } from 'kysely'
import type { UnixMs } from '../../core/platform/time/time.ts'
import type { NotifiedIncident, UpdateCause, UpdateItem } from '../../core/status-pages/subscriber-update.ts'
import { bulk } from '../platform/queries/bulk.ts'
import { lockFreeRows } from '../platform/queries/row-locks.ts'
import type { Reader, Tx } from '../platform/store.ts'
import type { SubscriberUpdatesTable } from '../tables/status-pages.ts'

const OF_SUBSCRIBED_PAGES = `join status_pages p on p.id = c.page_id
   where p.is_published = 1 and p.allows_subscribers = 1
     and exists (select 1 from status_subscribers s where s.page_id = p.id and s.confirmed_at is not null)`

const selectSubscribedPages = bulk<{ page_id: string; id: string }>(
  { id: 'text' },
  `select c.page_id, k.id from k join monitors m on m.id = k.id
     join status_page_components c on c.monitor_key = m.key ${OF_SUBSCRIBED_PAGES}
   union all
   select c.page_id, k.id from k join status_page_components c on c.group_id = k.id ${OF_SUBSCRIBED_PAGES}`,
)

/**
 * Pages that show one of the monitors or groups and have confirmed subscribers, with the ids of those shown by page id.
 */
export async function listSubscribedPages(tx: Tx, ids: readonly string[]): Promise<Map<string, Set<string>>> {
  const { rows } = await selectSubscribedPages(
    tx,
    ids.map((id) => [id]),
  )
  const pages = new Map<string, Set<string>>()
  for (const { page_id, id } of rows) {
    const shown = pages.get(page_id)
    if (shown) shown.add(id)
    else pages.set(page_id, new Set([id]))
  }
  return pages
}

interface SubscriberUpdateDraft {
  id: string
  pageId: string
  sourceId: string
  cause: UpdateCause
  dueAt: UnixMs
  createdAt: number
}

const insert = bulk(
  { id: 'text', page_id: 'text', source_id: 'text', cause: 'text', due_at: 'int8', created_at: 'int8' },
  `insert into subscriber_updates (id, page_id, source_id, cause, due_at, queued_up_to, created_at)
   select id, page_id, source_id, cause, due_at, '', created_at from k where true on conflict do nothing`,
)

export async function insertSubscriberUpdates(tx: Tx, drafts: readonly SubscriberUpdateDraft[]): Promise<void> {
  await insert(
    tx,
    drafts.map(({ id, pageId, sourceId, cause, dueAt, createdAt }) => [
      id,
      pageId,
      sourceId,
      JSON.stringify(cause),
      dueAt,
      createdAt,
    ]),
  )
}

export interface SubscriberUpdate {
  id: string
  pageId: string
  cause: UpdateCause
  /** Null until the items are decided. */
  items: UpdateItem[] | null
  /** Id of the last subscriber that it was queued for. */
  queuedUpTo: string
  createdAt: number
}

const toSubscriberUpdate = (row: Selectable<SubscriberUpdatesTable>): SubscriberUpdate => ({
  id: row.id,
  pageId: row.page_id,
  cause: JSON.parse(row.cause),
  items: row.content === null ? null : JSON.parse(row.content),
  queuedUpTo: row.queued_up_to,
  createdAt: row.created_at,
})

const selectNextDue = (db: Reader) =>
  db.selectFrom('subscriber_updates').where('due_at', 'is not', null).orderBy('due_at').limit(1)

/** A page with a due update. */
export async function findDuePage(db: Reader, now: number): Promise<string | null> {
  const row = await selectNextDue(db).select('page_id').where('due_at', '<=', now).executeTakeFirst()
  return row?.page_id ?? null
}

/** Due time of the next update, Unix ms; null when there is none. */
export async function findNextUpdateAt(db: Reader): Promise<number | null> {
  const row = await selectNextDue(db).select('due_at').executeTakeFirst()
  return row?.due_at ?? null
}

/**
 * All updates of a page, due or not, oldest first. In PostgreSQL, rows locked by another server are skipped.
 *
 * @param limit later calls return the rest
 */
export async function lockSubscriberUpdates(tx: Tx, pageId: string, limit: number): Promise<SubscriberUpdate[]> {
  const rows = await tx
    .selectFrom('subscriber_updates')
    .selectAll()
    .where('page_id', '=', pageId)
    .where('due_at', 'is not', null)
    .orderBy('id')
    .limit(limit)
    .$call((query) => lockFreeRows(tx, query))
    .execute()
  return rows.map(toSubscriberUpdate)
}

/** @param dueAt time to continue; null when the update is queued for every subscriber */
export async function saveSubscriberUpdate(
  tx: Tx,
  { id, items, queuedUpTo }: Pick<SubscriberUpdate, 'id' | 'items' | 'queuedUpTo'>,
  dueAt: number | null,
): Promise<void> {
  await tx
    .updateTable('subscriber_updates')
    .set({ content: items && JSON.stringify(items), queued_up_to: queuedUpTo, due_at: dueAt })
    .where('id', '=', id)
    .execute()
}

export async function rescheduleUpdates(tx: Tx, ids: readonly string[], dueAt: number): Promise<void> {
  if (ids.length === 0) return
  await tx.updateTable('subscriber_updates').set({ due_at: dueAt }).where('id', 'in', ids).execute()
}

/** Deletes updates with their queued entries. */
export async function deleteSubscriberUpdates(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.deleteFrom('subscriber_updates').where('id', 'in', ids).execute()
}

/** Deletes the given updates that no queue contains any more. */
export async function deleteFinishedUpdates(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .deleteFrom('subscriber_updates')
    .where('id', 'in', ids)
    .where('due_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('subscriber_emails as m')
            .select('m.update_id')
            .whereRef('m.update_id', '=', 'subscriber_updates.id'),
        ),
      ),
    )
    .execute()
}

/** Incidents whose opening was sent to the subscribers of a page. */
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

/** Display names of monitors and groups on a page, by id, in the order of the page; deleted monitors are included. */
export async function listShownNames(db: Reader, pageId: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('status_page_components as c')
    .innerJoin('status_page_sections as s', 's.id', 'c.section_id')
    .leftJoin('monitors as m', 'm.key', 'c.monitor_key')
    .leftJoin('groups as g', 'g.id', 'c.group_id')
    .select(({ fn }) => [fn.coalesce('m.id', 'g.id').as('id'), fn.coalesce('m.name', 'g.name').as('name')])
    .select('c.display_name')
    .where('c.page_id', '=', pageId)
    .orderBy('s.position')
    .orderBy('c.position')
    .execute()
  return new Map(rows.flatMap(({ id, name, display_name }) => (id === null ? [] : [[id, display_name ?? name!]])))
}
