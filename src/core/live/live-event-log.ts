/** The latest events of one project, as text, within bounds: readers go through it at their own pace. */

interface Entry {
  sequence: number
  text: string
}

interface LiveEventLogBounds {
  maxEvents: number
  /** Characters, all events together. */
  maxText: number
}

export class LiveEventLog {
  readonly #bounds: LiveEventLogBounds
  /** Those before `#first` are forgotten. */
  #entries: Entry[] = []
  #first = 0
  #size = 0
  #lastDropped: number

  /** @param sequence that of the last event before this log began */
  constructor(sequence: number, bounds: LiveEventLogBounds) {
    this.#lastDropped = sequence
    this.#bounds = bounds
  }

  /** Characters it holds. */
  get size(): number {
    return this.#size
  }

  /** @param sequence greater than any before */
  add(sequence: number, text: string): void {
    this.#entries.push({ sequence, text })
    this.#size += text.length
    while (this.#entries.length - this.#first > this.#bounds.maxEvents || this.#size > this.#bounds.maxText)
      this.#dropOldest()
    this.#trim()
  }

  /** The older half of the events goes. */
  dropHalf(): void {
    for (let left = Math.ceil((this.#entries.length - this.#first) / 2); left > 0; left--) this.#dropOldest()
    this.#trim()
  }

  /** Whether every event after this one is still here. */
  hasAllSince(sequence: number): boolean {
    return sequence >= this.#lastDropped
  }

  /**
   * The events after a position, in order, as many as fit.
   *
   * @param maxText characters; one event that is longer comes alone
   * @returns an empty text when there is none; null when some that belong there are forgotten
   */
  readAfter(sequence: number, mostText: number): { text: string; sequence: number } | null {
    if (!this.hasAllSince(sequence)) return null
    let text = ''
    let last = sequence
    for (let index = this.#findIndexAfter(sequence); index < this.#entries.length; index++) {
      const entry = this.#entries[index]!
      if (text && text.length + entry.text.length > mostText) break
      text += entry.text
      last = entry.sequence
    }
    return { text, sequence: last }
  }

  #dropOldest(): void {
    const { sequence, text } = this.#entries[this.#first]!
    this.#first++
    this.#size -= text.length
    this.#lastDropped = sequence
  }

  /** Frees what is forgotten, now and then, so that each event is moved about once. */
  #trim(): void {
    if (this.#first <= this.#entries.length / 2) return
    this.#entries = this.#entries.slice(this.#first)
    this.#first = 0
  }

  #findIndexAfter(sequence: number): number {
    let [low, high] = [this.#first, this.#entries.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#entries[middle]!.sequence <= sequence) low = middle + 1
      else high = middle
    }
    return low
  }
}
