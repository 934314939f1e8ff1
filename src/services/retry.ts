import type { Store, Tx } from '../store/store.ts'

/** Tries of one transaction. Each loses only to one that was committed meanwhile. */
const TRIES = 3

/**
 * Runs `work` in a transaction, and again when it lost a race for something unique: the next time it sees what the
 * winner wrote, and says so or chooses something else.
 */
export async function transactUnique<T>(store: Store, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let left = TRIES - 1; ; left--) {
    try {
      return await store.transact(work)
    } catch (error) {
      if (left === 0 || !store.traits.isUniqueViolation(error)) throw error
    }
  }
}
