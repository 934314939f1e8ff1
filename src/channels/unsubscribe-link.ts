/**
 * Link with which a recipient unsubscribes from the email of a target, without an account. It is valid for one target
 * and one address. When the target gets a new address, the old recipient cannot unsubscribe the new one.
 */
import { createHmac } from 'node:crypto'
import { listSecrets, type ServiceSecret } from '../core/platform/service-secret.ts'
import { isSameText } from './same-text.ts'

export interface UnsubscribeLinks {
  /** Token in the link: `<target id>.<signature>`. */
  createToken(targetId: string, address: string): string
  /** The target that a token claims; null when it is no token at all. */
  findTargetId(token: string): string | null
  /** Whether this service created the token for email of this target to this address. */
  isTokenFor(token: string, targetId: string, address: string): boolean
}

/** @param secret secret of the service; the key is derived from it and differs from all other keys of the service */
export function createUnsubscribeLinks(secret: ServiceSecret): UnsubscribeLinks {
  const keys = listSecrets(secret).map((one) => createHmac('sha256', one).update('watchkeeper unsubscribe').digest())
  const tokenWith = (key: Buffer, targetId: string, address: string): string =>
    `${targetId}.${createHmac('sha256', key).update(`${targetId}\n${address.toLowerCase()}`).digest('base64url')}`
  return {
    createToken: (targetId, address) => tokenWith(keys[0]!, targetId, address),
    findTargetId: (token) => /^([^.]{1,100})\.[\w-]{43}$/.exec(token)?.[1] ?? null,
    isTokenFor: (token, targetId, address) => keys.some((key) => isSameText(token, tokenWith(key, targetId, address))),
  }
}

/** @param baseUrl without a trailing slash */
export const toUnsubscribeUrl = (baseUrl: string, token: string): string => `${baseUrl}/unsubscribe/${token}`
