/** Runs checks: so many at once, and nothing that is the probe's own trouble comes out as the target's. */
import { SECOND_MS } from '../../core/platform/time/time.ts'
import type { ProbeTools } from '../../net/connection/tools.ts'
import type { CheckRequest, ProberOutcome } from '../../probers/run-check.ts'
import { disturbed, faulty } from '../push/outcomes.ts'
import type { SecondLook } from '../self-check/second-look.ts'
import type { Clock } from './clock.ts'
import { Lanes } from './lanes.ts'
import type { Flight } from './roster.ts'
import { hostOf } from './target-host.ts'
import type { TimeWatch } from './time-watch.ts'

/** `runCheck` of the probers; tests put their own in its place. */
export type RunCheck = (request: CheckRequest, tools: ProbeTools) => Promise<ProberOutcome>

interface CheckerOptions {
  clock: Clock
  watch: TimeWatch
  secondLook: SecondLook
  runCheck: RunCheck
  tools: ProbeTools
  /** Most checks at once, in all and of one target host. */
  concurrency: number
  concurrencyPerHost: number
  onStarted: (flight: Flight) => void
  /** A check begins whose failure would turn its monitor down: whether the connection works is watched from here on. */
  onDecisive: (host: string) => void
  /** @param endedAt Unix ms */
  onSettled: (flight: Flight, outcome: ProberOutcome, endedAt: number) => void
}

/** A check that takes longer than this, or than a quarter of its time limit, hangs. */
const HANGS_MS = SECOND_MS
const HANGS_SHARE = 0.25

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

  /** Hosts of checks that hang, of monitors that are not down. */
  hangingHosts(): string[] {
    const now = this.#options.clock.now()
    const hosts: string[] = []
    for (const { host, startedAt, held } of this.#started) {
      const hangsMs = Math.min(HANGS_MS, held.terms.timeoutMs * HANGS_SHARE)
      if (now - startedAt >= hangsMs && held.counters.opinion !== 'down') hosts.push(host)
    }
    return hosts
  }

  /** One check outside the agenda and the lanes. Its failure is weighed like that of any other. */
  async once(request: CheckRequest, isDown: boolean): Promise<ProberOutcome> {
    const { clock, watch, runCheck, tools, secondLook } = this.#options
    watch.look()
    const before = watch.disturbances
    watch.checkBegins()
    this.#flying += 1
    const from = clock.monotonic()
    const outcome = await runCheck(request, tools).catch(faulty)
    watch.look()
    watch.checkEnds()
    const subject = { type: request.type, host: hostOf(request.target), from, to: clock.monotonic(), isDown }
    const isDisturbed = watch.disturbances !== before
    const judged = isDisturbed ? disturbed(outcome) : await secondLook.judge(outcome, subject)
    this.#land()
    return judged
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
    if (isDecisive(flight)) this.#options.onDecisive(flight.host)
    const { type, settings, tls, timeoutMs } = terms
    const known = flight.startedAt < certificateToldUntil ? certificateMark : null
    runCheck({ type, target, settings, tls, timeoutMs, certificateMark: known }, tools).then(
      (outcome) => this.#ended(flight, outcome),
      (error: unknown) => this.#ended(flight, faulty(error)),
    )
  }

  #ended(flight: Flight, outcome: ProberOutcome): void {
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

  #lookTwice(flight: Flight, outcome: ProberOutcome, endedAt: number): void {
    const { clock, secondLook } = this.#options
    const { terms, counters } = flight.held
    const to = clock.monotonic()
    const judged = secondLook.judge(outcome, {
      type: terms.type,
      host: flight.host,
      from: to - (endedAt - flight.startedAt),
      to,
      // Of a target that is down already no failure is news
      isDown: counters.opinion === 'down',
    })
    if (judged instanceof Promise) void judged.then((held) => this.#settle(flight, held, endedAt))
    else this.#settle(flight, judged, endedAt)
  }

  #settle(flight: Flight, outcome: ProberOutcome, endedAt: number): void {
    this.#options.onSettled(flight, outcome, endedAt)
    this.#land()
  }

  #land(): void {
    this.#flying -= 1
    if (this.#flying === 0) this.#onIdle?.()
  }
}

const isDecisive = ({ held: { counters, terms } }: Flight): boolean =>
  counters.opinion !== 'down' && counters.failures + 1 >= terms.failureThreshold
