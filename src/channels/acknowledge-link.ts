/**
 * Link with which the recipient of an alert acknowledges its incidents, without an account. It is valid for one
 * delivery: for the incidents of its message and for its target.
 */
import type { Delivery } from '../core/notifications/delivery.ts'
import type { ServiceSecret } from '../core/platform/service-secret.ts'
import { createTokenSigner, findTokenId } from './token-signer.ts'

export type LinkedDelivery = Pick<Delivery, 'id' | 'targetId' | 'event'>

export interface AcknowledgeLinks {
  /** Token in the link: `<delivery id>.<signature>`. */
  createToken(delivery: LinkedDelivery): string
  /** The delivery that a token claims; null when it is no token at all. */
  findDeliveryId(token: string): string | null
  /** Whether this service created the token for this delivery. */
  isTokenFor(token: string, delivery: LinkedDelivery): boolean
}

export function createAcknowledgeLinks(secret: ServiceSecret): AcknowledgeLinks {
  const signer = createTokenSigner(secret, 'acknowledge')
  const listFacts = ({ targetId, event }: LinkedDelivery) => [targetId, event.data.incident?.id ?? '']
  return {
    createToken: (delivery) => signer.createToken(delivery.id, ...listFacts(delivery)),
    findDeliveryId: findTokenId,
    isTokenFor: (token, delivery) => signer.isTokenFor(token, delivery.id, ...listFacts(delivery)),
  }
}
