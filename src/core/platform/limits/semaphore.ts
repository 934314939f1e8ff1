/** Limits the number of concurrent tasks. Further tasks wait in order of arrival, up to a limit. */

/** A slot for a running task, or a position in the queue. */
export interface Permit {
  /** Resolves when the task may run; null when it may run now. */
  granted: Promise<void> | null
  /**
   * Lets the next task run. If the permit was not granted yet, removes it from the queue instead, for example after a
   * deadline.
   */
  release(): void
}

export class Semaphore {
  readonly #limit: number
  readonly #maxWaiting: number
  readonly #refusal: () => Error
  readonly #waiting = new Set<() => void>()
  #running = 0

  /**
   * @param limit maximum number of running tasks
   * @param maxWaiting maximum number of waiting tasks. Further ones are rejected
   * @param refusal returns the error for a task that finds the queue full
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

  /** Returns whether a task may run now. If so, the task must call `release` at its end. */
  tryAcquire(): boolean {
    if (this.#running >= this.#limit) return false
    this.#running++
    return true
  }

  /** Ends a task that `tryAcquire` admitted, and lets the next one run. */
  release(): void {
    const [grant] = this.#waiting
    if (grant) {
      this.#waiting.delete(grant)
      grant()
    } else this.#running--
  }

  /**
   * Every permit must be released; releasing it again does nothing.
   *
   * @throws the refusal
   */
  acquire(): Permit {
    if (this.tryAcquire()) return this.#createPermit(null, null)
    if (this.#waiting.size >= this.#maxWaiting) throw this.#refusal()
    const { promise, resolve: grant } = Promise.withResolvers<void>()
    this.#waiting.add(grant)
    return this.#createPermit(promise, grant)
  }

  /** @throws the refusal, and any error of the task */
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
