/**
 * The link by which whoever reads the mail of a target has no more of it, without an account. It is good for one target
 * and one address: when the target writes to somebody else, the old reader decides nothing for the new one.
 */
import { createHmac } from 'node:crypto'
import { listSecrets, type ServiceSecret } from '../core/platform/service-secret.ts'
import { isSameText } from './same-text.ts'

export interface UnsubscribeLinks {
  /** What stands in the link: `<target id>.<signature>`. */
  createToken(targetId: string, address: string): string
  /** The target that a token claims to be for; null when it is no token at all. */
  findTargetId(token: string): string | null
  /** Whether this service made the token for mail of this target to this address. */
  isTokenFor(token: string, targetId: string, address: string): boolean
}

/** @param secret of the service; the key is derived from it and differs from every other key of the service */
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

/** @param baseUrl without a slash at the end */
export const toUnsubscribeUrl = (baseUrl: string, token: string): string => `${baseUrl}/unsubscribe/${token}`
