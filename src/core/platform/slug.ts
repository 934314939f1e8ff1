/** The short name that stands in addresses. */

const LONGEST = 40

/** `Café & Bar` becomes `cafe-bar`. @param fallback for a name without any letter of a-z and digit */
export function slugOf(name: string, fallback: string): string {
  const slug = name
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST)
    .replace(/^-+|-+$/g, '')
  return slug || fallback
}

/** The slug itself, or the first of `slug-2`, `slug-3`, … that is free. */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? slug : `${slug}-${n}`
    if (!taken.has(candidate)) return candidate
  }
}

/** A page's slug may not be shorter. */
const SHORTEST_PAGE_SLUG = 3

/**
 * Slugs for a status page of this name, the nicest first, so that one query tells which are taken.
 *
 * @param tail what no other page has, for the case that all the others are taken
 */
export function pageSlugs(name: string, tail: string): string[] {
  const slug = slugOf(name, 'status')
  const base = slug.length < SHORTEST_PAGE_SLUG ? `status-${slug}` : slug
  const numbered = Array.from({ length: 9 }, (_, index) => `${base}-${index + 2}`)
  return [base, ...numbered, `${base}-${tail}`]
}

/** Whether a status page may have it; what may not, nobody needs to look for. */
export const isPageSlug = (text: string): boolean => /^[a-z0-9-]{3,60}$/.test(text)
