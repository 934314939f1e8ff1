/**
 * Passwords: validation, hashing and comparison. Hashing runs on other threads and takes tens of milliseconds on
 * purpose.
 */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { isCommonPassword, PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '../../../core/accounts/credential.ts'
import { createInvalid } from '../../../core/platform/errors.ts'
import { createQueue } from '../limits/large-work.ts'

// Source: OWASP Password Storage Cheat Sheet, argon2id with 19 MiB, two passes, one lane
const COST = { memory: 19_456, passes: 2, parallelism: 1 }
const SALT_BYTES = 16
const TAG_BYTES = 32

/** Hash of an unknown password with the same cost. Comparing with it takes the same time when there is no account. */
const DUMMY_HASH = '$argon2id$v=19$m=19456,t=2,p=1$mTGeTIyqorpqwZZVUgm/9Q$FHdoDafql2HLKdt8vR7zxteBDx2cXl8d/eVR4fZ+CsY'

/**
 * Hashes run in the thread pool, which also reads files and compresses. Two of its four threads stay free for other
 * work.
 */
const MAX_CONCURRENT_HASHES = 2

/** Rate limits apply before hashing, so no hash is refused here. */
const hashSemaphore = createQueue(MAX_CONCURRENT_HASHES, Number.POSITIVE_INFINITY)

const derive = promisify(argon2)

/** @throws Problem VALIDATION_ERROR on `field` */
export function checkPassword(password: string, field: string): void {
  const length = [...password].length
  if (length < PASSWORD_MIN_LENGTH || length > PASSWORD_MAX_LENGTH)
    throw createInvalid({
      field,
      message: `must be text of ${PASSWORD_MIN_LENGTH} to ${PASSWORD_MAX_LENGTH} characters`,
    })
  if (isCommonPassword(password)) throw createInvalid({ field, message: 'must not be a common password' })
}

/** @returns argon2id, in PHC form */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(SALT_BYTES)
  const tag = await hash(password, { ...COST, nonce, tagLength: TAG_BYTES })
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${encode(nonce)}$${encode(tag)}`
}

/** @param passwordHash null without an account: takes the same time and returns false */
export async function isPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const { tag, ...cost } = parseHash(passwordHash ?? DUMMY_HASH)
  const matches = timingSafeEqual(await hash(password, { ...cost, tagLength: tag.length }), tag)
  return matches && passwordHash !== null
}

type HashOptions = Omit<Parameters<typeof argon2>[1], 'message'>

const hash = (message: string, options: HashOptions): Promise<Buffer> =>
  hashSemaphore.run(() => derive('argon2id', { message, ...options }))

// Source: PHC string format. Its Base64 has no padding. 19 is the version of RFC 9106
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z\d+/]+)\$([A-Za-z\d+/]+)$/

/** @throws Error when the text is not an argon2id hash in PHC form */
function parseHash(text: string) {
  const [, memory, passes, parallelism, nonce, tag] = PHC.exec(text) ?? []
  if (tag === undefined) throw new Error('a stored password hash is not argon2id in PHC form')
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    nonce: Buffer.from(nonce!, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}

const encode = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')
