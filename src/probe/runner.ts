/**
 * The probe's heart: holds assignments, checks each on its own clock, and pushes what it found. It asks nobody when to
 * check and waits for nobody to go on; the server may be away for as long as the results find room here.
 */

import { SECOND_MS } from '../core/platform/time/time.ts'
import {
  type Assignment,
  type CheckResult,
  type Member,
  PROTOCOL_VERSION,
  type ProbeCapabilities,
  type ProbeVitals,
} from '../core/probes/protocol.ts'
import { Division } from '../core/probes/shares.ts'
import type { ProbeTools } from '../net/connection/tools.ts'
import type { ProberOutcome } from '../probers/run-check.ts'
import type { Backlog } from './push/backlog.ts'
import { type EarnedStore, keepEarned } from './push/earned.ts'
import { resultOf } from './push/outcomes.ts'
import { Pusher } from './push/pusher.ts'
import { withResponseNews } from './push/response-news.ts'
import { Checker, type RunCheck } from './schedule/checker.ts'
import { type Clock, wait } from './schedule/clock.ts'
import { Duties } from './schedule/duties.ts'
import { type Flight, noteTold } from './schedule/roster.ts'
import { TimeWatch } from './schedule/time-watch.ts'
import { ConnectionWatch } from './self-check/connection-watch.ts'
import { OwnConnection } from './self-check/own-connection.ts'
import { SecondLook } from './self-check/second-look.ts'
import type { WitnessNetwork } from './self-check/witness-network.ts'
import { type Figures, Tally } from './server/figures.ts'
import type { ProbeLink } from './server/link.ts'
import { Sync } from './server/sync.ts'

export interface RunnerOptions {
  region: string
  /** What this probe calls itself, the same after a restart: a UUID. */
  probeId: string
  /** Of the host, for people. */
  name: string
  version: string
  capabilities: ProbeCapabilities
  link: ProbeLink
  clock: Clock
  runCheck: RunCheck
  tools: ProbeTools
  /** By which the probe finds out whether its own connection works. */
  network: WitnessNetwork
  /** Trouble that an operator may want to read of; it mends itself. */
  report: (message: string, error: unknown) => void
  /** Most checks at once, in all and of one target host. */
  concurrency?: number
  concurrencyPerHost?: number
  /** Most results kept while the server does not take them. */
  unsentLimit?: number
  /** How long the first result of a batch waits for company. */
  pushDelayMs?: number
  /** Where results go that the server does not take; absent: they stay in memory. */
  backlog?: Backlog
  /** How long a stop waits for checks that are running, and then for the server to take the last results. */
  patience?: { checksMs: number; pushMs: number }
  /** Where the probe keeps what it knows of its own connection; absent: it forgets that with its end. */
  earned?: EarnedStore
  /** By how much this machine's clock is ahead of the server's, ms; absent where both share one. */
  clockAheadMs?: () => number | null
}

/**
 * A healthy check takes a fraction of a second, so this many are under way only when many hang. A host that hangs gets a
 * twentieth: one with 600 monitors at 60 s and 10 s of patience needs no more.
 */
const CONCURRENCY = 2_000
const CONCURRENCY_PER_HOST = 100

/** How a probe stops that says nothing else. */
const PATIENCE = { checksMs: 10 * SECOND_MS, pushMs: 5 * SECOND_MS }

export class Runner {
  readonly #options: RunnerOptions
  readonly #clock: Clock
  readonly #tally = new Tally()
  readonly #watch: TimeWatch
  readonly #connection: OwnConnection
  readonly #connectionWatch: ConnectionWatch
  readonly #checker: Checker
  readonly #duties: Duties
  readonly #pusher: Pusher
  readonly #sync: Sync
  #stopKeeping: () => void = () => {}
  #stopped: Promise<void> | null = null

