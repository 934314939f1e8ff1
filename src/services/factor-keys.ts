/** What the database keeps of second factors says nothing without the service's own secret. */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

export interface FactorKeys {
  /** Encrypts a secret for one user: it cannot be opened as somebody else's. */
  seal(secret: string, userId: string): string
  /** @throws Error when it was sealed with another key or for somebody else */
  open(sealed: string, userId: string): string
  /** What is kept of a recovery code. */
  hash(code: string, userId: string): string
}

const CIPHER = 'aes-256-gcm'

/** Source: NIST SP 800-38D, section 8.2.2: 96 random bits are safe for 2^32 messages. */
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** @param secret of the service; the keys are derived from it, and differ from those that sign tokens */
export function makeFactorKeys(secret: Uint8Array): FactorKeys {
  const derive = (purpose: string) => createHmac('sha256', secret).update(purpose).digest()
  const sealing = derive('watchkeeper second factor')
  const hashing = derive('watchkeeper recovery code')

  return {
    seal(text, userId) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, sealing, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(userId))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
    },

    open(text, userId) {
      const bytes = Buffer.from(text, 'base64')
      const nonce = bytes.subarray(0, NONCE_BYTES)
      const decipher = createDecipheriv(CIPHER, sealing, nonce, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(userId))
        .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
      return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    },

    hash: (code, userId) => createHmac('sha256', hashing).update(`${userId} ${code}`).digest('hex'),
  }
}
