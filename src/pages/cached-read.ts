/** Caches additional data of a status page as long as the page itself is cached. */
import type { ShownPage } from '../services/status-pages/public-status.ts'

/**
 * @param read called once per page and key, and again after a failure. Concurrent requests share a call.
 * @returns a function that returns the cached or pending data
 */
export function createCachedRead<T>(
  read: (page: ShownPage, key: string) => Promise<T>,
): (page: ShownPage, key?: string) => Promise<T> {
  const known = new WeakMap<ShownPage, Map<string, Promise<T>>>()
  return (page, key = '') => {
    const ofPage = known.get(page) ?? new Map<string, Promise<T>>()
    known.set(page, ofPage)
    const before = ofPage.get(key)
    if (before) return before
    const reading = read(page, key)
    ofPage.set(key, reading)
    reading.catch(() => ofPage.delete(key))
    return reading
  }
}