  constructor(options: RunnerOptions) {
    const { clock, link, report, runCheck, tools } = options
    this.#options = options
    this.#clock = clock
    this.#watch = new TimeWatch(
      clock,
      (shiftMs) => this.#duties.reanchor(shiftMs),
      () => this.#watchHanging(),
    )
    this.#connection = new OwnConnection({
      clock,
      network: options.network,
      onTrouble: (trouble) => this.#connectionWatch.onTrouble(trouble),
      onCutOff: ({ since }) => this.#withdraw(since),
      onOver: () => this.#connectionWatch.onOver(),
    })
    this.#connectionWatch = new ConnectionWatch({
      clock,
      connection: this.#connection,
      report,
      onTroubleOver: () => this.#duties.recheckInconclusive(),
    })
    this.#checker = new Checker({
      clock,
      watch: this.#watch,
      secondLook: new SecondLook(this.#connection, () => this.#connectionWatch.sample([], 0)),
      runCheck,
      tools,
      concurrency: options.concurrency ?? CONCURRENCY,
      concurrencyPerHost: options.concurrencyPerHost ?? CONCURRENCY_PER_HOST,
      onStarted: ({ startedAt, scheduledAt }) => this.#tally.started(startedAt - scheduledAt),
      onDecisive: (host) => this.#connectionWatch.sample([host]),
      onSettled: (flight, outcome, endedAt) => this.#settle(flight, outcome, endedAt),
    })
    this.#duties = new Duties({
      region: options.region,
      clock,
      tally: this.#tally,
      beforeDue: () => this.#watch.look(),
      onDue: (flight) => this.#checker.begin(flight),
      onDropped: () => this.#checker.discardDropped(),
    })
    this.#pusher = new Pusher({
      clock,
      report,
      push: (results) => link.push(results),
      capacity: options.unsentLimit ?? 100_000,
      delayMs: options.pushDelayMs ?? 100,
      backlog: options.backlog,
    })
    this.#sync = new Sync({
      link,
      clock,
      report,
      register: () => this.#register(),
      vitals: () => this.#vitals(),
      divide: (members) => this.#divide(members),
      apply: (answer, isWhole) => this.#duties.apply(answer, isWhole),
    })
  }

  start(): void {
    this.#options.link.onRunNow((assignment) => this.#runNow(assignment))
    void this.#sync.run()
    const { earned } = this.#options
    if (earned !== undefined) this.#stopKeeping = keepEarned(earned, this.#connection, this.#clock)
    this.#connectionWatch.begin()
  }

  /** Resolves when every result so far has reached the server. */
  flush(): Promise<void> {
    return this.#pusher.flush()
  }

  /** Takes no new work, lets what runs end, and delivers it; after its patience the rest is given up, or kept on disk. */
  stop(): Promise<void> {
    this.#stopped ??= this.#wind()
    return this.#stopped
  }

  figures(): Figures {
    return {
      monitors: this.#duties.size,
      running: this.#checker.running,
      waiting: this.#checker.waiting,
      scheduled: this.#tally.scheduled,
      executed: this.#tally.executed,
      missed: this.#tally.missed,
      inconclusive: this.#tally.inconclusive,
      unsent: this.#pusher.size,
      unsentDropped: this.#pusher.dropped,
      latenessMs: this.#tally.lateness(),
    }
  }

  async #wind(): Promise<void> {
    this.#sync.close()
    this.#duties.close()
    this.#checker.discardWaiting()
    const { checksMs, pushMs } = this.#options.patience ?? PATIENCE
    await this.#atMost(checksMs, this.#checker.idle())
    await this.#atMost(pushMs, this.#pusher.flush())
    await this.#pusher.close()
    const { backlog, report } = this.#options
    const kept = backlog ? `, ${backlog.size} of them kept on disk` : ''
    if (this.#pusher.size > 0) report(`stopped with ${this.#pusher.size} results undelivered${kept}`, null)
    this.#stopKeeping()
    this.#connectionWatch.close()
    this.#connection.close()
    this.#watch.close()
    this.#options.link.close()
  }

  async #atMost(limitMs: number, work: Promise<void>): Promise<void> {
    const limit = wait(this.#clock, limitMs)
    await Promise.race([work, limit.done])
    limit.cancel()
  }

  async #register(): Promise<void> {
    const { link, version, region, capabilities, probeId, name } = this.#options
    const held = this.#duties.size
    await link.register({ protocol: PROTOCOL_VERSION, version, region, capabilities, probeId, name, held })
  }

  /** @param since monotonic ms */
  #withdraw(since: number): void {
    this.#duties.withdrawFailures(Math.max(0, this.#clock.now() - (this.#clock.monotonic() - since)))
  }

  #watchHanging(): void {
    const hosts = this.#checker.hangingHosts()
    if (hosts.length > 0) this.#connectionWatch.sample(hosts)
  }

  #vitals(): ProbeVitals {
    // After a step of the clock nothing is overdue: it goes back to the grid first
    this.#watch.look()
    return {
      held: this.#duties.size,
      waiting: this.#pusher.size,
      dropped: this.#pusher.dropped,
      overdueMs: Math.round(Math.max(this.#duties.behindMs, this.#checker.overdueMs())),
      clockAheadMs: this.#options.clockAheadMs?.() ?? null,
    }
  }

  #divide(members: readonly Member[]): void {
    const division = new Division(members)
    this.#duties.keepOnly((key, type) => division.ownerOf(key, type) === this.#options.probeId)
  }

  #settle(flight: Flight, outcome: ProberOutcome, endedAt: number): void {
    const isWanted = this.#duties.settle(flight, outcome.status, endedAt)
    if (!isWanted) return
    this.#tally.ended(outcome.status === 'inconclusive')
    if (outcome.certificate) noteTold(flight.held, outcome.certificate, endedAt)
    this.#pusher.add(resultOf(flight.held.key, flight, withResponseNews(flight.held, outcome, endedAt)))
  }

  /** The caller records the result, so it is not pushed; but what it found counts like any other check. */
  async #runNow(assignment: Assignment): Promise<CheckResult> {
    if (this.#stopped !== null) throw new Error('the probe is stopping')
    const startedAt = this.#clock.now()
    const outcome = await this.#checker.once(assignment, assignment.counters.opinion === 'down')
    this.#duties.settleExtra(assignment, outcome.status, this.#clock.now())
    return resultOf(assignment.monitorKey, { scheduledAt: startedAt, startedAt }, outcome)
  }
}
