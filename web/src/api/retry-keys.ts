/**
 * Idempotency keys of POST requests. A request that is sent again after an unknown outcome gets the same key, so that the
 * server carries it out once.
 */

/** The server stores a key for a day. */
const KEPT_MS = 60 * 60_000

export class RetryKeys {
  readonly #keys = new Map<string, { key: string; at: number }>()
  readonly #createKey: () => string

  constructor(createKey: () => string) {
    this.#createKey = createKey
  }

  /**
   * @param request the same text for the same request
   * @param now Unix ms
   */
  getKey(request: string, now: number): string {
    for (const [old, { at }] of this.#keys) if (now - at > KEPT_MS) this.#keys.delete(old)
    const known = this.#keys.get(request)
    if (known) return known.key
    const key = this.#createKey()
    this.#keys.set(request, { key, at: now })
    return key
  }

  /** Forgets the key after a known outcome, so that the same request later is a new one. */
  complete(request: string): void {
    this.#keys.delete(request)
  }
}
