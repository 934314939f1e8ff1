/** What the database keeps of second factors says nothing without the service's own secret. */
import { createHmac } from 'node:crypto'
import { listSecrets, type ServiceSecret } from '../../core/platform/service-secret.ts'
import { createSeal } from './seal.ts'

export interface FactorKeys {
  /** Encrypts a secret for one user: it cannot be opened as somebody else's. */
  seal(secret: string, userId: string): string
  /** Null when it was sealed with a key that is not ours, as after `WK_SECRET` was lost, or for somebody else. */
  open(sealed: string, userId: string): string | null
  /** What is kept of a recovery code. */
  hash(code: string, userId: string): string
  /** The same, and what was kept of it under former secrets of the service. */
  hashes(code: string, userId: string): string[]
}

/** @param secret of the service; the keys are derived from it, and differ from those that sign tokens */
export function createFactorKeys(secret: ServiceSecret): FactorKeys {
  const seal = createSeal(secret, 'second factor')
  const hashing = listSecrets(secret).map((one) =>
    createHmac('sha256', one).update('watchkeeper recovery code').digest(),
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
