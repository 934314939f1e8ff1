/**
 * Tokens of links that work without an account: `<id>.<signature>`. A token is valid for one purpose and for the facts
 * that it was created for. It needs no encoding in a URL.
 */
import { createHmac } from 'node:crypto'
import { listSecrets, type ServiceSecret } from '../core/platform/service-secret.ts'
import { isSameText } from './same-text.ts'

interface TokenSigner {
  /** @param facts further texts that the signature covers */
  createToken(id: string, ...facts: string[]): string
  /** Whether this service created the token for this id and these facts, with its current or a previous secret. */
  isTokenFor(token: string, id: string, ...facts: string[]): boolean
}

/**
 * @param secret secret of the service; the key is derived from it and differs from all other keys of the service
 * @param purpose name of the key
 */
export function createTokenSigner(secret: ServiceSecret, purpose: string): TokenSigner {
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
export const findTokenId = (token: string): string | null => /^([^.]{1,100})\.[\w-]{43}$/.exec(token)?.[1] ?? null
