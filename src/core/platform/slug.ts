/** The short name that stands in addresses. */

const MAX_LENGTH = 40

/** `Café & Bar` becomes `cafe-bar`. @param fallback for a name without any letter of a-z and digit */
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

/** The slug itself, or the first of `slug-2`, `slug-3`, … that is free. */
export function findFreeSlug(slug: string, taken: ReadonlySet<string>): string {
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? slug : `${slug}-${n}`
    if (!taken.has(candidate)) return candidate
  }
}

/** A page's slug may not be shorter. */
const MIN_PAGE_SLUG = 3

/**
 * Slugs for a status page of this name, the nicest first, so that one query tells which are taken.
 *
 * @param tail what no other page has, for the case that all the others are taken
 */
export function listPageSlugs(name: string, tail: string): string[] {
  const slug = toSlug(name, 'status')
  const base = slug.length < MIN_PAGE_SLUG ? `status-${slug}` : slug
  const numbered = Array.from({ length: 9 }, (_, index) => `${base}-${index + 2}`)
  return [base, ...numbered, `${base}-${tail}`]
}

/** Whether a status page may have it; what may not, nobody needs to look for. */
export const isPageSlug = (text: string): boolean => /^[a-z0-9-]{3,60}$/.test(text)
