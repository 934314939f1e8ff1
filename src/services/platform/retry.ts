import type { Store, Tx } from '../../store/platform/store.ts'

/** Attempts per transaction. An attempt fails only because another transaction committed first. */
const MAX_RUNS = 3

/**
 * Runs `work` in a transaction, and again after a unique-key conflict. The next attempt sees the winner's row, and
 * refuses the request or chooses another value.
 *
 * @param work receives the number of the attempt, from 1; with many concurrent requests the next value may be taken too
 */
export async function retryUnique<T>(store: Store, work: (tx: Tx, run: number) => Promise<T>): Promise<T> {
  for (let run = 1; ; run++) {
    try {
      return await store.transact((tx) => work(tx, run))
    } catch (error) {
      if (run === MAX_RUNS || !store.traits.isUniqueViolation(error)) throw error
    }
  }
}
