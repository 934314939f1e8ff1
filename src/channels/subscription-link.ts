/**
 * Links in emails to subscribers of status pages: one confirms the subscription, the other ends it. Each is valid for
 * one subscriber and needs no account. Neither can be derived from the other.
 */
import type { ServiceSecret } from '../core/platform/service-secret.ts'
import { createTokenSigner, findTokenId } from './token-signer.ts'

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
