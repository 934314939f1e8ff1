/**
 * The main loop of a probe: stores assignments, checks each monitor on schedule, and pushes the results. It schedules
 * checks without the server, which may be away for as long as there is room for the results.
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
import { ShareOwners } from '../core/probes/shares.ts'
import { isRoutinePass } from '../core/results/state.ts'
import type { TimedPhaseListener } from '../core/results/trace-step.ts'
import type { ProbeTools } from '../net/connection/tools.ts'
import type { ProberOutcome } from '../probers/run-check.ts'
import type { Backlog } from './push/backlog.ts'
import { type ConnectionStateStore, startConnectionStateSync } from './push/connection-state.ts'
import { omitReportedResponse, toCheckResult } from './push/outcomes.ts'
import { Pusher } from './push/pusher.ts'
import { type InFlightCheck, recordReportedCertificate } from './schedule/assignment-table.ts'
import { CheckScheduler } from './schedule/check-scheduler.ts'
import { Checker, type RunCheck } from './schedule/checker.ts'
import { type Clock, wait } from './schedule/clock.ts'
import { LoadWatch } from './schedule/load-watch.ts'
import { TimeWatch } from './schedule/time-watch.ts'
import { ConnectionHealth } from './self-check/connection-health.ts'
import { ConnectionWatch } from './self-check/connection-watch.ts'
import { FailureTriage } from './self-check/failure-triage.ts'
import type { WitnessNetwork } from './self-check/witness-network.ts'
import { AssignmentSync } from './server/assignment-sync.ts'
import type { ProbeLink } from './server/link.ts'
import { type RunnerStats, StatsCounter } from './server/stats.ts'

export interface RunnerOptions {
  region: string
  /** Identity of this probe, the same after a restart: a UUID. */
  probeId: string
  /** Host name, for display. */
  name: string
  version: string
  capabilities: ProbeCapabilities
  link: ProbeLink
  clock: Clock
  runCheck: RunCheck
  tools: ProbeTools
  /** Network access with which the probe verifies its own connection. */
  network: WitnessNetwork
  /** Reports trouble that an operator may want to see; it resolves itself. */
  report: (message: string, error: unknown) => void
  /** Maximum of concurrent checks, in total and per target host. */
  concurrency?: number
  concurrencyPerHost?: number
  /** Maximum of results kept while the server does not accept them. */
  unsentLimit?: number
  /** How long the first result of a batch waits for more results, at least. */
  pushDelayMs?: number
  /** Destination of results that the server does not accept; if absent, they stay in memory. */
  backlog?: Backlog
  /** How long a stop waits for running checks, and then for the server to accept the last results. */
  stopTimeouts?: { checksMs: number; pushMs: number }
  /** Storage of the probe's connection state; if absent, the state is lost when the process ends. */
  connectionState?: ConnectionStateStore
  /** How far this machine's clock is ahead of the server's, ms; absent when both share one clock. */
  clockAheadMs?: () => number | null
}

/**
 * A healthy check takes a fraction of a second, so this number is only in progress when many checks hang. A hanging
 * host gets a twentieth: a host with 600 monitors at a 60 s interval and a 10 s timeout needs no more.
 */
const CONCURRENCY = 2_000
const CONCURRENCY_PER_HOST = 100

/** A status change reaches the server soon. Other results wait longer, because each batch costs a transaction. */
const PUSH_DELAY_MS = 100
const ROUTINE_PUSH_DELAY_MS = 500

/** Defaults of `stopTimeouts`. */
const STOP_TIMEOUTS = { checksMs: 10 * SECOND_MS, pushMs: 5 * SECOND_MS }

export class Runner {
  readonly #options: RunnerOptions
  readonly #clock: Clock
  readonly #stats = new StatsCounter()
  readonly #timeWatch: TimeWatch
  readonly #connection: ConnectionHealth
  readonly #connectionWatch: ConnectionWatch
  readonly #checker: Checker
  readonly #scheduler: CheckScheduler
  readonly #pusher: Pusher
  readonly #sync: AssignmentSync
  readonly #loadWatch: LoadWatch
  #stopStateSync: () => void = () => {}
  #stopped: Promise<void> | null = null

