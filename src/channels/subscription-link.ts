/**
 * The links in mail to subscribers of status pages: one says that they asked for it, the other that they had enough. Each is
 * good for one subscriber, needs no account, and neither can be made out of the other.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

export type LinkPurpose = 'confirm' | 'end'

export interface SubscriptionLinks {
  /** What stands in the link: `<subscriber id>.<signature>`. */
  tokenOf(purpose: LinkPurpose, subscriberId: string): string
  /** The subscriber that a token of ours is for; null for any other text. */
  subscriberOf(purpose: LinkPurpose, token: string): string | null
}

/** @param secret of the service; the keys are derived from it and differ from every other key of the service */
export function makeSubscriptionLinks(secret: Uint8Array): SubscriptionLinks {
  const keyOf = (purpose: LinkPurpose) =>
    createHmac('sha256', secret).update(`watchkeeper subscription ${purpose}`).digest()
  const keys: Record<LinkPurpose, Buffer> = { confirm: keyOf('confirm'), end: keyOf('end') }
  const tokenOf = (purpose: LinkPurpose, id: string): string =>
    `${id}.${createHmac('sha256', keys[purpose]).update(id).digest('base64url')}`
  return {
    tokenOf,
    subscriberOf(purpose, token) {
      const id = /^([^.]{1,100})\.[\w-]{43}$/.exec(token)?.[1]
      if (id === undefined) return null
      const [given, good] = [Buffer.from(token), Buffer.from(tokenOf(purpose, id))]
      return given.length === good.length && timingSafeEqual(given, good) ? id : null
    },
  }
}

/** @param origin of the page, without a slash at the end */
export const subscriptionUrl = (origin: string, purpose: LinkPurpose, token: string): string =>
  `${origin}/subscriptions/${purpose}/${token}`
