/** Fuzzy search. Prefix matches come first, then substring matches, then entries that contain the letters in order. */

export interface Searchable {
  label: string
  /** Further text to search, such as the target of a monitor. */
  keywords?: string
}

/** Returns the score of one word in one text: higher is better, 0 is no match. Both are lower case. */
function computeWordScore(text: string, word: string): number {
  const at = text.indexOf(word)
  if (at === 0) return 8
  if (at > 0) return /[\p{L}\p{N}]/u.test(text[at - 1]!) ? 4 : 6
  return word.length >= 3 && hasInOrder(text, word) ? 1 : 0
}

function hasInOrder(text: string, word: string): boolean {
  let at = 0
  for (const letter of word) {
    at = text.indexOf(letter, at) + 1
    if (at === 0) return false
  }
  return true
}

/** Every word must match; null if one does not. */
function computeMatchScore({ label, keywords = '' }: Searchable, words: readonly string[]): number | null {
  const name = label.toLowerCase()
  const rest = keywords.toLowerCase()
  let sum = 0
  for (const word of words) {
    const score = Math.max(computeWordScore(name, word) * 2, rest.includes(word) ? 3 : 0)
    if (score === 0) return null
    sum += score
  }
  return sum
}

interface SearchResult<Entry> {
  /** The best matches. */
  entries: Entry[]
  /** Number of all matches. */
  total: number
}

/** Returns the best matches first. Equal matches are ordered by length of the name, then by input order. */
export function searchEntries<Entry extends Searchable>(
  entries: Iterable<Entry>,
  query: string,
  limit: number,
): SearchResult<Entry> {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const found: { entry: Entry; score: number }[] = []
  for (const entry of entries) {
    const score = computeMatchScore(entry, words)
    if (score !== null) found.push({ entry, score })
  }
  if (words.length > 0) found.sort((a, b) => b.score - a.score || a.entry.label.length - b.entry.label.length)
  return { entries: found.slice(0, limit).map(({ entry }) => entry), total: found.length }
}
