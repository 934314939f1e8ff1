/**
 * Decides which monitors are checked and when: applies assignment changes of the server, and reschedules monitors after
 * their checks.
 */
import type { MonitorType } from '../../core/monitors/monitor.ts'
import type { UnixMs } from '../../core/platform/time/time.ts'
import { isInterrupted } from '../../core/probes/probe-load.ts'
import type { Assignment, AssignmentsResponse } from '../../core/probes/protocol.ts'
import { countSlotsBetween } from '../../core/probes/schedule.ts'
import { computeRecheckDelayMs, updateCounters } from '../../core/results/state.ts'
import type { CheckStatus } from '../../core/results/verdict.ts'
import type { StatsCounter } from '../server/stats.ts'
import { type AssignedMonitor, AssignmentTable, type InFlightCheck, isSameCheck } from './assignment-table.ts'
import type { Clock } from './clock.ts'
import { parseTargetHost } from './target-host.ts'
import { CLOCK_TOLERANCE_MS } from './time-watch.ts'
import { Timetable } from './timetable.ts'

interface CheckSchedulerOptions {
  region: string
  clock: Clock
  stats: StatsCounter
  /** Called whenever the timer queue wakes; may call `rescheduleAll`. */
  beforeDue: () => void
  onDue: (inFlight: InFlightCheck) => void
  /** Called when checks that have not started may have been dropped. */
  onDropped: () => void
  /** Returns whether a check that confirms nothing may start now. */
  mayStart?: () => boolean
}

export class CheckScheduler {
  readonly #options: CheckSchedulerOptions
  readonly #clock: Clock
  readonly #stats: StatsCounter
  readonly #monitors: AssignmentTable
  readonly #timetable: Timetable
  /**
   * Keys received so far in a complete list; null outside such a list. A monitor in such a list keeps its slot on the
   * grid unless it is overdue. Such a list arrives when the probe has just started, or takes over another probe's
   * share. A monitor that arrives later is new, and is checked at once.
   */
  #listedKeys: Set<number> | null = null
  /** Delay of the oldest due check at the last wake-up, ms. */
  #lastLagMs = 0
  /** When a check last became due, monotonic ms. */
  #dispatchedAt: number

