/**
 * Tracks since when this server has run without an interruption: a start, a process or machine that stood still, or a
 * database that took no writes. Silence of jobs, probes and monitors is evidence only after that.
 */
import { SECOND_MS } from './time.ts'

/** A process that runs calls `tick` this often. */
export const TICK_MS = SECOND_MS

/** A gap between two ticks that is longer means that the process or the machine stood still. Garbage collection is shorter. */
const MAX_TICK_GAP_MS = 3 * SECOND_MS

/** A gap between two successful writes that is longer means that the database was away. One comes every five seconds. */
const MAX_WRITE_GAP_MS = 12 * SECOND_MS

/**
 * How long after an interruption silence is no evidence. Requests and results that wait in sockets arrive first, clients
 * retry, and a server that was alone finds that no other server took pings: each writes that down every five seconds.
 */
export const SETTLE_MS = 20 * SECOND_MS

/** All times are service times, Unix ms. */
export class Continuity {
  readonly #settleMs: number
  #since: number
  #leapMs = 0
  #ticked: { at: number; elapsed: number }
  #wroteAt: number

  /** @param elapsed monotonic, ms */
  constructor(now: number, elapsed: number, settleMs = SETTLE_MS) {
    this.#settleMs = settleMs
    this.#since = now
    this.#wroteAt = now
    this.#ticked = { at: now, elapsed }
  }

  /** When the latest interruption ended. */
  get since(): number {
    return this.#since
  }

  /** How far the service's time ran ahead of the process in that interruption, whole ms: the machine slept, or its clock was set. */
  get leapMs(): number {
    return this.#leapMs
  }

  tick(now: number, elapsed: number): void {
    const { at, elapsed: before } = this.#ticked
    this.#ticked = { at: now, elapsed }
    if (now < at) this.#moveBack(at - now)
    else if (now - at > MAX_TICK_GAP_MS)
      this.recordInterruption(now, Math.max(0, Math.round(now - at - (elapsed - before))))
  }

  /** A small write to the database succeeded. */
  recordWrite(now: number): void {
    if (now - this.#wroteAt > MAX_WRITE_GAP_MS) this.recordInterruption(now)
    this.#wroteAt = now
  }

  /** An interruption ended. Interruptions in quick succession count as one. */
  recordInterruption(now: number, leapMs = 0): void {
    this.#leapMs = leapMs + (now - this.#since < this.#settleMs ? this.#leapMs : 0)
    this.#since = now
  }

  /** Returns how long silence is still no evidence, ms. */
  readonly unsettledMs = (now: number): number => Math.max(0, this.getInterruptedAt(now) + this.#settleMs - now)

  /** When the latest interruption ended, Unix ms; `now` for one that neither `tick` nor `wrote` has reported yet. */
  getInterruptedAt(now: number): number {
    const isInterrupted = now - this.#ticked.at > MAX_TICK_GAP_MS || now - this.#wroteAt > MAX_WRITE_GAP_MS
    return isInterrupted ? now : this.#since
  }

  #moveBack(byMs: number): void {
    this.#since -= byMs
    this.#wroteAt -= byMs
  }
}
