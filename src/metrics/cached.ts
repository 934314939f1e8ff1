/** What costs something to find out, kept for so long that finding it out takes a hundredth of the time at most. */
const SHARE = 100

/**
 * @param leastMs how long it is good for at least
 * @returns asks for it; those who ask while it is being found out get the same
 */
export function withCache<T>(
  find: () => Promise<T>,
  leastMs: number,
  elapsedMs: () => number = () => performance.now(),
): () => Promise<T> {
  let value: Promise<T> | null = null
  let until = 0
  return () => {
    const startedAt = elapsedMs()
    if (value !== null && startedAt < until) return value
    until = Number.POSITIVE_INFINITY
    const finding = find()
    value = finding
    finding.then(
      () => {
        const now = elapsedMs()
        until = now + Math.max(leastMs, SHARE * (now - startedAt))
      },
      () => {
        until = 0
      },
    )
    return finding
  }
}
