/** Runs checks: so many at once, and nothing that is the probe's own trouble comes out as the target's. */
import { SECOND_MS } from '../core/time.ts'
import type { ProbeTools } from '../net/tools.ts'
import type { CheckOutcome, CheckRequest } from '../probers/run-check.ts'
import type { Clock } from './clock.ts'
import { Lanes } from './lanes.ts'
import { disturbed, faulty, hasPassed, mayBeOurs, ours } from './outcomes.ts'
import type { Flight } from './roster.ts'
import type { SecondLook } from './second-look.ts'
import type { TimeWatch } from './time-watch.ts'

/** `runCheck` of the probers; tests put their own in its place. */
export type RunCheck = (request: CheckRequest, tools: ProbeTools) => Promise<CheckOutcome>

export interface CheckerOptions {
  clock: Clock
  watch: TimeWatch
  secondLook: SecondLook
  runCheck: RunCheck
  tools: ProbeTools
  /** Most checks at once, in all and of one target host. */
  concurrency: number
  concurrencyPerHost: number
  onStarted: (flight: Flight) => void
  /** @param endedAt Unix ms */
  onSettled: (flight: Flight, outcome: CheckOutcome, endedAt: number) => void
}

/** What a check may take beyond its time limit: to end its connections, and to be looked at twice. */
const LANDING_MS = 10 * SECOND_MS

export class Checker {
  readonly #options: CheckerOptions
  readonly #lanes: Lanes<Flight>
  /** Started and not yet settled. */
  #flying = 0
  /** Flights on the way, by their start. */
  readonly #started = new Set<Flight>()
  #onIdle: (() => void) | null = null

  constructor(options: CheckerOptions) {
    this.#options = options
    this.#lanes = new Lanes({
      limit: options.concurrency,
      limitPerHost: options.concurrencyPerHost,
      hostOf: (flight) => flight.host,
      launch: (flight) => this.#start(flight),
    })
  }

  get running(): number {
    return this.#flying
  }

  get waiting(): number {
    return this.#lanes.waiting
  }

  /**
   * How long what should have got on has not, ms: the check that has waited longest for a lane, or one that goes on
   * although its time limit has long passed. Checks that wait for their own host do not count: that is the host's doing.
   */
  overdueMs(): number {
    const now = this.#options.clock.now()
    const next = this.#lanes.next
    const [oldest] = this.#started
    return Math.max(
      0,
      next === undefined ? 0 : now - next.scheduledAt,
      oldest === undefined ? 0 : now - oldest.startedAt - oldest.held.terms.timeoutMs - LANDING_MS,
    )
  }

  /** Starts it, or lets it wait for its turn. */
  begin(flight: Flight): void {
    this.#lanes.enter(flight)
  }

  /** Flights that waited and were dropped must not start. */
  discardDropped(): void {
    this.#lanes.keep((flight) => !flight.isDropped)
  }

  discardWaiting(): void {
    this.#lanes.keep(() => false)
  }

  /** Resolves when every check that was started is settled. */
  idle(): Promise<void> {
    if (this.#flying === 0) return Promise.resolve()
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#onIdle = resolve
    return promise
  }

  /** One check outside of everything: nobody waits for it but the caller, and it waits for nobody. */
  async once(request: CheckRequest): Promise<CheckOutcome> {
    const { watch, runCheck, tools } = this.#options
    watch.look()
    const before = watch.disturbances
    watch.checkBegins()
    this.#flying += 1
    const outcome = await runCheck(request, tools).catch(faulty)
    watch.look()
    watch.checkEnds()
    this.#land()
    return watch.disturbances === before ? outcome : disturbed(outcome)
  }

  /** The time watch has looked in this turn already: before what fell due, or when the check before this one ended. */
  #start(flight: Flight): void {
    const { clock, watch, runCheck, tools, onStarted } = this.#options
    const { target, terms, certificateMark, certificateToldUntil } = flight.held
    flight.startedAt = clock.now()
    flight.disturbances = watch.disturbances
    watch.checkBegins()
    this.#flying += 1
    this.#started.add(flight)
    onStarted(flight)
    const { type, settings, tls, timeoutMs } = terms
    const known = flight.startedAt < certificateToldUntil ? certificateMark : null
    runCheck({ type, target, settings, tls, timeoutMs, certificateMark: known }, tools).then(
      (outcome) => this.#ended(flight, outcome),
      (error: unknown) => this.#ended(flight, faulty(error)),
    )
  }

  #ended(flight: Flight, outcome: CheckOutcome): void {
    const { clock, watch } = this.#options
    const endedAt = clock.now()
    watch.look()
    watch.checkEnds()
    this.#started.delete(flight)
    this.#lanes.leave(flight)
    if (flight.isDropped) this.#settle(flight, outcome, endedAt)
    else if (flight.disturbances !== watch.disturbances) this.#settle(flight, disturbed(outcome), endedAt)
    else this.#lookTwice(flight, outcome, endedAt)
  }

  #lookTwice(flight: Flight, outcome: CheckOutcome, endedAt: number): void {
    const { secondLook } = this.#options
    const { target, counters } = flight.held
    const { remoteAddress } = outcome
    // Of a target that is down already no failure is news
    if (mayBeOurs(outcome) && counters.opinion !== 'down')
      secondLook.failed(target, remoteAddress, (blame) =>
        this.#settle(flight, blame === 'probe' ? ours(outcome) : outcome, endedAt),
      )
    else {
      if (hasPassed(outcome)) secondLook.passed(target, remoteAddress)
      this.#settle(flight, outcome, endedAt)
    }
  }

  #settle(flight: Flight, outcome: CheckOutcome, endedAt: number): void {
    this.#options.onSettled(flight, outcome, endedAt)
    this.#land()
  }

  #land(): void {
    this.#flying -= 1
    if (this.#flying === 0) this.#onIdle?.()
  }
}
