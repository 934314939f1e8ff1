/** Watches the probe's own connection while checks hang and during trouble, and reports its begin and its end once. */
import { SECOND_MS } from '../../core/platform/time/time.ts'
import { DISTRUST_MS, type Scope, type Trouble } from '../../core/probes/witness.ts'
import type { Clock } from '../schedule/clock.ts'
import type { OwnConnection } from './own-connection.ts'
import type { PathRecord } from './path-record.ts'

interface ConnectionWatchOptions {
  clock: Clock
  connection: OwnConnection
  report: (message: string, error: unknown) => void
  /** Something answers again, or is trusted again: what was inconclusive can be checked. */
  onTroubleOver: () => void
}

/** While a check hangs, an answer on each path is at most this old. */
const SAMPLE_MS = 1.5 * SECOND_MS

/** How often witnesses are asked during trouble. */
const AGAIN_MS = 2 * SECOND_MS

/** A path is in trouble although others work when the witnesses of two networks fail: one may be that of the host that hangs. */
const SAMPLE_NETWORKS = 2

export class ConnectionWatch {
  readonly #options: ConnectionWatchOptions
  /** Monotonic ms. */
  readonly #sampledAt = new Map<PathRecord, number>()
  #disarm: (() => void) | null = null
  /** What was reported and is not over; Unix ms. */
  #reported: { since: number; reason: string } | null = null
  /** Monotonic ms. */
  #wellSince = -Infinity
  #isClosed = false

  constructor(options: ConnectionWatchOptions) {
    this.#options = options
  }

  /** Since when the probe's own connection does not work, Unix ms; null when it does. */
  get troubleSince(): number | null {
    return this.#reported?.since ?? null
  }

  /** Asks everything once: a start without connection is noticed before the first check ends. */
  begin(): void {
    this.sample([], 0)
    void this.#options.connection.ask(this.#options.connection.aboutNames)
  }

  /**
   * Asks about each path that was not heard lately.
   *
   * @param hosts whose checks hang: their silence is no evidence against the path
   */
  sample(hosts: readonly string[], heardMs = SAMPLE_MS): void {
    const now = this.#options.clock.monotonic()
    for (const [localAddress, { path, scope }] of this.#options.connection.memory.paths())
      if (path.open === null && path.lastGood(scope) <= now - heardMs) this.#sample(localAddress, path, scope, hosts)
  }

  onTrouble({ reason }: Trouble): void {
    if (this.#isClosed) return
    const { clock, report } = this.#options
    if (this.#reported === null) {
      this.#reported = { since: clock.now(), reason }
      report(`this probe's own connection is in trouble, failures are inconclusive meanwhile: ${reason}`, null)
    }
    this.#arm()
  }

  onOver(): void {
    this.#wellSince = this.#options.clock.monotonic()
    if (!this.#isClosed) this.#options.onTroubleOver()
  }

  close(): void {
    this.#isClosed = true
    this.#disarm?.()
    this.#disarm = null
  }

  #sample(localAddress: string, path: PathRecord, scope: Scope, hosts: readonly string[]): void {
    const now = this.#options.clock.monotonic()
    if (now - (this.#sampledAt.get(path) ?? -Infinity) < AGAIN_MS) return
    this.#sampledAt.set(path, now)
    const { connection } = this.#options
    const doubt = { isRelated: ({ host }: { host: string }) => hosts.includes(host), fewest: SAMPLE_NETWORKS }
    void connection.ask(connection.aboutPath(localAddress, path, scope, doubt))
  }

  #arm(): void {
    if (this.#disarm !== null || this.#isClosed) return
    this.#disarm = this.#options.clock.after(AGAIN_MS, () => {
      this.#disarm = null
      this.#lookAgain()
    })
  }

  #lookAgain(): void {
    const { clock, connection, report, onTroubleOver } = this.#options
    const isWell = connection.inTrouble().length === 0
    if (isWell && clock.monotonic() - this.#wellSince >= DISTRUST_MS) {
      const seconds = Math.round((clock.now() - this.#reported!.since) / SECOND_MS)
      report(`this probe's own connection works again after ${seconds} s: ${this.#reported!.reason}`, null)
      this.#reported = null
      onTroubleOver()
      return
    }
    for (const subject of connection.inTrouble()) void connection.reconsider(subject)
    this.#arm()
  }
}
