/** Encryption of secrets in the database, which stay unreadable for readers of the database. */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { getCurrentSecret, listSecrets, type ServiceSecret } from '../../../core/platform/sealing/service-secret.ts'

export interface Seal {
  /**
   * Encrypts a text.
   *
   * @param sealContext identifies the owner; the text can be decrypted only with the same context
   */
  close(text: string, sealContext: string): string
  /** Decrypts a text. Null when it was sealed with an unknown key or another context, or was modified. */
  open(sealed: string, sealContext: string): string | null
}

const CIPHER = 'aes-256-gcm'

// 96 random bits are safe for 2^32 messages. Source: NIST SP 800-38D, section 8.3
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** A sealed text is `v1.<key>.<nonce, tag and text, base64>`. */
const VERSION = 'v1'

/** Length of the key id in a sealed text: enough to distinguish keys, and no help to compute one. */
const KEY_ID_BYTES = 6

export const computeKeyId = (secret: Uint8Array): string =>
  createHmac('sha256', secret).update('watchkeeper key id').digest().subarray(0, KEY_ID_BYTES).toString('hex')

/** Returns the id of the key that sealed a text; null when the text names no key. */
export const getSealingKeyId = (sealed: string): string | null => /^v1\.([0-9a-f]{12})\./.exec(sealed)?.[1] ?? null

/**
 * @param secret service secret; the current one seals, previous ones open
 * @param purpose part of the key derivation, so that keys differ by purpose
 */
export function createSeal(secret: ServiceSecret, purpose: string): Seal {
  const keyOf = (each: Uint8Array) => createHmac('sha256', each).update(`watchkeeper ${purpose}`).digest()
  const keys = new Map(listSecrets(secret).map((each) => [computeKeyId(each), keyOf(each)]))
  const currentId = computeKeyId(getCurrentSecret(secret))
  const currentKey = keys.get(currentId)!
  return {
    close: (text, sealContext) =>
      `${VERSION}.${currentId}.${encrypt(currentKey, text, sealContext).toString('base64')}`,
    open(sealed, sealContext) {
      const key = keys.get(getSealingKeyId(sealed) ?? '')
      return key ? decrypt(key, Buffer.from(sealed.slice(sealed.lastIndexOf('.') + 1), 'base64'), sealContext) : null
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

export interface FactorKeys {
  /** Encrypts a secret for one user. It cannot be decrypted for another user. */
  seal(secret: string, userId: string): string
  /** Decrypts a secret. Null when it was sealed for another user or with another key, as after `WK_SECRET` was lost. */
  open(sealed: string, userId: string): string | null
  /** Returns the hash under which a recovery code is stored. */
  hash(code: string, userId: string): string
  /** Returns the hashes with the current secret and with all previous ones, under which the code may be stored. */
  hashes(code: string, userId: string): string[]
}

/**
 * Keys of second factors. Without the service's secret, the stored second factors are unreadable.
 *
 * @param secret service secret; the derived keys differ from the keys that sign tokens
 */
export function createFactorKeys(secret: ServiceSecret): FactorKeys {
  const seal = createSeal(secret, 'second factor')
  const hashing = listSecrets(secret).map((each) =>
    createHmac('sha256', each).update('watchkeeper recovery code').digest(),
  )
  const hashWith = (key: Buffer, code: string, userId: string) =>
    createHmac('sha256', key).update(`${userId} ${code}`).digest('hex')
  return {
    seal: seal.close,
    open: seal.open,
    hash: (code, userId) => hashWith(hashing[0]!, code, userId),
    hashes: (code, userId) => hashing.map((key) => hashWith(key, code, userId)),
  }
}
