/** Bounds how much work runs at once. The rest waits in the order in which it came, up to a limit. */

/** A place among the work that runs, or in the queue for it. */
export interface Permit {
  /** Resolves when the work may run; null when it may run now. */
  granted: Promise<void> | null
  /** Lets the next one run. Before the permit is granted it leaves the queue instead, which is how a deadline is kept. */
  release(): void
}

export class Semaphore {
  readonly #limit: number
  readonly #maxWaiting: number
  readonly #refusal: () => Error
  readonly #waiting = new Set<() => void>()
  #running = 0

  /**
   * @param limit how much runs at once
   * @param maxWaiting how much waits; more is refused
   * @param refusal returns the error of work that finds the queue full
   */
  constructor(limit: number, maxWaiting = Number.POSITIVE_INFINITY, refusal = () => new Error('The queue is full')) {
    this.#limit = limit
    this.#maxWaiting = maxWaiting
    this.#refusal = refusal
  }

  get waiting(): number {
    return this.#waiting.size
  }

  get isIdle(): boolean {
    return this.#running === 0
  }

  /** Returns whether work may run now. If so, its end must call `release`. */
  tryAcquire(): boolean {
    if (this.#running >= this.#limit) return false
    this.#running++
    return true
  }

  /** Ends work that `tryAcquire` let in, and lets the next one run. */
  release(): void {
    const [grant] = this.#waiting
    if (grant) {
      this.#waiting.delete(grant)
      grant()
    } else this.#running--
  }

  /** Every permit must be released; releasing it again does nothing. @throws the refusal */
  acquire(): Permit {
    if (this.tryAcquire()) return this.#createPermit(null, null)
    if (this.#waiting.size >= this.#maxWaiting) throw this.#refusal()
    const { promise, resolve: grant } = Promise.withResolvers<void>()
    this.#waiting.add(grant)
    return this.#createPermit(promise, grant)
  }

  /** @throws the refusal, and what the work throws */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const { granted, release } = this.acquire()
    if (granted) await granted
    try {
      return await work()
    } finally {
      release()
    }
  }

  #createPermit(granted: Promise<void> | null, grant: (() => void) | null): Permit {
    let isReleased = false
    const release = (): void => {
      if (isReleased) return
      isReleased = true
      if (grant === null || !this.#waiting.delete(grant)) this.release()
    }
    return { granted, release }
  }
}
