/** Where people ask to be told of a status page, by its form or by the API: the same rules and the same mail. */
import type { Mail } from '../../channels/mailer.ts'
import { alreadyMail, confirmMail, type Reader } from '../../channels/subscriber-mail.ts'
import { makeSubscriptionLinks, type SubscriptionLinks, subscriptionUrl } from '../../channels/subscription-link.ts'
import { Problem } from '../../core/platform/errors.ts'
import { countedAddress } from '../../core/platform/rate-limit.ts'
import type { ServiceSecret } from '../../core/platform/service-secret.ts'
import { pageOrigin, pageUrl } from '../../core/status-pages/page-address.ts'
import type { Context } from '../platform/context.ts'
import type { Limits } from '../platform/rate-limits.ts'
import type { PageFacts } from './public-status.ts'
import { type Asked, askToSubscribe } from './subscribers.ts'

/** Subscriptions asked for by one address in 15 minutes. */
const ASKED_PER_ADDRESS = 10

interface DeskOptions {
  context: Context
  config: { baseUrl: string; secret: ServiceSecret }
  /** Mail that a request causes; it leaves after the answer. */
  post: { isOpen: boolean; sendForAnother(write: () => Mail | null): void }
  limits: Limits
}

export interface SubscriptionDesk {
  links: SubscriptionLinks
  /** Whether somebody can subscribe to a page at all. */
  takes(page: Pick<PageFacts, 'allowsSubscribers'>): boolean
  /**
   * Has a link mailed to the address, or word that there is no need of one. It tells nothing of who is subscribed.
   *
   * @param email an address, as far as its form goes
   * @param ip who asks
   * @throws Problem RATE_LIMIT_EXCEEDED; CONFLICT when nobody can subscribe now
   */
  ask(page: PageFacts, email: string, ip: string): Promise<void>
}

export function makeSubscriptionDesk({ context, config, post, limits }: DeskOptions): SubscriptionDesk {
  const links = makeSubscriptionLinks(config.secret)
  const byAddress = limits.limiter('subscription from address', ASKED_PER_ADDRESS)

  const write = (page: PageFacts, asked: Asked): Mail | null => {
    if (!asked) return null
    const { id, email } = asked.subscriber
    const origin = pageOrigin(config.baseUrl, page)
    const linkTo = (purpose: 'confirm' | 'end') => subscriptionUrl(origin, purpose, links.tokenOf(purpose, id))
    const noted = { name: page.name, url: pageUrl(config.baseUrl, page) }
    const reader: Reader = { address: email, unsubscribe: linkTo('end') }
    return asked.isConfirmed ? alreadyMail(noted, reader) : confirmMail(noted, reader, linkTo('confirm'))
  }

  return {
    links,
    takes: ({ allowsSubscribers }) => allowsSubscribers && post.isOpen,
    async ask(page, email, ip) {
      await byAddress.take(countedAddress(ip), 'subscriptions asked for from this address')
      if (!page.allowsSubscribers) throw new Problem('CONFLICT', 'This status page takes no subscribers')
      if (!post.isOpen) throw new Problem('CONFLICT', 'This installation has no mail server, so nobody can subscribe')
      const asked = await askToSubscribe(context, page.id, email)
      post.sendForAnother(() => write(page, asked))
    },
  }
}
