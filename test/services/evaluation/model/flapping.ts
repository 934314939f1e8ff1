/**
 * Decides whether a monitor changes between up and down too often. Degraded is between the two and does not count as a
 * change.
 */

const CHANGES = 5
const WITHIN_INTERVALS = 15
const STABLE_INTERVALS = 5

const MEASURED = ['up', 'down', 'degraded']

export class FlappingModel {
  isFlapping = false
  readonly #intervalMs: number
  /** When measured checks changed the monitor between up and down. */
  readonly #changes: number[] = []
  /** The last of the two statuses up and down; null after a gap without results. */
  #seen: string | null = null
  /** The last change of the status, planned or not. */
  #lastAt = 0

  constructor(intervalMs: number) {
    this.#intervalMs = intervalMs
  }

  /** @param isPlanned whether maintenance caused the change; it does not count, but it restarts the stable time */
  count(from: string, to: string, at: number, isPlanned: boolean): void {
    if (from === to) return
    if (MEASURED.includes(from) && MEASURED.includes(to)) this.#lastAt = at
    else this.#seen = null
    // A gap without results is not stable time
    if (from === 'unknown') this.#lastAt = at
    if (to !== 'up' && to !== 'down') return
    const isCrossing = this.#seen !== null && this.#seen !== to
    this.#seen = to
    if (isPlanned || !isCrossing) return
    this.#changes.push(at)
    const lately = this.#changes.filter((time) => time > at - WITHIN_INTERVALS * this.#intervalMs)
    if (lately.length >= CHANGES) this.isFlapping = true
  }

  /** Counts the changes of a history from its start. A history that lost an entry shows fewer changes. */
  recount(rows: readonly { from: string | null; to: string; startedAt: number; isPlanned: boolean }[]): void {
    const past = new FlappingModel(this.#intervalMs)
    for (const { from, to, startedAt, isPlanned } of rows) {
      if (to === 'paused') past.reset()
      else if (from !== null) past.count(from, to, startedAt, isPlanned)
    }
    this.#changes.splice(0, this.#changes.length, ...past.#changes)
    this.#seen = past.#seen
  }

  /** Whether the monitor is flapping but has been stable for long enough to stop. */
  isStableAt(at: number): boolean {
    return this.isFlapping && this.#lastAt + STABLE_INTERVALS * this.#intervalMs <= at
  }

  /** @returns when the status last changed */
  end(): number {
    this.isFlapping = false
    return this.#lastAt
  }

  /** Clears the state when checks are paused; a resumed monitor starts without changes. */
  reset(): void {
    this.isFlapping = false
    this.#changes.length = 0
    this.#seen = null
  }
}
