/**
 * Email subscribers of status pages. An address receives no updates before the link in the first email was used. A
 * subscription request reveals nothing about existing subscribers.
 */

import type { EmailMessage } from '../../channels/mailer.ts'
import { createSubscriptionLinks, type SubscriptionLinks, toSubscriptionUrl } from '../../channels/signed-links.ts'
import {
  createAlreadySubscribedEmail,
  createConfirmationEmail,
  type Reader as MailReader,
} from '../../channels/subscriber-email.ts'
import { normalizeEmail } from '../../core/accounts/credential.ts'
import { Problem } from '../../core/platform/errors.ts'
import { toCountedAddress } from '../../core/platform/limits/rate-limit.ts'
import type { ServiceSecret } from '../../core/platform/sealing/service-secret.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../core/platform/time/time.ts'
import { getPageOrigin, getPageUrl } from '../../core/status-pages/status-page.ts'
import type { Reader } from '../../store/platform/store.ts'
import {
  countSubscribers,
  deleteOldestUnconfirmed,
  deleteSubscriber,
  findSubscriber,
  findSubscriberByEmail,
  insertSubscriber,
  listSubscribers,
  listSubscriptionPages,
  type Subscriber,
  type SubscriptionPage,
  saveConfirmed,
  saveRequestedAt,
} from '../../store/status-pages/subscribers.ts'
import type { Context, MonitorScope } from '../platform/context.ts'
import type { Limits } from '../platform/limits/rate-limits.ts'
import { type BaseWork, transact, transactSystem } from '../platform/work.ts'
import type { PageFacts } from './public-status.ts'
import { getPage } from './status-pages.ts'

export type { Subscriber, SubscriptionPage } from '../../store/status-pages/subscribers.ts'

/** Maximum number per page. A self-hosted mail server needs minutes to send this many emails. */
export const MAX_SUBSCRIBERS = 10_000

/** Lifetime of the link in the first email. */
export const CONFIRM_WITHIN_MS = 3 * DAY_MS

/**
 * Minimum age of unconfirmed subscriptions that are evicted, oldest first, when too many are pending. Most links are
 * used within minutes, and a user with an evicted link can subscribe again.
 */
const EVICT_AFTER_MS = HOUR_MS

/** Rows deleted per request. More than one, because new requests also add rows. */
const EVICT_AT_ONCE = 100

/** Minimum time between two emails with the link to one address. */
const RESEND_AFTER_MS = 10 * MINUTE_MS

/**
 * The subscriber who receives a link, or a note that the address is already subscribed; null when the link was sent
 * recently.
 */
type SubscriptionRequest = { subscriber: Subscriber; isConfirmed: boolean } | null

/** @throws Problem CONFLICT when the page accepts no more subscribers */
export async function requestSubscription(
  context: Context,
  pageId: string,
  address: string,
): Promise<SubscriptionRequest> {
  const email = normalizeEmail(address)
  return transactSystem(context, async (work) => {
    const { tx, at: now } = work
    await ensureRoom(work, pageId)
    const id = work.newId()
    const fresh: Subscriber = { id, pageId, email, confirmedAt: null, requestedAt: now, createdAt: now }
    if (await insertSubscriber(tx, fresh)) return { subscriber: fresh, isConfirmed: false }
    const known = await findSubscriberByEmail(tx, pageId, email)
    if (!known) return null
    if (known.confirmedAt !== null) return { subscriber: known, isConfirmed: true }
    if (now - known.requestedAt < RESEND_AFTER_MS || !(await saveRequestedAt(tx, known.id, known.requestedAt, now)))
      return null
    return { subscriber: { ...known, requestedAt: now }, isConfirmed: false }
  })
}

/** Checked before the address is looked up, so that the answer reveals nothing about the address. */
async function ensureRoom({ tx, at }: BaseWork, pageId: string): Promise<void> {
  const isFull =
    (await countSubscribers(tx, pageId, true)) >= MAX_SUBSCRIBERS ||
    ((await countSubscribers(tx, pageId, false)) >= MAX_SUBSCRIBERS &&
      (await deleteOldestUnconfirmed(tx, pageId, at - EVICT_AFTER_MS, EVICT_AT_ONCE)) === 0)
  if (isFull) throw new Problem('CONFLICT', 'This status page currently accepts no more subscribers')
}

/** The subscriber and page of a link. */
export interface Subscription {
  subscriber: Subscriber
  page: SubscriptionPage
}

