/**
 * When each monitor is checked next: on its slot of the grid, sooner while its state is not settled, and as soon as a
 * bounded rate allows when it is overdue.
 */
import { checkAgainAt, nextDueAt, overdueFrom, retryDelayMs } from '../../core/probes/schedule.ts'
import { recheckDelayMs, stepRegion } from '../../core/results/state.ts'
import type { CheckStatus } from '../../core/results/verdict.ts'
import { Unsettled } from '../self-check/unsettled.ts'
import { Agenda } from './agenda.ts'
import { CatchUp } from './catch-up.ts'
import type { Clock } from './clock.ts'
import type { Held } from './roster.ts'

interface TimetableOptions {
  clock: Clock
  heldAt: (place: number) => Held
  /** Called each time a check may be due; may plan every monitor again. */
  beforeDue: () => void
  onDue: (held: Held, dueAt: number) => void
}

export class Timetable {
  readonly #clock: Clock
  readonly #agenda: Agenda
  readonly #catchUp: CatchUp
  readonly #unsettled = new Unsettled()

  constructor({ clock, heldAt, beforeDue, onDue }: TimetableOptions) {
    this.#clock = clock
    this.#agenda = new Agenda({
      clock,
      beforeDue,
      onDue: (place, dueAt) => {
        const held = heldAt(place)
        this.#catchUp.drop(held)
        onDue(held, dueAt)
      },
    })
    this.#catchUp = new CatchUp({
      clock,
      timesOf: (held) => ({ overdueSince: overdueSince(held), dueAt: this.dueAt(held) }),
      onTurn: (held) => this.checkAtOnce(held),
    })
  }

  /** How long the check has been due that has waited longest, ms; negative when none is due. */
  get behindMs(): number {
    return this.#agenda.behindMs()
  }

  /** Unix ms; NaN while the monitor has no place on the agenda. */
  dueAt(held: Held): number {
    return this.#agenda.dueAt(held.place)
  }

  checkAtOnce(held: Held): void {
    this.#agenda.set(held.place, this.#clock.now())
  }

  /**
   * Puts the monitor on its next slot, or before it where it would be overdue by then. A monitor that is overdue now is
   * checked sooner, after `catchUp`.
   */
  plan(held: Held): void {
    const now = this.#clock.now()
    const slot = nextDueAt(held.offsetMs, held.terms.intervalSeconds, now)
    const overdueAt = overdueSince(held)
    this.#agenda.set(held.place, overdueAt > now ? Math.min(slot, overdueAt) : slot)
    if (overdueAt <= now) this.#catchUp.add(held)
  }

  /** Checks the monitors that are overdue, the most urgent first. */
  catchUp(): void {
    this.#catchUp.start()
  }

  /** A check was over at `endedAt`, Unix ms, and the monitor has its counters. */
  note(held: Held, status: CheckStatus, endedAt: number): void {
    this.#unsettled.note(held, status, endedAt)
  }

  /** Puts the monitor on the agenda after its check. */
  planAgain(held: Held, endedAt: number): void {
    this.#agenda.set(held.place, this.#againAt(held, endedAt))
  }

  /** After a check outside the agenda; one that is due sooner than its repeat stays where it is. */
  bringForward(held: Held, endedAt: number): void {
    const againAt = Math.max(this.#againAt(held, endedAt), this.#clock.now())
    if (againAt < this.dueAt(held)) this.#agenda.set(held.place, againAt)
  }

  /** Repeats the checks that were inconclusive, at a bounded rate. */
  recheckInconclusive(): void {
    this.#recheck(this.#unsettled.takeInconclusive())
  }

  /** Withdraws failures that are not confirmed and began at `since` or later, Unix ms, and repeats their checks. */
  withdrawFailures(since: number): void {
    const withdrawn = this.#unsettled.takeFailing(since)
    for (const held of withdrawn) held.counters = stepRegion(held.counters, 'inconclusive', held.terms)
    this.#recheck(withdrawn)
  }

  remove(held: Held): void {
    this.#agenda.remove(held.place)
    this.#catchUp.drop(held)
    this.#unsettled.forget(held)
  }

  close(): void {
    this.#agenda.close()
    this.#catchUp.close()
  }

  #recheck(monitors: readonly Held[]): void {
    for (const held of monitors) if (held.flight === null) this.#catchUp.add(held)
    this.#catchUp.start()
  }

  #againAt(held: Held, endedAt: number): number {
    const { intervalSeconds } = held.terms
    const run = this.#unsettled.runOf(held)
    const repeatAfterMs =
      run > 0
        ? retryDelayMs(intervalSeconds, run, this.#unsettled.inconclusive)
        : recheckDelayMs(held.counters, intervalSeconds)
    return checkAgainAt(held.offsetMs, intervalSeconds, repeatAfterMs, endedAt)
  }
}

const overdueSince = ({ terms, counters, checkedAt }: Held): number =>
  overdueFrom(terms.intervalSeconds, counters, checkedAt)
