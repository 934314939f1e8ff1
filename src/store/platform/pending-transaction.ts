/**
 * A transaction that stays open after its work, until the answer of its request is known and stored in it. The
 * caller already has the result; the transaction commits or rolls back with the answer.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { SECOND_MS } from '../../core/platform/time/time.ts'
import type { RequestTransaction, Tx } from './session.ts'

/** Longest wait for the answer. Rendering it takes a millisecond or so; meanwhile SQLite has no other writer. */
const MAX_PENDING_MS = 2 * SECOND_MS

interface TransactionParts<Answer> {
  /** Runs first in the transaction, again when the work runs again. */
  atStart(tx: Tx): Promise<void>
  /** Runs last. */
  atEnd(tx: Tx, answer: Answer): Promise<void>
}

/** The request failed after its work: nothing of it is to stay. */
class AbandonedError extends Error {}

type Outcome<Answer> = { answer: Answer } | 'abandoned' | 'too late'

export class PendingTransaction<Answer> implements RequestTransaction {
  readonly #parts: TransactionParts<Answer>
  readonly #maxPendingMs: number
  readonly #outcome = Promise.withResolvers<Outcome<Answer>>()
  /** Set from the moment at which the work is done until the end. */
  #tx: Tx | null = null
  #state: 'free' | 'taken' | 'settled' | 'late' = 'free'
  #committed: Promise<unknown> = Promise.resolve()
  readonly #callbacks: (() => void)[] = []

  constructor(parts: TransactionParts<Answer>, maxPendingMs = MAX_PENDING_MS) {
    this.#parts = parts
    this.#maxPendingMs = maxPendingMs
  }

  get tx(): Tx | null {
    return this.#tx
  }

  /** Only the first transaction of a request is held; the next one may take its place when that failed. */
  reserve(): boolean {
    if (this.#state !== 'free') return false
    this.#state = 'taken'
    return true
  }

  /**
   * Runs the transaction.
   *
   * @param transact is given the work with its beginning and end around it
   * @returns the result of the work, before the commit
   */
  run<T>(work: (tx: Tx) => Promise<T>, transact: (work: (tx: Tx) => Promise<T>) => Promise<T>): Promise<T> {
    const early = Promise.withResolvers<T>()
    const whole = transact(async (tx) => {
      await this.#parts.atStart(tx)
      const result = await work(tx)
      this.#tx = tx
      early.resolve(result)
      try {
        await this.#finish(tx)
      } finally {
        this.#tx = null
      }
      return result
    })
    this.#committed = whole.then(() => {
      for (const callback of this.#callbacks.splice(0)) callback()
    })
    this.#committed.catch((error) => {
      if (this.#state === 'taken') this.#state = 'free'
      early.reject(error)
    })
    return early.promise
  }

  async #finish(tx: Tx): Promise<void> {
    const deadline = new AbortController()
    const late = delay(this.#maxPendingMs, 'too late' as const, { signal: deadline.signal }).catch(
      () => 'too late' as const,
    )
    const outcome = await Promise.race([this.#outcome.promise, late])
    deadline.abort()
    if (outcome === 'abandoned') throw new AbandonedError('the request failed after its transaction')
    if (outcome === 'too late') this.#state = 'late'
    else await this.#parts.atEnd(tx, outcome.answer)
  }

  /**
   * Ends it with the answer.
   *
   * @returns whether the answer was stored with the work; false when there was no work, or the answer came too late
   * @throws what the database throws: then neither is stored
   */
  async complete(answer: Answer): Promise<boolean> {
    if (this.#state === 'free') return false
    if (this.#state === 'taken') this.#state = 'settled'
    this.#outcome.resolve({ answer })
    await this.#committed
    return this.#state === 'settled'
  }

  /** Rolls it back, if it is still open. */
  async rollback(): Promise<void> {
    if (this.#state === 'taken') this.#state = 'settled'
    this.#outcome.resolve('abandoned')
    await this.#committed.catch(() => {})
  }

  /** Runs `act` after the commit, or at once when nothing is held. */
  runAfterCommit(callback: () => void): void {
    if (this.#tx === null) callback()
    else this.#callbacks.push(callback)
  }
}