  constructor(options: CheckSchedulerOptions) {
    this.#options = options
    this.#clock = options.clock
    this.#dispatchedAt = options.clock.monotonic()
    this.#stats = options.stats
    this.#monitors = new AssignmentTable(options.region)
    this.#timetable = new Timetable({
      clock: options.clock,
      getMonitor: (timerId) => this.#monitors.getByTimerId(timerId),
      beforeDue: () => this.#prepareDue(),
      onDue: (monitor, dueAt) => this.#dispatchDue(monitor, dueAt),
      mayStart: options.mayStart ?? (() => true),
    })
  }

  get size(): number {
    return this.#monitors.size
  }

  /** Stops all timers; no check becomes due any more. */
  close(): void {
    this.#timetable.close()
  }

  /**
   * @param isWhole whether the answer starts a new list: monitors that neither it nor its continuation contains are
   * removed
   */
  apply(answer: AssignmentsResponse, isWhole: boolean): void {
    if (isWhole) this.#listedKeys = new Set()
    for (const key of answer.removed) this.#remove(this.#monitors.get(key))
    for (const assignment of answer.changed) {
      this.#listedKeys?.add(assignment.monitorKey)
      this.#applyAssignment(assignment)
    }
    if (answer.more !== true && answer.listUntil === undefined) this.#completeList()
    // In the middle of a list, the most urgent monitors are not yet known
    if (this.#listedKeys === null) this.#timetable.startCatchUp()
    this.#options.onDropped()
  }

  /** Removes all monitors that other probes check from now on. */
  removeUnowned(isOwn: (monitorKey: number, type: MonitorType) => boolean): void {
    for (const monitor of this.#monitors.list()) if (!isOwn(monitor.key, monitor.config.type)) this.#remove(monitor)
    this.#options.onDropped()
  }

  /** How late checks are at the moment, ms. After an interruption they are late only when they cannot be caught up. */
  get lateMs(): number {
    return Math.max(0, Math.min(this.#lastLagMs, this.#timetable.lagMs))
  }

  /** How long no check has left the timer queue although one is due, ms. */
  get standstillMs(): number {
    return Math.max(0, Math.min(this.#timetable.lagMs, this.#clock.monotonic() - this.#dispatchedAt))
  }

  /**
   * Counts an ended check and schedules the next one.
   *
   * @returns whether its result is still needed
   */
  completeCheck(inFlight: InFlightCheck, status: CheckStatus, endedAt: UnixMs): boolean {
    const { monitor, scheduledAt, isDropped } = inFlight
    monitor.inFlight = null
    if (monitor.isRemoved) this.#monitors.delete(monitor)
    else if (isDropped) this.#timetable.scheduleNow(monitor)
    else {
      this.#countOutcome(monitor, status, endedAt)
      this.#scheduleNext(monitor, scheduledAt, endedAt)
    }
    return !isDropped
  }

  /** Counts a check on demand like any other, if it ran with the current assignment. */
  recordExtraCheck(assignment: Assignment, status: CheckStatus, endedAt: number): void {
    const monitor = this.#monitors.get(assignment.monitorKey)
    if (monitor === undefined || monitor.isRemoved || !isSameCheck(monitor, assignment)) return
    this.#countOutcome(monitor, status, endedAt)
    if (monitor.inFlight === null) this.#timetable.scheduleEarlier(monitor, endedAt)
  }

  #countOutcome(monitor: AssignedMonitor, status: CheckStatus, endedAt: number): void {
    if (status !== 'inconclusive') monitor.checkedAt = endedAt
    monitor.counters = updateCounters(monitor.counters, status, monitor.config)
    this.#timetable.recordOutcome(monitor, status, endedAt)
    // The response to its next failure is new
    if (status === 'up' || status === 'degraded') monitor.lastReportedResponse = null
  }

  /**
   * Reschedules every check that is not running, after a clock step or a stall of the process or the machine.
   *
   * @param shiftMs shift of the clock. A forward step may have been a sleep, which makes checks overdue; a backward
   * step makes none
   */
  rescheduleAll(shiftMs = 0): void {
    for (const monitor of this.#monitors.list()) {
      const { inFlight } = monitor
      if (monitor.checkedAt > 0) monitor.checkedAt += Math.min(0, shiftMs)
      if (!this.#dropWaiting(monitor)) continue
      // A waiting check was already due, and was counted then
      if (inFlight !== null) this.#stats.missed += 1
      this.#skipSlots(monitor, inFlight?.scheduledAt ?? this.#timetable.getDueAt(monitor) - 1, this.#clock.now())
      this.#timetable.schedule(monitor)
    }
    this.#timetable.startCatchUp()
    this.#options.onDropped()
  }

  /** Repeats all inconclusive checks at a bounded rate when the probe's own trouble is over. */
  retryInconclusive(): void {
    this.#timetable.retryInconclusive()
  }

  /**
   * Withdraws failures when the probe detects that it was cut off. This affects unconfirmed failures whose first check
   * ended at `since` or later. Their checks are repeated at a bounded rate, so that the server no longer counts the
   * failures.
   */
  withdrawFailures(since: UnixMs): void {
    this.#timetable.withdrawFailures(since)
  }

  #prepareDue(): void {
    this.#options.beforeDue()
    const { lagMs } = this.#timetable
    if (isInterrupted(lagMs, this.#lastLagMs)) this.rescheduleAll()
    this.#lastLagMs = this.#timetable.lagMs
  }

  #dispatchDue(monitor: AssignedMonitor, scheduledAt: number): void {
    const inFlight: InFlightCheck = {
      monitor,
      host: parseTargetHost(monitor.target),
      scheduledAt,
      queuedAt: this.#clock.now(),
      startedAt: 0,
      disturbances: 0,
      isDropped: false,
    }
    monitor.inFlight = inFlight
    this.#dispatchedAt = this.#clock.monotonic()
    this.#stats.scheduled += 1
    this.#options.onDue(inFlight)
  }

  #applyAssignment(assignment: Assignment): void {
    const known = this.#monitors.get(assignment.monitorKey)
    if (known === undefined) this.#scheduleNew(this.#monitors.add(assignment))
    else this.#updateAssignment(known, assignment)
  }

  #scheduleNew(monitor: AssignedMonitor): void {
    if (this.#listedKeys !== null) this.#timetable.schedule(monitor)
    else this.#timetable.scheduleNow(monitor)
  }

  /** A monitor that is assigned again while its last check still runs is checked again when that check ends. */
  #updateAssignment(monitor: AssignedMonitor, assignment: Assignment): void {
    const { isCheckChanged, isIntervalChanged } = this.#monitors.update(monitor, assignment)
    if (monitor.isRemoved) monitor.counters = assignment.counters
    monitor.isRemoved = false
    if (isCheckChanged) this.#restartChecks(monitor)
    else if (isIntervalChanged && monitor.inFlight === null) this.#timetable.schedule(monitor)
    else this.#adoptCounters(monitor, assignment)
  }

  /**
   * Adopts counters after another probe of the region ran a check on demand. If the status is in doubt, this probe
   * rechecks.
   */
  #adoptCounters(monitor: AssignedMonitor, { counters, checkedAt = 0, intervalSeconds }: Assignment): void {
    const isKnown = checkedAt <= monitor.checkedAt || computeRecheckDelayMs(monitor.counters, intervalSeconds) !== null
    if (isKnown || computeRecheckDelayMs(counters, intervalSeconds) === null) return
    monitor.counters = counters
    if (monitor.inFlight === null) this.#timetable.scheduleEarlier(monitor, checkedAt)
  }

  /** Checks the monitor at once, or as soon as the running check ends. */
  #restartChecks(monitor: AssignedMonitor): void {
    if (this.#dropWaiting(monitor)) this.#timetable.scheduleNow(monitor)
    else monitor.inFlight!.isDropped = true
  }

  #remove(monitor: AssignedMonitor | undefined): void {
    if (monitor === undefined) return
    this.#timetable.remove(monitor)
    if (this.#dropWaiting(monitor)) {
      this.#monitors.delete(monitor)
    } else {
      monitor.inFlight!.isDropped = true
      monitor.isRemoved = true
    }
  }

  /**
   * Drops a waiting check.
   *
   * @returns whether no check of the monitor is running
   */
  #dropWaiting(monitor: AssignedMonitor): boolean {
    const { inFlight } = monitor
    if (inFlight === null) return true
    if (inFlight.startedAt > 0) return false
    inFlight.isDropped = true
    monitor.inFlight = null
    return true
  }

  /** Counts the slots in (from, to] as skipped. */
  #skipSlots({ offsetMs, config }: AssignedMonitor, from: number, to: number): void {
    this.#stats.countSkipped(countSlotsBetween(offsetMs, config.intervalSeconds, from, to))
  }

  #completeList(): void {
    const listedKeys = this.#listedKeys
    this.#listedKeys = null
    if (listedKeys === null) return
    for (const monitor of this.#monitors.list()) if (!listedKeys.has(monitor.key)) this.#remove(monitor)
  }

  #scheduleNext(monitor: AssignedMonitor, scheduledAt: number, endedAt: number): void {
    // A small backward step of the clock, below the tolerance, must not run the same slot twice
    const from = scheduledAt - endedAt > CLOCK_TOLERANCE_MS ? endedAt : Math.max(endedAt, scheduledAt)
    this.#skipSlots(monitor, scheduledAt, endedAt)
    this.#timetable.reschedule(monitor, from)
  }
}
