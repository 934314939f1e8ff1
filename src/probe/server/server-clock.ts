/**
 * The server's time on a remote probe. Checks are scheduled by it, so that probes of a region agree and results have
 * correct times. The clock of this machine has no influence, whatever it is set to.
 */
import { MINUTE_MS, type UnixMs } from '../../core/platform/time/time.ts'
import type { Clock } from '../schedule/clock.ts'
import { CLOCK_TOLERANCE_MS } from '../schedule/time-watch.ts'

interface ServerClockOptions {
  /** Clock of this machine. */
  machine: Clock
  /** Seconds since the machine started; it continues during sleep, and cannot be set. */
  uptime: () => number
  /** Logs a message for the operator of the machine. */
  warn: (message: string) => void
}

/** One comparison: how far the server is ahead of this clock, and the round-trip time. */
interface Sample {
  errorMs: number
  roundTripMs: number
  /** Monotonic ms. */
  at: number
}

/** Longer round trips are too inaccurate: most of the time may have been spent in one direction. */
const MAX_ROUND_TRIP_MS = 4_000

const MAX_SAMPLES = 16
const SAMPLE_LIFE_MS = 10 * MINUTE_MS

/** Small differences are corrected in harmless steps, one with each comparison. */
const MAX_NUDGE_MS = 50

/**
 * Minimum time between two large steps, unless the server does not tolerate the difference. Several servers may
 * disagree.
 */
const STEP_EVERY_MS = 5 * MINUTE_MS
const INTOLERABLE_MS = MINUTE_MS

/** A clock difference is logged again when it has changed by this amount. */
const WARN_AGAIN_MS = 10_000

export class ServerClock implements Clock {
  readonly #options: ServerClockOptions
  readonly #machine: Clock
  /** Added to the machine's time. */
  #correctionMs = 0
  /** The machine's time minus its monotonic clock, and its uptime minus the same, at the last reading, ms. */
  #wallLead: number
  #uptimeLead: number
  #samples: Sample[] = []
  #isCompared = false
  #steppedAt = Number.NEGATIVE_INFINITY
  #warnedAheadMs = 0

  constructor(options: ServerClockOptions) {
    this.#options = options
    this.#machine = options.machine
    this.#wallLead = this.#machine.now() - this.#machine.monotonic()
    this.#uptimeLead = this.#readUptimeLead()
  }

  now(): number {
    const wall = this.#machine.now()
    const wallLead = wall - this.#machine.monotonic()
    const shiftMs = wallLead - this.#wallLead
    this.#wallLead = wallLead
    if (Math.abs(shiftMs) > CLOCK_TOLERANCE_MS) this.#handleClockJump(shiftMs)
    // Rounded like the machine's clock: the due time of a check is part of its key
    return Math.round(wall + this.#correctionMs)
  }

  monotonic(): number {
    return this.#machine.monotonic()
  }

  after(delayMs: number, run: () => void): () => void {
    return this.#machine.after(delayMs, run)
  }

  /** How far the machine's clock is ahead of the server's, ms; null before the first comparison. */
  get aheadMs(): number | null {
    return this.#isCompared ? Math.round(-this.#correctionMs) : null
  }

  /** Time of the last comparison, monotonic ms. */
  get comparedAt(): number {
    return this.#samples.at(-1)?.at ?? Number.NEGATIVE_INFINITY
  }

  /**
   * Compares the clocks when an answer arrives.
   *
   * @param serverNow the server's time of the answer
   * @param roundTripMs time from the request to its answer
   */
  compare(serverNow: UnixMs, roundTripMs: number): void {
    if (roundTripMs > MAX_ROUND_TRIP_MS) return
    const at = this.#machine.monotonic()
    const sample = { errorMs: serverNow + roundTripMs / 2 - this.now(), roundTripMs, at }
    // One of the clocks was set: earlier samples are invalid
    if (this.#samples.some((other) => hasContradiction(sample, other))) this.#samples = []
    this.#samples = [...this.#samples.filter((other) => at - other.at < SAMPLE_LIFE_MS), sample].slice(-MAX_SAMPLES)
    this.#applySample(this.#samples.reduce((best, other) => (other.roundTripMs <= best.roundTripMs ? other : best)))
    this.#isCompared = true
    this.#warnIfAhead()
  }

  #applySample({ errorMs, roundTripMs, at }: Sample): void {
    const certainMs = Math.abs(errorMs) - roundTripMs / 2
    if (!this.#isCompared) this.#applyCorrection(errorMs)
    else if (certainMs > CLOCK_TOLERANCE_MS) {
      if (at - this.#steppedAt < STEP_EVERY_MS && certainMs < INTOLERABLE_MS) return
      this.#steppedAt = at
      this.#applyCorrection(errorMs)
    } else if (certainMs > 0) this.#applyCorrection(Math.min(MAX_NUDGE_MS, Math.max(-MAX_NUDGE_MS, errorMs)))
  }

  #applyCorrection(byMs: number): void {
    this.#correctionMs += byMs
    this.#samples = this.#samples.map((sample) => ({ ...sample, errorMs: sample.errorMs - byMs }))
  }

  /** After a sleep the machine's time is right, and the correction stays. A clock that was set is compensated. */
  #handleClockJump(shiftMs: number): void {
    const uptimeLead = this.#readUptimeLead()
    const sleptMs = uptimeLead - this.#uptimeLead
    this.#uptimeLead = uptimeLead
    const setMs = Math.abs(sleptMs) > CLOCK_TOLERANCE_MS ? shiftMs - sleptMs : shiftMs
    if (Math.abs(setMs) <= CLOCK_TOLERANCE_MS) return
    this.#correctionMs -= setMs
    const seconds = Math.abs(Math.round(setMs / 1_000))
    this.#options.warn(
      `the clock of this machine was set ${setMs > 0 ? 'forward' : 'back'} by ${seconds} s; the check schedule is not affected`,
    )
    // The change was already logged, and needs no second message
    this.#warnedAheadMs += setMs
  }

  #readUptimeLead(): number {
    return this.#options.uptime() * 1_000 - this.#machine.monotonic()
  }

  #warnIfAhead(): void {
    const aheadMs = -this.#correctionMs
    const isFine = Math.abs(aheadMs) <= CLOCK_TOLERANCE_MS
    if (
      Math.abs(aheadMs - this.#warnedAheadMs) <
      (isFine || this.#warnedAheadMs === 0 ? CLOCK_TOLERANCE_MS : WARN_AGAIN_MS)
    )
      return
    this.#warnedAheadMs = isFine ? 0 : aheadMs
    if (isFine) this.#options.warn('the clock of this machine is in sync with the server again')
    else
      this.#options.warn(
        `the clock of this machine is ${(Math.abs(aheadMs) / 1_000).toFixed(1)} s ${aheadMs > 0 ? 'ahead of' : 'behind'} ` +
          'the server clock; checks use the server clock. Enable NTP (timedatectl set-ntp true) on both machines',
      )
  }
}

/** Milliseconds by which two comparisons may differ beyond their round-trip times. */
const TOLERANCE_MS = 250

const hasContradiction = (one: Sample, other: Sample): boolean =>
  Math.abs(one.errorMs - other.errorMs) > (one.roundTripMs + other.roundTripMs) / 2 + TOLERANCE_MS
