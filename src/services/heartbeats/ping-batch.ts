/** Pings and missed deadlines of one transaction, and the results that follow from them. */
import type { IngestPolicy } from '../../core/evaluation/ingest.ts'
import { computeExpectedSeconds, type HeartbeatSettings } from '../../core/heartbeats/heartbeat.ts'
import {
  applyMissedDeadline,
  applyPing,
  clearExpectation,
  computeFreshUntil,
  type HeartbeatState,
  type HeartbeatStep,
  type Ping,
  type PingOutcome,
  toCountedPing,
} from '../../core/heartbeats/heartbeat-state.ts'
import { NO_TIMINGS, PASSED } from '../../core/results/verdict.ts'
import { insertPings, KEPT_PINGS, type StoredPing, trimPings } from '../../store/heartbeats/heartbeat-pings.ts'
import { type Heartbeat, type PingedMonitor, saveHeartbeats } from '../../store/heartbeats/heartbeats.ts'
import type { Tx } from '../../store/platform/store.ts'
import type { IncomingResult } from '../evaluation/evaluation-batch.ts'
import type { RecordResults } from '../evaluation/record-results.ts'

/** A ping, as received. */
export interface IncomingPing extends Ping {
  token: string
  body: string | null
  bodyBytes: number
  /** Client address. */
  source: string
  /** Method of the request. */
  method?: string
}

/** Number of pings of a monitor after which its surplus pings are deleted. */
const TRIM_EVERY = 100

/** The heartbeats of one transaction and their changes. */
export class PingBatch {
  readonly #byToken: ReadonlyMap<string, Heartbeat>
  readonly #monitors: ReadonlyMap<number, PingedMonitor>
  readonly #changed = new Map<number, Heartbeat>()
  readonly #pings: StoredPing[] = []
  readonly #results: IncomingResult[] = []

  constructor(heartbeats: readonly Heartbeat[], monitors: ReadonlyMap<number, PingedMonitor>) {
    this.#byToken = new Map(heartbeats.map((heartbeat) => [heartbeat.token, heartbeat]))
    this.#monitors = monitors
  }

  take(incoming: IncomingPing): PingOutcome {
    const heartbeat = this.#byToken.get(incoming.token)
    const monitor = heartbeat && this.#monitors.get(heartbeat.monitorKey)
    if (!heartbeat || !monitor) return 'unknown'
    if (monitor.status !== 'active') return 'paused'
    const ping = toCountedPing(incoming, monitor.settings as HeartbeatSettings)
    const step = applyPing(heartbeat.state, ping, monitor.settings as HeartbeatSettings)
    const at = this.#advance(heartbeat, step.state, ping.at)
    heartbeat.pings++
    this.#pings.push({
      monitorKey: heartbeat.monitorKey,
      at,
      kind: ping.kind,
      exitStatus: ping.exitStatus,
      runId: ping.runId,
      durationMs: step.durationMs,
      body: ping.body,
      bodyBytes: ping.bodyBytes,
      source: ping.source,
      message: ping.message ?? null,
      ignored: ping.ignored ?? [],
    })
    this.#addResult(heartbeat, step, at, true)
    return ping === incoming ? 'received' : 'paused'
  }

  /** Records a missed deadline. Clears the deadline of a monitor that is not active. */
  recordMissed(heartbeat: Heartbeat, now: number): void {
    const monitor = this.#monitors.get(heartbeat.monitorKey)
    if (monitor?.status !== 'active') {
      this.#setState(heartbeat, clearExpectation(heartbeat.state))
      return
    }
    const dueAt = heartbeat.state.dueAt ?? now
    const step = applyMissedDeadline(heartbeat.state, monitor.settings as HeartbeatSettings, now)
    this.#addResult(heartbeat, step, this.#advance(heartbeat, step.state, dueAt), false)
  }

  /** Records that a job is in time. */
  recordInTime(heartbeat: Heartbeat, now: number): void {
    const step = { state: heartbeat.state, durationMs: null, verdict: PASSED }
    this.#addResult(heartbeat, step, this.#advance(heartbeat, step.state, now), true)
  }

  async write(tx: Tx, record: RecordResults): Promise<void> {
    if (this.#changed.size === 0) return
    await insertPings(tx, this.#pings)
    if (this.#results.length > 0) await record(null, this.#results, this.#buildPolicies())
    await saveHeartbeats(tx, [...this.#changed.values()])
    await trimPings(tx, this.#listOverfull())
  }

  #setState(heartbeat: Heartbeat, state: HeartbeatState): void {
    heartbeat.state = state
    this.#changed.set(heartbeat.monitorKey, heartbeat)
  }

  /**
   * Advances a heartbeat. Two rows of one heartbeat never have the same millisecond.
   *
   * @returns the time under which the row is stored
   */
  #advance(heartbeat: Heartbeat, state: HeartbeatState, receivedAt: number): number {
    const at = Math.max(receivedAt, heartbeat.lastAt + 1)
    heartbeat.lastAt = at
    this.#setState(heartbeat, state)
    return at
  }

  #addResult({ monitorKey }: Heartbeat, { verdict, durationMs }: HeartbeatStep, at: number, isPing: boolean): void {
    if (!verdict) return
    this.#results.push({
      monitorKey,
      kind: 'check',
      scheduledAt: at,
      startedAt: at - (durationMs ?? 0), // so that the run ends when the ping arrived
      responseTimeMs: durationMs,
      statusCode: null,
      timings: NO_TIMINGS,
      remoteAddress: null,
      onGrid: isPing,
      ...verdict,
    })
  }

  /**
   * Builds the thresholds and freshness of heartbeats. Heartbeats change status after one result: a job reports its
   * outcome exactly, and a deadline has a grace period.
   */
  #buildPolicies(): Map<number, Partial<IngestPolicy>> {
    const policies = new Map<number, Partial<IngestPolicy>>()
    for (const { monitorKey, lastAt, state } of this.#changed.values()) {
      const freshMs = computeFreshUntil(state, lastAt) - lastAt
      const settings = this.#monitors.get(monitorKey)?.settings as HeartbeatSettings | undefined
      const interval = settings && { intervalSeconds: computeExpectedSeconds(settings, lastAt) }
      policies.set(monitorKey, { failureThreshold: 1, recoveryThreshold: 1, freshMs, ...interval })
    }
    return policies
  }

  #listOverfull(): number[] {
    const before = new Map<number, number>()
    for (const { monitorKey } of this.#pings) before.set(monitorKey, (before.get(monitorKey) ?? 0) + 1)
    const countTrims = (pings: number) => Math.floor(pings / TRIM_EVERY)
    return [...before]
      .filter(([key, added]) => {
        const { pings } = this.#changed.get(key)!
        return pings > KEPT_PINGS && countTrims(pings) > countTrims(pings - added)
      })
      .map(([key]) => key)
  }
}
