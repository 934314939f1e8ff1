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
