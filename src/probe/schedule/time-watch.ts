/**
 * Notices when time was not what it seemed: the clock was set, the machine slept, the event loop stood still. A check
 * that fails across such a moment says nothing about its target. It ticks only while checks are running.
 */
import { SECOND_MS } from '../../core/platform/time/time.ts'
import type { Clock } from './clock.ts'

/** Smaller steps of the clock and smaller pauses disturb no check. */
export const CLOCK_TOLERANCE_MS = SECOND_MS

/** How often it looks while checks are running. */
const TICK_MS = 250

export class TimeWatch {
  readonly #clock: Clock
  readonly #onJump: (shiftMs: number) => void
  readonly #onTick: () => void
  #disturbances = 0
  /** Wall clock less monotonic clock, when last looked. */
  #wallLead: number
  /** Monotonic ms. */
  #sampledAt: number
  #running = 0
  #stopTick: (() => void) | null = null

  /**
   * @param onJump the wall clock was moved by this much; checks in flight count as disturbed by then
   * @param onTick called at each look while checks are running
   */
  constructor(clock: Clock, onJump: (shiftMs: number) => void, onTick: () => void = () => {}) {
    this.#clock = clock
    this.#onJump = onJump
    this.#onTick = onTick
    this.#sampledAt = clock.monotonic()
    this.#wallLead = clock.now() - this.#sampledAt
  }

  /** How often, as of the last look. A check that begins at one count and ends at another was disturbed. */
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

  /** Call `look` in the same turn before it, so that what came before the check is not charged to it. */
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
