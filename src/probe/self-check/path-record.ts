/** Record of one path out of the machine: when it last worked, and its periods of trouble. Times are monotonic ms. */
import { type ConnectionTrouble, isExplainedBy, type Scope } from '../../core/probes/witness.ts'

export interface PathEvents {
  /** Called when trouble begins. */
  onTrouble: (trouble: ConnectionTrouble) => void
  /** Called when the same trouble is over. */
  onOver: (trouble: ConnectionTrouble) => void
}

/** Maximum of remembered periods of trouble. A check that they explain lasts a minute at most. */
const MAX_TROUBLES = 16

/** One path: the connections from one local address, or the connection to the name servers. */
export class PathRecord {
  readonly #events: PathEvents
  /** Response time of the last witness, ms. */
  answerMs = 0
  /** Times of the last answers, by scope. */
  readonly #lastAnswerAt = [-Infinity, -Infinity, -Infinity]
  #troubles: ConnectionTrouble[] = []
  #currentTrouble: ConnectionTrouble | null = null
  #suspensions = 0
  /** Scopes in which hosts of this path were reached by another path since the last answer. */
  readonly #replaced = new Set<Scope>()
  /** Rounds and pending failures that wait for an answer on this path. */
  readonly #watchers = new Set<() => void>()

  constructor(events: PathEvents) {
    this.#events = events
  }

  /** The current trouble; null when there is none. */
  get currentTrouble(): ConnectionTrouble | null {
    return this.#currentTrouble
  }

  /** Time of the last answer of a host in this scope or a wider one. */
  getLastAnswerAt(scope: Scope): number {
    let last = -Infinity
    for (let i: number = scope; i < this.#lastAnswerAt.length; i++) last = Math.max(last, this.#lastAnswerAt[i]!)
    return last
  }

  /** Records an answer of a host. Called for every passing check. */
  recordAnswer(scope: Scope, at: number): void {
    if (at < this.#lastAnswerAt[scope]!) return
    this.#lastAnswerAt[scope] = at
    this.#replaced.clear()
    if (this.#currentTrouble !== null && scope >= this.#currentTrouble.scope) this.#endTrouble(this.#currentTrouble, at)
    if (this.#watchers.size > 0) this.#notifyWatchers()
  }

  /** Records that no host answered. */
  recordTrouble(scope: Scope, reason: string): void {
    if (this.#currentTrouble !== null && this.#currentTrouble.scope <= scope) return
    // The trouble also affects nearer hosts than assumed
    const before = this.#currentTrouble
    const since = Math.min(this.getLastAnswerAt(scope), before?.since ?? Infinity)
    this.#currentTrouble = { since, until: null, scope, reason }
    this.#storeTrouble(this.#currentTrouble, before)
    if (before === null) this.#events.onTrouble(this.#currentTrouble)
    this.#notifyWatchers()
  }

  /** Records that a host of this path answered over another path. */
  recordReplaced(scope: Scope): void {
    this.#replaced.add(scope)
    this.#notifyWatchers()
  }

  /** Whether another path leads to hosts in this scope. */
  isReplaced(scope: Scope): boolean {
    return this.#replaced.has(scope)
  }

  /** Ends trouble without an answer, when there is no more evidence for it. */
  clearTrouble(at: number): void {
    if (this.#currentTrouble !== null) this.#endTrouble(this.#currentTrouble, at)
  }

  /** Records that the path failed for a moment and works again. */
  recordGap(gap: ConnectionTrouble): void {
    this.#storeTrouble(gap)
  }

  /** Keeps failures pending until the release, because current answers prove too little about the moment before. */
  suspendDecisions(): () => void {
    this.#suspensions += 1
    return () => {
      this.#suspensions -= 1
      this.#notifyWatchers()
    }
  }

  /** Whether there is a usable answer at `at` or later. */
  hasAnswerAfter(scope: Scope, at: number): boolean {
    return this.#suspensions === 0 && this.getLastAnswerAt(scope) >= at
  }

  /** The trouble that may explain a failure between `from` and `to`; null when the path worked. */
  findTrouble(scope: Scope, from: number, to: number): ConnectionTrouble | null {
    return this.#troubles.findLast((trouble) => isExplainedBy(trouble, { scope }, from, to)) ?? null
  }

  /** Calls `onChange` whenever a host answers or trouble begins, until the returned function is called. */
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
