/** Notifies listeners of a change: at once, then at most once per interval. */
export class Throttled {
  version = 0
  readonly #everyMs: number
  readonly #listeners = new Set<() => void>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #isDue = false

  constructor(everyMs: number) {
    this.#everyMs = everyMs
  }

  get hasListeners(): boolean {
    return this.#listeners.size > 0
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  notify(): void {
    if (this.#timer === undefined) this.notifyNow()
    else this.#isDue = true
  }

  notifyNow(): void {
    this.version++
    this.#isDue = false
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      if (this.#isDue) this.notifyNow()
    }, this.#everyMs)
    for (const listener of this.#listeners) listener()
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#listeners.clear()
  }
}
