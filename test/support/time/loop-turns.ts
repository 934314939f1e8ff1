/** Counts how often other requests get their turn. */

/** Runs the work, and returns its result with the turns of the event loop that it left to others. */
export async function countLoopTurns<T>(work: () => Promise<T>): Promise<{ result: T; turns: number }> {
  let turns = 0
  let next = setImmediate(function count() {
    turns++
    next = setImmediate(count)
  })
  try {
    return { result: await work(), turns }
  } finally {
    clearImmediate(next)
  }
}
