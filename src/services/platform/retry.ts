import type { Store, Tx } from '../../store/platform/store.ts'

/** Runs of one transaction. Each loses only to one that was committed meanwhile. */
const MAX_RUNS = 3

/**
 * Runs `work` in a transaction, and again when it lost a race for something unique: the next time it sees what the
 * winner wrote, and says so or chooses something else.
 *
 * @param work is told which run it is, from 1: among many who come at once, the next best choice may be taken as well
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
