/** Counts how often work yields to the event loop. */

/** Runs the work, and returns its result with the number of event loop turns it left to other work. */
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
