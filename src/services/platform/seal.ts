/** Encrypts what the database keeps and must not tell whoever reads it there. */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { getCurrentSecret, listSecrets, type ServiceSecret } from '../../core/platform/service-secret.ts'

export interface Seal {
  /** @param place what it belongs to: it cannot be opened as anything else's */
  close(text: string, sealContext: string): string
  /** Null when it was closed with a key that is not ours, for another place, or was tampered with. */
  open(sealed: string, sealContext: string): string | null
}

const CIPHER = 'aes-256-gcm'

// 96 random bits are safe for 2^32 messages. Source: NIST SP 800-38D, section 8.3
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** A sealed text is `v1.<key>.<nonce, tag and text, base64>`. */
const VERSION = 'v1'

/** What a sealed text says of its key: enough to tell some keys apart, and nothing to compute one from. */
const KEY_ID_BYTES = 6

export const computeKeyId = (secret: Uint8Array): string =>
  createHmac('sha256', secret).update('watchkeeper key id').digest().subarray(0, KEY_ID_BYTES).toString('hex')

/** Returns the id of the key that a text was sealed with; null when the text names no key. */
export const getSealingKeyId = (sealed: string): string | null => /^v1\.([0-9a-f]{12})\./.exec(sealed)?.[1] ?? null

/**
 * @param secret of the service: the present one seals, former ones still open
 * @param purpose the key is derived from both, and differs from every other key of the service
 */
export function createSeal(secret: ServiceSecret, purpose: string): Seal {
  const keyOf = (one: Uint8Array) => createHmac('sha256', one).update(`watchkeeper ${purpose}`).digest()
  const keys = new Map(listSecrets(secret).map((one) => [computeKeyId(one), keyOf(one)]))
  const presentId = computeKeyId(getCurrentSecret(secret))
  const present = keys.get(presentId)!
  return {
    close: (text, sealContext) => `${VERSION}.${presentId}.${encrypt(present, text, sealContext).toString('base64')}`,
    open(sealed, sealContext) {
      const id = getSealingKeyId(sealed)
      const bytes = Buffer.from(sealed.slice(sealed.lastIndexOf('.') + 1), 'base64')
      // An adopted database may hold secrets of second factors from before seals named their key
      const candidates = [...keys].filter(([name]) => id === null || name === id)
      for (const [, key] of candidates) {
        const text = decrypt(key, bytes, sealContext)
        if (text !== null) return text
      }
      return null
    },
  }
}

function encrypt(key: Buffer, text: string, sealContext: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(sealContext))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

function decrypt(key: Buffer, bytes: Buffer, sealContext: string): string | null {
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return null
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(sealContext))
    .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  try {
    return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return null
  }
}
