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

  constructor(intervalMs: number) {
    this.#intervalMs = intervalMs
  }

  count(from: string, to: string, at: number): void {
    if (from === to || !MEASURED.includes(from) || !MEASURED.includes(to)) return
    this.#changes.push(at)
    const lately = this.#changes.filter((time) => time > at - WITHIN_INTERVALS * this.#intervalMs)
    if (lately.length >= CHANGES) this.isFlapping = true
  }

  /** Whether it is flapping and has not changed for so long that it no longer is. */
  isSteadyBy(at: number): boolean {
    return this.isFlapping && this.#changes.at(-1)! + STEADY_INTERVALS * this.#intervalMs <= at
  }

  /** @returns when it changed for the last time */
  end(): number {
    this.isFlapping = false
    return this.#changes.at(-1)!
  }

  /** People have stopped the checks: whoever is checked again begins anew. */
  forget(): void {
    this.isFlapping = false
    this.#changes.length = 0
  }
}
