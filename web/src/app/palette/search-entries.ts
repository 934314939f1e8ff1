/** Finding by a few letters: what begins like it first, then what contains it, then what has its letters in order. */

export interface Searchable {
  label: string
  /** What else it is found by, such as the target of a monitor. */
  keywords?: string
}

/** Of one word in one text: the higher the better; 0 when it is not there. Both in lower case. */
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

/** Every word must be found; null when one is not. */
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
  /** The best ones. */
  entries: Entry[]
  /** How many fit in all. */
  total: number
}

/** The best first; among equals the shorter name, then the order they came in. */
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
