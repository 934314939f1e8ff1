import { Fifo } from './fifo.ts'

/** A bound on how much runs at once. What finds no place waits in the order it came. */
export class Lanes<T> {
  readonly #limit: number
  readonly #launch: (item: T) => void
  readonly #waiting = new Fifo<T>()
  #running = 0

  constructor(limit: number, launch: (item: T) => void) {
    this.#limit = limit
    this.#launch = launch
  }

  get running(): number {
    return this.#running
  }

  get waiting(): number {
    return this.#waiting.size
  }

  enter(item: T): void {
    if (this.#running >= this.#limit) this.#waiting.push(item)
    else this.#go(item)
  }

  /** One that was launched has ended. */
  leave(): void {
    this.#running -= 1
    if (this.#waiting.size > 0) this.#go(this.#waiting.shift()!)
  }

  /** Takes out what waits and is not wanted any more. */
  keep(isWanted: (item: T) => boolean): void {
    if (this.#waiting.size > 0) this.#waiting.keep(isWanted)
  }

  #go(item: T): void {
    this.#running += 1
    this.#launch(item)
  }
}
