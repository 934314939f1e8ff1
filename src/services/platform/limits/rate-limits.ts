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
import type { Problem } from '../../../core/platform/errors.ts'
import { type Limiter, RateLimiter, type Window } from '../../../core/platform/limits/rate-limit.ts'
import { SECOND_MS } from '../../../core/platform/time/time.ts'
import { addToWindows, deleteEndedWindows } from '../../../store/platform/rate-windows.ts'
import type { Reader } from '../../../store/platform/store.ts'
import type { Context } from '../context.ts'

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

/** Count of one window, and its part that was not sent yet. */
interface Count {
  /** Hash of the limit and the caller. */
  keyHash: string
  /** Latest known count, including unsent requests. */
  window: Window
  unsynced: number
}

/** How long counts are collected when no request waits for them. */
const SYNC_DELAY_MS = SECOND_MS

/** Maximum number of windows in one statement. */
const BATCH_SIZE = 1_000

/** Maximum number of unsent windows. Beyond it, a flood of addresses during a database outage is not counted. */
const MAX_WAITING = 20_000

/** Default time a request waits for the counts of other servers. */
const TIMEOUT_MS = 2 * SECOND_MS

/** How long after a failure requests do not wait for other servers. */
const RECOVERY_MS = 5 * SECOND_MS

/** Result of a statement: the counts of all servers before the requests it sent. */
type SyncedCounts = ReadonlyMap<Count, { before: number; resetAt: number }>

/**
 * Counts of this server that other servers have not received yet. They are collected, and sent for all callers in one
 * statement.
 */
class SharedCounts {
  readonly #db: Reader
  readonly #now: () => number
  readonly #report: (error: unknown) => void
  readonly #timeoutMs: number
  /** `#urgent` has the counts that requests wait for; `#waiting` has all unsent counts. */
  readonly #urgent = new Set<Count>()
  readonly #waiting = new Set<Count>()
  #timer: NodeJS.Timeout | undefined
  #isAway = false
  /** Monotonic time, ms. */
  #awayUntil = 0
  /** The pending statement, which still accepts counts, and the running one. */
  #next: Promise<SyncedCounts> | null = null
  #running: Promise<SyncedCounts> | null = null

  constructor(db: Reader, now: () => number, report: (error: unknown) => void, timeoutMs = TIMEOUT_MS) {
    this.#db = db
    this.#now = now
    this.#report = report
    this.#timeoutMs = timeoutMs
  }

  /** Counts a request and sends it with the next batch. */
  recordRequest(count: Count): void {
    if (!this.#waiting.has(count) && this.#waiting.size >= MAX_WAITING) return
    count.unsynced++
    this.#waiting.add(count)
    this.#wait()
  }

  /**
   * Counts a request and waits for the counts of all servers.
   *
   * @param seen this server's count
   * @returns the count of all servers; `seen` when the database does not answer
   */
  async countShared(count: Count, seen: Window): Promise<Window> {
    this.recordRequest(count)
    if (performance.now() < this.#awayUntil) return seen
    const position = count.unsynced
    this.#urgent.add(count)
    const synced = (await waitAtMost(this.#timeoutMs, this.#send()))?.get(count)
    return synced ? { count: synced.before + position, resetAt: synced.resetAt } : seen
  }

  /** Sends the remaining counts. No request may be counted afterwards. */
  async close(): Promise<void> {
    if (this.#waiting.size > 0 && performance.now() >= this.#awayUntil) await waitAtMost(this.#timeoutMs, this.#send())
    clearTimeout(this.#timer)
  }

  #wait(): void {
    this.#timer ??= setTimeout(() => void this.#send(), SYNC_DELAY_MS).unref()
  }

  #send(): Promise<SyncedCounts> {
    this.#next ??= this.#run()
    return this.#next
  }

  /** Runs one statement at a time, with all counts recorded until it starts. Never rejects. */
  async #run(): Promise<SyncedCounts> {
    await this.#running
    this.#running = this.#next
    this.#next = null
    clearTimeout(this.#timer)
    this.#timer = undefined
    const batch = this.#take()
    try {
      const synced = await this.#add(batch)
      this.#isAway = false
      return synced
    } catch (error) {
      this.#restoreBatch(batch)
      if (!this.#isAway) this.#report(error)
      this.#isAway = true
      this.#awayUntil = performance.now() + RECOVERY_MS
      return new Map()
    } finally {
      if (this.#waiting.size > 0) this.#wait()
    }
  }

  /**
   * Takes the next batch and marks its requests as sent.
   *
   * @returns unsent requests by count
   */
  #take(): Map<Count, number> {
    const batch = new Map<Count, number>()
    const now = this.#now()
    for (const count of [...this.#urgent, ...this.#waiting]) {
      if (batch.size >= BATCH_SIZE && !this.#urgent.has(count)) break
      if (!this.#waiting.delete(count)) continue
      if (count.window.resetAt > now) batch.set(count, count.unsynced)
      count.unsynced = 0
    }
    this.#urgent.clear()
    return batch
  }

  async #add(batch: ReadonlyMap<Count, number>): Promise<SyncedCounts> {
    // A caller whose window was evicted here and who returned has two counts
    const sums = new Map<string, number>()
    for (const [{ keyHash }, requests] of batch) sums.set(keyHash, (sums.get(keyHash) ?? 0) + requests)
    const requested = [...sums].map(([keyHash, requests]) => ({ keyHash, requests }))
    const shared = new Map(
      (await addToWindows(this.#db, requested, this.#now())).map((window) => [window.keyHash, window]),
    )
    const synced = new Map<Count, { before: number; resetAt: number }>()
    for (const [count, requests] of batch) {
      const { keyHash, window } = count
      const { count: all, resetAt } = shared.get(keyHash)!
      const left = sums.get(keyHash)!
      sums.set(keyHash, left - requests)
      synced.set(count, { before: all - left, resetAt })
      window.count = all + count.unsynced
      window.resetAt = resetAt
    }
    return synced
  }

  #restoreBatch(batch: ReadonlyMap<Count, number>): void {
    for (const [count, requests] of batch) {
      count.unsynced += requests
      this.#waiting.add(count)
    }
  }
}

async function waitAtMost<T>(ms: number, work: Promise<T>): Promise<T | null> {
  const { promise, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(resolve, ms, null)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}
