/**
 * Link with which a recipient unsubscribes from the email of a target, without an account. It is valid for one target
 * and one address. When the target gets a new address, the old recipient cannot unsubscribe the new one.
 */
import type { ServiceSecret } from '../core/platform/service-secret.ts'
import { createTokenSigner, findTokenId } from './token-signer.ts'

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
