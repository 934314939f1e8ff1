/**
 * Rate limits in fixed windows of 15 minutes. The window of a caller opens at its first request. `RateLimiter` counts
 * in this process: it is fast enough for every request, and its counts are lost at a restart. Shared counts of several
 * servers are in `services/platform/limits/rate-limits.ts`.
 */
import { Problem } from '../errors.ts'
import { MINUTE_MS, SECOND_MS, type UnixMs } from '../time/time.ts'

export const WINDOW_MS = 15 * MINUTE_MS

/** Maximum clock difference between servers that share counts. */
export const CLOCK_LEEWAY_MS = MINUTE_MS

/** Maximum number of stored callers, so that a flood of addresses or names cannot fill the memory. */
const MAX_WINDOWS = 100_000

/**
 * Callers with at most this many requests are dropped first. Dropping them resets only few requests, and a flood
 * consists of such callers.
 */
const LIGHT_USE = 8

export interface Window {
  count: number
  resetAt: UnixMs
}

/** A caller compares `count` with `limit`, or uses `findRefusal`. */
export interface Limiter {
  readonly limit: number
  /** Counts one request of `caller`; returns no promise when the count is available at once. */
  count(caller: string): Window | Promise<Window>
  /** Counts within this process only. */
  countLocally(caller: string): Window
  /** @throws Problem RATE_LIMIT_EXCEEDED */
  take(caller: string, label: string): Promise<void>
  /** Returns RATE_LIMIT_EXCEEDED when the window exceeds the limit, else null. */
  findRefusal(window: Window, label: string): Problem | null
  /**
   * Returns RATE_LIMIT_EXCEEDED when this process has already counted the limit for `caller`, else null. Counts
   * nothing.
   */
  findRefusalIfUsedUp(caller: string, label: string): Problem | null
  /** Returns the response headers for the window. */
  toHeaders(window: Window): Record<string, number>
}

export class RateLimiter implements Limiter {
  readonly limit: number
  readonly #now: () => number
  /** Maximum number of requests in a window that may be dropped before its end. */
  readonly #lightUse: number
  /** Windows with at most `#lightUse` requests, in the order in which they opened; the first ends first. */
  readonly #lightWindows = new Map<string, Window>()
  /**
   * Windows with more requests than `#lightUse`, in the order in which they exceeded it. Each ends within 15 minutes of
   * the earlier ones.
   */
  readonly #heavyWindows = new Map<string, Window>()

  constructor(limit: number, now: () => number) {
    this.limit = limit
    this.#now = now
    this.#lightUse = Math.min(LIGHT_USE, Math.floor(limit / 2))
  }

  /** Number of stored callers. */
  get size(): number {
    return this.#lightWindows.size + this.#heavyWindows.size
  }

  /** @returns the window itself, which keeps counting; a caller with counts of other servers adds them to it */
  count(caller: string): Window {
    const now = this.#now()
    const heavy = this.#heavyWindows.get(caller)
    const window = heavy ?? this.#lightWindows.get(caller)
    if (window === undefined || isEnded(window, now)) return this.#open(caller, now)
    window.count++
    if (heavy === undefined && window.count > this.#lightUse) this.#promote(caller, window)
    return window
  }

  countLocally(caller: string): Window {
    return this.count(caller)
  }

  #open(caller: string, now: number): Window {
    this.#heavyWindows.delete(caller)
    this.#lightWindows.delete(caller)
    this.#dropEnded(now)
    const opened = { count: 1, resetAt: now + WINDOW_MS }
    this.#lightWindows.set(caller, opened)
    if (this.#lightUse < 1) this.#promote(caller, opened)
    return opened
  }

  #promote(caller: string, window: Window): void {
    this.#lightWindows.delete(caller)
    this.#heavyWindows.set(caller, window)
  }

  async take(caller: string, label: string): Promise<void> {
    const refusal = this.findRefusal(this.count(caller), label)
    if (refusal) throw refusal
  }

  findRefusal(window: Window, label: string): Problem | null {
    if (window.count <= this.limit) return null
    const retryAfter = Math.max(1, Math.ceil((window.resetAt - this.#now()) / SECOND_MS))
    const message = `More than ${this.limit} ${label} in 15 minutes; try again in ${retryAfter} s`
    return new Problem('RATE_LIMIT_EXCEEDED', message, undefined, retryAfter)
  }

  findRefusalIfUsedUp(caller: string, label: string): Problem | null {
    const window = this.#heavyWindows.get(caller) ?? this.#lightWindows.get(caller)
    if (window === undefined || isEnded(window, this.#now()) || window.count < this.limit) return null
    return this.findRefusal({ count: this.limit + 1, resetAt: window.resetAt }, label)
  }

  toHeaders({ count, resetAt }: Window): Record<string, number> {
    return {
      'x-ratelimit-limit': this.limit,
      'x-ratelimit-remaining': count < this.limit ? this.limit - count : 0,
      'x-ratelimit-reset': Math.ceil(resetAt / SECOND_MS),
    }
  }

  #dropEnded(now: number): void {
    for (const windows of [this.#lightWindows, this.#heavyWindows])
      for (const [caller, { resetAt }] of windows) {
        if (!isEnded({ resetAt }, now) && this.size < MAX_WINDOWS) break
        windows.delete(caller)
      }
  }
}

/**
 * Returns whether a window has ended. A window that ends later than any new window was opened before the clock was set
 * back.
 */
const isEnded = ({ resetAt }: Pick<Window, 'resetAt'>, now: number): boolean =>
  now >= resetAt || resetAt > now + WINDOW_MS + CLOCK_LEEWAY_MS

/**
 * Returns the key under which an address is counted. An IPv6 customer has a whole /64, so all addresses of a /64 count
 * as one.
 *
 * @param ip as Fastify returns it: without a zone, IPv4 possibly mapped
 */
export function toCountedAddress(ip: string): string {
  if (!ip.includes(':')) return ip
  if (ip.startsWith('::ffff:') && ip.includes('.')) return ip.slice(7)
  const [head = '', tail = ''] = ip.split('::', 2)
  const before = head ? head.split(':') : []
  const after = tail ? tail.split(':') : []
  const groups = ip.includes('::')
    ? [...before, ...Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0'), ...after]
    : before
  return `${groups.slice(0, 4).join(':')}::/64`
}
