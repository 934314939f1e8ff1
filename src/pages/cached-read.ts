/** What is read for a page beyond the page itself is read once, as long as that page is kept. */
import type { ShownPage } from '../services/status-pages/public-status.ts'

/**
 * @param read asked once per page and key, however many want it at a time; after a failure again
 * @returns what has been or is being read
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
