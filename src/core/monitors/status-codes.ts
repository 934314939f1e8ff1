/** HTTP status codes as people list them: single codes, classes such as `2xx`, and ranges such as `200-299`. */

/** Pattern of a class or a range. */
export const STATUS_RANGE_PATTERN = '^(?:[1-5][xX][xX]|[1-5][0-9][0-9]-[1-5][0-9][0-9])$'

const STATUS_RANGE = new RegExp(STATUS_RANGE_PATTERN)

/** Returns the first and the last code of a class or a range; null for other texts, and for an end before its start. */
function parseStatusRange(text: string): [first: number, last: number] | null {
  if (!STATUS_RANGE.test(text)) return null
  if (/x$/i.test(text)) return [Number(text[0]) * 100, Number(text[0]) * 100 + 99]
  const [first, last] = text.split('-').map(Number) as [number, number]
  return first <= last ? [first, last] : null
}

export const isStatusRange = (text: string): boolean => parseStatusRange(text) !== null

/** Replaces classes and ranges by their codes, each code once. Other texts stay. A list of codes stays as it is. */
export function toStatusCodes<T extends number | string>(entries: readonly T[]): (T | number)[] {
  if (!entries.some((entry) => isStatusRange(String(entry)))) return [...entries]
  return [
    ...new Set(
      entries.flatMap((entry): (T | number)[] => {
        const range = parseStatusRange(String(entry))
        if (!range) return [entry]
        const [first, last] = range
        return Array.from({ length: last - first + 1 }, (_, index) => first + index)
      }),
    ),
  ]
}

/** Shorter runs are as readable as a range. */
const SHORTEST_RANGE = 3

/** Joins consecutive codes to classes and ranges. `toStatusCodes` returns the same codes again. */
export function joinStatusCodes(codes: readonly number[]): (number | string)[] {
  if (new Set(codes).size < codes.length) return [...codes]
  const runs: number[][] = []
  for (const code of codes) {
    if (runs.at(-1)?.at(-1) === code - 1) runs.at(-1)!.push(code)
    else runs.push([code])
  }
  return runs.flatMap((run): (number | string)[] =>
    run.length < SHORTEST_RANGE ? run : [formatRange(run[0]!, run.at(-1)!)],
  )
}

const formatRange = (first: number, last: number): string =>
  first % 100 === 0 && last === first + 99 ? `${first / 100}xx` : `${first}-${last}`
