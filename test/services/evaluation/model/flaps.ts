/** Whether a monitor goes up and down too often. Degraded lies between the two and is no change of its own. */

const CHANGES = 5
const WITHIN_INTERVALS = 15
const STEADY_INTERVALS = 5

const MEASURED = ['up', 'down', 'degraded']

export class Flaps {
  isFlapping = false
  readonly #intervalMs: number
  /** When it went from up to down or back, as far as checks say so. */
  readonly #changes: number[] = []
  /** Up or down, whichever it was last; null after a silence. */
  #seen: string | null = null
  /** The last change of its status, planned or not. */
  #lastAt = 0

  constructor(intervalMs: number) {
    this.#intervalMs = intervalMs
  }

  /** @param isPlanned it does not count, but nobody is steady for it */
  count(from: string, to: string, at: number, isPlanned: boolean): void {
    if (from === to) return
    if (MEASURED.includes(from) && MEASURED.includes(to)) this.#lastAt = at
    else this.#seen = null
    // A silence is not stable time
    if (from === 'unknown') this.#lastAt = at
    if (to !== 'up' && to !== 'down') return
    const isCrossing = this.#seen !== null && this.#seen !== to
    this.#seen = to
    if (isPlanned || !isCrossing) return
    this.#changes.push(at)
    const lately = this.#changes.filter((time) => time > at - WITHIN_INTERVALS * this.#intervalMs)
    if (lately.length >= CHANGES) this.isFlapping = true
  }

  /** Whether it is flapping and has not changed for so long that it no longer is. */
  isSteadyBy(at: number): boolean {
    return this.isFlapping && this.#lastAt + STEADY_INTERVALS * this.#intervalMs <= at
  }

  /** @returns when it changed for the last time */
  end(): number {
    this.isFlapping = false
    return this.#lastAt
  }

  /** People have stopped the checks: whoever is checked again begins anew. */
  forget(): void {
    this.isFlapping = false
    this.#changes.length = 0
    this.#seen = null
  }
}
