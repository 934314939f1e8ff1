/** The latest events of one project, as text, within bounds: readers go through it at their own pace. */

interface Entry {
  sequence: number
  text: string
}

interface LiveEventLogBounds {
  mostEvents: number
  /** Characters, all events together. */
  mostText: number
}

export class LiveEventLog {
  readonly #bounds: LiveEventLogBounds
  /** Those before `#first` are forgotten. */
  #entries: Entry[] = []
  #first = 0
  #size = 0
  #forgotten: number

  /** @param sequence that of the last event before this log began */
  constructor(sequence: number, bounds: LiveEventLogBounds) {
    this.#forgotten = sequence
    this.#bounds = bounds
  }

  /** Characters it holds. */
  get size(): number {
    return this.#size
  }

  /** @param sequence greater than any before */
  append(sequence: number, text: string): void {
    this.#entries.push({ sequence, text })
    this.#size += text.length
    while (this.#entries.length - this.#first > this.#bounds.mostEvents || this.#size > this.#bounds.mostText)
      this.#forgetOne()
    this.#compact()
  }

  /** The older half of the events goes. */
  forgetHalf(): void {
    for (let left = Math.ceil((this.#entries.length - this.#first) / 2); left > 0; left--) this.#forgetOne()
    this.#compact()
  }

  /** Whether every event after this one is still here. */
  reachesBack(sequence: number): boolean {
    return sequence >= this.#forgotten
  }

  /**
   * The events after a position, in order, as many as fit.
   *
   * @param mostText characters; one event that is longer comes alone
   * @returns an empty text when there is none; null when some that belong there are forgotten
   */
  after(sequence: number, mostText: number): { text: string; sequence: number } | null {
    if (!this.reachesBack(sequence)) return null
    let text = ''
    let last = sequence
    for (let index = this.#indexAfter(sequence); index < this.#entries.length; index++) {
      const entry = this.#entries[index]!
      if (text && text.length + entry.text.length > mostText) break
      text += entry.text
      last = entry.sequence
    }
    return { text, sequence: last }
  }

  #forgetOne(): void {
    const { sequence, text } = this.#entries[this.#first]!
    this.#first++
    this.#size -= text.length
    this.#forgotten = sequence
  }

  /** Frees what is forgotten, now and then, so that each event is moved about once. */
  #compact(): void {
    if (this.#first <= this.#entries.length / 2) return
    this.#entries = this.#entries.slice(this.#first)
    this.#first = 0
  }

  #indexAfter(sequence: number): number {
    let [low, high] = [this.#first, this.#entries.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#entries[middle]!.sequence <= sequence) low = middle + 1
      else high = middle
    }
    return low
  }
}
