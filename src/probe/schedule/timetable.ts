/**
 * When each monitor is checked next: on its slot of the grid, sooner while its state is not settled, and as soon as a
 * bounded rate allows when it is overdue.
 */
import {
  computeNextDueAt,
  computeOverdueFrom,
  computeRecheckAt,
  computeRetryDelayMs,
} from '../../core/probes/schedule.ts'
import { computeRecheckDelayMs, updateCounters } from '../../core/results/state.ts'
import type { CheckStatus } from '../../core/results/verdict.ts'
import { UnsettledMonitors } from '../self-check/unsettled-monitors.ts'
import type { AssignedMonitor } from './assignment-table.ts'
import { CatchUpQueue } from './catch-up-queue.ts'
import type { Clock } from './clock.ts'
import { TimerQueue } from './timer-queue.ts'

interface TimetableOptions {
  clock: Clock
  getMonitor: (timerId: number) => AssignedMonitor
  /** Called each time a check may be due; may plan every monitor again. */
  beforeDue: () => void
  onDue: (monitor: AssignedMonitor, dueAt: number) => void
}

export class Timetable {
  readonly #clock: Clock
  readonly #timers: TimerQueue
  readonly #startCatchUp: CatchUpQueue
  readonly #unsettled = new UnsettledMonitors()

  constructor({ clock, getMonitor, beforeDue, onDue }: TimetableOptions) {
    this.#clock = clock
    this.#timers = new TimerQueue({
      clock,
      beforeDue,
      onDue: (timerId, dueAt) => {
        const monitor = getMonitor(timerId)
        this.#startCatchUp.remove(monitor)
        onDue(monitor, dueAt)
      },
    })
    this.#startCatchUp = new CatchUpQueue({
      clock,
      getTimes: (monitor) => ({ overdueSince: computeOverdueSince(monitor), dueAt: this.getDueAt(monitor) }),
      onReady: (monitor) => this.scheduleNow(monitor),
    })
  }

  /** How long the check has been due that has waited longest, ms; negative when none is due. */
  get lagMs(): number {
    return this.#timers.computeLagMs()
  }

  /** Unix ms; NaN while the monitor has no place on the agenda. */
  getDueAt(monitor: AssignedMonitor): number {
    return this.#timers.getDueAt(monitor.timerId)
  }

  scheduleNow(monitor: AssignedMonitor): void {
    this.#timers.set(monitor.timerId, this.#clock.now())
  }

  /**
   * Puts the monitor on its next slot, or before it where it would be overdue by then. A monitor that is overdue now is
   * checked sooner, after `startCatchUp`.
   */
  schedule(monitor: AssignedMonitor): void {
    const now = this.#clock.now()
    const slot = computeNextDueAt(monitor.offsetMs, monitor.config.intervalSeconds, now)
    const overdueAt = computeOverdueSince(monitor)
    this.#timers.set(monitor.timerId, overdueAt > now ? Math.min(slot, overdueAt) : slot)
    if (overdueAt <= now) this.#startCatchUp.add(monitor)
  }

  /** Checks the monitors that are overdue, the most urgent first. */
  startCatchUp(): void {
    this.#startCatchUp.start()
  }

  /** A check was over at `endedAt`, Unix ms, and the monitor has its counters. */
  recordOutcome(monitor: AssignedMonitor, status: CheckStatus, endedAt: number): void {
    this.#unsettled.record(monitor, status, endedAt)
  }

  /** Puts the monitor on the agenda after its check. */
  reschedule(monitor: AssignedMonitor, endedAt: number): void {
    this.#timers.set(monitor.timerId, this.#computeNextDueAt(monitor, endedAt))
  }

  /** After a check outside the agenda; one that is due sooner than its repeat stays where it is. */
  scheduleEarlier(monitor: AssignedMonitor, endedAt: number): void {
    const nextDueAtMs = Math.max(this.#computeNextDueAt(monitor, endedAt), this.#clock.now())
    if (nextDueAtMs < this.getDueAt(monitor)) this.#timers.set(monitor.timerId, nextDueAtMs)
  }

  /** Repeats the checks that were inconclusive, at a bounded rate. */
  retryInconclusive(): void {
    this.#retrySoon(this.#unsettled.takeInconclusive())
  }

  /** Withdraws failures that are not confirmed and began at `since` or later, Unix ms, and repeats their checks. */
  withdrawFailures(since: number): void {
    const withdrawn = this.#unsettled.takeFailing(since)
    for (const monitor of withdrawn) monitor.counters = updateCounters(monitor.counters, 'inconclusive', monitor.config)
    this.#retrySoon(withdrawn)
  }

  remove(monitor: AssignedMonitor): void {
    this.#timers.remove(monitor.timerId)
    this.#startCatchUp.remove(monitor)
    this.#unsettled.delete(monitor)
  }

  close(): void {
    this.#timers.close()
    this.#startCatchUp.close()
  }

  #retrySoon(monitors: readonly AssignedMonitor[]): void {
    for (const monitor of monitors) if (monitor.inFlight === null) this.#startCatchUp.add(monitor)
    this.#startCatchUp.start()
  }

  #computeNextDueAt(monitor: AssignedMonitor, endedAt: number): number {
    const { intervalSeconds } = monitor.config
    const run = this.#unsettled.countInconclusive(monitor)
    const repeatAfterMs =
      run > 0
        ? computeRetryDelayMs(intervalSeconds, run, this.#unsettled.inconclusiveCount)
        : computeRecheckDelayMs(monitor.counters, intervalSeconds)
    return computeRecheckAt(monitor.offsetMs, intervalSeconds, repeatAfterMs, endedAt)
  }
}

const computeOverdueSince = ({ config, counters, checkedAt }: AssignedMonitor): number =>
  computeOverdueFrom(config.intervalSeconds, counters, checkedAt)
