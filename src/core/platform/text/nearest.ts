/** Longer words are no names, so nothing is suggested for them. */
const MAX_WORD = 100

/** Maximum number of candidates of a similar length that are compared with a word. */
const MAX_COMPARED = 1_000

/** A swap of two letters counts as two edits; in longer words, a third of the letters may differ. */
const countAllowedEdits = (word: string): number => Math.min(word.length - 1, Math.max(2, Math.floor(word.length / 3)))

/** Returns the candidate that takes the fewest edits to become `word`; null when none is similar. */
export function findNearestWord(word: string, candidates: Iterable<string>): string | null {
  if (word.length > MAX_WORD) return null
  let [nearest, allowed, compared] = [null as string | null, countAllowedEdits(word), 0]
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) > allowed) continue
    if (++compared > MAX_COMPARED) break
    const edits = computeEditDistance(word, candidate, allowed)
    if (edits > allowed) continue
    if (edits === 0) return candidate
    // A later candidate must be nearer
    nearest = candidate
    allowed = edits - 1
  }
  return nearest
}

/** Returns a sentence to append to a message without a full stop; empty when no candidate is similar. */
export function describeSuggestion(word: string, candidates: Iterable<string>, prefix = ''): string {
  const found = findNearestWord(word, candidates)
  return found === null ? '' : ` (did you mean ${prefix}${found}?)`
}

/** Levenshtein distance, one row of the table at a time; a number above `limit` if the distance is larger. */
function computeEditDistance(from: string, to: string, limit: number): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let i = 1; i <= from.length; i++) {
    const next = [i]
    let least = i
    for (let j = 1; j <= to.length; j++) {
      const replace = row[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1)
      const edits = Math.min(row[j]! + 1, next[j - 1]! + 1, replace)
      next.push(edits)
      least = Math.min(least, edits)
    }
    if (least > limit) return least
    row = next
  }
  return row[to.length]!
}
