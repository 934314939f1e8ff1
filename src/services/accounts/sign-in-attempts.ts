/**
 * Limits attempts to prove ownership of an account: sign-in, password changes and second factors.
 *
 * Attempts are counted by account and client address, so that an attacker elsewhere cannot lock the owner out. A larger
 * limit counts each account over all addresses, against guesses from many addresses. Addresses with a recent successful
 * sign-in to the account are exempt from the larger limit.
 */
import { createHash } from 'node:crypto'
import { toCountedAddress } from '../../core/platform/limits/rate-limit.ts'
import { TtlCache } from '../../core/platform/maps.ts'
import { DAY_MS } from '../../core/platform/time/time.ts'
import type { Limits } from '../platform/limits/rate-limits.ts'

/** Attempts on an account from one address, whether the account exists or not, in 15 minutes. */
const ATTEMPTS_PER_ADDRESS = 5
/** Attempts on an account from all addresses, in 15 minutes. */
const ATTEMPTS_PER_ACCOUNT = 100
/** Codes sent with the right password, from all addresses. The limit is low because a code has only six digits. */
const CODES_PER_ACCOUNT = 10

/** How long an address is exempt after a sign-in. */
const FAMILIAR_MS = 30 * DAY_MS

/** Stored pairs of account and address. The oldest are evicted first. */
const MAX_FAMILIAR = 50_000

export interface SignInAttempts {
  /**
   * @param what purpose of the attempt, for the error message
   * @throws Problem RATE_LIMIT_EXCEEDED
   */
  take(email: string, ip: string, what: string): Promise<void>
  /**
   * Counts an attempt on a second factor, after the password matched.
   *
   * @throws Problem RATE_LIMIT_EXCEEDED
   */
  takeCode(email: string, ip: string): Promise<void>
  /** Records a successful sign-in to the account from this address. */
  recordSuccess(email: string, ip: string): void
}

/** @param elapsed monotonic ms */
export function createSignInAttempts(limits: Limits, elapsed: () => number): SignInAttempts {
  const byAddress = limits.limiter('sign-in', ATTEMPTS_PER_ADDRESS)
  const byAccount = limits.limiter('sign-in of account', ATTEMPTS_PER_ACCOUNT)
  const codes = limits.limiter('code of account', CODES_PER_ACCOUNT)
  /** Sign-ins on this server since its start. */
  const familiar = new TtlCache<true>(MAX_FAMILIAR, elapsed)
  const isFamiliar = (email: string, ip: string): boolean => familiar.get(toPairKey(email, ip)) ?? false

  return {
    async take(email, ip, what) {
      await byAddress.take(`${email}\n${toCountedAddress(ip)}`, `attempts ${what} from this address`)
      if (!isFamiliar(email, ip)) await byAccount.take(email, `attempts ${what}`)
    },
    async takeCode(email, ip) {
      if (!isFamiliar(email, ip)) await codes.take(email, 'codes for this account')
    },
    recordSuccess(email, ip) {
      familiar.set(toPairKey(email, ip), true, FAMILIAR_MS)
    },
  }
}

const toPairKey = (email: string, ip: string): string =>
  createHash('sha256')
    .update(`${email}\n${toCountedAddress(ip)}`)
    .digest('base64url')
