/**
 * Attempts to prove who owns an account, wherever they are made: sign-in, a change of the password, the second factor. They
 * count by account and client address, so that a stranger elsewhere cannot lock the owner out. A larger bound counts each
 * account over all addresses, against guesses from many of them; an address from which the account signed in lately is
 * exempt from that bound.
 */
import { createHash } from 'node:crypto'
import { toCountedAddress } from '../../core/platform/rate-limit.ts'
import { DAY_MS } from '../../core/platform/time/time.ts'
import { TtlCache } from '../../core/platform/ttl-cache.ts'
import type { Limits } from '../platform/rate-limits.ts'

/** Attempts on an account from one address, whether the account exists or not, in 15 minutes. */
const ATTEMPTS_PER_ADDRESS = 5
/** From all addresses together. */
const ATTEMPTS_PER_ACCOUNT = 100
/** Codes sent with the right password, from all addresses: a code has six digits, so few guesses may be made. */
const CODES_PER_ACCOUNT = 10

/** How long an address counts as one of the account's own after a sign-in. */
const FAMILIAR_MS = 30 * DAY_MS

/** Pairs of account and address remembered. The oldest are forgotten first. */
const MAX_FAMILIAR = 50_000

export interface SignInAttempts {
  /** @throws Problem RATE_LIMIT_EXCEEDED. @param what of the account is tried, for the refusal */
  take(email: string, ip: string, what: string): Promise<void>
  /** The same for a second factor, when the password was right. */
  takeCode(email: string, ip: string): Promise<void>
  /** The account signed in from this address. */
  recordSuccess(email: string, ip: string): void
}

/** @param elapsed monotonic ms */
export function createSignInAttempts(limits: Limits, elapsed: () => number): SignInAttempts {
  const byAddress = limits.limiter('sign-in', ATTEMPTS_PER_ADDRESS)
  const byAccount = limits.limiter('sign-in of account', ATTEMPTS_PER_ACCOUNT)
  const codes = limits.limiter('code of account', CODES_PER_ACCOUNT)
  /** Seen by this server since its start. */
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
