/** Answers that hold for a while, and are kept for the time after. Bounded: the oldest entry makes room. */
export class TtlCache<V> {
  private readonly limit: number
  private readonly now: () => number
  private readonly entries = new Map<string, { value: V; at: number; until: number }>()

  /** @param now milliseconds on any steady clock */
  constructor(limit: number, now: () => number) {
    this.limit = limit
    this.now = now
  }

  get(key: string): V | undefined {
    const entry = this.entries.get(key)
    return entry !== undefined && entry.until > this.now() ? entry.value : undefined
  }

  /** The value as it was last set, even when its time is over. */
  last(key: string): { value: V; ageMs: number } | undefined {
    const entry = this.entries.get(key)
    return entry && { value: entry.value, ageMs: this.now() - entry.at }
  }

  delete(key: string): void {
    this.entries.delete(key)
  }

  set(key: string, value: V, ttlMs: number): void {
    // A Map keeps the order of insertion, so its first key is the oldest
    this.entries.delete(key)
    if (this.entries.size >= this.limit) this.entries.delete(this.entries.keys().next().value!)
    const at = this.now()
    this.entries.set(key, { value, at, until: at + ttlMs })
  }
}
