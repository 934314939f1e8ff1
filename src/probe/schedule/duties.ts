/** What this probe has to check and when: takes the server's changes in, and puts each monitor on the agenda again. */
import type { MonitorType } from '../../core/monitors/monitor.ts'
import { SECOND_MS } from '../../core/platform/time/time.ts'
import type { Assignment, AssignmentsAnswer } from '../../core/probes/protocol.ts'
import { slotsBetween } from '../../core/probes/schedule.ts'
import { recheckDelayMs, stepRegion } from '../../core/results/state.ts'
import type { CheckStatus } from '../../core/results/verdict.ts'
import type { Tally } from '../server/figures.ts'
import type { Clock } from './clock.ts'
import { type Flight, type Held, isSameCheck, Roster } from './roster.ts'
import { hostOf } from './target-host.ts'
import { UNNOTICED_MS } from './time-watch.ts'
import { Timetable } from './timetable.ts'

interface DutiesOptions {
  region: string
  clock: Clock
  tally: Tally
  /** Called each time the agenda wakes; may call `reanchor`. */
  beforeDue: () => void
  onDue: (flight: Flight) => void
  /** Some flights that have not started yet are dropped. */
  onDropped: () => void
}

/** When checks are further behind than this, they are planned again at a bounded rate, so that waking up is no burst. */
const FAR_BEHIND_MS = 5 * SECOND_MS

export class Duties {
  readonly #options: DutiesOptions
  readonly #clock: Clock
  readonly #tally: Tally
  readonly #roster: Roster
  readonly #timetable: Timetable
  /**
   * Keys named so far by a list that replaces everything; null outside such a list. A monitor that comes with such a list
   * keeps its place on the grid unless it is overdue: this is a start, or another probe's share. A monitor that comes
   * later is new, and is checked at once.
   */
  #named: Set<number> | null = null

