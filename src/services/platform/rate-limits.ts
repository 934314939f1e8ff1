/**
 * Rate limits across all servers. With SQLite a single server counts in memory. With PostgreSQL each server counts its
 * requests, and exchanges counts through the database about once per second.
 *
 * A server takes at most 1/32 of the remaining limit without asking the database. Small limits are therefore exact, at
 * one statement per request. For large limits, requests wait only when the limit is nearly used up. The excess is less
 * than 1/32 for each further server.
 *
 * While the database does not answer, each server counts separately. This accepts too many requests but refuses no
 * permitted one.
 */
import { createHash } from 'node:crypto'
import type { Problem } from '../../core/platform/errors.ts'
import { type Limiter, RateLimiter, type Window } from '../../core/platform/rate-limit.ts'
import { SECOND_MS } from '../../core/platform/time/time.ts'
import { deleteEndedWindows } from '../../store/platform/rate-windows.ts'
import type { Context } from './context.ts'
import { type Count, SharedCounts } from './shared-counts.ts'

/** Share of the remaining limit that a server may take without asking the database. */
const SHARE = 1 / 32

export interface Limits {
  /** @param name identifies the limit; it must be equal on all servers and in all versions */
  limiter(name: string, limit: number): Limiter
  /** Sends the remaining counts. */
  close(): Promise<void>
}

type LimitsContext = Pick<Context, 'store' | 'now'>

/**
 * @param report called once per database outage
 * @param timeoutMs how long a request waits for other servers' counts; absent: two seconds
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
  readonly #local: RateLimiter
  readonly #shared: SharedCounts
  readonly #counts = new WeakMap<Window, Count>()

  constructor(name: string, local: RateLimiter, shared: SharedCounts) {
    this.limit = local.limit
    this.#name = name
    this.#local = local
    this.#shared = shared
  }

  count(caller: string): Window | Promise<Window> {
    const window = this.#local.count(caller)
    const seen = { ...window }
    // Other servers can only increase the count
    if (seen.count > this.limit) return seen
    const count = this.#getCount(window, caller)
    if (count.unsynced + 1 <= Math.floor((this.limit - seen.count) * SHARE)) {
      this.#shared.recordRequest(count)
      return seen
    }
    return this.#shared.countShared(count, seen)
  }

  countLocally(caller: string): Window {
    const window = this.#local.count(caller)
    if (window.count <= this.limit) this.#shared.recordRequest(this.#getCount(window, caller))
    return { ...window }
  }

  async take(caller: string, label: string): Promise<void> {
    const refusal = this.findRefusal(await this.count(caller), label)
    if (refusal) throw refusal
  }

  findRefusal(window: Window, label: string): Problem | null {
    return this.#local.findRefusal(window, label)
  }

  findRefusalIfUsedUp(caller: string, label: string): Problem | null {
    return this.#local.findRefusalIfUsedUp(caller, label)
  }

  toHeaders(window: Window): Record<string, number> {
    return this.#local.toHeaders(window)
  }

  #getCount(window: Window, caller: string): Count {
    const known = this.#counts.get(window)
    if (known) return known
    const count = { keyHash: hashOf(`${this.#name}\n${caller}`), window, unsynced: 0 }
    this.#counts.set(window, count)
    return count
  }
}

/** Hashes a caller to 132 bits: collisions are negligible, and the database stores neither addresses nor accounts. */
const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22)

/** Windows deleted in one transaction. */
const DELETE_BATCH = 5_000

/**
 * Deletes expired windows.
 *
 * @returns when to call it again, immediately if there may be more; null when none is left
 */
export async function deleteExpiredWindows({ store, now }: LimitsContext): Promise<number | null> {
  const deleted = await store.transact((tx) => deleteEndedWindows(tx, now(), DELETE_BATCH))
  return deleted < DELETE_BATCH ? null : now() + SECOND_MS
}
