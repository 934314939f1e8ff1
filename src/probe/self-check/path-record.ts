/** What a probe knows about one path out of its machine: when it worked last, and when it did not. Times are monotonic ms. */
import { explains, type Scope, type Trouble } from '../../core/probes/witness.ts'

export interface PathEvents {
  /** Trouble begins. */
  onTrouble: (trouble: Trouble) => void
  /** The same trouble is over. */
  onOver: (trouble: Trouble) => void
}

/** Troubles that are remembered; a check that they explain lasts a minute at most. */
const MOST_TROUBLES = 16

/** One path: the connections from one local address, or the way to the name servers. */
export class PathRecord {
  readonly #events: PathEvents
  /** How long a witness took to answer last, ms. */
  answerMs = 0
  /** By scope. */
  readonly #lastGood = [-Infinity, -Infinity, -Infinity]
  #troubles: Trouble[] = []
  #open: Trouble | null = null
  #holds = 0
  /** Distances at which hosts of this path were reached by another one, since it was heard last. */
  readonly #replaced = new Set<Scope>()
  /** Rounds and failures that wait for an answer on this path. */
  readonly #waiting = new Set<() => void>()

  constructor(events: PathEvents) {
    this.#events = events
  }

  /** The trouble that is going on; null when there is none. */
  get open(): Trouble | null {
    return this.#open
  }

  /** When a host at this distance, or farther, was last heard. */
  lastGood(scope: Scope): number {
    let last = -Infinity
    for (let i: number = scope; i < this.#lastGood.length; i++) last = Math.max(last, this.#lastGood[i]!)
    return last
  }

  /** Something answered. Every check that passes comes here. */
  good(scope: Scope, at: number): void {
    if (at < this.#lastGood[scope]!) return
    this.#lastGood[scope] = at
    this.#replaced.clear()
    if (this.#open !== null && scope >= this.#open.scope) this.#end(this.#open, at)
    if (this.#waiting.size > 0) this.#look()
  }

  /** Nothing answered. */
  bad(scope: Scope, reason: string): void {
    if (this.#open !== null && this.#open.scope <= scope) return
    // The trouble reaches nearer hosts than it seemed
    const before = this.#open
    const since = Math.min(this.lastGood(scope), before?.since ?? Infinity)
    this.#open = { since, until: null, scope, reason }
    this.#remember(this.#open, before)
    if (before === null) this.#events.onTrouble(this.#open)
    this.#look()
  }

  /** A host that was reached by this path answered by another. */
  noteReplaced(scope: Scope): void {
    this.#replaced.add(scope)
    this.#look()
  }

  /** Whether another path leads to hosts at this distance. */
  isReplaced(scope: Scope): boolean {
    return this.#replaced.has(scope)
  }

  /** Nothing speaks for trouble any more, although nothing answered either. */
  acquit(at: number): void {
    if (this.#open !== null) this.#end(this.#open, at)
  }

  /** The path failed for a moment and works again. */
  noteGap(gap: Trouble): void {
    this.#remember(gap)
  }

  /** Failures wait for the release, because answers of now say too little about the moment before. */
  hold(): () => void {
    this.#holds += 1
    return () => {
      this.#holds -= 1
      this.#look()
    }
  }

  /** Whether an answer later than `at` counts. */
  isGoodAfter(scope: Scope, at: number): boolean {
    return this.#holds === 0 && this.lastGood(scope) >= at
  }

  /** The trouble that may explain a failure from `from` to `to`; null when the path was well. */
  troubleIn(scope: Scope, from: number, to: number): Trouble | null {
    return this.#troubles.findLast((trouble) => explains(trouble, { scope }, from, to)) ?? null
  }

  /** Calls `look` whenever something answers or trouble begins, until the returned function is called. */
  watch(look: () => void): () => void {
    this.#waiting.add(look)
    return () => void this.#waiting.delete(look)
  }

  #remember(trouble: Trouble, insteadOf: Trouble | null = null): void {
    this.#troubles = [...this.#troubles.filter((other) => other !== insteadOf).slice(1 - MOST_TROUBLES), trouble]
  }

  #look(): void {
    for (const look of [...this.#waiting]) look()
  }

  #end(trouble: Trouble, at: number): void {
    trouble.until = at
    this.#open = null
    this.#events.onOver(trouble)
  }
}
