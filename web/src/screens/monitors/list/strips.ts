/**
 * How monitors were, for the rows that are on the screen: asked for in batches, kept for a while, told row by row. What
 * has scrolled away before it was asked for is not asked for.
 */
import type { Schemas } from '../../../api/types.ts'

export type Strip = Schemas['MonitorStrip'] & {
  /** When the first of the days begins, ISO 8601. */
  firstDay: string
}

type ReadStrips = (ids: readonly string[]) => Promise<readonly Strip[]>

/** Most of one request. */
const BATCH = 100

/** Rows that come into sight within this time are asked for together. */
const GATHER_MS = 60

/** After this long, what is on the screen is asked for again. */
const FRESH_MS = 5 * 60_000

/** After a failure, before the same is asked for again. */
const RETRY_MS = 10_000

interface Kept {
  strip: Strip | null
  until: number
}

export class Strips {
  readonly #read: ReadStrips
  readonly #kept = new Map<string, Kept>()
  readonly #wanted = new Map<string, Set<() => void>>()
  readonly #asked = new Set<string>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #due = Number.POSITIVE_INFINITY

  constructor(read: ReadStrips) {
    this.#read = read
  }

  /** Null until it is known. */
  strip(id: string): Strip | null {
    return this.#kept.get(id)?.strip ?? null
  }

  /** 0-100; null while it is not known, or nothing was measured. */
  uptimeOf(id: string): number | null {
    return this.strip(id)?.uptime_30d ?? null
  }

  /** For as long as the row is there. */
  watch(id: string, listener: () => void): () => void {
    const listeners = this.#wanted.get(id) ?? new Set()
    this.#wanted.set(id, listeners.add(listener))
    this.#gather(GATHER_MS)
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && this.#wanted.get(id) === listeners) this.#wanted.delete(id)
    }
  }

  /** What is known of it is old: something has happened. */
  outdate(id: string): void {
    const kept = this.#kept.get(id)
    if (!kept) return
    kept.until = Math.min(kept.until, performance.now() + RETRY_MS)
    if (this.#wanted.has(id)) this.#gather(RETRY_MS)
  }

  /** All of them, whether somebody looks or not: to sort by what they say. @returns whether all could be read */
  async readAll(ids: readonly string[]): Promise<boolean> {
    const missing = ids.filter((id) => !this.#kept.get(id)?.strip)
    for (let from = 0; from < missing.length; from += BATCH)
      if (!(await this.#ask(missing.slice(from, from + BATCH)))) return false
    return true
  }

  #gather(wait: number): void {
    const due = performance.now() + wait
    if (due >= this.#due) return
    clearTimeout(this.#timer)
    this.#due = due
    this.#timer = setTimeout(() => {
      this.#due = Number.POSITIVE_INFINITY
      // One request at a time: whoever scrolls through thousands asks for what he stops at
      if (this.#asked.size === 0) void this.#askWanted()
    }, wait)
  }

  async #askWanted(): Promise<void> {
    const now = performance.now()
    const isDue = (id: string) => (this.#kept.get(id)?.until ?? Number.NEGATIVE_INFINITY) <= now
    const ids = [...this.#wanted.keys()].filter(isDue)
    if (ids.length > 0) await this.#ask(ids.slice(0, BATCH))
    const next = Math.min(...[...this.#wanted.keys()].map((id) => this.#kept.get(id)?.until ?? 0))
    if (Number.isFinite(next)) this.#gather(Math.max(next - performance.now(), GATHER_MS))
  }

  async #ask(ids: readonly string[]): Promise<boolean> {
    for (const id of ids) this.#asked.add(id)
    try {
      const strips = new Map((await this.#read(ids)).map((strip) => [strip.monitor_id, strip]))
      const until = performance.now() + FRESH_MS
      for (const id of ids) this.#keep(id, { strip: strips.get(id) ?? null, until })
      return true
    } catch {
      // What is missing is not shown; what is old stays, and is asked for again
      const until = performance.now() + RETRY_MS
      for (const id of ids) this.#kept.set(id, { strip: this.strip(id), until })
      return false
    } finally {
      for (const id of ids) this.#asked.delete(id)
    }
  }

  #keep(id: string, kept: Kept): void {
    this.#kept.set(id, kept)
    for (const listener of this.#wanted.get(id) ?? []) listener()
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#wanted.clear()
  }
}
