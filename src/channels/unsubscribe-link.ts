/**
 * The link by which whoever reads the mail of a target has no more of it, without an account. It is good for one target
 * and one address: when the target writes to somebody else, the old reader decides nothing for the new one.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

export interface UnsubscribeLinks {
  /** What stands in the link: `<target id>.<signature>`. */
  tokenOf(targetId: string, address: string): string
  /** The target that a token claims to be for; null when it is no token at all. */
  targetOf(token: string): string | null
  /** Whether this service made the token for mail of this target to this address. */
  isFor(token: string, targetId: string, address: string): boolean
}

/** @param secret of the service; the key is derived from it and differs from every other key of the service */
export function makeUnsubscribeLinks(secret: Uint8Array): UnsubscribeLinks {
  const key = createHmac('sha256', secret).update('watchkeeper unsubscribe').digest()
  const tokenOf = (targetId: string, address: string): string =>
    `${targetId}.${createHmac('sha256', key).update(`${targetId}\n${address.toLowerCase()}`).digest('base64url')}`
  return {
    tokenOf,
    targetOf: (token) => /^([^.]{1,100})\.[\w-]{43}$/.exec(token)?.[1] ?? null,
    isFor(token, targetId, address) {
      const [given, good] = [Buffer.from(token), Buffer.from(tokenOf(targetId, address))]
      return given.length === good.length && timingSafeEqual(given, good)
    },
  }
}

/** @param baseUrl without a slash at the end */
export const unsubscribeUrl = (baseUrl: string, token: string): string => `${baseUrl}/unsubscribe/${token}`
