/** Collects the last use of API keys and writes it periodically, so that no request waits for the write. */
import { MINUTE_MS, SECOND_MS } from '../../core/platform/time/time.ts'
import { touchApiKeys } from '../../store/accounts/api-keys.ts'
import type { Context } from '../platform/context.ts'

/** Default delay between a use and its write. */
const FLUSH_DELAY_MS = 5 * SECOND_MS

/** Minimum age of the stored time for a write. With `FLUSH_DELAY_MS`, the stored time lags by less than a minute. */
const STALE_MS = MINUTE_MS - 2 * FLUSH_DELAY_MS

export interface KeyUse {
  /**
   * @param lastUsedAt as stored
   * @param at Unix ms
   */
  recordUse(keyId: string, lastUsedAt: number | null, at: number): void
  /** Writes the collected uses. */
  flush(): Promise<void>
}

/** @param onError called when a write fails; the next use tries again */
export function createKeyUse(
  { store }: Pick<Context, 'store'>,
  onError: (error: unknown) => void,
  flushDelayMs = FLUSH_DELAY_MS,
): KeyUse {
  let pending = new Map<string, number>()
  let timer: NodeJS.Timeout | null = null

  const flush = async () => {
    if (timer) clearTimeout(timer)
    timer = null
    if (pending.size === 0) return
    const uses = pending
    pending = new Map()
    try {
      await store.transact((tx) => touchApiKeys(tx, uses))
    } catch (error) {
      onError(error)
    }
  }

  return {
    recordUse(keyId, lastUsedAt, at) {
      if (lastUsedAt !== null && at - lastUsedAt < STALE_MS) return
      pending.set(keyId, at)
      timer ??= setTimeout(flush, flushDelayMs).unref()
    },
    flush,
  }
}
