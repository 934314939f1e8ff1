import type { Store, Tx } from '../store/store.ts'

/** Tries of one transaction. Each loses only to one that was committed meanwhile. */
const TRIES = 3

/** Runs `work` in a transaction, and again when it and another one were in each other's way. */
export const transactThrough = <T>(store: Store, work: (tx: Tx) => Promise<T>): Promise<T> =>
  transactAgain(store, work, store.traits.isConflict)

/**
 * Runs `work` in a transaction, and again when it lost a race for something unique: the next time it sees what the
 * winner wrote, and says so or chooses something else.
 */
export const transactUnique = <T>(store: Store, work: (tx: Tx) => Promise<T>): Promise<T> =>
  transactAgain(store, work, store.traits.isUniqueViolation)

/** Both: for what the engine may be at work on, too. */
export const transactCompeting = <T>(store: Store, work: (tx: Tx) => Promise<T>): Promise<T> =>
  transactAgain(store, work, (error) => store.traits.isUniqueViolation(error) || store.traits.isConflict(error))

async function transactAgain<T>(
  store: Store,
  work: (tx: Tx) => Promise<T>,
  isWorthAnother: (error: unknown) => boolean,
): Promise<T> {
  for (let left = TRIES - 1; ; left--) {
    try {
      return await store.transact(work)
    } catch (error) {
      if (left === 0 || !isWorthAnother(error)) throw error
    }
  }
}
