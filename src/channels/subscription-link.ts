/**
 * Links in emails to subscribers of status pages: one confirms the subscription, the other ends it. Each is valid for
 * one subscriber and needs no account. Neither can be derived from the other.
 */
import { createHmac } from 'node:crypto'
import { listSecrets, type ServiceSecret } from '../core/platform/service-secret.ts'
import { isSameText } from './same-text.ts'

type LinkPurpose = 'confirm' | 'end'

export interface SubscriptionLinks {
  /** Token in the link: `<subscriber id>.<signature>`. */
  createToken(purpose: LinkPurpose, subscriberId: string): string
  /** The subscriber of a valid token; null for any other text. */
  findSubscriberId(purpose: LinkPurpose, token: string): string | null
}

/** @param secret secret of the service; the keys are derived from it and differ from all other keys of the service */
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

/** @param origin origin of the page, without a trailing slash */
export const toSubscriptionUrl = (origin: string, purpose: LinkPurpose, token: string): string =>
  `${origin}/subscriptions/${purpose}/${token}`
