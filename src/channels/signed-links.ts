/**
 * The signed links in messages, which work without an account: to acknowledge, to unsubscribe, to confirm a
 * subscription.
 *
 * An unsubscribe link is valid for one target and one address. When the target gets a new address, the old recipient
 * cannot unsubscribe the new one. The links that confirm and end a subscription cannot be derived from each other.
 */

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Delivery } from '../core/notifications/delivery.ts'
import { listSecrets, type ServiceSecret } from '../core/platform/sealing/service-secret.ts'

export type LinkedDelivery = Pick<Delivery, 'id' | 'targetId' | 'event'>

export interface AcknowledgeLinks {
  /** Token in the link: `<delivery id>.<signature>`. */
  createToken(delivery: LinkedDelivery): string
  /** The delivery that a token claims; null when it is no token at all. */
  findDeliveryId(token: string): string | null
  /** Whether this service created the token for this delivery. */
  isTokenFor(token: string, delivery: LinkedDelivery): boolean
}

/**
 * Link with which the recipient of an alert acknowledges its incidents, without an account. It is valid for one
 * delivery: for the incidents of its message and for its target.
 */
export function createAcknowledgeLinks(secret: ServiceSecret): AcknowledgeLinks {
  const signer = createTokenSigner(secret, 'acknowledge')
  const listFacts = ({ targetId, event }: LinkedDelivery) => [targetId, event.data.incident?.id ?? '']
  return {
    createToken: (delivery) => signer.createToken(delivery.id, ...listFacts(delivery)),
    findDeliveryId: findTokenId,
    isTokenFor: (token, delivery) => signer.isTokenFor(token, delivery.id, ...listFacts(delivery)),
  }
}

export interface UnsubscribeLinks {
  /** Token in the link: `<target id>.<signature>`. */
  createToken(targetId: string, address: string): string
  /** The target that a token claims; null when it is no token at all. */
  findTargetId(token: string): string | null
  /** Whether this service created the token for email of this target to this address. */
  isTokenFor(token: string, targetId: string, address: string): boolean
}

export function createUnsubscribeLinks(secret: ServiceSecret): UnsubscribeLinks {
  const signer = createTokenSigner(secret, 'unsubscribe')
  return {
    createToken: (targetId, address) => signer.createToken(targetId, address.toLowerCase()),
    findTargetId: findTokenId,
    isTokenFor: (token, targetId, address) => signer.isTokenFor(token, targetId, address.toLowerCase()),
  }
}

/** @param baseUrl without a trailing slash */
export const toUnsubscribeUrl = (baseUrl: string, token: string): string => `${baseUrl}/unsubscribe/${token}`

type LinkPurpose = 'confirm' | 'end'

export interface SubscriptionLinks {
  /** Token in the link: `<subscriber id>.<signature>`. */
  createToken(purpose: LinkPurpose, subscriberId: string): string
  /** The subscriber of a valid token; null for any other text. */
  findSubscriberId(purpose: LinkPurpose, token: string): string | null
}

export function createSubscriptionLinks(secret: ServiceSecret): SubscriptionLinks {
  const signers = {
    confirm: createTokenSigner(secret, 'subscription confirm'),
    end: createTokenSigner(secret, 'subscription end'),
  }
  return {
    createToken: (purpose, id) => signers[purpose].createToken(id),
    findSubscriberId(purpose, token) {
      const id = findTokenId(token)
      return id !== null && signers[purpose].isTokenFor(token, id) ? id : null
    },
  }
}

/** @param origin origin of the page, without a trailing slash */
export const toSubscriptionUrl = (origin: string, purpose: LinkPurpose, token: string): string =>
  `${origin}/subscriptions/${purpose}/${token}`

interface TokenSigner {
  /** @param facts further texts that the signature covers */
  createToken(id: string, ...facts: string[]): string
  /** Whether this service created the token for this id and these facts, with its current or a previous secret. */
  isTokenFor(token: string, id: string, ...facts: string[]): boolean
}

/**
 * Tokens of links that work without an account: `<id>.<signature>`. A token is valid for one purpose and for the facts
 * that it was created for. It needs no encoding in a URL.
 *
 * @param secret secret of the service; the key is derived from it and differs from all other keys of the service
 * @param purpose name of the key
 */
function createTokenSigner(secret: ServiceSecret, purpose: string): TokenSigner {
  const keys = listSecrets(secret).map((one) => createHmac('sha256', one).update(`watchkeeper ${purpose}`).digest())
  const tokenWith = (key: Buffer, id: string, facts: string[]): string =>
    `${id}.${createHmac('sha256', key)
      .update([id, ...facts].join('\n'))
      .digest('base64url')}`
  return {
    createToken: (id, ...facts) => tokenWith(keys[0]!, id, facts),
    isTokenFor: (token, id, ...facts) => keys.some((key) => isSameText(token, tokenWith(key, id, facts))),
  }
}

/** Returns the id that a token claims; null when the text is no token at all. */
const findTokenId = (token: string): string | null => /^([^.]{1,100})\.[\w-]{43}$/.exec(token)?.[1] ?? null

/** Compares signatures in constant time, so that the duration does not reveal how much of one was right. */
export function isSameText(given: string, good: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(good)]
  return one.length === other.length && timingSafeEqual(one, other)
}
