/**
 * Counts in fixed windows of 15 minutes. A window of its own opens for everyone who comes, at their first request.
 * `RateLimiter` counts in this process: cheap enough for every request, and forgotten at a restart. What several servers
 * count together is in `services/platform/rate-limits.ts`.
 */
import { Problem } from './errors.ts'
import { MINUTE_MS, SECOND_MS } from './time/time.ts'

export const WINDOW_MS = 15 * MINUTE_MS

/** How far the clocks of servers that count together may be apart. */
export const CLOCK_LEEWAY_MS = MINUTE_MS

/** Callers remembered at most, so that no flood of addresses or names fills the memory. */
const MOST_WINDOWS = 100_000

/** Whoever has asked no more often is forgotten first: it gives back next to nothing, and a flood is made of these. */
const FEW = 8

export interface Window {
  count: number
  /** Unix ms. */
  resetAt: number
}

/** Whoever asks compares `count` with `limit`, or has `refusal` do it. */
export interface Limiter {
  readonly limit: number
  /** Counts one request of `who`; without a promise when that is known at once. */
  count(who: string): Window | Promise<Window>
  /** The same as far as this process knows. */
  countHere(who: string): Window
  /** @throws Problem RATE_LIMIT_EXCEEDED */
  take(who: string, what: string): Promise<void>
  /** RATE_LIMIT_EXCEEDED when the window holds more than the limit, else null. */
  refusal(window: Window, what: string): Problem | null
  /** RATE_LIMIT_EXCEEDED when this process knows that nothing is left for `who`, else null. Counts nothing. */
  refusalIfUsedUp(who: string, what: string): Problem | null
  /** What every response says of the window. */
  headers(window: Window): Record<string, number>
}

export class RateLimiter implements Limiter {
  readonly limit: number
  readonly #now: () => number
  /** Most requests of a window that may be forgotten before its end. */
  readonly #few: number
  /** Windows of so few, in the order in which they were opened: the first are the first to end. */
  readonly #passers = new Map<string, Window>()
  /** Windows of more, in the order in which they became that: each ends within 15 minutes of those before it. */
  readonly #regulars = new Map<string, Window>()

  constructor(limit: number, now: () => number) {
    this.limit = limit
    this.#now = now
    this.#few = Math.min(FEW, Math.floor(limit / 2))
  }

  /** How many callers are remembered. */
  get size(): number {
    return this.#passers.size + this.#regulars.size
  }

  /** @returns the window itself: it goes on counting, and who knows of more requests than this process adds them */
  count(who: string): Window {
    const now = this.#now()
    const regular = this.#regulars.get(who)
    const window = regular ?? this.#passers.get(who)
    if (window === undefined || isOver(window, now)) return this.#open(who, now)
    window.count++
    if (regular === undefined && window.count > this.#few) this.#keep(who, window)
    return window
  }

  countHere(who: string): Window {
    return this.count(who)
  }

  #open(who: string, now: number): Window {
    this.#regulars.delete(who)
    this.#passers.delete(who)
    this.#makeRoom(now)
    const opened = { count: 1, resetAt: now + WINDOW_MS }
    this.#passers.set(who, opened)
    if (this.#few < 1) this.#keep(who, opened)
    return opened
  }

  #keep(who: string, window: Window): void {
    this.#passers.delete(who)
    this.#regulars.set(who, window)
  }

  async take(who: string, what: string): Promise<void> {
    const refusal = this.refusal(this.count(who), what)
    if (refusal) throw refusal
  }

  refusal(window: Window, what: string): Problem | null {
    if (window.count <= this.limit) return null
    const retryAfter = Math.max(1, Math.ceil((window.resetAt - this.#now()) / SECOND_MS))
    const message = `More than ${this.limit} ${what} in 15 minutes; try again in ${retryAfter} s`
    return new Problem('RATE_LIMIT_EXCEEDED', message, undefined, retryAfter)
  }

  refusalIfUsedUp(who: string, what: string): Problem | null {
    const window = this.#regulars.get(who) ?? this.#passers.get(who)
    if (window === undefined || isOver(window, this.#now()) || window.count < this.limit) return null
    return this.refusal({ count: this.limit + 1, resetAt: window.resetAt }, what)
  }

  headers({ count, resetAt }: Window): Record<string, number> {
    return {
      'x-ratelimit-limit': this.limit,
      'x-ratelimit-remaining': count < this.limit ? this.limit - count : 0,
      'x-ratelimit-reset': Math.ceil(resetAt / SECOND_MS),
    }
  }

  #makeRoom(now: number): void {
    for (const windows of [this.#passers, this.#regulars])
      for (const [who, { resetAt }] of windows) {
        if (!isOver({ resetAt }, now) && this.size < MOST_WINDOWS) break
        windows.delete(who)
      }
  }
}

/** A window that lies further ahead than any was opened before the clock was set back. */
const isOver = ({ resetAt }: Pick<Window, 'resetAt'>, now: number): boolean =>
  now >= resetAt || resetAt > now + WINDOW_MS + CLOCK_LEEWAY_MS

/**
 * Whom an address counts as. A subscriber has a whole /64 of IPv6, so its addresses count as one.
 *
 * @param ip as Fastify gives it: no zone, IPv4 possibly mapped
 */
export function countedAddress(ip: string): string {
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
