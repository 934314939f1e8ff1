/** Whether a monitor changes its status too often. */

const CHANGES = 5
const WITHIN_INTERVALS = 15
const STEADY_INTERVALS = 5

const MEASURED = ['up', 'down', 'degraded']

export class Flaps {
  isFlapping = false
  readonly #intervalMs: number
  /** When the status changed, as far as checks say so. */
  readonly #changes: number[] = []
  /** The last of them, planned or not. */
  #lastAt = 0

  constructor(intervalMs: number) {
    this.#intervalMs = intervalMs
  }

  /** @param isPlanned it does not count, but nobody is steady for it */
  count(from: string, to: string, at: number, isPlanned: boolean): void {
    if (from === to || !MEASURED.includes(from) || !MEASURED.includes(to)) return
    this.#lastAt = at
    if (isPlanned) return
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
  }
}
