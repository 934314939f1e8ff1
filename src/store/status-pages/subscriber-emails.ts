/**
 * What each subscriber is still to be sent. The line of a subscriber is claimed as a whole, by the due time in the row of
 * the subscriber: one mail at a time, with everything in it.
 */
import type { UpdateItem } from '../../core/status-pages/subscriber-update.ts'
import type { ClaimTerms } from '../notifications/outbox.ts'
import { bulk, getDialect } from '../platform/bulk.ts'
import { toClaimedUntil } from '../platform/service-clock.ts'
import type { Reader, Tx } from '../platform/store.ts'

/**
 * Puts news in line for subscribers of the page, in the order of their ids.
 *
 * @param after id of the last that has it
 * @returns id of the last that has it now; null when everybody does
 */
export async function queueUpdateEmails(
  tx: Tx,
  news: { id: string; pageId: string },
  after: string,
  limit: number,
  now: number,
): Promise<string | null> {
  const found = await tx
    .selectFrom('status_subscribers')
    .select('id')
    .where('page_id', '=', news.pageId)
    .where('confirmed_at', 'is not', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    // Who is being sent something at this moment is waited for: it is seen by then whether there is more to send
    .$if(getDialect(tx) === 'postgres', (query) => query.forUpdate())
    .execute()
  if (found.length === 0) return null
  const ids = found.map(({ id }) => id)
  await tx
    .insertInto('subscriber_mails')
    .values(ids.map((id) => ({ subscriber_id: id, news_id: news.id, mail_id: null })))
    .onConflict((conflict) => conflict.columns(['subscriber_id', 'news_id']).doNothing())
    .execute()
  await tx
    .updateTable('status_subscribers')
    .set({ mail_due_at: now })
    .where('id', 'in', ids)
    .where('mail_due_at', 'is', null)
    .execute()
  return found.length < limit ? null : ids.at(-1)!
}

/** A subscriber who is ours until `until`, and what there is to send. */
export interface EmailClaim {
  subscriberId: string
  email: string
  pageId: string
  /** Attempts in a row that failed. */
  attempts: number
  /** When the next retry is due, Unix ms; null before the first failure. */
  retryAt: number | null
  /** Unix ms. */
  until: number
}

/** Those who have waited longest; nobody is claimed by two servers at a time. */
export async function claimSubscribers(
  tx: Tx,
  { server, until }: ClaimTerms,
  now: number,
  limit: number,
): Promise<EmailClaim[]> {
  const due = await tx
    .selectFrom('status_subscribers')
    .select(['id', 'email', 'page_id', 'mail_attempts', 'mail_retry_at'])
    .where('mail_due_at', 'is not', null)
    .where('mail_due_at', '<=', now)
    .orderBy('mail_due_at')
    .limit(limit)
    .$if(getDialect(tx) === 'postgres', (query) => query.forUpdate().skipLocked())
    .execute()
  if (due.length === 0) return []
  await tx
    .updateTable('status_subscribers')
    .set({ mail_due_at: until, mail_waits_for: null, mail_claimed_by: server })
    .where(
      'id',
      'in',
      due.map(({ id }) => id),
    )
    .execute()
  return due.map((row) => ({
    subscriberId: row.id,
    email: row.email,
    pageId: row.page_id,
    attempts: row.mail_attempts,
    retryAt: row.mail_retry_at,
    until,
  }))
}

/** One entry in the line of a subscriber. */
export interface QueuedUpdate {
  subscriberId: string
  newsId: string
  items: UpdateItem[]
  /** The mail that it was tried with before. */
  sentAs: string | null
}

/** Oldest first. */
export async function listQueuedUpdates(tx: Tx, subscriberIds: readonly string[]): Promise<QueuedUpdate[]> {
  if (subscriberIds.length === 0) return []
  const rows = await tx
    .selectFrom('subscriber_mails as m')
    .innerJoin('status_news as n', 'n.id', 'm.news_id')
    .select(['m.subscriber_id as subscriberId', 'm.news_id as newsId', 'm.mail_id as sentAs', 'n.content'])
    .where('m.subscriber_id', 'in', subscriberIds)
    .orderBy('m.news_id')
    .execute()
  return rows.map(({ content, ...row }) => ({ ...row, items: content === null ? [] : JSON.parse(content) }))
}

/** They go out with this mail, however often it has to be tried. */
export async function assignEmail(
  tx: Tx,
  subscriberId: string,
  newsIds: readonly string[],
  mailId: string,
): Promise<void> {
  await tx
    .updateTable('subscriber_mails')
    .set({ mail_id: mailId })
    .where('subscriber_id', '=', subscriberId)
    .where('news_id', 'in', newsIds)
    .execute()
}

/**
 * Holds the row of a claimed subscriber.
 *
 * @returns whether the claim still held; otherwise somebody else has it by now, or the subscriber is gone
 */
export async function hasClaim(tx: Tx, { subscriberId, until }: EmailClaim): Promise<boolean> {
  const query = tx
    .selectFrom('status_subscribers')
    .select('id')
    .where('id', '=', subscriberId)
    .where(toClaimedUntil('mail_due_at', until))
  const row = await (getDialect(tx) === 'postgres' ? query.forUpdate() : query).executeTakeFirst()
  return row !== undefined
}

/** The mail is over, sent or given up. What is still in line is due at once. @returns ids of the news that were in it */
export async function finishEmail(tx: Tx, subscriberId: string, mailId: string, now: number): Promise<string[]> {
  const sent = await tx
    .deleteFrom('subscriber_mails')
    .where('subscriber_id', '=', subscriberId)
    .where('mail_id', '=', mailId)
    .returning('news_id')
    .execute()
  const more = await tx
    .selectFrom('subscriber_mails')
    .select('news_id')
    .where('subscriber_id', '=', subscriberId)
    .limit(1)
    .executeTakeFirst()
  await saveEmailDue(tx, subscriberId, { dueAt: more ? now : null, attempts: 0, retryAt: null, waitsFor: null })
  return sent.map((row) => row.news_id)
}

/** When the next mail to a subscriber is due, and what it waits for until then. All times are Unix ms. */
export interface EmailDue {
  /** Null: there is nothing to send. */
  dueAt: number | null
  attempts: number
  retryAt: number | null
  /** The receiver whose next success makes it due; null: none does. */
  waitsFor: string | null
}

export async function saveEmailDue(
  tx: Tx,
  subscriberId: string,
  { dueAt, attempts, retryAt, waitsFor }: EmailDue,
): Promise<void> {
  await tx
    .updateTable('status_subscribers')
    .set({
      mail_due_at: dueAt,
      mail_attempts: attempts,
      mail_retry_at: retryAt,
      mail_waits_for: waitsFor,
      mail_claimed_by: null,
    })
    .where('id', '=', subscriberId)
    .execute()
}

/** See `releaseClaims` of the outbox. */
export async function releaseEmailClaims(tx: Tx, server: string | null, now: number): Promise<void> {
  await tx
    .updateTable('status_subscribers')
    .set({ mail_due_at: now, mail_claimed_by: null })
    .$call((query) =>
      server === null ? query.where('mail_claimed_by', 'is not', null) : query.where('mail_claimed_by', '=', server),
    )
    .where('mail_due_at', 'is not', null)
    .execute()
}

/** Makes all mails due that wait for these receivers. @returns how many */
export async function releaseEmails(tx: Tx, receivers: readonly string[], now: number): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('status_subscribers')
    .set({ mail_due_at: now })
    .where('mail_waits_for', 'in', receivers)
    .where('mail_due_at', '>', now)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

const scheduleOldest = bulk<{ receiver: string }>(
  { receiver: 'text', now: 'int8' },
  `update status_subscribers set mail_due_at = case when mail_due_at < k.now then mail_due_at else k.now end from k
   where status_subscribers.id = (select s.id from status_subscribers s where s.mail_waits_for = k.receiver
     order by s.mail_due_at limit 1)
   returning status_subscribers.mail_waits_for as receiver`,
)

/** Makes a mail due for each of these receivers. @returns the receivers for which one waits */
export async function scheduleOldestEmails(tx: Tx, receivers: readonly string[], now: number): Promise<Set<string>> {
  const { rows } = await scheduleOldest(
    tx,
    receivers.map((receiver) => [receiver, now]),
  )
  return new Set(rows.map(({ receiver }) => receiver))
}

/** Unix ms; null when there is nothing to send. */
export async function findNextEmailAt(db: Reader): Promise<number | null> {
  const row = await db
    .selectFrom('status_subscribers')
    .select('mail_due_at')
    .where('mail_due_at', 'is not', null)
    .orderBy('mail_due_at')
    .limit(1)
    .executeTakeFirst()
  return row?.mail_due_at ?? null
}
