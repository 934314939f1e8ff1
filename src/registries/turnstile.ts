/** Lets questions through to each server one at a time, at its pace, and turns away what would have to wait too long. */
import { FRESH_PACE, gapMs, type Pace, paceAfterAnswer, paceAfterRefusal, restMs } from './pace.ts'
import { silent, type Unknown } from './silence.ts'

interface TurnstileOptions {
  /** Unix ms. */
  now: () => number
  /** Calls `run` once, later. @returns takes it back */
  after: (delayMs: number, run: () => void) => () => void
  /** Least time between an answer and the next question, ms. */
  gapMs: number
  /** Most questions that wait for one server. */
  maxWaiting: number
}

/** Whatever a question brings; of kind `unknown` and `rate_limited` when the server wants to be asked less. */
interface Answer {
  kind: string
}

interface Visitor {
  ask: () => Promise<Answer>
  settle: (answer: Answer) => void
}

interface Gate {
  pace: Pace
  waiting: Visitor[]
  /** Whose question is under way. */
  inside: Visitor | null
  /** Takes back the timer that lets the next one in; null when none is set. */
  takeBack: (() => void) | null
}

/** Gates remembered; those that hold nothing worth remembering are forgotten beyond that. */
const MAX_IDLE_GATES = 500

/** What those who are turned away are told to wait: by then a queue has moved on. */
const FULL_RETRY_MS = 60_000

export class Turnstile {
  private readonly options: TurnstileOptions
  private readonly gates = new Map<string, Gate>()
  private isClosed = false

  constructor(options: TurnstileOptions) {
    this.options = options
  }

  /**
   * Asks when it is this question's turn; at once `rate_limited` while the server wants to be left alone.
   *
   * @param server names it in messages, too
   * @param ask must not throw
   */
  pass<T extends Answer>(server: string, ask: () => Promise<T | Unknown>): Promise<T | Unknown> {
    if (this.isClosed) return Promise.resolve(closing(server))
    const gate = this.gateOf(server)
    const resting = this.resting(server, gate)
    if (resting) return Promise.resolve(resting)
    if (gate.waiting.length >= this.options.maxWaiting) return Promise.resolve(full(server, gate.waiting.length))
    return new Promise((settle) => {
      gate.waiting.push({ ask, settle: settle as Visitor['settle'] })
      this.letIn(server, gate)
    })
  }

  /** Whoever waits is answered now, whatever comes of a question that is under way; nobody is let in any more. */
  close(): void {
    this.isClosed = true
    for (const [server, gate] of this.gates) {
      gate.takeBack?.()
      gate.inside?.settle(closing(server))
      for (const { settle } of gate.waiting.splice(0)) settle(closing(server))
    }
    this.gates.clear()
  }

  private gateOf(server: string): Gate {
    const known = this.gates.get(server)
    if (known) return known
    if (this.gates.size >= MAX_IDLE_GATES) this.forgetIdle()
    const gate: Gate = { pace: FRESH_PACE, waiting: [], inside: null, takeBack: null }
    this.gates.set(server, gate)
    return gate
  }

  private forgetIdle(): void {
    const now = this.options.now()
    for (const [server, { pace, waiting, inside }] of this.gates) {
      const isIdle = inside === null && waiting.length === 0 && pace.refusals === 0
      if (isIdle && gapMs(pace, now, this.options.gapMs) === 0) this.gates.delete(server)
    }
  }

  private resting(server: string, { pace }: Gate): Unknown | null {
    const ms = restMs(pace, this.options.now())
    return ms === 0 ? null : silent('rate_limited', `${server} wants to be left alone for another ${inWords(ms)}`, ms)
  }

  private letIn(server: string, gate: Gate): void {
    if (gate.inside !== null || gate.takeBack !== null || gate.waiting.length === 0) return
    const delayMs = gapMs(gate.pace, this.options.now(), this.options.gapMs)
    if (delayMs === 0) return void this.serve(server, gate)
    gate.takeBack = this.options.after(delayMs, () => {
      gate.takeBack = null
      // Not judged by the clock again: set back by an hour, it would say for an hour that the wait is not over
      void this.serve(server, gate)
    })
  }

  private async serve(server: string, gate: Gate): Promise<void> {
    const visitor = gate.waiting.shift()!
    gate.inside = visitor
    const answer = await visitor.ask()
    gate.inside = null
    visitor.settle(answer)
    gate.pace = this.paceAfter(gate.pace, answer)
    const resting = this.resting(server, gate)
    if (resting) for (const { settle } of gate.waiting.splice(0)) settle(resting)
    this.letIn(server, gate)
  }

  private paceAfter(pace: Pace, answer: Answer): Pace {
    const now = this.options.now()
    return isRefusal(answer) ? paceAfterRefusal(pace, now, answer.retryAfterMs) : paceAfterAnswer(now)
  }
}

const isRefusal = (answer: Answer): answer is Unknown =>
  answer.kind === 'unknown' && (answer as Unknown).silence === 'rate_limited'

const closing = (server: string): Unknown => silent('unreachable', `${server} was not asked, the service is stopping`)

const full = (server: string, waiting: number): Unknown =>
  silent('rate_limited', `${server} was not asked, ${waiting} questions are waiting for it already`, FULL_RETRY_MS)

const inWords = (ms: number): string => (ms < 90_000 ? `${Math.ceil(ms / 1_000)} s` : `${Math.ceil(ms / 60_000)} min`)
