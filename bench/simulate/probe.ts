/**
 * A probe that runs no checks. Its assignments, grid, repeated checks and batches are real, but its findings are
 * generated. All communication with the server uses the code of the real probe.
 */
import { randomUUID } from 'node:crypto'
import { type CheckResult, PROTOCOL_VERSION, type ProbeRegistration } from '../../src/core/probes/protocol.ts'
import { computeRecheckAt } from '../../src/core/probes/schedule.ts'
import { computeRecheckDelayMs, type RegionCounters, updateCounters } from '../../src/core/results/state.ts'
import { Pusher } from '../../src/probe/push/pusher.ts'
import type { Clock } from '../../src/probe/schedule/clock.ts'
import { AssignmentSync } from '../../src/probe/server/assignment-sync.ts'
import type { ProbeLink } from '../../src/probe/server/link.ts'
import type { Figures } from './figures.ts'
import { SimulatedSchedule } from './schedule.ts'
import type { ServerHandle } from './servers.ts'
import { createSimulatedResult, hashPair } from './simulated-results.ts'

/** Same as a remote probe. */
const PUSH_DELAY_MS = 1_000

/** Maximum of buffered results; a real probe would spill to its disk. */
const CAPACITY = 1_500_000

const THRESHOLDS = { failureThreshold: 2, recoveryThreshold: 2 }
const HEALTHY_COUNTERS: RegionCounters = { opinion: 'up', failures: 0, passes: 100, slow: 0 }

/** Results become ready in steps of this length. */
const STEP_MS = 20

export interface ProbeOptions {
  region: string
  server: ServerHandle
  clock: Clock
  intervalSeconds: number
  figures: Figures
  report: (message: string, error: unknown) => void
}

export class SimulatedProbe {
  readonly id = randomUUID()
  readonly schedule: SimulatedSchedule
  readonly #options: ProbeOptions
  readonly #link: ProbeLink
  readonly #pusher: Pusher
  readonly #sync: AssignmentSync
  /** Counters of monitors that are not plainly up. */
  readonly #counters = new Map<number, RegionCounters>()
  /** By the step in which they are ready or due. */
  readonly #ready = new Map<number, CheckResult[]>()
  readonly #repeats = new Map<number, [key: number, dueAt: number][]>()
  #at: number | null = null

  constructor(options: ProbeOptions) {
    const { region, server, clock, intervalSeconds, figures, report } = options
    this.#options = options
    this.schedule = new SimulatedSchedule(region, intervalSeconds)
    this.#link = server.link(this.id, region, clock, (ms) => figures.recordCommit(ms))
    const push = async (results: readonly CheckResult[]) => {
      await this.#link.push(results)
      figures.recordStored(results, clock.now())
    }
    this.#pusher = new Pusher({ clock, push, capacity: CAPACITY, delayMs: PUSH_DELAY_MS, report })
    this.#sync = new AssignmentSync({
      link: this.#link,
      clock,
      register: () => this.register(),
      readVitals: () => ({
        held: this.schedule.size,
        waiting: this.waiting,
        waitingMs: 0,
        dropped: 0,
        overdueMs: 0,
        lateMs: 0,
        skippedPercent: null,
        clockAheadMs: null,
      }),
      applyMembers: (members) => this.schedule.releaseOthers(members, this.id),
      apply: (answer, isWhole) => this.schedule.apply(answer, isWhole),
      report,
    })
  }

  /** Number of results not stored yet. */
  get waiting(): number {
    return this.#pusher.size
  }

  get dropped(): number {
    return this.#pusher.dropped
  }

  async register(): Promise<void> {
    const hello: ProbeRegistration = {
      protocol: PROTOCOL_VERSION,
      version: 'simulated',
      region: this.#options.region,
      capabilities: { icmp: true, ipv6: false },
      probeId: this.id,
      name: `simulated-${this.id.slice(0, 8)}`,
      held: this.schedule.size,
    }
    await this.#link.register(hello)
  }

  /** Starts to request assignments continuously. */
  startSync(): void {
    void this.#sync.run()
  }

  close(): void {
    this.#sync.close()
    void this.#pusher.close()
    this.#link.close()
  }

  /**
   * Runs the checks that fell due since the last call.
   *
   * @param share share of its checks that run, 0 to 1
   */
  tick(now: number, share: number): void {
    const from = this.#at ?? now
    this.#at = now
    this.schedule.visitDue(from, now, (key, dueAt) => {
      if (share === 1 || this.#isCheckedAtShare(key, dueAt, share)) this.#check(key, dueAt)
    })
    for (const [key, dueAt] of takeUntil(this.#repeats, now)) this.#check(key, dueAt)
    const ready = takeUntil(this.#ready, now)
    for (const result of ready) this.#pusher.add(result)
    this.#options.figures.recordDue(ready.length)
  }

  /** Skips checks evenly, so that no monitor goes without results for long. */
  #isCheckedAtShare(key: number, dueAt: number, share: number): boolean {
    const round = Math.floor(dueAt / (this.#options.intervalSeconds * 1_000))
    const phase = hashPair(key, 1) / 2 ** 32
    return Math.floor(round * share + phase) > Math.floor((round - 1) * share + phase)
  }

  #check(key: number, dueAt: number): void {
    const result = createSimulatedResult(key, dueAt)
    const endsAt = result.startedAt + result.responseTimeMs!
    addToStep(this.#ready, endsAt, result)
    if (result.status === 'up' && !this.#counters.has(key)) return
    const counters = updateCounters(this.#counters.get(key) ?? HEALTHY_COUNTERS, result.status, THRESHOLDS)
    const isWell = counters.opinion === 'up' && counters.failures === 0
    if (isWell) this.#counters.delete(key)
    else this.#counters.set(key, counters)
    const { intervalSeconds } = this.#options
    const offsetMs = this.schedule.findOffset(key) ?? 0
    const again = Math.round(
      computeRecheckAt(offsetMs, intervalSeconds, computeRecheckDelayMs(counters, intervalSeconds), endsAt),
    )
    const isOnGrid = (again - offsetMs) % (intervalSeconds * 1_000) === 0
    if (!isOnGrid) addToStep(this.#repeats, again, [key, again])
  }
}

function addToStep<T>(steps: Map<number, T[]>, at: number, what: T): void {
  const step = Math.ceil(at / STEP_MS)
  const there = steps.get(step)
  if (there) there.push(what)
  else steps.set(step, [what])
}

function takeUntil<T>(steps: Map<number, T[]>, now: number): T[] {
  const until = Math.floor(now / STEP_MS)
  const taken: T[] = []
  for (const [step, entries] of steps)
    if (step <= until) {
      for (const entry of entries) taken.push(entry)
      steps.delete(step)
    }
  return taken
}
