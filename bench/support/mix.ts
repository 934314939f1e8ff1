/** Many concurrent reads of one organization: their memory use and their effect on other organizations. */
export interface MixFigures {
  /** Number of responses by status. */
  statuses: Map<number, number>
  /** Response times of another organization in the meantime, ms, ascending. */
  otherMs: number[]
}

const OTHER_EVERY_MS = 50

/**
 * @param reads each returns the status of its response
 * @param other a small read of another organization
 */
export async function runMix(
  reads: readonly (() => Promise<number>)[],
  other: () => Promise<number>,
  atOnce: number,
  lengthMs: number,
): Promise<MixFigures> {
  const statuses = new Map<number, number>()
  const otherMs: number[] = []
  const end = performance.now() + lengthMs
  let next = 0
  const busy = async () => {
    while (performance.now() < end) {
      const status = await reads[next++ % reads.length]!()
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  const watch = async () => {
    while (performance.now() < end) {
      const begun = performance.now()
      await other()
      otherMs.push(performance.now() - begun)
      await new Promise((resolve) => setTimeout(resolve, OTHER_EVERY_MS))
    }
  }
  await Promise.all([...Array.from({ length: atOnce }, busy), watch()])
  return { statuses, otherMs: otherMs.sort((a, b) => a - b) }
}
