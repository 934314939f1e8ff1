/** What the database keeps of second factors says nothing without the service's own secret. */
import { createHmac } from 'node:crypto'
import { makeSeal } from './seal.ts'

export interface FactorKeys {
  /** Encrypts a secret for one user: it cannot be opened as somebody else's. */
  seal(secret: string, userId: string): string
  /** Null when it was sealed with another key, as before a change of `WK_SECRET`, or for somebody else. */
  open(sealed: string, userId: string): string | null
  /** What is kept of a recovery code. */
  hash(code: string, userId: string): string
}

/** @param secret of the service; the keys are derived from it, and differ from those that sign tokens */
export function makeFactorKeys(secret: Uint8Array): FactorKeys {
  const seal = makeSeal(secret, 'second factor')
  const hashing = createHmac('sha256', secret).update('watchkeeper recovery code').digest()
  return {
    seal: seal.close,
    open: seal.open,
    hash: (code, userId) => createHmac('sha256', hashing).update(`${userId} ${code}`).digest('hex'),
  }
}
