/**
 * Schedules the next check of each monitor. It runs in its slot on the grid, sooner while its state is unsettled, and
 * at a bounded rate when it is overdue.
 */

import { SECOND_MS } from '../../core/platform/time/time.ts'
import { computeDelayWeight } from '../../core/probes/probe-load.ts'
import {
  computeNextDueAt,
  computeOverdueFrom,
  computeRecheckAt,
  computeRetryDelayMs,
  planCatchUp,
} from '../../core/probes/schedule.ts'
import { computeRecheckDelayMs, isInDoubt, updateCounters } from '../../core/results/state.ts'
import type { CheckStatus } from '../../core/results/verdict.ts'
import { UnsettledMonitors } from '../self-check/unsettled-monitors.ts'
import type { AssignedMonitor } from './assignment-table.ts'
import type { Clock } from './clock.ts'
import { parseTargetHost } from './target-host.ts'
import { TimerQueue } from './timer-queue.ts'

interface TimetableOptions {
  clock: Clock
  getMonitor: (timerId: number) => AssignedMonitor
  /** Called whenever a check may be due; may reschedule all monitors. */
  beforeDue: () => void
  onDue: (monitor: AssignedMonitor, dueAt: number) => void
  /** Returns whether a check that confirms nothing may start now. */
  mayStart: () => boolean
}

export class Timetable {
  readonly #clock: Clock
  readonly #timers: TimerQueue
  /** Checks that confirm a change. They do not wait for other due checks. */
  readonly #confirmations: TimerQueue
  readonly #catchUpQueue: CatchUpQueue
  readonly #unsettled = new UnsettledMonitors()

