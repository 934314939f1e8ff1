/**
 * Pings of jobs and their silence. Pings and missed deadlines become results, so that status, history, incidents and
 * statistics follow in the same transaction as they do for checks.
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
} from '../../core/heartbeats/heartbeat-state.ts'
import type { Continuity } from '../../core/platform/time/continuity.ts'
import { MINUTE_MS, SECOND_MS } from '../../core/platform/time/time.ts'
import { NO_TIMINGS } from '../../core/results/verdict.ts'
import { insertPings, MAX_STORED_PINGS, type StoredPing, trimPings } from '../../store/heartbeats/heartbeat-pings.ts'
import {
  findNextDue,
  type Heartbeat,
  loadPinged,
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

/** A ping as it came in. */
export interface IncomingPing extends Ping {
  token: string
  body: string | null
  bodyBytes: number
  /** Address that it came from. */
  source: string
}

/** How many pings of a monitor come until those that are too many are deleted. */
const TRIM_EVERY = 100

/**
 * How long after its deadline the last word of a heartbeat still counts. Far more than the watch needs to see the
 * deadline pass; only where no server watched is the time in between unknown.
 */
const FRESH_AFTER_DEADLINE_MS = 5 * MINUTE_MS

/**
 * Takes pings, in the order in which they came. When it returns, all of it is durable.
 *
 * @returns what became of each
 */
export async function recordPings(context: Context, pings: readonly IncomingPing[]): Promise<PingOutcome[]> {
  const tokens = [...new Set(pings.map((ping) => ping.token))]
  const outcomes = await runResultTransaction(context, async (tx, record) => {
    const heartbeats = await lockHeartbeats(tx, tokens)
    const monitors = await loadPinged(
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
 * Records deadlines that passed in silence: one failed check for each expected ping. Safe on several servers, because
 * each takes only heartbeats that no other is busy with, and leaves them with a deadline that lies ahead.
 *
 * @param now when the caller decided that silence counts, Unix ms: the process may stand still after that
 * @returns how many there were
 */
export async function recordOverdue(context: Context, limit: number, now = context.now()): Promise<number> {
  return runResultTransaction(context, async (tx, record) => {
    const heartbeats = await lockDueHeartbeats(tx, now, limit)
    if (heartbeats.length === 0) return 0
    const monitors = await loadPinged(
      tx,
      heartbeats.map((heartbeat) => heartbeat.monitorKey),
    )
    const batch = new PingBatch(heartbeats, monitors)
    for (const heartbeat of heartbeats) batch.recordMissed(heartbeat, now)
    await batch.write(tx, record)
    return heartbeats.length
  })
}

/** When the next deadline passes, Unix ms; null when nothing is expected. */
export const findNextDeadline = ({ store }: Context): Promise<number | null> => findNextDue(store.db)

/** Heartbeats and what happens to them in one transaction. */
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

  take(ping: IncomingPing): PingOutcome {
    const heartbeat = this.#byToken.get(ping.token)
    const monitor = heartbeat && this.#monitors.get(heartbeat.monitorKey)
    if (!heartbeat || !monitor) return 'unknown'
    if (monitor.status !== 'active') return 'paused'
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
    })
    this.#addResult(heartbeat, step, at, true)
    return 'received'
  }

  /** Of a monitor at rest nothing is expected any more. */
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

  /** No two rows of one heartbeat share a millisecond. @returns when this one is filed */
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
      startedAt: at - (durationMs ?? 0), // so that it is over when the ping came
      responseTimeMs: durationMs,
      statusCode: null,
      timings: NO_TIMINGS,
      remoteAddress: null,
      onGrid: isPing,
      ...verdict,
    })
  }

  /** One word is enough, good or bad: a job says what it knows, and a deadline has its grace. */
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
    const turns = (pings: number) => Math.floor(pings / TRIM_EVERY)
    return [...before]
      .filter(([key, added]) => {
        const { pings } = this.#changed.get(key)!
        return pings > MAX_STORED_PINGS && turns(pings) > turns(pings - added)
      })
      .map(([key]) => key)
  }
}

/** How often a server writes that it takes pings: more often than another one settles after its start. */
const SAVE_INTAKE_EVERY_MS = 5 * SECOND_MS

/**
 * Writes that pings are taken. When no server took any before this one did, because none ran, the process or the machine
 * stood still or the database was away, the deadlines of lost pings move first: see `afterAbsence`. To be called by a
 * server that has settled: another one at work has written its own time by then, and then no ping was lost.
 *
 * @returns how many deadlines moved
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

/** Longest time between the earliest moment at which a ping is usual and its deadline: twice the longest grace. */
const MAX_WINDOW_MS = 120 * MINUTE_MS

async function moveDeadlines(tx: Tx, outage: Required<ServiceOutage>): Promise<number> {
  const { from, to, leapMs } = outage
  const heartbeats = await lockHeartbeatsAfter(tx, from, to + MAX_WINDOW_MS + leapMs)
  const monitors = await loadPinged(
    tx,
    heartbeats.map((heartbeat) => heartbeat.monitorKey),
  )
  const moved = heartbeats.flatMap((heartbeat) => {
    const monitor = monitors.get(heartbeat.monitorKey)
    // A job that is down has no ping to lose until it recovers: its silence goes on
    if (!monitor || monitor.runtimeStatus === 'down') return []
    const state = extendAfterOutage(heartbeat.state, monitor.settings as HeartbeatSettings, outage)
    return state === heartbeat.state ? [] : [{ ...heartbeat, state }]
  })
  await saveHeartbeats(tx, moved)
  return moved.filter(({ state }) => state.armedAt === to).length
}
