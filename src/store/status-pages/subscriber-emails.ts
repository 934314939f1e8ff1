/**
 * Email queue of each subscriber. The queue is claimed as a whole, through the due time in the subscriber's row. One
 * email at a time contains all queued updates.
 */
import { MAX_RETRIES } from '../../core/notifications/delivery.ts'
import type { UnixMs } from '../../core/platform/time/time.ts'
import type { UpdateItem } from '../../core/status-pages/subscriber-update.ts'
import type { ClaimTerms } from '../notifications/outbox.ts'
import { toClaimedUntil } from '../platform/clock/service-clock.ts'
import { bulk } from '../platform/queries/bulk.ts'
import { lockFreeRows, lockRows } from '../platform/queries/row-locks.ts'
import type { Reader, Tx } from '../platform/store.ts'

/**
 * Queues an update for subscribers of the page, in the order of their ids.
 *
 * @param update with the id of the last subscriber whose queue contains it
 * @returns id of the last subscriber whose queue now contains the update; null when all queues contain it
 */
export async function queueUpdateEmails(
  tx: Tx,
  update: { id: string; pageId: string; queuedUpTo: string },
  limit: number,
  now: number,
): Promise<string | null> {
  const found = await tx
    .selectFrom('status_subscribers')
    .select('id')
    .where('page_id', '=', update.pageId)
    .where('confirmed_at', 'is not', null)
    .where('id', '>', update.queuedUpTo)
    .orderBy('id')
    .limit(limit)
    // Waits for subscribers with an email in progress, so that the sender sees the new update when it finishes
    .$call((query) => lockRows(tx, query))
    .execute()
  if (found.length === 0) return null
  const ids = found.map(({ id }) => id)
  await tx
    .insertInto('subscriber_emails')
    .values(ids.map((id) => ({ subscriber_id: id, update_id: update.id, email_id: null })))
    .onConflict((conflict) => conflict.columns(['subscriber_id', 'update_id']).doNothing())
    .execute()
  await tx
    .updateTable('status_subscribers')
    .set({ mail_due_at: now })
    .where('id', 'in', ids)
    .where('mail_due_at', 'is', null)
    .execute()
  return found.length < limit ? null : ids.at(-1)!
}

/** A claim on the email queue of a subscriber, until `until`. */
export interface EmailClaim {
  subscriberId: string
  email: string
  pageId: string
  /** Consecutive failed attempts. */
  attempts: number
  /** Due time of the next retry; null before the first failure. */
  retryAt: UnixMs | null
  /** Whether an attempt handed the whole email to the mail server. */
  wasHandedOver: boolean
  until: UnixMs
}

/** Claims the subscribers that have waited longest; no two servers claim the same subscriber. */
export async function claimSubscribers(
  tx: Tx,
  { server, until }: ClaimTerms,
  now: number,
  limit: number,
): Promise<EmailClaim[]> {
  const due = await tx
    .selectFrom('status_subscribers')
    .select(['id', 'email', 'page_id', 'mail_attempts', 'mail_retry_at', 'mail_handed_over'])
    .where('mail_due_at', 'is not', null)
    .where('mail_due_at', '<=', now)
    .orderBy('mail_due_at')
    .limit(limit)
    .$call((query) => lockFreeRows(tx, query))
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
    wasHandedOver: row.mail_handed_over === 1,
    until,
  }))
}

/** One update in the queue of a subscriber. */
export interface QueuedUpdate {
  subscriberId: string
  updateId: string
  items: UpdateItem[]
  /** Id of the email of an earlier attempt. */
  emailId: string | null
}

/** Queued updates, oldest first. */
export async function listQueuedUpdates(tx: Tx, subscriberIds: readonly string[]): Promise<QueuedUpdate[]> {
  if (subscriberIds.length === 0) return []
  const rows = await tx
    .selectFrom('subscriber_emails as m')
    .innerJoin('subscriber_updates as n', 'n.id', 'm.update_id')
    .select(['m.subscriber_id as subscriberId', 'm.update_id as updateId', 'm.email_id as emailId', 'n.content'])
    .where('m.subscriber_id', 'in', subscriberIds)
    .orderBy('m.update_id')
    .execute()
  return rows.map(({ content, ...row }) => ({ ...row, items: content === null ? [] : JSON.parse(content) }))
}

