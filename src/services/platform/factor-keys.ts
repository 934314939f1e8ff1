/** Keys of second factors. Without the service's secret, the stored second factors are unreadable. */
import { createHmac } from 'node:crypto'
import { listSecrets, type ServiceSecret } from '../../core/platform/service-secret.ts'
import { createSeal } from './seal.ts'

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

/** @param secret service secret; the derived keys differ from the keys that sign tokens */
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
