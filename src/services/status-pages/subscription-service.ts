/** Where people ask to be told of a status page, by its form or by the API: the same rules and the same mail. */
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

/** Subscriptions asked for by one address in 15 minutes. */
const REQUESTS_PER_ADDRESS = 10

interface SubscriptionServiceOptions {
  context: Context
  config: { baseUrl: string; secret: ServiceSecret }
  /** Mail that a request causes; it leaves after the answer. */
  accountMail: { isOpen: boolean; sendForAnother(write: () => EmailMessage | null): void }
  limits: Limits
}

export interface SubscriptionService {
  links: SubscriptionLinks
  /** Whether somebody can subscribe to a page at all. */
  isOpenFor(page: Pick<PageFacts, 'allowsSubscribers'>): boolean
  /**
   * Has a link mailed to the address, or word that there is no need of one. It tells nothing of who is subscribed.
   *
   * @param email an address, as far as its form goes
   * @param ip who asks
   * @throws Problem RATE_LIMIT_EXCEEDED; CONFLICT when nobody can subscribe now
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
    isOpenFor: ({ allowsSubscribers }) => allowsSubscribers && accountMail.isOpen,
    async request(page, email, ip) {
      await byAddress.take(toCountedAddress(ip), 'subscription requests from this address')
      if (!page.allowsSubscribers) throw new Problem('CONFLICT', 'This status page does not accept subscribers')
      if (!accountMail.isOpen)
        throw new Problem('CONFLICT', 'This installation has no mail server, so subscriptions are not available')
      const request = await requestSubscription(context, page.id, email)
      accountMail.sendForAnother(() => write(page, request))
    },
  }
}