  constructor(options: RunnerOptions) {
    const { clock, link, report, runCheck, tools } = options
    this.#options = options
    this.#clock = clock
    this.#timeWatch = new TimeWatch(
      clock,
      (shiftMs) => this.#scheduler.rescheduleAll(shiftMs),
      () => this.#sampleHangingHosts(),
    )
    this.#connection = new ConnectionHealth({
      clock,
      network: options.network,
      onTrouble: (trouble) => this.#connectionWatch.onTrouble(trouble),
      onCutOff: ({ since }) => this.#withdrawFailures(since),
      onOver: () => this.#connectionWatch.onOver(),
    })
    this.#connectionWatch = new ConnectionWatch({
      clock,
      connection: this.#connection,
      report,
      onTroubleOver: () => this.#scheduler.retryInconclusive(),
    })
    this.#checker = new Checker({
      clock,
      timeWatch: this.#timeWatch,
      triage: new FailureTriage(this.#connection, () => this.#connectionWatch.sample([], 0)),
      runCheck,
      tools,
      concurrency: options.concurrency ?? CONCURRENCY,
      concurrencyPerHost: options.concurrencyPerHost ?? CONCURRENCY_PER_HOST,
      onStarted: ({ startedAt, scheduledAt }) => {
        this.#stats.countStarted(startedAt - scheduledAt)
        this.#loadWatch.countStart()
      },
      onDecisive: (host) => this.#connectionWatch.sample([host]),
      onSettled: (check, outcome, endedAt) => this.#recordOutcome(check, outcome, endedAt),
    })
    this.#scheduler = new CheckScheduler({
      region: options.region,
      clock,
      stats: this.#stats,
      beforeDue: () => this.#timeWatch.sample(),
      onDue: (check) => this.#checker.enqueue(check),
      onDropped: () => this.#checker.discardDropped(),
      // A probe with a backlog has room for the results of hours
      mayStart: () => options.backlog !== undefined || this.#loadWatch.mayStart(this.#pusher.exchange),
    })
    this.#loadWatch = new LoadWatch(clock, () => this.#scheduler.lateMs, this.#stats, report)
    this.#pusher = new Pusher({
      clock,
      report,
      push: (results) => link.push(results),
      capacity: options.unsentLimit ?? 100_000,
      delayMs: options.pushDelayMs ?? PUSH_DELAY_MS,
      routineDelayMs: Math.max(options.pushDelayMs ?? 0, ROUTINE_PUSH_DELAY_MS),
      backlog: options.backlog,
    })
    this.#sync = new AssignmentSync({
      link,
      clock,
      report,
      register: () => this.#register(),
      readVitals: () => this.#readVitals(),
      applyMembers: (members) => this.#applyMembers(members),
      apply: (answer, isWhole) => this.#scheduler.apply(answer, isWhole),
    })
  }

  start(): void {
    this.#options.link.onRunNow((assignment, onPhase) => this.#runNow(assignment, onPhase))
    void this.#sync.run()
    const { connectionState } = this.#options
    if (connectionState !== undefined)
      this.#stopStateSync = startConnectionStateSync(connectionState, this.#connection, this.#clock)
    this.#connectionWatch.start()
  }

  /** Resolves when every result so far has reached the server. */
  flush(): Promise<void> {
    return this.#pusher.flush()
  }

  /**
   * Accepts no new work, waits for running checks, and delivers their results. After the timeouts, the remaining
   * results are discarded or kept on disk.
   */
  stop(): Promise<void> {
    this.#stopped ??= this.#shutDown()
    return this.#stopped
  }

  getStats(): RunnerStats {
    return {
      monitors: this.#scheduler.size,
      running: this.#checker.running,
      waiting: this.#checker.waiting,
      scheduled: this.#stats.scheduled,
      executed: this.#stats.executed,
      missed: this.#stats.missed,
      inconclusive: this.#stats.inconclusive,
      unsent: this.#pusher.size,
      unsentDropped: this.#pusher.dropped,
      latenessMs: this.#stats.computeLateness(),
    }
  }

  async #shutDown(): Promise<void> {
    this.#sync.close()
    this.#scheduler.close()
    this.#checker.discardWaiting()
    const { checksMs, pushMs } = this.#options.stopTimeouts ?? STOP_TIMEOUTS
    await this.#waitAtMost(checksMs, this.#checker.waitUntilIdle())
    await this.#waitAtMost(pushMs, this.#pusher.flush())
    await this.#pusher.close()
    const { backlog, report } = this.#options
    const stored = backlog ? `, ${backlog.size} of them stored on disk` : ''
    if (this.#pusher.size > 0) report(`stopped with ${this.#pusher.size} undelivered results${stored}`, null)
    this.#stopStateSync()
    this.#connectionWatch.close()
    this.#connection.close()
    this.#timeWatch.close()
    this.#options.link.close()
  }

  async #waitAtMost(limitMs: number, work: Promise<void>): Promise<void> {
    const limit = wait(this.#clock, limitMs)
    await Promise.race([work, limit.done])
    limit.cancel()
  }

  async #register(): Promise<void> {
    const { link, version, region, capabilities, probeId, name } = this.#options
    const held = this.#scheduler.size
    await link.register({ protocol: PROTOCOL_VERSION, version, region, capabilities, probeId, name, held })
  }

  /** @param since monotonic ms */
  #withdrawFailures(since: number): void {
    this.#scheduler.withdrawFailures(Math.max(0, this.#clock.now() - (this.#clock.monotonic() - since)))
  }

  #sampleHangingHosts(): void {
    const hosts = this.#checker.listHangingHosts()
    if (hosts.length > 0) this.#connectionWatch.sample(hosts)
  }

  #readVitals(): ProbeVitals {
    // After a clock step no check is overdue: the schedule first returns to the grid
    this.#timeWatch.sample()
    this.#loadWatch.reportChange()
    return {
      held: this.#scheduler.size,
      waiting: this.#pusher.size,
      waitingMs: this.#pusher.waitingMs,
      dropped: this.#pusher.dropped,
      overdueMs: Math.round(Math.max(this.#scheduler.standstillMs, this.#checker.computeOverdueMs())),
      lateMs: Math.round(this.#scheduler.lateMs),
      skippedPercent: this.#loadWatch.skippedPercent,
      clockAheadMs: this.#options.clockAheadMs?.() ?? null,
    }
  }

  #applyMembers(members: readonly Member[]): void {
    const owners = new ShareOwners(members)
    this.#scheduler.removeUnowned((key, type) => owners.findOwner(key, type) === this.#options.probeId)
  }

  #recordOutcome(check: InFlightCheck, outcome: ProberOutcome, endedAt: number): void {
    const isRoutine = isRoutinePass(check.monitor.counters, outcome.status)
    const isWanted = this.#scheduler.completeCheck(check, outcome.status, endedAt)
    if (!isWanted) return
    this.#stats.countEnded(outcome.status === 'inconclusive')
    if (outcome.certificate) recordReportedCertificate(check.monitor, outcome.certificate, endedAt)
    const reported = omitReportedResponse(check.monitor, outcome, endedAt)
    this.#pusher.add(toCheckResult(check.monitor.key, check, reported), isRoutine)
  }

  /** The caller records the result, so it is not pushed; the outcome counts like any other. */
  async #runNow(assignment: Assignment, onPhase?: TimedPhaseListener): Promise<CheckResult> {
    if (this.#stopped !== null) throw new Error('the probe is stopping')
    const startedAt = this.#clock.now()
    const from = this.#clock.monotonic()
    const outcome = await this.#checker.runOnce(
      assignment,
      assignment.counters.opinion === 'down',
      onPhase && ((phase) => onPhase({ ...phase, atMs: this.#clock.monotonic() - from })),
    )
    this.#scheduler.recordExtraCheck(assignment, outcome.status, this.#clock.now())
    return toCheckResult(assignment.monitorKey, { scheduledAt: startedAt, startedAt }, outcome)
  }
}
