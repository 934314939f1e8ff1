/**
 * The server's time, as a probe elsewhere knows it. Checks are due by it, so that probes that share a region agree and
 * results say when things really happened, whatever the clock of this machine says or is set to.
 */
import { MINUTE_MS } from '../../core/platform/time/time.ts'
import type { Clock } from '../schedule/clock.ts'
import { CLOCK_TOLERANCE_MS } from '../schedule/time-watch.ts'

interface ServerClockOptions {
  /** Of this machine. */
  machine: Clock
  /** Since the machine was started, in seconds; goes on while it sleeps, and nobody sets it. */
  uptime: () => number
  /** What whoever runs the machine should read. */
  warn: (message: string) => void
}

/** One comparison: by how much the server is ahead of this clock, and how long the question and its answer took. */
interface Sample {
  errorMs: number
  roundTripMs: number
  /** Monotonic ms. */
  at: number
}

/** Longer ones say too little: the answer may have been on its way for most of it. */
const MAX_ROUND_TRIP_MS = 4_000

const MAX_SAMPLES = 16
const SAMPLE_LIFE_MS = 10 * MINUTE_MS

/** Small differences are made up for in steps that nobody notices: one with each comparison. */
const MAX_NUDGE_MS = 50

/** Between two large steps, unless the difference is one that the server minds: several servers may disagree. */
const STEP_EVERY_MS = 5 * MINUTE_MS
const INTOLERABLE_MS = MINUTE_MS

/** What is wrong is told again when it has become so much worse or better. */
const WARN_AGAIN_MS = 10_000

export class ServerClock implements Clock {
  readonly #options: ServerClockOptions
  readonly #machine: Clock
  /** To be added to the machine's time. */
  #correctionMs = 0
  /** The machine's time less its monotonic clock, and its uptime less the same, when last looked, ms. */
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
    // Whole, as the machine's own: the time at which a check is due is part of its key
    return Math.round(wall + this.#correctionMs)
  }

  monotonic(): number {
    return this.#machine.monotonic()
  }

  after(delayMs: number, run: () => void): () => void {
    return this.#machine.after(delayMs, run)
  }

  /** By how much the machine's clock is ahead of the server's, ms; null before they were compared. */
  get aheadMs(): number | null {
    return this.#isCompared ? Math.round(-this.#correctionMs) : null
  }

  /** When the last comparison was, monotonic ms. */
  get comparedAt(): number {
    return this.#samples.at(-1)?.at ?? Number.NEGATIVE_INFINITY
  }

  /**
   * An answer has just come.
   *
   * @param serverNow what the server's clock said when it answered, Unix ms
   * @param roundTripMs from the question to its answer
   */
  compare(serverNow: number, roundTripMs: number): void {
    if (roundTripMs > MAX_ROUND_TRIP_MS) return
    const at = this.#machine.monotonic()
    const sample = { errorMs: serverNow + roundTripMs / 2 - this.now(), roundTripMs, at }
    // One of the clocks was set since: what was measured before is about another one
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

  /** After a sleep the machine's time is right and ours was missing; a clock that was set is made up for. */
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
    // That is news of itself, and need not be told a second time
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

/** Milliseconds by which two measurements of the same may differ beyond what their round trips explain. */
const TOLERANCE_MS = 250

const hasContradiction = (one: Sample, other: Sample): boolean =>
  Math.abs(one.errorMs - other.errorMs) > (one.roundTripMs + other.roundTripMs) / 2 + TOLERANCE_MS
