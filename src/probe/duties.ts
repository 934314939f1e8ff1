/** What this probe has to check and when: takes the server's changes in, and puts each monitor on the agenda again. */
import type { MonitorType } from '../core/monitor.ts'
import type { Assignment, AssignmentsAnswer } from '../core/protocol.ts'
import { checkAgainAt, checkFirstAt, slotsBetween } from '../core/schedule.ts'
import { recheckDelayMs, stepRegion } from '../core/state.ts'
import { SECOND_MS } from '../core/time.ts'
import type { CheckStatus } from '../core/verdict.ts'
import { Agenda } from './agenda.ts'
import type { Clock } from './clock.ts'
import type { Tally } from './figures.ts'
import { type Flight, type Held, isSameCheck, Roster } from './roster.ts'
import { hostOf } from './target-host.ts'
import { UNNOTICED_MS } from './time-watch.ts'

export interface DutiesOptions {
  region: string
  clock: Clock
  tally: Tally
  /** Called each time the agenda wakes; may call `reanchor`. */
  beforeDue: () => void
  onDue: (flight: Flight) => void
  /** Some flights that have not started yet are dropped. */
  onDropped: () => void
}

/** Further behind than this it goes back to the grid instead of catching up, so that waking up is no burst. */
const FAR_BEHIND_MS = 5 * SECOND_MS

export class Duties {
  readonly #options: DutiesOptions
  readonly #clock: Clock
  readonly #tally: Tally
  readonly #roster: Roster
  readonly #agenda: Agenda
  /**
   * Keys named so far by a list that replaces everything; null outside such a list. Who comes with one goes to the grid:
   * it is a start, or another probe's share. Later comers are new, and are checked at once.
   */
  #named: Set<number> | null = null

  constructor(options: DutiesOptions) {
    this.#options = options
    this.#clock = options.clock
    this.#tally = options.tally
    this.#roster = new Roster(options.region)
    this.#agenda = new Agenda({
      clock: options.clock,
      beforeDue: () => this.#beforeDue(),
      onDue: (place, dueAt) => this.#fallDue(this.#roster.at(place), dueAt),
    })
  }

  get size(): number {
    return this.#roster.size
  }

  /** Nothing falls due any more. */
  close(): void {
    this.#agenda.close()
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
    this.#options.onDropped()
  }

  /** Lets go of everything that others check from now on. */
  keepOnly(isOwn: (monitorKey: number, type: MonitorType) => boolean): void {
    for (const held of this.#roster.all()) if (!isOwn(held.key, held.terms.type)) this.#remove(held)
    this.#options.onDropped()
  }

  /** How long the check has been due that has waited longest for its turn on the agenda, ms. */
  get behindMs(): number {
    return Math.max(0, this.#agenda.behindMs())
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
    else if (isDropped) this.#checkAtOnce(held)
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
    const againAt = checkAgainAt(held.offsetMs, held.terms.intervalSeconds, held.counters, endedAt)
    if (againAt < this.#agenda.dueAt(held.place)) this.#agenda.set(held.place, againAt)
  }

  #count(held: Held, status: CheckStatus, endedAt: number): void {
    held.endedAt = endedAt
    held.counters = stepRegion(held.counters, status, held.terms)
    // Whatever it answers when it fails again is news
    if (status === 'up' || status === 'degraded') held.toldResponse = null
  }

  /** The clock is not what it was: everything that is not running goes to its place on the grid after now. */
  reanchor(): void {
    for (const held of this.#roster.all()) {
      const { flight } = held
      held.endedAt = 0
      if (!this.#dropWaiting(held)) continue
      // One that waited for its turn had fallen due already, and was counted then
      if (flight !== null) this.#tally.missed += 1
      this.#skipSlots(held, flight?.scheduledAt ?? this.#agenda.dueAt(held.place) - 1, this.#clock.now())
      this.#putOnGrid(held)
    }
    this.#options.onDropped()
  }

  #beforeDue(): void {
    this.#options.beforeDue()
    if (this.#agenda.behindMs() > FAR_BEHIND_MS) this.reanchor()
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
    if (this.#named !== null) this.#putOnGrid(held)
    else this.#checkAtOnce(held)
  }

  /** One that comes back while its last check still runs is checked again when that has ended. */
  #amend(held: Held, assignment: Assignment): void {
    const { isOtherCheck, isOtherGrid } = this.#roster.amend(held, assignment)
    if (held.isGone) held.counters = assignment.counters
    held.isGone = false
    if (isOtherCheck) this.#startAfresh(held)
    else if (isOtherGrid && held.flight === null) this.#putOnGrid(held)
    else this.#takeDoubt(held, assignment)
  }

  /** Another probe of the region ran a check on demand, which left the status in doubt: this one makes sure of it. */
  #takeDoubt(held: Held, { counters, checkedAt = 0, intervalSeconds }: Assignment): void {
    const isKnown = checkedAt <= held.endedAt || recheckDelayMs(held.counters, intervalSeconds) !== null
    if (isKnown || recheckDelayMs(counters, intervalSeconds) === null) return
    held.counters = counters
    if (held.flight !== null) return
    const againAt = Math.max(checkAgainAt(held.offsetMs, intervalSeconds, counters, checkedAt), this.#clock.now())
    if (againAt < this.#agenda.dueAt(held.place)) this.#agenda.set(held.place, againAt)
  }

  /** At once, or as soon as the check that still runs has ended. */
  #startAfresh(held: Held): void {
    if (this.#dropWaiting(held)) this.#checkAtOnce(held)
    else held.flight!.isDropped = true
  }

  #remove(held: Held | undefined): void {
    if (held === undefined) return
    if (this.#dropWaiting(held)) {
      this.#agenda.remove(held.place)
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

  #checkAtOnce(held: Held): void {
    this.#agenda.set(held.place, this.#clock.now())
  }

  #putOnGrid(held: Held): void {
    const { offsetMs, terms, counters, place } = held
    this.#agenda.set(place, checkFirstAt(offsetMs, terms.intervalSeconds, counters, this.#clock.now()))
  }

  #checkAgain(held: Held, scheduledAt: number, endedAt: number): void {
    const { offsetMs, terms, counters, place } = held
    // A clock that was set back less than anybody notices must not run the same slot twice
    const from = scheduledAt - endedAt > UNNOTICED_MS ? endedAt : Math.max(endedAt, scheduledAt)
    this.#skipSlots(held, scheduledAt, endedAt)
    this.#agenda.set(place, checkAgainAt(offsetMs, terms.intervalSeconds, counters, from))
  }
}
