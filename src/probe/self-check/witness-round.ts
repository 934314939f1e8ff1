/**
 * Asks witnesses whether one path of the probe works: three at a time, best first, until one answers or the deadline
 * expires. The answers are recorded for their paths; the round ends as soon as its own path has one.
 */
import { SECOND_MS } from '../../core/platform/time/time.ts'
import { isTrouble, type PathQuestion, type PathSilence } from '../../core/probes/witness.ts'
import type { Clock } from '../schedule/clock.ts'
import type { PathRecord } from './path-record.ts'
import {
  canQuery,
  type KnownWitness,
  QUERY_INTERVAL_MS,
  QUERY_LIMIT_MS,
  type WitnessQueries,
} from './witness-memory.ts'
import type { DnsHealth } from './witness-network.ts'

/** `works`: a host answered on the path. `unknown`: there is no evidence against the probe. */
export type Finding = { kind: 'works' | 'unknown' } | { kind: 'trouble'; reason: string }

interface WitnessRoundOptions {
  clock: Clock
  path: PathRecord
  question: PathQuestion<KnownWitness>
  /** Current witnesses, best first. */
  listWitnesses: () => KnownWitness[]
  queries: WitnessQueries
  queryNameServers: () => Promise<DnsHealth>
  /** Returns why this machine has lost its default route; null when it has one. */
  findLocalTrouble: () => Promise<string | null>
}

/** Number of witnesses asked at once. */
const PARALLEL_QUERIES = 3

/**
 * Duration of a wave, after which the next witnesses are asked too: a multiple of the last response time, within
 * bounds.
 */
const WAVE_MS = { least: 800, most: 2_000, answers: 3 }

/** If witnesses of this number of networks do not answer within a wave, packets may have been lost temporarily. */
const LATE_NETWORKS = 2

/** A timer this late shows that the process was stalled, so answers may be waiting unread. */
const STALL_MS = SECOND_MS / 2

export class WitnessRound {
  readonly #options: WitnessRoundOptions
  readonly #found = Promise.withResolvers<Finding>()
  /** Whether each witness answered; null while it still may. */
  readonly #answers = new Map<KnownWitness, boolean | null>()
  #nameServerAnswer: DnsHealth['kind'] | 'asked' | null = null
  readonly #waveMs: number
  #startedAt: number
  /** Last answer on the path before this round, monotonic ms. */
  readonly #lastAnswerBefore: number
  /**
   * Witnesses that had time to answer and did not. Failures stay pending until it is clear whether the path is the
   * cause. Null before that.
   */
  #late: readonly KnownWitness[] | null = null
  #release: () => void = () => {}
  #isQueriedAgain = false
  #isOver = false
  #stopTimer: () => void = () => {}
  readonly #unwatch: () => void

  constructor(options: WitnessRoundOptions) {
    const { clock, path, question } = options
    this.#options = options
    this.#waveMs = Math.min(WAVE_MS.most, Math.max(WAVE_MS.least, WAVE_MS.answers * path.answerMs))
    this.#startedAt = clock.monotonic()
    this.#lastAnswerBefore = path.getLastAnswerAt(question.scope)
    this.#unwatch = path.watch(() => this.#onPathChange())
    void this.#findLocalTrouble()
    this.#queryWave()
  }

  get finding(): Promise<Finding> {
    return this.#found.promise
  }

  #onPathChange(): void {
    const { path, question } = this.#options
    if (this.#isReplaced()) this.#finish({ kind: 'unknown' })
    else if (path.getLastAnswerAt(question.scope) < this.#startedAt) return
    else if (this.#late === null) this.#finish({ kind: 'works' })
    else void this.#queryLateAgain(this.#late)
  }

  /** Whether the path is gone and another path leads to hosts at the same distance as the suspect. */
  #isReplaced(): boolean {
    const { path, question } = this.#options
    return question.lostInterface !== null && path.isReplaced(question.scope)
  }

  /** Closes the round; the finding never resolves. */
  close(): void {
    this.#isOver = true
    this.#stopTimer()
    this.#unwatch()
    this.#release()
  }

  async #findLocalTrouble(): Promise<void> {
    const reason = await this.#options.findLocalTrouble()
    if (reason !== null) this.#finish({ kind: 'trouble', reason })
  }

  #queryWave(): void {
    const now = this.#options.clock.monotonic()
    const next = this.#listNext(now)
    for (const witness of next) void this.#query(witness)
    if (!next.some((witness) => this.#isUnrelated(witness)) || this.#answers.size > next.length)
      void this.#queryNameServers()
    this.#scheduleTimer(now)
    this.#finishIfDone()
  }

  #listNext(now: number): KnownWitness[] {
    return this.#listUnqueried()
      .filter((witness) => canQuery(witness, now))
      .slice(0, PARALLEL_QUERIES)
  }

