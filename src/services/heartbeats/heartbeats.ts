/**
 * Pings and missed deadlines of jobs. Both become results. Status, history, incidents and statistics therefore follow
 * in the same transaction, as for checks.
 */

import type { IngestPolicy } from '../../core/evaluation/ingest.ts'
import { computeExpectedSeconds, type HeartbeatSettings } from '../../core/heartbeats/heartbeat.ts'
import {
  applyMissedDeadline,
  applyPing,
  clearExpectation,
  extendAfterOutage,
  type HeartbeatState,
  type HeartbeatStep,
  type Ping,
  type PingOutcome,
  type ServiceOutage,
  toCountedPing,
} from '../../core/heartbeats/heartbeat-state.ts'
import type { Continuity } from '../../core/platform/time/continuity.ts'
import { MINUTE_MS, SECOND_MS } from '../../core/platform/time/time.ts'
import { NO_TIMINGS } from '../../core/results/verdict.ts'
import { insertPings, KEPT_PINGS, type StoredPing, trimPings } from '../../store/heartbeats/heartbeat-pings.ts'
import {
  findNextDeadlineAt,
  type Heartbeat,
  loadPingedMonitors,
  lockDueHeartbeats,
  lockHeartbeats,
  lockHeartbeatsAfter,
  lockIntake,
  type PingedMonitor,
  saveHeartbeats,
  saveIntake,
} from '../../store/heartbeats/heartbeats.ts'
import type { Tx } from '../../store/platform/store.ts'
import type { IncomingResult } from '../evaluation/evaluation-batch.ts'
import { type RecordResults, runResultTransaction } from '../evaluation/record-results.ts'
import type { Context } from '../platform/context.ts'

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

/**
 * Time for which a heartbeat result stays fresh after its deadline. This is far longer than the background job needs to
 * detect a missed deadline, so the status is `unknown` only while no server was running.
 */
const FRESH_AFTER_DEADLINE_MS = 5 * MINUTE_MS

/**
 * Records pings in the order in which they arrived. When the function returns, all of them are durable.
 *
 * @returns the outcome of each ping
 */
export async function recordPings(context: Context, pings: readonly IncomingPing[]): Promise<PingOutcome[]> {
  const tokens = [...new Set(pings.map((ping) => ping.token))]
  const outcomes = await runResultTransaction(context, async (tx, record) => {
    const heartbeats = await lockHeartbeats(tx, tokens)
    const monitors = await loadPingedMonitors(
      tx,
      heartbeats.map((heartbeat) => heartbeat.monitorKey),
    )
    const batch = new PingBatch(heartbeats, monitors)
    const outcomes = pings.map((ping) => batch.take(ping))
    await batch.write(tx, record)
    return outcomes
  })
  for (const outcome of outcomes) context.meter.add('pings', { outcome })
  return outcomes
}

/**
 * Records missed deadlines: one failed check for each expected ping. Safe with several servers: each skips locked
 * heartbeats and moves the deadlines of its heartbeats into the future.
 *
 * @param now when the caller decided to count missed deadlines, Unix ms; the process may stall after that
 * @returns the number of overdue heartbeats
 */
export async function recordOverdue(context: Context, limit: number, now = context.now()): Promise<number> {
  return runResultTransaction(context, async (tx, record) => {
    const heartbeats = await lockDueHeartbeats(tx, now, limit)
    if (heartbeats.length === 0) return 0
    const monitors = await loadPingedMonitors(
      tx,
      heartbeats.map((heartbeat) => heartbeat.monitorKey),
    )
    const batch = new PingBatch(heartbeats, monitors)
    for (const heartbeat of heartbeats) batch.recordMissed(heartbeat, now)
    await batch.write(tx, record)
    return heartbeats.length
  })
}

/** Returns the next deadline, Unix ms; null when no ping is expected. */
export const findNextDeadline = ({ store }: Context): Promise<number | null> => findNextDeadlineAt(store.db)

/** The heartbeats of one transaction and their changes. */
class PingBatch {
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
    return ping === incoming ? 'received' : 'uncounted'
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
  #advance(heartbeat: Heartbeat, state: HeartbeatState, wanted: number): number {
    const at = Math.max(wanted, heartbeat.lastAt + 1)
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
      const freshMs = Math.max(0, (state.dueAt ?? lastAt) - lastAt) + FRESH_AFTER_DEADLINE_MS
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

/**
 * Interval at which a server records that it accepts pings. It is shorter than the settling time of a starting server.
 */
const SAVE_INTAKE_EVERY_MS = 5 * SECOND_MS

/**
 * Records that this server accepts pings. If no server accepted pings before, it first moves the deadlines whose pings
 * may have been lost: see `extendAfterOutage`. Causes are that no server ran, that the process or the machine stalled,
 * or that the database was unavailable.
 *
 * Call it only on a server that has settled. By then any other running server has recorded its own time, and no ping
 * was lost.
 *
 * @returns the number of moved deadlines
 */
export async function recordIntakeAlive(
  context: Context,
  { since, leapMs }: Pick<Continuity, 'since' | 'leapMs'>,
): Promise<number> {
  return context.store.transact(async (tx) => {
    const now = context.now()
    const seenAt = await lockIntake(tx)
    const wasDown = seenAt < since
    if (!wasDown && now >= seenAt && now - seenAt < SAVE_INTAKE_EVERY_MS) return 0
    const moved = wasDown ? await moveDeadlines(tx, { from: seenAt, to: since, leapMs }) : 0
    await saveIntake(tx, now)
    return moved
  })
}

/** Longest time between the earliest usual time of a ping and its deadline: twice the longest grace period. */
const MAX_WINDOW_MS = 120 * MINUTE_MS

async function moveDeadlines(tx: Tx, outage: Required<ServiceOutage>): Promise<number> {
  const { from, to, leapMs } = outage
  const heartbeats = await lockHeartbeatsAfter(tx, from, to + MAX_WINDOW_MS + leapMs)
  const monitors = await loadPingedMonitors(
    tx,
    heartbeats.map((heartbeat) => heartbeat.monitorKey),
  )
  const moved = heartbeats.flatMap((heartbeat) => {
    const monitor = monitors.get(heartbeat.monitorKey)
    // A job that is down loses no ping before it recovers, so its deadline does not move
    if (!monitor || monitor.runtimeStatus === 'down') return []
    const state = extendAfterOutage(heartbeat.state, monitor.settings as HeartbeatSettings, outage)
    return state === heartbeat.state ? [] : [{ ...heartbeat, state }]
  })
  await saveHeartbeats(tx, moved)
  return moved.filter(({ state }) => state.armedAt === to).length
}
