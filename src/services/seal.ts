/** Encrypts what the database keeps and must not tell whoever reads it there. */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

export interface Seal {
  /** @param place what it belongs to: it cannot be opened as anything else's */
  close(text: string, place: string): string
  /** Null when it was closed with another key, for another place, or was tampered with. */
  open(sealed: string, place: string): string | null
}

const CIPHER = 'aes-256-gcm'

// 96 random bits are safe for 2^32 messages. Source: NIST SP 800-38D, section 8.3
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * @param secret of the service
 * @param purpose the key is derived from both, and differs from every other key of the service
 */
export function makeSeal(secret: Uint8Array, purpose: string): Seal {
  const key = createHmac('sha256', secret).update(`watchkeeper ${purpose}`).digest()
  return {
    close(text, place) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(place))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
    },
    open(sealed, place) {
      const bytes = Buffer.from(sealed, 'base64')
      if (bytes.length < NONCE_BYTES + TAG_BYTES) return null
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(place))
        .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
      try {
        return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
      } catch {
        return null
      }
    },
  }
}
