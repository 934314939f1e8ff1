/** Slugs: short names in URLs. */

const MAX_LENGTH = 40

/**
 * Converts `Café & Bar` to `cafe-bar`.
 *
 * @param fallback for a name without any letter a-z or digit
 */
export function toSlug(name: string, fallback: string): string {
  const slug = name
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_LENGTH)
    .replace(/^-+|-+$/g, '')
  return slug || fallback
}

/** Slugs of a list, each once. Any number of resources may have one name, so no slug is tried twice. */
export class SlugList {
  readonly #taken: Set<string>
  /** The number after the last one tried, by slug. Taken slugs never become free. */
  readonly #next = new Map<string, number>()

  constructor(taken: Iterable<string> = []) {
    this.#taken = new Set(taken)
  }

  /** Takes the slug itself, or the first free one of `slug-2`, `slug-3`, …. */
  take(slug: string, separator = '-'): string {
    for (let n = this.#next.get(slug) ?? 1; ; n++) {
      const candidate = n === 1 ? slug : `${slug}${separator}${n}`
      if (this.#taken.has(candidate)) continue
      this.#taken.add(candidate)
      this.#next.set(slug, n + 1)
      return candidate
    }
  }
}

/** Minimum length of a page's slug. */
const MIN_PAGE_SLUG = 3

/**
 * Returns slugs for a status page of this name, the best first, so that one query finds the free ones.
 *
 * @param tail unique suffix, in case all other slugs are taken
 */
export function listPageSlugs(name: string, tail: string): string[] {
  const slug = toSlug(name, 'status')
  const base = slug.length < MIN_PAGE_SLUG ? `status-${slug}` : slug
  const numbered = Array.from({ length: 9 }, (_, index) => `${base}-${index + 2}`)
  return [base, ...numbered, `${base}-${tail}`]
}

/** Returns whether a status page may have this slug. Invalid slugs need no lookup. */
export const isPageSlug = (text: string): boolean => /^[a-z0-9-]{3,60}$/.test(text)