/** @returns null when the subscriber or the page no longer exists */
export async function findSubscription(db: Reader, subscriberId: string): Promise<Subscription | null> {
  const subscriber = await findSubscriber(db, subscriberId)
  const page = subscriber && (await listSubscriptionPages(db, [subscriber.pageId])).get(subscriber.pageId)
  return page ? { subscriber, page } : null
}

/**
 * Confirms a subscription. A second call changes nothing.
 *
 * @returns null when the link has expired
 */
export async function confirmSubscription(context: Context, subscriberId: string): Promise<Subscription | null> {
  return transactSystem(context, async ({ tx, at }) => {
    await saveConfirmed(tx, subscriberId, at)
    return findSubscription(tx, subscriberId)
  })
}

export async function deleteSubscription({ store }: Pick<Context, 'store'>, subscriberId: string): Promise<void> {
  await store.transact((tx) => deleteSubscriber(tx, subscriberId))
}

/** @throws Problem RESOURCE_NOT_FOUND */
export async function listPageSubscribers(
  db: Reader,
  projectId: string,
  pageId: string,
  range: { limit: number; offset: number },
): Promise<{ subscribers: Subscriber[]; total: number }> {
  await getPage(db, projectId, pageId)
  return listSubscribers(db, pageId, range)
}

/** @throws Problem RESOURCE_NOT_FOUND */
export async function removeSubscriber(
  context: Context,
  scope: MonitorScope,
  pageId: string,
  id: string,
): Promise<void> {
  await transact(context, scope, async ({ tx, projectId, logAudit }) => {
    await getPage(tx, projectId, pageId)
    const subscriber = await findSubscriber(tx, id)
    if (subscriber?.pageId !== pageId || !(await deleteSubscriber(tx, id)))
      throw new Problem('RESOURCE_NOT_FOUND', `Subscriber ${id} does not exist on this status page`)
    await logAudit({
      action: 'status_page.subscriber_removed',
      resourceType: 'status_page',
      resourceId: pageId,
      changes: { subscriber: { from: subscriber.email } },
    })
  })
}

/** Subscription requests from one client address in 15 minutes. */
const REQUESTS_PER_ADDRESS = 10

interface SubscriptionServiceOptions {
  context: Context
  config: { baseUrl: string; secret: ServiceSecret }
  /** Emails caused by requests, sent after the response. */
  accountMail: { isAvailable: boolean; sendForAnother(write: () => EmailMessage | null): void }
  limits: Limits
}

export interface SubscriptionService {
  links: SubscriptionLinks
  /** Whether a page accepts subscriptions. */
  isOpenFor(page: Pick<PageFacts, 'allowsSubscribers'>): boolean
  /**
   * Sends a confirmation link to the address, or a note that it is already subscribed. The response reveals nothing
   * about existing subscribers.
   *
   * @param email an address in a valid format
   * @param ip client address
   * @throws Problem RATE_LIMIT_EXCEEDED; CONFLICT when the page accepts no subscriptions
   */
  request(page: PageFacts, email: string, ip: string): Promise<void>
}

/** Subscription requests by form or API, with the same rules and the same emails. */
export function createSubscriptionService({
  context,
  config,
  accountMail,
  limits,
}: SubscriptionServiceOptions): SubscriptionService {
  const links = createSubscriptionLinks(config.secret)
  const byAddress = limits.limiter('subscription from address', REQUESTS_PER_ADDRESS)

  const write = (page: PageFacts, request: SubscriptionRequest): EmailMessage | null => {
    if (!request) return null
    const { id, email } = request.subscriber
    const origin = getPageOrigin(config.baseUrl, page)
    const linkTo = (purpose: 'confirm' | 'end') => toSubscriptionUrl(origin, purpose, links.createToken(purpose, id))
    const pageReference = { name: page.name, url: getPageUrl(config.baseUrl, page) }
    const reader: MailReader = { address: email, unsubscribe: linkTo('end') }
    return request.isConfirmed
      ? createAlreadySubscribedEmail(pageReference, reader)
      : createConfirmationEmail(pageReference, reader, linkTo('confirm'))
  }

  return {
    links,
    isOpenFor: ({ allowsSubscribers }) => allowsSubscribers && accountMail.isAvailable,
    async request(page, email, ip) {
      await byAddress.take(toCountedAddress(ip), 'subscription requests from this address')
      if (!page.allowsSubscribers) throw new Problem('CONFLICT', 'This status page does not accept subscribers')
      if (!accountMail.isAvailable)
        throw new Problem('CONFLICT', 'This installation has no mail server, so subscriptions are not available')
      const request = await requestSubscription(context, page.id, email)
      accountMail.sendForAnother(() => write(page, request))
    },
  }
}
