import { isDeepStrictEqual } from 'node:util'

interface PooledValue<T> {
  value: T
  users: number
}

/**
 * Keeps one copy of values that are equal as JSON: ten thousand monitors with the same settings share one object. The
 * values must not change while they are shared.
 */
export class InternPool<T> {
  /** Keyed by a hash. The text as a key would cost more than sharing saves if all values differ. */
  readonly #shared = new Map<number, PooledValue<T>>()

  get size(): number {
    return this.#shared.size
  }

  /** @returns the copy to use; return it with `release` */
  take(value: T): T {
    const hash = computeHash(value)
    const known = this.#shared.get(hash)
    if (known === undefined) {
      this.#shared.set(hash, { value, users: 1 })
      return value
    }
    // Another value with the same hash is not shared
    if (!isDeepStrictEqual(known.value, value)) return value
    known.users += 1
    return known.value
  }

  release(value: T): void {
    const hash = computeHash(value)
    const known = this.#shared.get(hash)
    if (known?.value !== value) return
    known.users -= 1
    if (known.users === 0) this.#shared.delete(hash)
  }
}

/** FNV-1a over the JSON text, 32 bits. */
function computeHash(value: unknown): number {
  const text = JSON.stringify(value) ?? ''
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash
}