  constructor(options: DutiesOptions) {
    this.#options = options
    this.#clock = options.clock
    this.#tally = options.tally
    this.#roster = new Roster(options.region)
    this.#timetable = new Timetable({
      clock: options.clock,
      heldAt: (place) => this.#roster.at(place),
      beforeDue: () => this.#beforeDue(),
      onDue: (held, dueAt) => this.#fallDue(held, dueAt),
    })
  }

  get size(): number {
    return this.#roster.size
  }

  /** Nothing falls due any more. */
  close(): void {
    this.#timetable.close()
  }

  /** @param isWhole the answer begins a new list: what neither it nor its sequel names is no longer held */
  apply(answer: AssignmentsAnswer, isWhole: boolean): void {
    if (isWhole) this.#named = new Set()
    for (const key of answer.removed) this.#remove(this.#roster.get(key))
    for (const assignment of answer.changed) {
      this.#named?.add(assignment.monitorKey)
      this.#take(assignment)
    }
    if (answer.more !== true && answer.listUntil === undefined) this.#completeList()
    // In the middle of a list it is not known yet which monitors are the most urgent
    if (this.#named === null) this.#timetable.catchUp()
    this.#options.onDropped()
  }

  /** Lets go of everything that others check from now on. */
  keepOnly(isOwn: (monitorKey: number, type: MonitorType) => boolean): void {
    for (const held of this.#roster.all()) if (!isOwn(held.key, held.terms.type)) this.#remove(held)
    this.#options.onDropped()
  }

  /** How long the check has been due that has waited longest for its turn on the agenda, ms. */
  get behindMs(): number {
    return Math.max(0, this.#timetable.behindMs)
  }

  /**
   * A check has ended: counts it and puts the monitor back on the agenda.
   *
   * @param endedAt Unix ms
   * @returns whether its result is still wanted
   */
  settle(flight: Flight, status: CheckStatus, endedAt: number): boolean {
    const { held, scheduledAt, isDropped } = flight
    held.flight = null
    if (held.isGone) this.#roster.forget(held)
    else if (isDropped) this.#timetable.checkAtOnce(held)
    else {
      this.#count(held, status, endedAt)
      this.#checkAgain(held, scheduledAt, endedAt)
    }
    return !isDropped
  }

  /** A check outside the agenda was made of what the assignment says: it counts like any other. */
  settleExtra(assignment: Assignment, status: CheckStatus, endedAt: number): void {
    const held = this.#roster.get(assignment.monitorKey)
    if (held === undefined || held.isGone || !isSameCheck(held, assignment)) return
    this.#count(held, status, endedAt)
    if (held.flight === null) this.#timetable.bringForward(held, endedAt)
  }

  #count(held: Held, status: CheckStatus, endedAt: number): void {
    if (status !== 'inconclusive') held.checkedAt = endedAt
    held.counters = stepRegion(held.counters, status, held.terms)
    this.#timetable.note(held, status, endedAt)
    // Whatever it answers when it fails again is news
    if (status === 'up' || status === 'degraded') held.toldResponse = null
  }

  /**
   * The clock was set, or the process or the machine stood still: every check that is not running is planned again.
   *
   * @param shiftMs by how much the clock moved. Forward it may have been a sleep, which makes checks overdue; a clock that
   *   was set back makes none
   */
  reanchor(shiftMs = 0): void {
    for (const held of this.#roster.all()) {
      const { flight } = held
      if (held.checkedAt > 0) held.checkedAt += Math.min(0, shiftMs)
      if (!this.#dropWaiting(held)) continue
      // One that waited for its turn had fallen due already, and was counted then
      if (flight !== null) this.#tally.missed += 1
      this.#skipSlots(held, flight?.scheduledAt ?? this.#timetable.dueAt(held) - 1, this.#clock.now())
      this.#timetable.plan(held)
    }
    this.#timetable.catchUp()
    this.#options.onDropped()
  }

  /** The probe's own trouble is over: repeats every check that it left inconclusive, at a bounded rate. */
  recheckInconclusive(): void {
    this.#timetable.recheckInconclusive()
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

  #beforeDue(): void {
    this.#options.beforeDue()
    if (this.#timetable.behindMs > FAR_BEHIND_MS) this.reanchor()
  }

  #fallDue(held: Held, scheduledAt: number): void {
    const flight: Flight = {
      held,
      host: hostOf(held.target),
      scheduledAt,
      startedAt: 0,
      disturbances: 0,
      isDropped: false,
    }
    held.flight = flight
    this.#tally.scheduled += 1
    this.#options.onDue(flight)
  }

  #take(assignment: Assignment): void {
    const known = this.#roster.get(assignment.monitorKey)
    if (known === undefined) this.#welcome(this.#roster.add(assignment))
    else this.#amend(known, assignment)
  }

  #welcome(held: Held): void {
    if (this.#named !== null) this.#timetable.plan(held)
    else this.#timetable.checkAtOnce(held)
  }

  /** One that comes back while its last check still runs is checked again when that has ended. */
  #amend(held: Held, assignment: Assignment): void {
    const { isOtherCheck, isOtherGrid } = this.#roster.amend(held, assignment)
    if (held.isGone) held.counters = assignment.counters
    held.isGone = false
    if (isOtherCheck) this.#startAfresh(held)
    else if (isOtherGrid && held.flight === null) this.#timetable.plan(held)
    else this.#takeDoubt(held, assignment)
  }

  /** Another probe of the region ran a check on demand, which left the status in doubt: this one makes sure of it. */
  #takeDoubt(held: Held, { counters, checkedAt = 0, intervalSeconds }: Assignment): void {
    const isKnown = checkedAt <= held.checkedAt || recheckDelayMs(held.counters, intervalSeconds) !== null
    if (isKnown || recheckDelayMs(counters, intervalSeconds) === null) return
    held.counters = counters
    if (held.flight === null) this.#timetable.bringForward(held, checkedAt)
  }

  /** At once, or as soon as the check that still runs has ended. */
  #startAfresh(held: Held): void {
    if (this.#dropWaiting(held)) this.#timetable.checkAtOnce(held)
    else held.flight!.isDropped = true
  }

  #remove(held: Held | undefined): void {
    if (held === undefined) return
    this.#timetable.remove(held)
    if (this.#dropWaiting(held)) {
      this.#roster.forget(held)
    } else {
      held.flight!.isDropped = true
      held.isGone = true
    }
  }

  /** @returns whether no check of it is running, after the one that may have waited for its turn is dropped */
  #dropWaiting(held: Held): boolean {
    const { flight } = held
    if (flight === null) return true
    if (flight.startedAt > 0) return false
    flight.isDropped = true
    held.flight = null
    return true
  }

  /** Slots in (from, to] pass without a check. */
  #skipSlots({ offsetMs, terms }: Held, from: number, to: number): void {
    this.#tally.skipped(slotsBetween(offsetMs, terms.intervalSeconds, from, to))
  }

  #completeList(): void {
    const named = this.#named
    this.#named = null
    if (named === null) return
    for (const held of this.#roster.all()) if (!named.has(held.key)) this.#remove(held)
  }

  #checkAgain(held: Held, scheduledAt: number, endedAt: number): void {
    // A clock that was set back less than anybody notices must not run the same slot twice
    const from = scheduledAt - endedAt > UNNOTICED_MS ? endedAt : Math.max(endedAt, scheduledAt)
    this.#skipSlots(held, scheduledAt, endedAt)
    this.#timetable.planAgain(held, from)
  }
}
