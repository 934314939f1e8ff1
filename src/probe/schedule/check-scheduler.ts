/** What this probe has to check and when: takes the server's changes in, and puts each monitor on the agenda again. */
import type { MonitorType } from '../../core/monitors/monitor.ts'
import { SECOND_MS } from '../../core/platform/time/time.ts'
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
  /** Called each time the agenda wakes; may call `reanchor`. */
  beforeDue: () => void
  onDue: (inFlight: InFlightCheck) => void
  /** Some flights that have not started yet are dropped. */
  onDropped: () => void
}

/** When checks are further behind than this, they are planned again at a bounded rate, so that waking up is no burst. */
const MAX_LAG_MS = 5 * SECOND_MS

export class CheckScheduler {
  readonly #options: CheckSchedulerOptions
  readonly #clock: Clock
  readonly #stats: StatsCounter
  readonly #monitors: AssignmentTable
  readonly #timetable: Timetable
  /**
   * Keys named so far by a list that replaces everything; null outside such a list. A monitor that comes with such a list
   * keeps its place on the grid unless it is overdue: this is a start, or another probe's share. A monitor that comes
   * later is new, and is checked at once.
   */
  #listedKeys: Set<number> | null = null

  constructor(options: CheckSchedulerOptions) {
    this.#options = options
    this.#clock = options.clock
    this.#stats = options.stats
    this.#monitors = new AssignmentTable(options.region)
    this.#timetable = new Timetable({
      clock: options.clock,
      getMonitor: (place) => this.#monitors.getByTimerId(place),
      beforeDue: () => this.#prepareDue(),
      onDue: (monitor, dueAt) => this.#dispatchDue(monitor, dueAt),
    })
  }

  get size(): number {
    return this.#monitors.size
  }

  /** Nothing falls due any more. */
  close(): void {
    this.#timetable.close()
  }

  /** @param isComplete the answer begins a new list: what neither it nor its sequel names is no longer held */
  apply(answer: AssignmentsResponse, isWhole: boolean): void {
    if (isWhole) this.#listedKeys = new Set()
    for (const key of answer.removed) this.#remove(this.#monitors.get(key))
    for (const assignment of answer.changed) {
      this.#listedKeys?.add(assignment.monitorKey)
      this.#applyAssignment(assignment)
    }
    if (answer.more !== true && answer.listUntil === undefined) this.#completeList()
    // In the middle of a list it is not known yet which monitors are the most urgent
    if (this.#listedKeys === null) this.#timetable.startCatchUp()
    this.#options.onDropped()
  }

  /** Lets go of everything that others check from now on. */
  removeUnowned(isOwn: (monitorKey: number, type: MonitorType) => boolean): void {
    for (const monitor of this.#monitors.list()) if (!isOwn(monitor.key, monitor.config.type)) this.#remove(monitor)
    this.#options.onDropped()
  }

  /** How long the check has been due that has waited longest for its turn on the agenda, ms. */
  get lagMs(): number {
    return Math.max(0, this.#timetable.lagMs)
  }

  /**
   * A check has ended: counts it and puts the monitor back on the agenda.
   *
   * @param endedAt Unix ms
   * @returns whether its result is still wanted
   */
  completeCheck(inFlight: InFlightCheck, status: CheckStatus, endedAt: number): boolean {
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

  /** A check outside the agenda was made of what the assignment says: it counts like any other. */
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
    // Whatever it answers when it fails again is news
    if (status === 'up' || status === 'degraded') monitor.lastReportedResponse = null
  }

  /**
   * The clock was set, or the process or the machine stood still: every check that is not running is planned again.
   *
   * @param shiftMs by how much the clock moved. Forward it may have been a sleep, which makes checks overdue; a clock that
   *   was set back makes none
   */
  rescheduleAll(shiftMs = 0): void {
    for (const monitor of this.#monitors.list()) {
      const { inFlight } = monitor
      if (monitor.checkedAt > 0) monitor.checkedAt += Math.min(0, shiftMs)
      if (!this.#dropWaiting(monitor)) continue
      // One that waited for its turn had fallen due already, and was counted then
      if (inFlight !== null) this.#stats.missed += 1
      this.#skipSlots(monitor, inFlight?.scheduledAt ?? this.#timetable.getDueAt(monitor) - 1, this.#clock.now())
      this.#timetable.schedule(monitor)
    }
    this.#timetable.startCatchUp()
    this.#options.onDropped()
  }

  /** The probe's own trouble is over: repeats every check that it left inconclusive, at a bounded rate. */
  retryInconclusive(): void {
    this.#timetable.retryInconclusive()
  }

  /**
   * The probe has found that it was cut off: withdraws failures that are not confirmed and whose first check was over at
   * `since` or later, and repeats these checks at a bounded rate, so that the server counts those failures no longer either.
   *
   * @param since Unix ms
   */
  withdrawFailures(since: number): void {
    this.#timetable.withdrawFailures(since)
  }

  #prepareDue(): void {
    this.#options.beforeDue()
    if (this.#timetable.lagMs > MAX_LAG_MS) this.rescheduleAll()
  }

  #dispatchDue(monitor: AssignedMonitor, scheduledAt: number): void {
    const inFlight: InFlightCheck = {
      monitor,
      host: parseTargetHost(monitor.target),
      scheduledAt,
      startedAt: 0,
      disturbances: 0,
      isDropped: false,
    }
    monitor.inFlight = inFlight
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

  /** One that comes back while its last check still runs is checked again when that has ended. */
  #updateAssignment(monitor: AssignedMonitor, assignment: Assignment): void {
    const { isCheckChanged, isIntervalChanged } = this.#monitors.update(monitor, assignment)
    if (monitor.isRemoved) monitor.counters = assignment.counters
    monitor.isRemoved = false
    if (isCheckChanged) this.#restartChecks(monitor)
    else if (isIntervalChanged && monitor.inFlight === null) this.#timetable.schedule(monitor)
    else this.#adoptCounters(monitor, assignment)
  }

  /** Another probe of the region ran a check on demand, which left the status in doubt: this one makes sure of it. */
  #adoptCounters(monitor: AssignedMonitor, { counters, checkedAt = 0, intervalSeconds }: Assignment): void {
    const isKnown = checkedAt <= monitor.checkedAt || computeRecheckDelayMs(monitor.counters, intervalSeconds) !== null
    if (isKnown || computeRecheckDelayMs(counters, intervalSeconds) === null) return
    monitor.counters = counters
    if (monitor.inFlight === null) this.#timetable.scheduleEarlier(monitor, checkedAt)
  }

  /** At once, or as soon as the check that still runs has ended. */
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

  /** @returns whether no check of it is running, after the one that may have waited for its turn is dropped */
  #dropWaiting(monitor: AssignedMonitor): boolean {
    const { inFlight } = monitor
    if (inFlight === null) return true
    if (inFlight.startedAt > 0) return false
    inFlight.isDropped = true
    monitor.inFlight = null
    return true
  }

  /** Slots in (from, to] pass without a check. */
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
    // A clock that was set back less than anybody notices must not run the same slot twice
    const from = scheduledAt - endedAt > CLOCK_TOLERANCE_MS ? endedAt : Math.max(endedAt, scheduledAt)
    this.#skipSlots(monitor, scheduledAt, endedAt)
    this.#timetable.reschedule(monitor, from)
  }
}
