/** Answers that hold for a while. Bounded: the oldest entry makes room. */
export class TtlCache<V> {
  private readonly limit: number
  private readonly now: () => number
  private readonly entries = new Map<string, { value: V; until: number }>()

  /** @param now milliseconds on any steady clock */
  constructor(limit: number, now: () => number) {
    this.limit = limit
    this.now = now
  }

  get(key: string): V | undefined {
    const entry = this.entries.get(key)
    if (entry === undefined || entry.until > this.now()) return entry?.value
    this.entries.delete(key)
    return undefined
  }

  set(key: string, value: V, ttlMs: number): void {
    // A Map keeps the order of insertion, so its first key is the oldest
    this.entries.delete(key)
    if (this.entries.size >= this.limit) this.entries.delete(this.entries.keys().next().value!)
    this.entries.set(key, { value, until: this.now() + ttlMs })
  }
}
