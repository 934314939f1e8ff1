/**
 * The links in mail to subscribers of status pages: one says that they asked for it, the other that they had enough. Each is
 * good for one subscriber, needs no account, and neither can be made out of the other.
 */
import { createHmac } from 'node:crypto'
import { listSecrets, type ServiceSecret } from '../core/platform/service-secret.ts'
import { isSameText } from './same-text.ts'

type LinkPurpose = 'confirm' | 'end'

export interface SubscriptionLinks {
  /** What stands in the link: `<subscriber id>.<signature>`. */
  createToken(purpose: LinkPurpose, subscriberId: string): string
  /** The subscriber that a token of ours is for; null for any other text. */
  findSubscriberId(purpose: LinkPurpose, token: string): string | null
}

/** @param secret of the service; the keys are derived from it and differ from every other key of the service */
export function createSubscriptionLinks(secret: ServiceSecret): SubscriptionLinks {
  const keysOf = (purpose: LinkPurpose) =>
    listSecrets(secret).map((one) => createHmac('sha256', one).update(`watchkeeper subscription ${purpose}`).digest())
  const keys: Record<LinkPurpose, Buffer[]> = { confirm: keysOf('confirm'), end: keysOf('end') }
  const tokenWith = (key: Buffer, id: string): string =>
    `${id}.${createHmac('sha256', key).update(id).digest('base64url')}`
  return {
    createToken: (purpose, id) => tokenWith(keys[purpose][0]!, id),
    findSubscriberId(purpose, token) {
      const id = /^([^.]{1,100})\.[\w-]{43}$/.exec(token)?.[1]
      if (id === undefined) return null
      return keys[purpose].some((key) => isSameText(token, tokenWith(key, id))) ? id : null
    },
  }
}

/** @param origin of the page, without a slash at the end */
export const toSubscriptionUrl = (origin: string, purpose: LinkPurpose, token: string): string =>
  `${origin}/subscriptions/${purpose}/${token}`
