/**
 * Rate limits of all servers together. With SQLite there is one server, which counts in memory. With PostgreSQL each
 * counts what it takes in, tells the others about once a second by way of the database, and learns what they counted.
 *
 * Of what is left of a limit a server takes at most a 32nd part without having asked. Small limits are therefore exact,
 * at one statement per request; of large ones no request waits until they are nearly used up, and what is let through
 * beyond them is less than a 32nd part for each further server. Where the database does not answer, everybody
 * counts alone: that lets through more than it should, and refuses nobody who may come in.
 */
import { createHash } from 'node:crypto'
import type { Problem } from '../../core/platform/errors.ts'
import { type Limiter, RateLimiter, type Window } from '../../core/platform/rate-limit.ts'
import { SECOND_MS } from '../../core/platform/time/time.ts'
import { deleteEndedWindows } from '../../store/platform/rate-windows.ts'
import type { Context } from './context.ts'
import { type Count, SharedCounts } from './shared-counts.ts'

/** What part of what is left may be taken before the others are asked. */
const SHARE = 1 / 32

export interface Limits {
  /** @param name tells what is counted from everything else that is; the same at every server and in every version */
  limiter(name: string, limit: number): Limiter
  /** Tells the others what is not told yet. */
  close(): Promise<void>
}

type LimitsContext = Pick<Context, 'store' | 'now'>

/**
 * @param report told when the database cannot be asked, once until it can
 * @param patienceMs how long a request waits for what other servers counted; absent: two seconds
 */
export function createLimits(
  { store, now }: LimitsContext,
  report: (error: unknown) => void,
  timeoutMs?: number,
): Limits {
  if (store.dialect === 'sqlite') return { limiter: (_, limit) => new RateLimiter(limit, now), close: async () => {} }
  const counts = new SharedCounts(store.db, now, report, timeoutMs)
  return {
    limiter: (name, limit) => new SharedLimiter(name, new RateLimiter(limit, now), counts),
    close: () => counts.close(),
  }
}

class SharedLimiter implements Limiter {
  readonly limit: number
  readonly #name: string
  readonly #own: RateLimiter
  readonly #shared: SharedCounts
  readonly #counts = new WeakMap<Window, Count>()

  constructor(name: string, own: RateLimiter, shared: SharedCounts) {
    this.limit = own.limit
    this.#name = name
    this.#own = own
    this.#shared = shared
  }

  count(caller: string): Window | Promise<Window> {
    const window = this.#own.count(caller)
    const seen = { ...window }
    // Others can only have counted more
    if (seen.count > this.limit) return seen
    const count = this.#getCount(window, caller)
    if (count.unsynced + 1 <= Math.floor((this.limit - seen.count) * SHARE)) {
      this.#shared.recordRequest(count)
      return seen
    }
    return this.#shared.countShared(count, seen)
  }

  countLocally(caller: string): Window {
    const window = this.#own.count(caller)
    if (window.count <= this.limit) this.#shared.recordRequest(this.#getCount(window, caller))
    return { ...window }
  }

  async take(caller: string, label: string): Promise<void> {
    const refusal = this.findRefusal(await this.count(caller), label)
    if (refusal) throw refusal
  }

  findRefusal(window: Window, label: string): Problem | null {
    return this.#own.findRefusal(window, label)
  }

  findRefusalIfUsedUp(caller: string, label: string): Problem | null {
    return this.#own.findRefusalIfUsedUp(caller, label)
  }

  toHeaders(window: Window): Record<string, number> {
    return this.#own.toHeaders(window)
  }

  #getCount(window: Window, caller: string): Count {
    const known = this.#counts.get(window)
    if (known) return known
    const count = { keyHash: hashOf(`${this.#name}\n${caller}`), window, unsynced: 0 }
    this.#counts.set(window, count)
    return count
  }
}

/** 128 bits: nobody meets another one's window, and the database holds neither addresses nor accounts. */
const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22)

/** Windows deleted in one transaction. */
const DELETE_BATCH = 5_000

/** Deletes windows that are over. @returns when to look again, at once when there may be more; null when there are no more */
export async function deleteExpiredWindows({ store, now }: LimitsContext): Promise<number | null> {
  const deleted = await store.transact((tx) => deleteEndedWindows(tx, now(), DELETE_BATCH))
  return deleted < DELETE_BATCH ? null : now() + SECOND_MS
}
