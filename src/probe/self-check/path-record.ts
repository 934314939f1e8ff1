/** What a probe knows about one path out of its machine: when it worked last, and when it did not. Times are monotonic ms. */
import { type ConnectionTrouble, isExplainedBy, type Scope } from '../../core/probes/witness.ts'

export interface PathEvents {
  /** Trouble begins. */
  onTrouble: (trouble: ConnectionTrouble) => void
  /** The same trouble is over. */
  onOver: (trouble: ConnectionTrouble) => void
}

/** Troubles that are remembered; a check that they explain lasts a minute at most. */
const MAX_TROUBLES = 16

/** One path: the connections from one local address, or the way to the name servers. */
export class PathRecord {
  readonly #events: PathEvents
  /** How long a witness took to answer last, ms. */
  answerMs = 0
  /** By scope. */
  readonly #lastAnswerAt = [-Infinity, -Infinity, -Infinity]
  #troubles: ConnectionTrouble[] = []
  #currentTrouble: ConnectionTrouble | null = null
  #suspensions = 0
  /** Distances at which hosts of this path were reached by another one, since it was heard last. */
  readonly #replaced = new Set<Scope>()
  /** Rounds and failures that wait for an answer on this path. */
  readonly #watchers = new Set<() => void>()

  constructor(events: PathEvents) {
    this.#events = events
  }

  /** The trouble that is going on; null when there is none. */
  get currentTrouble(): ConnectionTrouble | null {
    return this.#currentTrouble
  }

  /** When a host at this distance, or farther, was last heard. */
  getLastAnswerAt(scope: Scope): number {
    let last = -Infinity
    for (let i: number = scope; i < this.#lastAnswerAt.length; i++) last = Math.max(last, this.#lastAnswerAt[i]!)
    return last
  }

  /** Something answered. Every check that passes comes here. */
  recordAnswer(scope: Scope, at: number): void {
    if (at < this.#lastAnswerAt[scope]!) return
    this.#lastAnswerAt[scope] = at
    this.#replaced.clear()
    if (this.#currentTrouble !== null && scope >= this.#currentTrouble.scope) this.#endTrouble(this.#currentTrouble, at)
    if (this.#watchers.size > 0) this.#notifyWatchers()
  }

  /** Nothing answered. */
  recordTrouble(scope: Scope, reason: string): void {
    if (this.#currentTrouble !== null && this.#currentTrouble.scope <= scope) return
    // The trouble reaches nearer hosts than it seemed
    const before = this.#currentTrouble
    const since = Math.min(this.getLastAnswerAt(scope), before?.since ?? Infinity)
    this.#currentTrouble = { since, until: null, scope, reason }
    this.#storeTrouble(this.#currentTrouble, before)
    if (before === null) this.#events.onTrouble(this.#currentTrouble)
    this.#notifyWatchers()
  }

  /** A host that was reached by this path answered by another. */
  recordReplaced(scope: Scope): void {
    this.#replaced.add(scope)
    this.#notifyWatchers()
  }

  /** Whether another path leads to hosts at this distance. */
  isReplaced(scope: Scope): boolean {
    return this.#replaced.has(scope)
  }

  /** Nothing speaks for trouble any more, although nothing answered either. */
  clearTrouble(at: number): void {
    if (this.#currentTrouble !== null) this.#endTrouble(this.#currentTrouble, at)
  }

  /** The path failed for a moment and works again. */
  recordGap(gap: ConnectionTrouble): void {
    this.#storeTrouble(gap)
  }

  /** Failures wait for the release, because answers of now say too little about the moment before. */
  suspendDecisions(): () => void {
    this.#suspensions += 1
    return () => {
      this.#suspensions -= 1
      this.#notifyWatchers()
    }
  }

  /** Whether an answer later than `at` counts. */
  hasAnswerAfter(scope: Scope, at: number): boolean {
    return this.#suspensions === 0 && this.getLastAnswerAt(scope) >= at
  }

  /** The trouble that may explain a failure from `from` to `to`; null when the path was well. */
  findTrouble(scope: Scope, from: number, to: number): ConnectionTrouble | null {
    return this.#troubles.findLast((trouble) => isExplainedBy(trouble, { scope }, from, to)) ?? null
  }

  /** Calls `look` whenever something answers or trouble begins, until the returned function is called. */
  watch(onChange: () => void): () => void {
    this.#watchers.add(onChange)
    return () => void this.#watchers.delete(onChange)
  }

  #storeTrouble(trouble: ConnectionTrouble, replaced: ConnectionTrouble | null = null): void {
    this.#troubles = [...this.#troubles.filter((other) => other !== replaced).slice(1 - MAX_TROUBLES), trouble]
  }

  #notifyWatchers(): void {
    for (const onChange of [...this.#watchers]) onChange()
  }

  #endTrouble(trouble: ConnectionTrouble, at: number): void {
    trouble.until = at
    this.#currentTrouble = null
    this.#events.onOver(trouble)
  }
}
