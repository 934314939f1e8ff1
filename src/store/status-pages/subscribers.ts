/** Email subscribers of status pages. */
import type { Selectable } from 'kysely'
import type { UnixMs } from '../../core/platform/time/time.ts'
import { prepareQuery } from '../platform/queries/prepared.ts'
import { lockFreeRows } from '../platform/queries/row-locks.ts'
import type { Reader, Tx } from '../platform/store.ts'
import type { StatusSubscribersTable } from '../tables/status-pages.ts'

export interface Subscriber {
  id: string
  pageId: string
  /** Lower case. */
  email: string
  /** Null until the link in the first email is used. */
  confirmedAt: UnixMs | null
  /** Time of the last request for a link. */
  requestedAt: number
  createdAt: number
}

const toSubscriber = (row: Selectable<StatusSubscribersTable>): Subscriber => ({
  id: row.id,
  pageId: row.page_id,
  email: row.email,
  confirmedAt: row.confirmed_at,
  requestedAt: row.asked_at,
  createdAt: row.created_at,
})

/** Subscribers, newest first, including unconfirmed ones. */
export async function listSubscribers(
  db: Reader,
  pageId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ subscribers: Subscriber[]; total: number }> {
  const rows = await selectSubscribers(db, pageId, limit, offset)
  const [counted] = await selectCount(db, pageId)
  return { subscribers: rows.map(toSubscriber), total: counted!.n }
}

const selectSubscribers = prepareQuery((db: Reader, pageId: string, limit: number, offset: number) =>
  db
    .selectFrom('status_subscribers')
    .selectAll()
    .where('page_id', '=', pageId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset),
)

const selectCount = prepareQuery((db: Reader, pageId: string) =>
  db
    .selectFrom('status_subscribers')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('page_id', '=', pageId),
)

/** @param confirmed whether to count confirmed or unconfirmed subscribers */
export async function countSubscribers(db: Reader, pageId: string, confirmed: boolean): Promise<number> {
  const { n } = await db
    .selectFrom('status_subscribers')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('page_id', '=', pageId)
    .where('confirmed_at', confirmed ? 'is not' : 'is', null)
    .executeTakeFirstOrThrow()
  return n
}

/**
 * Deletes the oldest unconfirmed subscribers of a page.
 *
 * @param before time of their last request
 * @returns the number of deleted subscribers
 */
export async function deleteOldestUnconfirmed(tx: Tx, pageId: string, before: UnixMs, limit: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('status_subscribers')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('status_subscribers')
        .select('id')
        .where('page_id', '=', pageId)
        .where('confirmed_at', 'is', null)
        .where('asked_at', '<=', before)
        .orderBy('asked_at')
        .limit(limit),
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

export async function findSubscriber(db: Reader, id: string): Promise<Subscriber | null> {
  const row = await db.selectFrom('status_subscribers').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? toSubscriber(row) : null
}

export async function findSubscriberByEmail(db: Reader, pageId: string, email: string): Promise<Subscriber | null> {
  const row = await db
    .selectFrom('status_subscribers')
    .selectAll()
    .where('page_id', '=', pageId)
    .where('email', '=', email)
    .executeTakeFirst()
  return row ? toSubscriber(row) : null
}

/**
 * Inserts a subscriber unless the page has one with that address.
 *
 * @returns whether it was inserted
 */
export async function insertSubscriber(tx: Tx, subscriber: Subscriber): Promise<boolean> {
  const { id, pageId, email, confirmedAt, requestedAt, createdAt } = subscriber
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('status_subscribers')
    .values({
      id,
      page_id: pageId,
      email,
      confirmed_at: confirmedAt,
      asked_at: requestedAt,
      created_at: createdAt,
      mail_due_at: null,
      mail_attempts: 0,
    })
    .onConflict((conflict) => conflict.columns(['page_id', 'email']).doNothing())
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows ?? 0) > 0
}

/**
 * @param before time of the last request that the caller read: the second of two concurrent requests changes nothing
 * @returns whether it was written
 */
export async function saveRequestedAt(tx: Tx, id: string, before: number, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('status_subscribers')
    .set({ asked_at: now })
    .where('id', '=', id)
    .where('asked_at', '=', before)
    .where('confirmed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export async function saveConfirmed(tx: Tx, id: string, now: number): Promise<void> {
  await tx
    .updateTable('status_subscribers')
    .set({ confirmed_at: now })
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .execute()
}

/**
 * Deletes a subscriber and its queued emails.
 *
 * @returns whether it existed
 */
export async function deleteSubscriber(tx: Tx, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('status_subscribers').where('id', '=', id).executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/**
 * Deletes subscribers that requested a link before a time and never confirmed.
 *
 * @returns the number of deleted subscribers, at most `limit`
 */
export async function deleteUnconfirmed(tx: Tx, before: number, limit: number): Promise<number> {
  const old = await tx
    .selectFrom('status_subscribers')
    .select('id')
    .where('confirmed_at', 'is', null)
    .where('asked_at', '<', before)
    .orderBy('asked_at')
    .limit(limit)
    .$call((query) => lockFreeRows(tx, query))
    .execute()
  if (old.length === 0) return 0
  const ids = old.map(({ id }) => id)
  const { numDeletedRows } = await tx.deleteFrom('status_subscribers').where('id', 'in', ids).executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** The fields of a page that emails to its subscribers contain. */
export interface SubscriptionPage {
  id: string
  slug: string
  name: string
  customDomain: string | null
  timezone: string | null
  /** Whether it is published and allows email subscriptions. */
  acceptsSubscribers: boolean
}

/** Pages by id. */
export async function listSubscriptionPages(
  db: Reader,
  ids: readonly string[],
): Promise<Map<string, SubscriptionPage>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('status_pages')
    .select(['id', 'slug', 'name', 'custom_domain', 'timezone', 'is_published', 'allows_subscribers'])
    .where('id', 'in', ids)
    .execute()
  return new Map(
    rows.map(({ id, slug, name, custom_domain, timezone, is_published, allows_subscribers }) => [
      id,
      {
        id,
        slug,
        name,
        customDomain: custom_domain,
        timezone,
        acceptsSubscribers: is_published === 1 && allows_subscribers === 1,
      },
    ]),
  )
}