  constructor({ clock, getMonitor, beforeDue, onDue, mayStart }: TimetableOptions) {
    this.#clock = clock
    const start = (timerId: number, dueAt: number) => {
      const monitor = getMonitor(timerId)
      this.#catchUpQueue.remove(monitor)
      onDue(monitor, dueAt)
    }
    this.#timers = new TimerQueue({ clock, beforeDue, onDue: start, mayStart })
    this.#confirmations = new TimerQueue({ clock, beforeDue, onDue: start })
    this.#catchUpQueue = new CatchUpQueue({
      clock,
      getTimes: (monitor) => ({ overdueSince: computeOverdueSince(monitor), dueAt: this.getDueAt(monitor) }),
      onReady: (monitor) => this.scheduleNow(monitor),
    })
  }

  /** The longest time that a due check has waited, ms; negative when none is due. */
  get lagMs(): number {
    return Math.max(this.#timers.computeLagMs(), this.#confirmations.computeLagMs())
  }

  /** Unix ms; NaN while the monitor is not in the timer queue. */
  getDueAt(monitor: AssignedMonitor): number {
    const confirmedAt = this.#confirmations.getDueAt(monitor.timerId)
    return Number.isNaN(confirmedAt) ? this.#timers.getDueAt(monitor.timerId) : confirmedAt
  }

  scheduleNow(monitor: AssignedMonitor): void {
    this.#set(monitor, this.#clock.now())
  }

  /**
   * Schedules the monitor in its next slot, or earlier if it would be overdue by then. A monitor that is overdue now is
   * checked sooner, after `startCatchUp`.
   */
  schedule(monitor: AssignedMonitor): void {
    const now = this.#clock.now()
    const slot = computeNextDueAt(monitor.offsetMs, monitor.config.intervalSeconds, now)
    const overdueAt = computeOverdueSince(monitor)
    this.#set(monitor, overdueAt > now ? Math.min(slot, overdueAt) : slot)
    if (overdueAt <= now) this.#catchUpQueue.add(monitor)
  }

  /** Checks overdue monitors, the most urgent first. */
  startCatchUp(): void {
    this.#catchUpQueue.start()
  }

  /** Records a check that ended at `endedAt`, Unix ms, after the monitor's counters were updated. */
  recordOutcome(monitor: AssignedMonitor, status: CheckStatus, endedAt: number): void {
    this.#unsettled.record(monitor, status, endedAt)
  }

  /** Schedules the monitor after its check. */
  reschedule(monitor: AssignedMonitor, endedAt: number): void {
    this.#set(monitor, this.#computeNextDueAt(monitor, endedAt))
  }

  /** Reschedules after a check on demand; a check that is due before its repeat stays unchanged. */
  scheduleEarlier(monitor: AssignedMonitor, endedAt: number): void {
    const nextDueAtMs = Math.max(this.#computeNextDueAt(monitor, endedAt), this.#clock.now())
    if (nextDueAtMs < this.getDueAt(monitor)) this.#set(monitor, nextDueAtMs)
  }

  /** Repeats inconclusive checks at a bounded rate. */
  retryInconclusive(): void {
    this.#retrySoon(this.#unsettled.takeInconclusive())
  }

  /** Withdraws unconfirmed failures that began at `since` or later, Unix ms, and repeats their checks. */
  withdrawFailures(since: number): void {
    const withdrawn = this.#unsettled.takeFailing(since)
    for (const monitor of withdrawn) monitor.counters = updateCounters(monitor.counters, 'inconclusive', monitor.config)
    this.#retrySoon(withdrawn)
  }

  remove(monitor: AssignedMonitor): void {
    this.#timers.remove(monitor.timerId)
    this.#confirmations.remove(monitor.timerId)
    this.#catchUpQueue.remove(monitor)
    this.#unsettled.delete(monitor)
  }

  close(): void {
    this.#timers.close()
    this.#confirmations.close()
    this.#catchUpQueue.close()
  }

  #set({ timerId, counters, config }: AssignedMonitor, dueAt: number): void {
    const [queue, other] = isInDoubt(counters)
      ? [this.#confirmations, this.#timers]
      : [this.#timers, this.#confirmations]
    other.remove(timerId)
    queue.set(timerId, dueAt, computeDelayWeight(config.intervalSeconds))
  }

  #retrySoon(monitors: readonly AssignedMonitor[]): void {
    for (const monitor of monitors) if (monitor.inFlight === null) this.#catchUpQueue.add(monitor)
    this.#catchUpQueue.start()
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

interface CatchUpQueueOptions {
  clock: Clock
  /** Since when the monitor has been overdue, and its next due time, Unix ms. */
  getTimes: (monitor: AssignedMonitor) => { overdueSince: number; dueAt: number }
  /** Called when this monitor may be checked. */
  onReady: (monitor: AssignedMonitor) => void
}

interface PlannedCheck {
  monitor: AssignedMonitor
  afterMs: number
}

/**
 * Interval of releases. A process that was stalled or is too busy releases no more checks at once than a punctual one.
 * A weak machine therefore catches up more slowly instead of starting too many checks.
 */
const STEP_MS = 50

/**
 * Runs the checks of overdue monitors at a bounded rate. A waiting monitor stays in the timer queue: its own slot may
 * come first.
 */
class CatchUpQueue {
  readonly #options: CatchUpQueueOptions
  readonly #waiting = new Set<AssignedMonitor>()
  /** Ascending by time. Entries of monitors that no longer wait are skipped. */
  #planned: PlannedCheck[] = []
  #readyCount = 0
  #elapsedMs = 0
  #cancelTimer: (() => void) | null = null

  constructor(options: CatchUpQueueOptions) {
    this.#options = options
  }

  /** Adds a monitor; takes effect with the next `start`. */
  add(monitor: AssignedMonitor): void {
    this.#waiting.add(monitor)
  }

  /** Removes a monitor that was unassigned, or whose check has started. */
  remove(monitor: AssignedMonitor): void {
    this.#waiting.delete(monitor)
  }

  /** Plans all waiting monitors, and releases the first ones. */
  start(): void {
    if (this.#waiting.size === 0) return
    this.#planned = this.#plan([...this.#waiting])
    this.#waiting.clear()
    for (const { monitor } of this.#planned) this.#waiting.add(monitor)
    this.#readyCount = 0
    this.#elapsedMs = 0
    this.#cancelTimer?.()
    this.#releaseReady()
  }

  close(): void {
    this.#cancelTimer?.()
    this.#cancelTimer = null
  }

  #plan(overdue: AssignedMonitor[]): PlannedCheck[] {
    const { clock, getTimes } = this.#options
    const now = clock.now()
    const facts = overdue.map((monitor) => {
      const { overdueSince, dueAt } = getTimes(monitor)
      const { opinion, failures } = monitor.counters
      return {
        host: parseTargetHost(monitor.target),
        isFailing: opinion === 'down' || failures > 0,
        lateness: (now - overdueSince) / (monitor.config.intervalSeconds * SECOND_MS),
        dueInMs: dueAt - now,
      }
    })
    return planCatchUp(facts).map(({ index, afterMs }) => ({ monitor: overdue[index]!, afterMs }))
  }

  #releaseReady(): void {
    this.#cancelTimer = null
    for (
      let next = this.#planned[this.#readyCount];
      next && next.afterMs <= this.#elapsedMs;
      next = this.#planned[this.#readyCount]
    ) {
      this.#readyCount += 1
      if (this.#waiting.delete(next.monitor)) this.#options.onReady(next.monitor)
    }
    if (this.#readyCount === this.#planned.length) return
    this.#elapsedMs += STEP_MS
    this.#cancelTimer = this.#options.clock.after(STEP_MS, () => this.#releaseReady())
  }
}
