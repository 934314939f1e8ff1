/** Limits the memory that all checks of a probe together use for response bodies. */

/**
 * Bytes of each response that are outside the budget. Most pages are smaller, and they must not wait for large
 * responses of other checks.
 */
const FREE_BYTES = 64 * 1024

/** Budget for everything beyond that: a hundred bodies of the maximum size at once. */
const TOTAL_BYTES = 256 * 1024 * 1024

export class MemoryBudget {
  #free: number
  /** Shares that wait for room, in the order of arrival. */
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

  /** Removes a waiting share. The next shares may find room now. */
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

/** The part of the budget that one check uses. Every share must be released, or it is lost for good. */
export class MemoryShare {
  readonly #budget: MemoryBudget
  #taken = 0
  #requested = 0
  #hasWaited = false
  #onRoom: (() => void) | null = null

  constructor(budget: MemoryBudget) {
    this.#budget = budget
  }

  /** Whether the share had to wait for room. Late bytes after such a wait are not the target's fault. */
  get hasWaited(): boolean {
    return this.#hasWaited
  }

  /**
   * Reserves the whole amount at once. Checks that each held a part and waited for the rest would deadlock.
   *
   * @param bytes currently kept
   * @param maxBytes kept in the end, at most
   * @param onRoom called once when there is room.
   * @returns whether there is room now
   */
  reserve(bytes: number, maxBytes: number, onRoom: () => void): boolean {
    if (bytes <= FREE_BYTES || this.#taken > 0) return true
    // TLS delivers bytes that it has already decrypted, even when paused. A waiting share must not request again, or it
    // would get the room twice
    if (this.#onRoom !== null) return false
    this.#requested = maxBytes - FREE_BYTES
    if (this.#takeRequested()) return true
    this.#hasWaited = true
    this.#onRoom = onRoom
    this.#budget.wait(this)
    return false
  }

  /** Called by the budget when another share has returned bytes. */
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
