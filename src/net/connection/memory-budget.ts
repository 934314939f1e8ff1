/** Bounds what all checks of a probe together keep of the answers they read. */

/** So much of each answer is free: most pages are smaller, and must not wait for the large ones of others. */
const FREE_BYTES = 64 * 1024

/** For everything beyond that: a hundred bodies of the largest size at once. */
const TOTAL_BYTES = 256 * 1024 * 1024

export class MemoryBudget {
  #free: number
  /** Whoever came first comes first. */
  readonly #waiting = new Set<MemoryShare>()

  constructor(totalBytes = TOTAL_BYTES) {
    this.#free = totalBytes
  }

  take(bytes: number): boolean {
    if (bytes > this.#free) return false
    this.#free -= bytes
    return true
  }

  wait(share: MemoryShare): void {
    this.#waiting.add(share)
  }

  giveBack(bytes: number): void {
    this.#free += bytes
    this.#serve()
  }

  /** Whoever stood behind one that gives up may find room now. */
  cancelWait(share: MemoryShare): void {
    if (this.#waiting.delete(share)) this.#serve()
  }

  #serve(): void {
    for (const share of this.#waiting) {
      if (!share.retry()) return
      this.#waiting.delete(share)
    }
  }
}

/** What one check holds of the budget. Every share must be released, or it is lost for good. */
export class MemoryShare {
  readonly #budget: MemoryBudget
  #taken = 0
  #requested = 0
  #hasWaited = false
  #onRoom: (() => void) | null = null

  constructor(budget: MemoryBudget) {
    this.#budget = budget
  }

  /** Whether it had to wait for room: what came too late after that is no fault of the target. */
  get hasWaited(): boolean {
    return this.#hasWaited
  }

  /**
   * Everything is asked for at once: checks that each had a part and waited for the rest would wait for each other.
   *
   * @param bytes kept by now
   * @param mostBytes that will be kept in the end
   * @param onRoom called once when there is room, unless there is some now
   * @returns whether there is
   */
  reserve(bytes: number, maxBytes: number, onRoom: () => void): boolean {
    if (bytes <= FREE_BYTES || this.#taken > 0) return true
    // TLS hands over what it has decrypted already, paused or not: whoever waits does not ask again, or it would get twice
    if (this.#onRoom !== null) return false
    this.#requested = maxBytes - FREE_BYTES
    if (this.#takeRequested()) return true
    this.#hasWaited = true
    this.#onRoom = onRoom
    this.#budget.wait(this)
    return false
  }

  /** Called by the budget when somebody has given some back. */
  retry(): boolean {
    if (!this.#takeRequested()) return false
    const onRoom = this.#onRoom
    this.#onRoom = null
    onRoom?.()
    return true
  }

  release(): void {
    this.#onRoom = null
    this.#budget.cancelWait(this)
    const taken = this.#taken
    this.#taken = 0
    if (taken > 0) this.#budget.giveBack(taken)
  }

  #takeRequested(): boolean {
    if (!this.#budget.take(this.#requested)) return false
    this.#taken = this.#requested
    return true
  }
}
