/** Lists of accepted status codes. */

/**
 * Expands `200-299`, `2xx` and `404` to a list.
 *
 * @returns null when the texts contain no status code from 100 to 599
 */
export function parseStatusCodes(ranges: readonly string[]): number[] | null {
  const codes = new Set<number>()
  for (const range of ranges) {
    const text = range.trim().replace(/^([1-5])xx$/i, '$100-$199')
    const [, first, last = first] = /^(\d{3})\s*(?:-\s*(\d{3}))?$/.exec(text) ?? []
    if (first === undefined) continue
    for (let code = Math.max(100, Number(first)); code <= Math.min(599, Number(last)); code++) codes.add(code)
  }
  return codes.size === 0 ? null : [...codes].sort((a, b) => a - b)
}

/** Returns whether the codes are exactly the 2xx codes, which are the default. */
export const isDefaultStatus = (codes: readonly number[]): boolean =>
  codes.length === 100 && codes[0] === 200 && codes[99] === 299
