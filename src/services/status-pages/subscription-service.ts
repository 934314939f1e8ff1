/** Subscription requests by form or API, with the same rules and the same emails. */
import type { EmailMessage } from '../../channels/mailer.ts'
import { createAlreadySubscribedEmail, createConfirmationEmail, type Reader } from '../../channels/subscriber-email.ts'
import { createSubscriptionLinks, type SubscriptionLinks, toSubscriptionUrl } from '../../channels/subscription-link.ts'
import { Problem } from '../../core/platform/errors.ts'
import { toCountedAddress } from '../../core/platform/rate-limit.ts'
import type { ServiceSecret } from '../../core/platform/service-secret.ts'
import { getPageOrigin, getPageUrl } from '../../core/status-pages/page-address.ts'
import type { Context } from '../platform/context.ts'
import type { Limits } from '../platform/rate-limits.ts'
import type { PageFacts } from './public-status.ts'
import { requestSubscription, type SubscriptionRequest } from './subscribers.ts'

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
    const reader: Reader = { address: email, unsubscribe: linkTo('end') }
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
