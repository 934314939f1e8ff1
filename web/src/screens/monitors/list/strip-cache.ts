/**
 * Uptime strips of visible rows. They are requested in batches, cached, and reported row by row. Rows that were
 * scrolled away before the request are left out.
 */
import type { Schemas } from '../../../api/types.ts'
import type { Bars } from '../../../parts/monitors/bars.ts'

/** A strip with its bars: the pulse of a young monitor, else days. */
export type Strip = Schemas['MonitorStrip'] & { bars: Bars }

type FetchStrips = (ids: readonly string[]) => Promise<readonly Strip[]>

/** Maximum number of monitors in one request. */
const BATCH = 100

/** Rows that become visible within this time share one request. */
const BATCH_DELAY_MS = 60

/** Visible strips are requested again after this time, or after the length of a narrower bar. */
const CACHE_TTL_MS = 5 * 60_000

/** Wait after a failed request. */
const RETRY_MS = 10_000

/** Minimum time between two requests of a strip, so that a storm of events causes few requests. */
const MIN_INTERVAL_MS = 5_000

/** Strips that arrived together with the totals show the same moment. */
const SAME_MOMENT_MS = 1_000

interface CachedStrip {
  strip: Strip | null
  /** Monotonic ms. */
  fetchedAt: number
  until: number
}

export class StripCache {
  readonly #fetchStrips: FetchStrips
  readonly #cache = new Map<string, CachedStrip>()
  readonly #watched = new Map<string, Set<() => void>>()
  readonly #inFlight = new Set<string>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #dueAt = Number.POSITIVE_INFINITY

  constructor(read: FetchStrips) {
    this.#fetchStrips = read
  }

  /** Returns the strip; null until it is loaded. */
  findStrip(id: string): Strip | null {
    return this.#cache.get(id)?.strip ?? null
  }

  /** Returns 0-100; null until the strip is loaded, or if nothing was measured. */
  findUptime(id: string): number | null {
    return this.findStrip(id)?.uptime_30d ?? null
  }

  /** Subscribes a visible row to its strip. */
  watch(id: string, listener: () => void): () => void {
    const listeners = this.#watched.get(id) ?? new Set()
    this.#watched.set(id, listeners.add(listener))
    this.#scheduleFetch(BATCH_DELAY_MS)
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && this.#watched.get(id) === listeners) this.#watched.delete(id)
    }
  }

  /**
   * Requests the strips of visible rows again, together with the totals above them, so that both show the same moment.
   */
  refresh(): void {
    const now = performance.now()
    for (const cached of this.#cache.values())
      if (cached.fetchedAt + SAME_MOMENT_MS < now)
        cached.until = Math.min(cached.until, cached.fetchedAt + MIN_INTERVAL_MS)
    const due = [...this.#watched.keys()].map((id) => this.#cache.get(id)?.until ?? 0)
    if (due.length > 0) this.#scheduleFetch(Math.max(Math.min(...due) - now, BATCH_DELAY_MS))
  }

  /**
   * Loads all missing strips, visible or not, to sort by uptime.
   *
   * @returns whether all could be loaded
   */
  async fetchAll(ids: readonly string[]): Promise<boolean> {
    const missing = ids.filter((id) => !this.#cache.get(id)?.strip)
    for (let from = 0; from < missing.length; from += BATCH)
      if (!(await this.#fetchBatch(missing.slice(from, from + BATCH)))) return false
    return true
  }

  #scheduleFetch(wait: number): void {
    const due = performance.now() + wait
    if (due >= this.#dueAt) return
    clearTimeout(this.#timer)
    this.#dueAt = due
    this.#timer = setTimeout(() => {
      this.#dueAt = Number.POSITIVE_INFINITY
      // One request at a time, so that fast scrolling loads only the rows at which it ends
      if (this.#inFlight.size === 0) void this.#fetchWatched()
    }, wait)
  }

  async #fetchWatched(): Promise<void> {
    const now = performance.now()
    const isDue = (id: string) => (this.#cache.get(id)?.until ?? Number.NEGATIVE_INFINITY) <= now
    const ids = [...this.#watched.keys()].filter(isDue)
    if (ids.length > 0) await this.#fetchBatch(ids.slice(0, BATCH))
    const next = Math.min(...[...this.#watched.keys()].map((id) => this.#cache.get(id)?.until ?? 0))
    if (Number.isFinite(next)) this.#scheduleFetch(Math.max(next - performance.now(), BATCH_DELAY_MS))
  }

  async #fetchBatch(ids: readonly string[]): Promise<boolean> {
    for (const id of ids) this.#inFlight.add(id)
    try {
      const strips = new Map((await this.#fetchStrips(ids)).map((strip) => [strip.monitor_id, strip]))
      const fetchedAt = performance.now()
      for (const id of ids) {
        const strip = strips.get(id) ?? null
        const until = fetchedAt + Math.min(CACHE_TTL_MS, strip?.bars.stepMs ?? CACHE_TTL_MS)
        this.#storeStrip(id, { strip, fetchedAt, until })
      }
      return true
    } catch {
      // Missing strips stay empty and old ones stay shown until the retry
      const fetchedAt = performance.now()
      const until = fetchedAt + RETRY_MS
      for (const id of ids) this.#cache.set(id, { strip: this.findStrip(id), fetchedAt, until })
      return false
    } finally {
      for (const id of ids) this.#inFlight.delete(id)
    }
  }

  #storeStrip(id: string, cached: CachedStrip): void {
    this.#cache.set(id, cached)
    for (const listener of this.#watched.get(id) ?? []) listener()
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#watched.clear()
  }
}
