/** Tells that something has changed: at once, then no more often than it may. */
export class Signal {
  count = 0
  readonly #everyMs: number
  readonly #listeners = new Set<() => void>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #isDue = false

  constructor(everyMs: number) {
    this.#everyMs = everyMs
  }

  get isHeard(): boolean {
    return this.#listeners.size > 0
  }

  readonly listen = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  tell(): void {
    if (this.#timer === undefined) this.tellNow()
    else this.#isDue = true
  }

  tellNow(): void {
    this.count++
    this.#isDue = false
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      if (this.#isDue) this.tellNow()
    }, this.#everyMs)
    for (const listener of this.#listeners) listener()
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#listeners.clear()
  }
}
