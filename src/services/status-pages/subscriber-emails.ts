/**
 * The outbox of subscriber emails: claimed with a lease, sent outside any transaction, settled. The content is fixed
 * before the first attempt. A retry after a crash has the same id, so mail clients show it once.
 */
import { applyOutcome, MAX_RETRIES, type Outcome, type Settlement } from '../../core/notifications/delivery.ts'
import { isAway, MAIL_SERVER, SUBSCRIBER_MAIL_SERVER } from '../../core/notifications/receiver.ts'
import { MINUTE_MS } from '../../core/platform/time/time.ts'
import type { UpdateItem } from '../../core/status-pages/subscriber-update.ts'
import type { Tx } from '../../store/platform/store.ts'
import {
  assignEmail,
  claimSubscribers,
  type EmailClaim,
  type EmailDue,
  findNextEmailAt,
  finishEmail,
  hasClaim,
  listQueuedUpdates,
  type QueuedUpdate,
  saveEmailDue,
} from '../../store/status-pages/subscriber-emails.ts'
import { deleteFinishedUpdates } from '../../store/status-pages/subscriber-updates.ts'
import { deleteSubscriber, listSubscriptionPages, type SubscriptionPage } from '../../store/status-pages/subscribers.ts'
import { getNextTrialAt, type ReceiverFinding, recordFindings, scheduleTrials } from '../notifications/receivers.ts'
import type { Context } from '../platform/context.ts'

/** Lease of a claim. Longer than all emails of one batch take. */
export const LEASE_MS = 15 * MINUTE_MS

/** An email to one subscriber. */
export interface SubscriberEmail {
  claim: EmailClaim
  /** Equal for all attempts. */
  id: string
  page: SubscriptionPage
  /** Oldest first, at least one. */
  items: UpdateItem[]
}

/** Claims due emails. No subscriber receives an email from two servers. */
export async function claimEmails(
  context: Pick<Context, 'store' | 'serverId' | 'now' | 'newId'>,
  limit: number,
): Promise<SubscriberEmail[]> {
  return context.store.transact(async (tx) => {
    const now = context.now()
    const claims = await claimSubscribers(tx, { server: context.serverId, until: now + LEASE_MS }, now, limit)
    const queuedBySubscriber = Map.groupBy(
      await listQueuedUpdates(
        tx,
        claims.map(({ subscriberId }) => subscriberId),
      ),
      ({ subscriberId }) => subscriberId,
    )
    const pages = await listSubscriptionPages(tx, [...new Set(claims.map(({ pageId }) => pageId))])
    const emails: SubscriberEmail[] = []
    for (const claim of claims) {
      const page = pages.get(claim.pageId)
      const mail = await assignItems(tx, claim, queuedBySubscriber.get(claim.subscriberId) ?? [], context.newId())
      // Finish emails without items after the updates were deleted, and emails of pages that no longer accept
      // subscribers
      if (mail.items.length > 0 && page?.acceptsSubscribers) emails.push({ ...mail, page })
      else await finishEmail(tx, claim.subscriberId, mail.id, now)
    }
    return emails
  })
}

/** Assigns updates to an email. Updates of an earlier attempt are sent first and unchanged. */
async function assignItems(tx: Tx, claim: EmailClaim, queued: readonly QueuedUpdate[], newId: string) {
  const id = queued.find(({ emailId }) => emailId !== null)?.emailId ?? newId
  const isRepeat = id !== newId
  const included = isRepeat ? queued.filter(({ emailId }) => emailId === id) : queued
  if (!isRepeat && included.length > 0)
    await assignEmail(
      tx,
      claim.subscriberId,
      included.map(({ updateId }) => updateId),
      id,
    )
  return { claim, id, items: included.flatMap(({ items }) => items) }
}

/** An email that was processed; a null outcome means that no attempt was made. */
export interface FinishedEmail {
  mail: SubscriberEmail
  outcome: Outcome | null
}

/**
 * Saves the outcomes of attempts. An expired claim changes nothing. The subscription ends when the mailbox does not
 * exist.
 *
 * @param random 0 to 1
 */
export async function saveEmailOutcomes(
  context: Pick<Context, 'store' | 'now'> & Partial<Pick<Context, 'wake'>>,
  ended: readonly FinishedEmail[],
  random: () => number,
): Promise<void> {
  const inOrder = ended.toSorted((a, b) => (a.mail.claim.subscriberId < b.mail.claim.subscriberId ? -1 : 1))
  const released = await context.store.transact(async (tx) => {
    const finishedUpdateIds: string[] = []
    const findings: ReceiverFinding[] = []
    for (const { mail, outcome } of inOrder) {
      if (!(await hasClaim(tx, mail.claim))) continue
      const { subscriberId } = mail.claim
      if (!outcome) {
        await saveEmailDue(tx, subscriberId, { ...mail.claim, dueAt: context.now(), waitsFor: null })
        continue
      }
      findings.push({ receiver: SUBSCRIBER_MAIL_SERVER, proves: PROVEN_RECEIVERS, outcome })
      const settled = applyEmailOutcome(mail.claim, outcome, context.now(), random)
      if (settled.status === 'bounced') await deleteSubscriber(tx, subscriberId)
      else if (settled.status === 'pending') await saveEmailDue(tx, subscriberId, toEmailDue(settled, outcome))
      else finishedUpdateIds.push(...(await finishEmail(tx, subscriberId, mail.id, context.now())))
    }
    await deleteFinishedUpdates(tx, [...new Set(finishedUpdateIds)].sort())
    return recordFindings(tx, findings, context.now())
  })
  if (released > 0) context.wake?.('deliveries')
}

/** Receivers that an accepted subscriber email proves available. */
const PROVEN_RECEIVERS = [MAIL_SERVER, SUBSCRIBER_MAIL_SERVER]

const toEmailDue = ({ retryAt, retryCount, wasHandedOver = false }: Settlement, outcome: Outcome): EmailDue => ({
  dueAt: retryAt,
  attempts: 1 + retryCount,
  retryAt,
  wasHandedOver,
  waitsFor: isAway(outcome) ? SUBSCRIBER_MAIL_SERVER : null,
})

/** Applies the same retry rules as for alerts. */
const applyEmailOutcome = (
  { attempts, retryAt, wasHandedOver }: EmailClaim,
  outcome: Outcome,
  now: number,
  random: () => number,
) =>
  applyOutcome(
    {
      errorMessage: attempts > 0 ? 'failed before' : null,
      retryCount: Math.max(0, attempts - 1),
      maxRetries: MAX_RETRIES,
      lastRetryAt: null,
      retryAt,
      wasHandedOver,
    },
    outcome,
    now,
    random,
  )

/** Makes a waiting email due when the next trial of an unavailable mail server is due. */
export const scheduleMailServerTrial = (context: Pick<Context, 'store' | 'now'>): Promise<unknown> =>
  scheduleTrials(context, { only: SUBSCRIBER_MAIL_SERVER })

/** Returns when the next email is due, Unix ms; null when none is. */
export async function getNextEmailAt({ store }: Pick<Context, 'store'>): Promise<number | null> {
  const times = [await findNextEmailAt(store.db), await getNextTrialAt({ store }, { only: SUBSCRIBER_MAIL_SERVER })]
  const known = times.filter((at) => at !== null)
  return known.length > 0 ? Math.min(...known) : null
}
