/**
 * Detects disturbances of time: the clock was set, the machine slept, or the event loop was stalled. A failure during a
 * disturbance proves nothing about its target. It ticks only while checks are running.
 */
import { SECOND_MS } from '../../core/platform/time/time.ts'
import type { Clock } from './clock.ts'

/** Smaller clock steps and shorter stalls do not disturb checks. */
export const CLOCK_TOLERANCE_MS = SECOND_MS

/** Interval of samples while checks are running. */
const TICK_MS = 250

export class TimeWatch {
  readonly #clock: Clock
  readonly #onJump: (shiftMs: number) => void
  readonly #onTick: () => void
  #disturbances = 0
  /** Wall clock minus monotonic clock at the last sample. */
  #wallLead: number
  /** Monotonic ms. */
  #sampledAt: number
  #running = 0
  #stopTick: (() => void) | null = null

  /**
   * @param onJump called with the shift of the wall clock; running checks already count as disturbed.
   * @param onTick called after every periodic sample while checks are running
   */
  constructor(clock: Clock, onJump: (shiftMs: number) => void, onTick: () => void = () => {}) {
    this.#clock = clock
    this.#onJump = onJump
    this.#onTick = onTick
    this.#sampledAt = clock.monotonic()
    this.#wallLead = clock.now() - this.#sampledAt
  }

  /**
   * Number of disturbances up to the last sample. A check that starts at one count and ends at another was disturbed.
   */
  get disturbances(): number {
    return this.#disturbances
  }

  sample(): void {
    const monotonic = this.#clock.monotonic()
    const wallLead = this.#clock.now() - monotonic
    const silenceMs = monotonic - this.#sampledAt
    const shiftMs = wallLead - this.#wallLead
    const isMoved = Math.abs(shiftMs) > CLOCK_TOLERANCE_MS
    const isStalled = this.#running > 0 && silenceMs > TICK_MS + CLOCK_TOLERANCE_MS
    if (isMoved || isStalled) this.#disturbances += 1
    this.#sampledAt = monotonic
    this.#wallLead = wallLead
    if (isMoved) this.#onJump(shiftMs)
  }

  /**
   * Counts a check that starts. Call `sample` in the same iteration first, so that earlier disturbances do not count
   * for the check.
   */
  countCheckStart(): void {
    this.#running += 1
    if (this.#stopTick === null) this.#scheduleTick()
  }

  countCheckEnd(): void {
    this.#running -= 1
  }

  close(): void {
    this.#stopTick?.()
    this.#stopTick = null
  }

  #scheduleTick(): void {
    this.#stopTick = this.#clock.after(TICK_MS, () => {
      this.#stopTick = null
      this.sample()
      this.#onTick()
      if (this.#running > 0) this.#scheduleTick()
    })
  }
}
