/**
 * Tracks since when this server has run without an interruption. Interruptions are a start, a stalled process or
 * machine, and a database that rejected writes. Silence of jobs, probes and monitors is evidence only after the last
 * interruption.
 */
import { SECOND_MS } from './time.ts'

/** Interval at which a running process calls `tick`. */
export const TICK_MS = SECOND_MS

/** A longer gap between two ticks means that the process or the machine stalled. Garbage collection takes less time. */
const MAX_TICK_GAP_MS = 3 * SECOND_MS

/**
 * A longer gap between two successful writes means that the database was unreachable. A write occurs every five
 * seconds.
 */
const MAX_WRITE_GAP_MS = 12 * SECOND_MS

/**
 * Time after an interruption during which silence is no evidence. Requests and results that wait in sockets arrive
 * first, and clients retry. An isolated server also detects that no other server accepted pings: each server records
 * this every five seconds.
 */
export const SETTLE_MS = 20 * SECOND_MS

/** All times are service times, Unix ms. */
export class Continuity {
  readonly #settleMs: number
  #since: number
  #leapMs = 0
  #ticked: { at: number; elapsed: number }
  #wroteAt: number

  /** @param elapsed monotonic time, ms */
  constructor(now: number, elapsed: number, settleMs = SETTLE_MS) {
    this.#settleMs = settleMs
    this.#since = now
    this.#wroteAt = now
    this.#ticked = { at: now, elapsed }
  }

  /** End of the latest interruption. */
  get since(): number {
    return this.#since
  }

  /**
   * How far the service time ran ahead of the process during that interruption, whole ms. The machine slept, or its
   * clock was set.
   */
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

  /** Records a successful small write to the database. */
  recordWrite(now: number): void {
    if (now - this.#wroteAt > MAX_WRITE_GAP_MS) this.recordInterruption(now)
    this.#wroteAt = now
  }

  /** Records the end of an interruption. Interruptions in quick succession count as one. */
  recordInterruption(now: number, leapMs = 0): void {
    this.#leapMs = leapMs + (now - this.#since < this.#settleMs ? this.#leapMs : 0)
    this.#since = now
  }

  /** Returns for how much longer silence is no evidence, ms. */
  readonly unsettledMs = (now: number): number => Math.max(0, this.getInterruptedAt(now) + this.#settleMs - now)

  /**
   * Returns the end of the latest interruption, Unix ms; `now` for one that neither `tick` nor `recordWrite` has
   * reported yet.
   */
  getInterruptedAt(now: number): number {
    const isInterrupted = now - this.#ticked.at > MAX_TICK_GAP_MS || now - this.#wroteAt > MAX_WRITE_GAP_MS
    return isInterrupted ? now : this.#since
  }

  #moveBack(byMs: number): void {
    this.#since -= byMs
    this.#wroteAt -= byMs
  }
}
