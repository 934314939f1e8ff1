/**
 * A pending transaction: it stays open after its work until the response of its request is rendered and stored in it.
 * The caller already has the result; the transaction commits or rolls back with the response.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { SECOND_MS } from '../../core/platform/time/time.ts'
import type { RequestTransaction, Tx } from './session.ts'

/**
 * Longest wait for the response. Rendering takes about a millisecond, and SQLite has no other writer in the meantime.
 */
const MAX_PENDING_MS = 2 * SECOND_MS

interface TransactionParts<Answer> {
  /** Runs first in the transaction, and again when the work runs again. */
  atStart(tx: Tx): Promise<void>
  /** Runs last. */
  atEnd(tx: Tx, answer: Answer): Promise<void>
}

/** The request failed after its work, which must be rolled back. */
class AbandonedError extends Error {}

type Outcome<Answer> = { answer: Answer } | 'abandoned' | 'too late'

export class PendingTransaction<Answer> implements RequestTransaction {
  readonly #parts: TransactionParts<Answer>
  readonly #maxPendingMs: number
  readonly #outcome = Promise.withResolvers<Outcome<Answer>>()
  /** Set from the end of the work to the end of the transaction. */
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

  /** Only the first transaction of a request stays open; the next one may replace it if the first failed. */
  reserve(): boolean {
    if (this.#state !== 'free') return false
    this.#state = 'taken'
    return true
  }

  /**
   * Runs the transaction.
   *
   * @param transact receives the work wrapped in its start and end steps
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
   * Stores the response and commits.
   *
   * @returns whether the response was stored with the work; false when there was no work, or the response came too
   * late.
   * @throws the database error; neither is stored then.
   */
  async complete(answer: Answer): Promise<boolean> {
    if (this.#state === 'free') return false
    if (this.#state === 'taken') this.#state = 'settled'
    this.#outcome.resolve({ answer })
    await this.#committed
    return this.#state === 'settled'
  }

  /** Rolls back the transaction if it is still open. */
  async rollback(): Promise<void> {
    if (this.#state === 'taken') this.#state = 'settled'
    this.#outcome.resolve('abandoned')
    await this.#committed.catch(() => {})
  }

  /** Runs `callback` after the commit, or at once when no transaction is open. */
  runAfterCommit(callback: () => void): void {
    if (this.#tx === null) callback()
    else this.#callbacks.push(callback)
  }
}
