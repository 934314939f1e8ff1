/**
 * Asks witnesses whether one path of the probe works: three at a time, best first, until one answers or time is up. The
 * answers are noted in the records of their paths; the round ends as soon as its own path has one.
 */
import { SECOND_MS } from '../../core/platform/time/time.ts'
import { isTrouble, type Question, type Silence } from '../../core/probes/witness.ts'
import type { Clock } from '../schedule/clock.ts'
import type { PathRecord } from './path-record.ts'
import { ASK_AGAIN_MS, LIMIT_MS, mayAsk, type WitnessAsks } from './witness-asks.ts'
import type { Known } from './witness-memory.ts'
import type { NameAnswer } from './witness-network.ts'

/** `works`: something answered on the path. `unknown`: there is no case against the probe. */
export type Finding = { kind: 'works' | 'unknown' } | { kind: 'trouble'; reason: string }

interface RoundOptions {
  clock: Clock
  path: PathRecord
  question: Question<Known>
  /** Witnesses of the moment, best first. */
  rank: () => Known[]
  asks: WitnessAsks
  askNames: () => Promise<NameAnswer>
  /** Why this machine has no way out although it had one; null when it has. */
  findLocalTrouble: () => Promise<string | null>
}

/** Witnesses that are asked at once. */
const AT_ONCE = 3

/** How long they have before the next are asked too: several times as long as answers took last, within bounds. */
const WAVE_MS = { least: 800, most: 2_000, answers: 3 }

/** Witnesses of this many networks that miss an answer for that long may show a loss of packets that is over by then. */
const LATE_NETWORKS = 2

/** A timer this late shows that the process stood still, so that answers may wait unread. */
const STALL_MS = SECOND_MS / 2

export class WitnessRound {
  readonly #options: RoundOptions
  readonly #found = Promise.withResolvers<Finding>()
  /** Whether each answered; null while it may. */
  readonly #asked = new Map<Known, boolean | null>()
  #names: NameAnswer['kind'] | 'asked' | null = null
  readonly #waveMs: number
  #startedAt: number
  /** When the path was heard before this round, monotonic ms. */
  readonly #heardBefore: number
  /** Witnesses that had time to answer and did not. Failures wait until it is known whether the path is why; null before that. */
  #late: readonly Known[] | null = null
  #release: () => void = () => {}
  #isAskedAgain = false
  #isOver = false
  #stopTimer: () => void = () => {}
  readonly #unwatch: () => void

  constructor(options: RoundOptions) {
    const { clock, path, question } = options
    this.#options = options
    this.#waveMs = Math.min(WAVE_MS.most, Math.max(WAVE_MS.least, WAVE_MS.answers * path.answerMs))
    this.#startedAt = clock.monotonic()
    this.#heardBefore = path.lastGood(question.scope)
    this.#unwatch = path.watch(() => this.#onPathNews())
    void this.#lookAtHome()
    this.#wave()
  }

  get finding(): Promise<Finding> {
    return this.#found.promise
  }

  #onPathNews(): void {
    const { path, question } = this.#options
    if (this.#isReplaced()) this.#finish({ kind: 'unknown' })
    else if (path.lastGood(question.scope) < this.#startedAt) return
    else if (this.#late === null) this.#finish({ kind: 'works' })
    else void this.#askAgain(this.#late)
  }

  /** The path is gone for good, and hosts as far away as the one in doubt are reached by another. */
  #isReplaced(): boolean {
    const { path, question } = this.#options
    return question.lostInterface !== null && path.isReplaced(question.scope)
  }

  /** The finding never comes. */
  close(): void {
    this.#isOver = true
    this.#stopTimer()
    this.#unwatch()
    this.#release()
  }

  async #lookAtHome(): Promise<void> {
    const reason = await this.#options.findLocalTrouble()
    if (reason !== null) this.#finish({ kind: 'trouble', reason })
  }

  #wave(): void {
    const now = this.#options.clock.monotonic()
    const next = this.#next(now)
    for (const witness of next) void this.#ask(witness)
    if (!next.some((witness) => this.#isStranger(witness)) || this.#asked.size > next.length) void this.#askNames()
    this.#arm(now)
    this.#conclude()
  }

  #next(now: number): Known[] {
    return this.#unasked()
      .filter((witness) => mayAsk(witness, now))
      .slice(0, AT_ONCE)
  }