  #listUnqueried(): KnownWitness[] {
    return this.#options.listWitnesses().filter((witness) => !this.#answers.has(witness))
  }

  #scheduleTimer(now: number): void {
    const leftMs = this.#startedAt + QUERY_LIMIT_MS - now
    const dueMs = this.#listUnqueried().map(({ askedAt }) => askedAt + QUERY_INTERVAL_MS - now)
    const delayMs = Math.min(this.#waveMs, leftMs, ...dueMs.filter((ms) => ms > 0))
    this.#stopTimer()
    this.#stopTimer = this.#options.clock.after(Math.max(1, delayMs), () => this.#onTimer())
  }

  #onTimer(): void {
    const elapsedMs = this.#options.clock.monotonic() - this.#startedAt
    if (elapsedMs > QUERY_LIMIT_MS + STALL_MS) this.#restart()
    else if (elapsedMs >= QUERY_LIMIT_MS) this.#finish(this.#judgeSilence())
    else {
      this.#suspendIfLate()
      this.#queryWave()
    }
  }

  #suspendIfLate(): void {
    const askedUntil = this.#options.clock.monotonic() - this.#waveMs
    const late = this.#listSilentUnrelated().filter(({ askedAt }) => askedAt <= askedUntil)
    if (this.#late !== null || countNetworks(late) < LATE_NETWORKS) return
    this.#late = late
    this.#release = this.#options.path.suspendDecisions()
  }

  /** Starts again after a stall. Answers that arrived in the meantime are read before the next timer. */
  #restart(): void {
    this.#startedAt = this.#options.clock.monotonic()
    this.#answers.clear()
    this.#nameServerAnswer = null
    this.#queryWave()
  }

  /**
   * Handles a late answer: either the path failed a moment ago, or all of these witnesses fail. A second question
   * decides.
   */
  async #queryLateAgain(late: readonly KnownWitness[]): Promise<void> {
    if (this.#isQueriedAgain) return
    this.#isQueriedAgain = true
    this.#stopTimer()
    this.#stopTimer = this.#options.clock.after(this.#waveMs, () => this.#finish({ kind: 'works' }))
    const again = late.slice(0, PARALLEL_QUERIES).map(async (witness) => {
      const isAnswered = await this.#options.queries.queryAgain(witness)
      if (isAnswered && !this.#isOver) this.#recordGap()
      return isAnswered
    })
    const answers = await Promise.all(again)
    if (!answers.includes(true)) this.#finish({ kind: 'works' })
  }

  #recordGap(): void {
    const { clock, path, question } = this.#options
    const reason = 'hosts that recently passed did not respond for a moment'
    path.recordGap({ since: this.#lastAnswerBefore, until: clock.monotonic(), scope: question.scope, reason })
    this.#finish({ kind: 'works' })
  }

  async #query(witness: KnownWitness): Promise<void> {
    const startedAt = this.#startedAt
    this.#answers.set(witness, null)
    const isAnswered = await this.#options.queries.query(witness)
    if (this.#isOver || startedAt !== this.#startedAt) return
    this.#answers.set(witness, isAnswered)
    this.#finishIfDone()
  }

  async #queryNameServers(): Promise<void> {
    if (this.#nameServerAnswer !== null) return
    this.#nameServerAnswer = 'asked'
    const { kind } = await this.#options.queryNameServers()
    this.#nameServerAnswer = kind
    this.#finishIfDone()
  }

  /** When there is nothing left to wait for, asks the next witnesses at once or finishes. */
  #finishIfDone(): void {
    if (this.#isOver || this.#isQueriedAgain || this.#isWaiting()) return
    if (this.#listNext(this.#options.clock.monotonic()).length > 0) this.#queryWave()
    else if (this.#nameServerAnswer === null) void this.#queryNameServers()
    else if (this.#listUnqueried().length === 0) this.#finish(this.#judgeSilence())
  }

  /** A silent host on another path is waited for only until another path or the name servers have answered. */
  #isWaiting(): boolean {
    const { question } = this.#options
    if (this.#nameServerAnswer === 'asked') return true
    const isElsewhere = this.#collectSilence().isAnsweredElsewhere
    return [...this.#answers].some(
      ([witness, isAnswered]) =>
        isAnswered === null && (!isElsewhere || witness.localAddress === question.localAddress),
    )
  }

  #collectSilence(): PathSilence {
    const failed = this.#listSilent()
    const unrelated = this.#listSilentUnrelated()
    return {
      unrelatedFailed: countNetworks(unrelated),
      othersFailed: failed.length - unrelated.length,
      isAnsweredElsewhere: this.#nameServerAnswer === 'answers' || [...this.#answers.values()].includes(true),
      areNamesLost:
        this.#nameServerAnswer === 'silent' ||
        this.#nameServerAnswer === 'refused' ||
        this.#nameServerAnswer === 'failing',
    }
  }

  #listSilent(): KnownWitness[] {
    return [...this.#answers].filter(([, isAnswered]) => isAnswered !== true).map(([witness]) => witness)
  }

  #listSilentUnrelated(): KnownWitness[] {
    return this.#listSilent().filter((witness) => this.#isUnrelated(witness))
  }

  /** Whether the witness is on the same path, and unrelated to the hosts in doubt. */
  #isUnrelated(witness: KnownWitness): boolean {
    const { question } = this.#options
    return witness.localAddress === question.localAddress && !question.isRelated(witness)
  }

  #judgeSilence(): Finding {
    const { lostInterface } = this.#options.question
    if (this.#isReplaced()) return { kind: 'unknown' }
    if (lostInterface !== null) return { kind: 'trouble', reason: `interface ${lostInterface} is down` }
    const facts = this.#collectSilence()
    if (!isTrouble(facts, this.#options.question.minFailedNetworks)) return { kind: 'unknown' }
    // Users may see the reason, and must not learn which other hosts this probe checks
    const names = facts.areNamesLost ? ', and neither did the name servers' : ''
    return { kind: 'trouble', reason: `none of ${this.#answers.size} hosts that recently passed responded${names}` }
  }

  #finish(finding: Finding): void {
    if (this.#isOver) return
    this.close()
    this.#found.resolve(finding)
  }
}

const countNetworks = (witnesses: readonly KnownWitness[]): number =>
  new Set(witnesses.map(({ network }) => network)).size
