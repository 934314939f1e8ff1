/**
 * The outbox of subscribers: claimed with a lease, sent outside of any transaction, settled. What goes into a mail is
 * fixed before its first try, so that a repeat after a crash has the same id and mailboxes show it once.
 */
import { afterAttempt, MAX_RETRIES, type Outcome, type Settlement } from '../../core/notifications/delivery.ts'
import { isAway, MAIL_SERVER, SUBSCRIBER_MAIL_SERVER } from '../../core/notifications/receiver.ts'
import { MINUTE_MS } from '../../core/platform/time/time.ts'
import type { NewsItem } from '../../core/status-pages/page-news.ts'
import type { Tx } from '../../store/platform/store.ts'
import { deleteHeardNews } from '../../store/status-pages/status-news.ts'
import {
  assignMail,
  claimSubscribers,
  endMail,
  holdsClaim,
  type LinedUp,
  listLinedUp,
  type MailClaim,
  type MailDue,
  nextMailAt,
  saveMailDue,
} from '../../store/status-pages/subscriber-mails.ts'
import { deleteSubscriber, listMailedPages, type MailedPage } from '../../store/status-pages/subscribers.ts'
import { type Finding, nextReceiverTrial, noteFindings, tryReceivers } from '../notifications/receivers.ts'
import type { Context } from '../platform/context.ts'

/** How long a claim holds: more than all mails of one go may take. */
export const LEASE_MS = 5 * MINUTE_MS

/** One mail to one subscriber. */
export interface SubscriberMail {
  claim: MailClaim
  /** The same on every try. */
  id: string
  page: MailedPage
  /** Oldest first, at least one. */
  items: NewsItem[]
}

/** Many servers may compete: nobody is sent a mail by two of them. */
export async function claimMails(
  context: Pick<Context, 'store' | 'serverId' | 'now' | 'newId'>,
  limit: number,
): Promise<SubscriberMail[]> {
  return context.store.transact(async (tx) => {
    const now = context.now()
    const claims = await claimSubscribers(tx, { server: context.serverId, until: now + LEASE_MS }, now, limit)
    const lines = Map.groupBy(
      await listLinedUp(
        tx,
        claims.map(({ subscriberId }) => subscriberId),
      ),
      ({ subscriberId }) => subscriberId,
    )
    const pages = await listMailedPages(tx, [...new Set(claims.map(({ pageId }) => pageId))])
    const mails: SubscriberMail[] = []
    for (const claim of claims) {
      const page = pages.get(claim.pageId)
      const mail = await fill(tx, claim, lines.get(claim.subscriberId) ?? [], context.newId())
      // Nothing to send, or nobody to send it for: the news were deleted, or the page takes no subscribers any more
      if (mail.items.length > 0 && page?.takesSubscribers) mails.push({ ...mail, page })
      else await endMail(tx, claim.subscriberId, mail.id, now)
    }
    return mails
  })
}

/** What was tried before goes first, alone, as it was. */
async function fill(tx: Tx, claim: MailClaim, line: readonly LinedUp[], newId: string) {
  const id = line.find(({ sentAs }) => sentAs !== null)?.sentAs ?? newId
  const isRepeat = id !== newId
  const inside = isRepeat ? line.filter(({ sentAs }) => sentAs === id) : line
  if (!isRepeat && inside.length > 0)
    await assignMail(
      tx,
      claim.subscriberId,
      inside.map(({ newsId }) => newsId),
      id,
    )
  return { claim, id, items: inside.flatMap(({ items }) => items) }
}

/** A try that has come to its end; null when none was made. */
export interface EndedMail {
  mail: SubscriberMail
  outcome: Outcome | null
}

/**
 * Writes how tries went. A claim that was void by then changes nothing. Where there is no such mailbox, the subscription
 * ends.
 *
 * @param random 0 to 1
 */
export async function settleMails(
  context: Pick<Context, 'store' | 'now'> & Partial<Pick<Context, 'wake'>>,
  ended: readonly EndedMail[],
  random: () => number,
): Promise<void> {
  const inOrder = ended.toSorted((a, b) => (a.mail.claim.subscriberId < b.mail.claim.subscriberId ? -1 : 1))
  const released = await context.store.transact(async (tx) => {
    const heard: string[] = []
    const findings: Finding[] = []
    for (const { mail, outcome } of inOrder) {
      if (!(await holdsClaim(tx, mail.claim))) continue
      const { subscriberId } = mail.claim
      if (!outcome) {
        await saveMailDue(tx, subscriberId, { ...mail.claim, dueAt: context.now(), waitsFor: null })
        continue
      }
      findings.push({ receiver: SUBSCRIBER_MAIL_SERVER, proves: PROVEN, outcome })
      const settled = judge(mail.claim, outcome, context.now(), random)
      if (settled.status === 'bounced') await deleteSubscriber(tx, subscriberId)
      else if (settled.status === 'pending') await saveMailDue(tx, subscriberId, waitOf(settled, outcome))
      else heard.push(...(await endMail(tx, subscriberId, mail.id, context.now())))
    }
    await deleteHeardNews(tx, [...new Set(heard)].sort())
    return noteFindings(tx, findings, context.now())
  })
  if (released > 0) context.wake?.('deliveries')
}

/** The receivers that are back when a mail to a subscriber was taken. */
const PROVEN = [MAIL_SERVER, SUBSCRIBER_MAIL_SERVER]

const waitOf = ({ retryAt, retryCount }: Settlement, outcome: Outcome): MailDue => ({
  dueAt: retryAt,
  attempts: 1 + retryCount,
  retryAt,
  waitsFor: isAway(outcome) ? SUBSCRIBER_MAIL_SERVER : null,
})

/** The same rules as for alerts. */
const judge = ({ attempts, retryAt }: MailClaim, outcome: Outcome, now: number, random: () => number) =>
  afterAttempt(
    {
      errorMessage: attempts > 0 ? 'failed before' : null,
      retryCount: Math.max(0, attempts - 1),
      maxRetries: MAX_RETRIES,
      lastRetryAt: null,
      retryAt,
    },
    outcome,
    now,
    random,
  )

/** Sends a mail that waits to a mail server that is away, when it is time to see whether it is back. */
export const tryMailServer = (context: Pick<Context, 'store' | 'now'>): Promise<void> =>
  tryReceivers(context, { only: SUBSCRIBER_MAIL_SERVER })

/** When there is something to send next, Unix ms; null when nothing is. */
export async function nextMail({ store }: Pick<Context, 'store'>): Promise<number | null> {
  const times = [await nextMailAt(store.db), await nextReceiverTrial({ store }, { only: SUBSCRIBER_MAIL_SERVER })]
  const known = times.filter((at) => at !== null)
  return known.length > 0 ? Math.min(...known) : null
}
