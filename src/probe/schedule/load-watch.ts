/** Limits the checks of an overloaded probe, and reports the start and the end of the overload. */
import { SECOND_MS } from '../../core/platform/time/time.ts'
import { type Exchange, ResultLimit, SkippedShare, updateOverload } from '../../core/probes/probe-load.ts'
import type { StatsCounter } from '../server/stats.ts'
import type { Clock } from './clock.ts'

export class LoadWatch {
  readonly #clock: Clock
  readonly #getLateMs: () => number
  readonly #stats: StatsCounter
  readonly #skipped = new SkippedShare()
  readonly #report: (message: string, error: unknown) => void
  readonly #limit = new ResultLimit()
  /** When checks were late the last time, monotonic ms; null without an overload. */
  #lateAt: number | null = null
  #skippedPercent = 0

  /** @param getLateMs returns how long the oldest check has been due, ms */
  constructor(
    clock: Clock,
    getLateMs: () => number,
    stats: StatsCounter,
    report: (message: string, error: unknown) => void,
  ) {
    this.#clock = clock
    this.#getLateMs = getLateMs
    this.#stats = stats
    this.#report = report
  }

  /** Share of the due checks that are left out because of an overload, percent; null without an overload. */
  get skippedPercent(): number | null {
    return this.#lateAt === null ? null : Math.round(this.#skippedPercent)
  }

  countStart(): void {
    this.#limit.countStart()
  }

  mayStart(exchange: Exchange): boolean {
    return this.#limit.mayStart(exchange, this.#getLateMs())
  }

  /** Reports the start or the end of an overload. Call it every few seconds. */
  reportChange(): void {
    const lateMs = this.#getLateMs()
    const before = this.#lateAt
    const now = this.#clock.monotonic()
    this.#lateAt = updateOverload(before, lateMs, now)
    this.#skippedPercent = this.#skipped.add(this.#stats.scheduled, this.#stats.missed, now)
    if ((before === null) === (this.#lateAt === null)) return
    const message =
      before === null
        ? `more checks are due than this machine can run and store; they start ${Math.round(lateMs / SECOND_MS)} s late, and every interval is longer`
        : 'checks start on time again'
    this.#report(message, null)
  }
}
