/** A swap of two letters counts as two edits; in longer words, a third of the letters may differ. */
const isNear = (edits: number, word: string): boolean =>
  edits < word.length && edits <= Math.max(2, Math.floor(word.length / 3))

/** Returns the candidate that takes the fewest edits to become `word`; null when none is similar. */
export function findNearestWord(word: string, candidates: readonly string[]): string | null {
  const ranked = candidates.map((candidate) => ({ candidate, edits: computeEditDistance(word, candidate) }))
  ranked.sort((a, b) => a.edits - b.edits)
  const [first] = ranked
  return first !== undefined && isNear(first.edits, word) ? first.candidate : null
}

/** Returns a sentence to append to a message without a full stop; empty when no candidate is similar. */
export function describeSuggestion(word: string, candidates: readonly string[], prefix = ''): string {
  const found = findNearestWord(word, candidates)
  return found === null ? '' : ` (did you mean ${prefix}${found}?)`
}

/** Levenshtein distance, one row of the table at a time. */
function computeEditDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let i = 1; i <= from.length; i++) {
    const next = [i]
    for (let j = 1; j <= to.length; j++) {
      const replace = row[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1)
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, replace))
    }
    row = next
  }
  return row[to.length]!
}