  #unasked(): Known[] {
    return this.#options.rank().filter((witness) => !this.#asked.has(witness))
  }

  #arm(now: number): void {
    const leftMs = this.#startedAt + LIMIT_MS - now
    const dueMs = this.#unasked().map(({ askedAt }) => askedAt + ASK_AGAIN_MS - now)
    const delayMs = Math.min(this.#waveMs, leftMs, ...dueMs.filter((ms) => ms > 0))
    this.#stopTimer()
    this.#stopTimer = this.#options.clock.after(Math.max(1, delayMs), () => this.#onTimer())
  }

  #onTimer(): void {
    const elapsedMs = this.#options.clock.monotonic() - this.#startedAt
    if (elapsedMs > LIMIT_MS + STALL_MS) this.#beginAgain()
    else if (elapsedMs >= LIMIT_MS) this.#finish(this.#silence())
    else {
      this.#holdIfLate()
      this.#wave()
    }
  }

  #holdIfLate(): void {
    const askedUntil = this.#options.clock.monotonic() - this.#waveMs
    const late = this.#silentStrangers().filter(({ askedAt }) => askedAt <= askedUntil)
    if (this.#late !== null || networksOf(late) < LATE_NETWORKS) return
    this.#late = late
    this.#release = this.#options.path.hold()
  }

  /** Answers that came meanwhile are read before the next timer. */
  #beginAgain(): void {
    this.#startedAt = this.#options.clock.monotonic()
    this.#asked.clear()
    this.#names = null
    this.#wave()
  }

  /** Answered late: the path failed a moment ago, or all of these witnesses do. Asked again, they show which. */
  async #askAgain(late: readonly Known[]): Promise<void> {
    if (this.#isAskedAgain) return
    this.#isAskedAgain = true
    this.#stopTimer()
    this.#stopTimer = this.#options.clock.after(this.#waveMs, () => this.#finish({ kind: 'works' }))
    const again = late.slice(0, AT_ONCE).map(async (witness) => {
      const isAnswered = await this.#options.asks.askAnew(witness)
      if (isAnswered && !this.#isOver) this.#noteGap()
      return isAnswered
    })
    const answers = await Promise.all(again)
    if (!answers.includes(true)) this.#finish({ kind: 'works' })
  }

  #noteGap(): void {
    const { clock, path, question } = this.#options
    const reason = 'hosts that passed lately did not answer for a moment'
    path.noteGap({ since: this.#heardBefore, until: clock.monotonic(), scope: question.scope, reason })
    this.#finish({ kind: 'works' })
  }

  async #ask(witness: Known): Promise<void> {
    const startedAt = this.#startedAt
    this.#asked.set(witness, null)
    const isAnswered = await this.#options.asks.ask(witness)
    if (this.#isOver || startedAt !== this.#startedAt) return
    this.#asked.set(witness, isAnswered)
    this.#conclude()
  }

  async #askNames(): Promise<void> {
    if (this.#names !== null) return
    this.#names = 'asked'
    const { kind } = await this.#options.askNames()
    this.#names = kind
    this.#conclude()
  }

  /** Nothing is left to wait for: the next are asked at once, or there are none. */
  #conclude(): void {
    if (this.#isOver || this.#isAskedAgain || this.#isWaiting()) return
    if (this.#next(this.#options.clock.monotonic()).length > 0) this.#wave()
    else if (this.#names === null) void this.#askNames()
    else if (this.#unasked().length === 0) this.#finish(this.#silence())
  }

  /** A host on another path that has not answered yet matters only as long as nothing else did. */
  #isWaiting(): boolean {
    const { question } = this.#options
    if (this.#names === 'asked') return true
    const isElsewhere = this.#silenceFacts().isAnsweredElsewhere
    return [...this.#asked].some(
      ([witness, isAnswered]) =>
        isAnswered === null && (!isElsewhere || witness.localAddress === question.localAddress),
    )
  }

  #silenceFacts(): Silence {
    const failed = this.#silent()
    const strangers = this.#silentStrangers()
    return {
      unrelatedFailed: networksOf(strangers),
      othersFailed: failed.length - strangers.length,
      isAnsweredElsewhere: this.#names === 'answers' || [...this.#asked.values()].includes(true),
      areNamesLost: this.#names === 'silent' || this.#names === 'refused' || this.#names === 'failing',
    }
  }

  #silent(): Known[] {
    return [...this.#asked].filter(([, isAnswered]) => isAnswered !== true).map(([witness]) => witness)
  }

  #silentStrangers(): Known[] {
    return this.#silent().filter((witness) => this.#isStranger(witness))
  }

  /** On the same path, and unrelated to the hosts in doubt. */
  #isStranger(witness: Known): boolean {
    const { question } = this.#options
    return witness.localAddress === question.localAddress && !question.isRelated(witness)
  }

  #silence(): Finding {
    const { lostInterface } = this.#options.question
    if (this.#isReplaced()) return { kind: 'unknown' }
    if (lostInterface !== null) return { kind: 'trouble', reason: `interface ${lostInterface} is down` }
    const facts = this.#silenceFacts()
    if (!isTrouble(facts, this.#options.question.fewest)) return { kind: 'unknown' }
    // Users may see the reason, and must not learn which other hosts are checked from here
    const names = facts.areNamesLost ? ', nor did the name servers' : ''
    return { kind: 'trouble', reason: `none of ${this.#asked.size} hosts that passed lately answered${names}` }
  }

  #finish(finding: Finding): void {
    if (this.#isOver) return
    this.close()
    this.#found.resolve(finding)
  }
}

const networksOf = (witnesses: readonly Known[]): number => new Set(witnesses.map(({ network }) => network)).size
