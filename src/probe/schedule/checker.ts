/** Runs checks with limited concurrency, and never reports the probe's own trouble as a failure of the target. */
import { isPromised, withReady } from '../../core/platform/ready.ts'
import { SECOND_MS } from '../../core/platform/time/time.ts'
import { listKnownKeys } from '../../core/results/good-response.ts'
import type { PhaseListener } from '../../core/results/trace-step.ts'
import type { ProbeTools } from '../../net/connection/tools.ts'
import type { CheckRequest, ProberOutcome, runCheck } from '../../probers/run-check.ts'
import { toDisturbedOutcome, toFaultOutcome } from '../push/outcomes.ts'
import type { FailureTriage } from '../self-check/failure-triage.ts'
import type { InFlightCheck } from './assignment-table.ts'
import type { Clock } from './clock.ts'
import { ConcurrencyLimiter } from './concurrency-limiter.ts'
import { parseTargetHost } from './target-host.ts'
import type { TimeWatch } from './time-watch.ts'

/** `runCheck` of the probers; tests substitute it. */
export type RunCheck = typeof runCheck

interface CheckerOptions {
  clock: Clock
  timeWatch: TimeWatch
  triage: FailureTriage
  runCheck: RunCheck
  tools: ProbeTools
  /** Maximum of concurrent checks, in total and per target host. */
  concurrency: number
  concurrencyPerHost: number
  onStarted: (check: InFlightCheck) => void
  /**
   * Called at the start of a check whose failure would turn its monitor down: the connection is watched from then on.
   */
  onDecisive: (host: string) => void
  /** @param endedAt Unix ms */
  onSettled: (check: InFlightCheck, outcome: ProberOutcome, endedAt: number) => void
}

/** A check that takes longer than this, or than a quarter of its time limit, hangs. */
const HANG_MS = SECOND_MS
const HANG_FRACTION = 0.25

/** Allowance beyond the time limit of a check: for closing connections and for the triage of its failure. */
const OVERRUN_MS = 10 * SECOND_MS

export class Checker {
  readonly #options: CheckerOptions
  readonly #limiter: ConcurrencyLimiter<InFlightCheck>
  /** Number of checks started and not yet settled. */
  #inFlightCount = 0
  /** Running checks in the order of their start. */
  readonly #started = new Set<InFlightCheck>()
  #onIdle: (() => void) | null = null

