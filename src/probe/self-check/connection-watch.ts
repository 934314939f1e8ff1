/**
 * Watches the probe's own connection while checks hang and during trouble, and reports the start and end of trouble
 * once.
 */
import { SECOND_MS } from '../../core/platform/time/time.ts'
import { type ConnectionTrouble, DISTRUST_MS, type Scope } from '../../core/probes/witness.ts'
import type { Clock } from '../schedule/clock.ts'
import type { ConnectionHealth } from './connection-health.ts'
import type { PathRecord } from './path-record.ts'

interface ConnectionWatchOptions {
  clock: Clock
  connection: ConnectionHealth
  report: (message: string, error: unknown) => void
  /** Called when a path answers again or is trusted again: inconclusive checks can be repeated. */
  onTroubleOver: () => void
}

/** Maximum age of the last answer on each path while a check hangs. */
const SAMPLE_MS = 1.5 * SECOND_MS

/** Interval of questions to witnesses during trouble. */
const RECHECK_MS = 2 * SECOND_MS

/**
 * Number of networks whose witnesses must fail before a path is in trouble although others work. One of them may
 * contain the hanging host.
 */
const SAMPLE_NETWORKS = 2

export class ConnectionWatch {
  readonly #options: ConnectionWatchOptions
  /** Monotonic ms. */
  readonly #sampledAt = new Map<PathRecord, number>()
  #cancelTimer: (() => void) | null = null
  /** Reported trouble that is not over; Unix ms. */
  #reported: { since: number; reason: string } | null = null
  /** Monotonic ms. */
  #healthySince = -Infinity
  #isClosed = false

  constructor(options: ConnectionWatchOptions) {
    this.#options = options
  }

  /** Start of the trouble of the probe's own connection, Unix ms; null when there is none. */
  get troubleSince(): number | null {
    return this.#reported?.since ?? null
  }

  /** Verifies everything once: a start without connection is detected before the first check ends. */
  start(): void {
    this.sample([], 0)
    void this.#options.connection.verify(this.#options.connection.nameServerSubject)
  }

  /**
   * Verifies each path without a recent answer.
   *
   * @param hosts hosts of hanging checks: their silence is no evidence against the path
   */
  sample(hosts: readonly string[], maxAgeMs = SAMPLE_MS): void {
    const now = this.#options.clock.monotonic()
    for (const [localAddress, { path, scope }] of this.#options.connection.memory.listPaths())
      if (path.currentTrouble === null && path.getLastAnswerAt(scope) <= now - maxAgeMs)
        this.#sample(localAddress, path, scope, hosts)
  }

  onTrouble({ reason }: ConnectionTrouble): void {
    if (this.#isClosed) return
    const { clock, report } = this.#options
    if (this.#reported === null) {
      this.#reported = { since: clock.now(), reason }
      report(`network problem on this probe; failures are inconclusive until it ends: ${reason}`, null)
    }
    this.#scheduleReview()
  }

  onOver(): void {
    this.#healthySince = this.#options.clock.monotonic()
    if (!this.#isClosed) this.#options.onTroubleOver()
  }

  close(): void {
    this.#isClosed = true
    this.#cancelTimer?.()
    this.#cancelTimer = null
  }

  #sample(localAddress: string, path: PathRecord, scope: Scope, hosts: readonly string[]): void {
    const now = this.#options.clock.monotonic()
    if (now - (this.#sampledAt.get(path) ?? -Infinity) < RECHECK_MS) return
    this.#sampledAt.set(path, now)
    const { connection } = this.#options
    const evidence = {
      isRelated: ({ host }: { host: string }) => hosts.includes(host),
      minFailedNetworks: SAMPLE_NETWORKS,
    }
    void connection.verify(connection.createPathSubject(localAddress, path, scope, evidence))
  }

  #scheduleReview(): void {
    if (this.#cancelTimer !== null || this.#isClosed) return
    this.#cancelTimer = this.#options.clock.after(RECHECK_MS, () => {
      this.#cancelTimer = null
      this.#reviewTrouble()
    })
  }

  #reviewTrouble(): void {
    const { clock, connection, report, onTroubleOver } = this.#options
    const isHealthy = connection.listTroubled().length === 0
    if (isHealthy && clock.monotonic() - this.#healthySince >= DISTRUST_MS) {
      const seconds = Math.round((clock.now() - this.#reported!.since) / SECOND_MS)
      report(`network of this probe recovered after ${seconds} s: ${this.#reported!.reason}`, null)
      this.#reported = null
      onTroubleOver()
      return
    }
    for (const subject of connection.listTroubled()) void connection.reviewTrouble(subject)
    this.#scheduleReview()
  }
}
