/** Caches an expensive value for 100 times as long as it took to compute, which limits the cost to 1% of the time. */
const SHARE = 100

/**
 * @param leastMs minimum lifetime of a value
 * @returns finds the value; concurrent callers share one computation
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