/** Assigns queued updates to an email. They stay in this email for all retries. */
export async function assignEmail(
  tx: Tx,
  subscriberId: string,
  updateIds: readonly string[],
  emailId: string,
): Promise<void> {
  await tx
    .updateTable('subscriber_emails')
    .set({ email_id: emailId })
    .where('subscriber_id', '=', subscriberId)
    .where('update_id', 'in', updateIds)
    .execute()
}

/**
 * Locks the row of a claimed subscriber.
 *
 * @returns whether the claim was still valid; otherwise another server has claimed the subscriber, or it was deleted
 */
export async function hasClaim(tx: Tx, { subscriberId, until }: EmailClaim): Promise<boolean> {
  const query = tx
    .selectFrom('status_subscribers')
    .select('id')
    .where('id', '=', subscriberId)
    .where(toClaimedUntil('mail_due_at', until))
  const row = await lockRows(tx, query).executeTakeFirst()
  return row !== undefined
}

/**
 * Ends an email that was sent or given up. The rest of the queue is due at once.
 *
 * @returns ids of the updates in the email
 */
export async function finishEmail(tx: Tx, subscriberId: string, emailId: string, now: number): Promise<string[]> {
  const sent = await tx
    .deleteFrom('subscriber_emails')
    .where('subscriber_id', '=', subscriberId)
    .where('email_id', '=', emailId)
    .returning('update_id')
    .execute()
  const more = await tx
    .selectFrom('subscriber_emails')
    .select('update_id')
    .where('subscriber_id', '=', subscriberId)
    .limit(1)
    .executeTakeFirst()
  await saveEmailDue(tx, subscriberId, {
    dueAt: more ? now : null,
    attempts: 0,
    retryAt: null,
    wasHandedOver: false,
    waitsFor: null,
  })
  return sent.map((row) => row.update_id)
}

/** Due time of a subscriber's next email, and the receiver that it waits for. All times are Unix ms. */
export interface EmailDue {
  /** Null: the queue is empty. */
  dueAt: number | null
  attempts: number
  retryAt: number | null
  wasHandedOver: boolean
  /** Receiver whose next success makes it due; null: none. */
  waitsFor: string | null
}

export async function saveEmailDue(
  tx: Tx,
  subscriberId: string,
  { dueAt, attempts, retryAt, wasHandedOver, waitsFor }: EmailDue,
): Promise<void> {
  await tx
    .updateTable('status_subscribers')
    .set({
      mail_due_at: dueAt,
      mail_attempts: attempts,
      mail_retry_at: retryAt,
      mail_handed_over: wasHandedOver ? 1 : 0,
      mail_waits_for: waitsFor,
      mail_claimed_by: null,
    })
    .where('id', '=', subscriberId)
    .execute()
}

/** Releases claims on emails, like `releaseClaims` in `store/notifications/outbox.ts`. */
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

/**
 * Makes all emails due that wait for these receivers. The last retry of an email that was handed over keeps its time.
 *
 * @returns the number of emails
 */
export async function releaseEmails(tx: Tx, receivers: readonly string[], now: number): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('status_subscribers')
    .set({ mail_due_at: now })
    .where('mail_waits_for', 'in', receivers)
    .where('mail_due_at', '>', now)
    .where((eb) => eb.or([eb('mail_handed_over', '=', 0), eb('mail_attempts', '<', MAX_RETRIES)]))
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

const scheduleOldest = bulk<{ receiver: string }>(
  { receiver: 'text', now: 'int8' },
  `update status_subscribers set mail_due_at = case when mail_due_at < k.now then mail_due_at else k.now end from k
   where status_subscribers.id = (select s.id from status_subscribers s where s.mail_waits_for = k.receiver
     and s.mail_handed_over = 0 order by s.mail_due_at limit 1)
   returning status_subscribers.mail_waits_for as receiver`,
)

/**
 * Makes one email due for each of these receivers.
 *
 * @returns the receivers for which an email waits
 */
export async function scheduleOldestEmails(tx: Tx, receivers: readonly string[], now: number): Promise<Set<string>> {
  const { rows } = await scheduleOldest(
    tx,
    receivers.map((receiver) => [receiver, now]),
  )
  return new Set(rows.map(({ receiver }) => receiver))
}

/** Due time of the next email, Unix ms; null when there is none. */
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
