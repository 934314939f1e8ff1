/** The candidate that takes the fewest edits to become `word`. */
export function nearest(word: string, candidates: readonly string[]): string {
  const ranked = candidates.map((candidate) => ({ candidate, edits: editDistance(word, candidate) }))
  ranked.sort((a, b) => a.edits - b.edits)
  return ranked[0]?.candidate ?? ''
}

/** Levenshtein distance, one row of the table at a time. */
function editDistance(from: string, to: string): number {
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