  constructor(options: CheckerOptions) {
    this.#options = options
    this.#limiter = new ConcurrencyLimiter({
      limit: options.concurrency,
      limitPerHost: options.concurrencyPerHost,
      getHost: (check) => check.host,
      start: (check) => this.#start(check),
    })
  }

  get running(): number {
    return this.#inFlightCount
  }

  get waiting(): number {
    return this.#limiter.waiting
  }

  /**
   * Longest delay of work that should have progressed, ms. This is a check that waits for a free slot, or one that
   * exceeds its time limit by far. Checks that wait for their own host do not count: the host is the cause.
   */
  computeOverdueMs(): number {
    const now = this.#options.clock.now()
    const next = this.#limiter.next
    const [oldest] = this.#started
    return Math.max(
      0,
      next === undefined ? 0 : now - next.queuedAt,
      oldest === undefined ? 0 : now - oldest.startedAt - oldest.monitor.config.timeoutMs - OVERRUN_MS,
    )
  }

  /** Starts the check, or queues it. */
  enqueue(check: InFlightCheck): void {
    this.#limiter.enqueue(check)
  }

  /** Removes dropped checks from the queue. */
  discardDropped(): void {
    this.#limiter.filter((check) => !check.isDropped)
  }

  discardWaiting(): void {
    this.#limiter.filter(() => false)
  }

  /** Resolves when every started check is settled. */
  waitUntilIdle(): Promise<void> {
    if (this.#inFlightCount === 0) return Promise.resolve()
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#onIdle = resolve
    return promise
  }

  /** Hosts of hanging checks whose monitors are not down. */
  listHangingHosts(): string[] {
    const now = this.#options.clock.now()
    const hosts: string[] = []
    for (const { host, startedAt, monitor } of this.#started) {
      const hangsMs = Math.min(HANG_MS, monitor.config.timeoutMs * HANG_FRACTION)
      if (now - startedAt >= hangsMs && monitor.counters.opinion !== 'down') hosts.push(host)
    }
    return hosts
  }

  /** Runs one check outside the schedule and the concurrency limit. Its failure is triaged like any other. */
  async runOnce(request: CheckRequest, isDown: boolean, onPhase?: PhaseListener): Promise<ProberOutcome> {
    const { clock, timeWatch, runCheck, tools, triage } = this.#options
    timeWatch.sample()
    const before = timeWatch.disturbances
    timeWatch.countCheckStart()
    this.#inFlightCount += 1
    const from = clock.monotonic()
    const outcome = await runCheck(request, tools, { onPhase }).catch(toFaultOutcome)
    timeWatch.sample()
    timeWatch.countCheckEnd()
    const subject = { type: request.type, host: parseTargetHost(request.target), from, to: clock.monotonic(), isDown }
    const isDisturbed = timeWatch.disturbances !== before
    const verdict = isDisturbed ? toDisturbedOutcome(outcome) : triage.judge(outcome, subject)
    if (isPromised(verdict)) onPhase?.({ kind: 'verify', subject: null })
    const judged = await verdict
    this.#countFinished()
    return judged
  }

  /**
   * The time watch has already been sampled in this iteration: before the due check, or at the end of the previous one.
   */
  #start(check: InFlightCheck): void {
    const { clock, timeWatch, runCheck, tools, onStarted } = this.#options
    const { target, config, certificateHash, certificateReportedUntil, reportedGood } = check.monitor
    check.startedAt = clock.now()
    check.disturbances = timeWatch.disturbances
    timeWatch.countCheckStart()
    this.#inFlightCount += 1
    this.#started.add(check)
    onStarted(check)
    if (isDecisive(check)) this.#options.onDecisive(check.host)
    const { type, settings, secrets, tls, timeoutMs } = config
    const known = check.startedAt < certificateReportedUntil ? certificateHash : null
    const knownGood = listKnownKeys(reportedGood, check.startedAt)
    runCheck({ type, target, settings, secrets, tls, timeoutMs, certificateHash: known, knownGood }, tools).then(
      (outcome) => this.#handleOutcome(check, outcome),
      (error: unknown) => this.#handleOutcome(check, toFaultOutcome(error)),
    )
  }

  #handleOutcome(check: InFlightCheck, outcome: ProberOutcome): void {
    const { clock, timeWatch } = this.#options
    const endedAt = clock.now()
    timeWatch.sample()
    timeWatch.countCheckEnd()
    this.#started.delete(check)
    this.#limiter.release(check)
    if (check.isDropped) this.#completeCheck(check, outcome, endedAt)
    else if (check.disturbances !== timeWatch.disturbances)
      this.#completeCheck(check, toDisturbedOutcome(outcome), endedAt)
    else this.#judgeOutcome(check, outcome, endedAt)
  }

  #judgeOutcome(check: InFlightCheck, outcome: ProberOutcome, endedAt: number): void {
    const { clock, triage } = this.#options
    const { config, counters } = check.monitor
    const to = clock.monotonic()
    const judged = triage.judge(outcome, {
      type: config.type,
      host: check.host,
      from: to - (endedAt - check.startedAt),
      to,
      // A failure of a target that is already down needs no triage
      isDown: counters.opinion === 'down',
    })
    void withReady(judged, (settled) => this.#completeCheck(check, settled, endedAt))
  }

  #completeCheck(check: InFlightCheck, outcome: ProberOutcome, endedAt: number): void {
    this.#options.onSettled(check, outcome, endedAt)
    this.#countFinished()
  }

  #countFinished(): void {
    this.#inFlightCount -= 1
    if (this.#inFlightCount === 0) this.#onIdle?.()
  }
}

const isDecisive = ({ monitor: { counters, config } }: InFlightCheck): boolean =>
  counters.opinion !== 'down' && counters.failures + 1 >= config.failureThreshold
