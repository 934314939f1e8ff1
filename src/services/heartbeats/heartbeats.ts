/**
 * Pings of jobs and their silence. Pings and missed deadlines become results, so that status, history, incidents and
 * statistics follow in the same transaction as they do for checks.
 */

import type { IngestPolicy } from '../../core/evaluation/ingest.ts'
import { type HeartbeatSettings, rhythmSeconds } from '../../core/heartbeats/heartbeat.ts'
import {
  type Absence,
  afterAbsence,
  type Beat,
  disarmed,
  type HeartbeatState,
  missDeadline,
  type Ping,
  type PingOutcome,
  takePing,
} from '../../core/heartbeats/heartbeat-state.ts'
import type { Continuity } from '../../core/platform/time/continuity.ts'
import { MINUTE_MS, SECOND_MS } from '../../core/platform/time/time.ts'
import { NO_TIMINGS } from '../../core/results/verdict.ts'
import { insertPings, PINGS_KEPT, type StoredPing, trimPings } from '../../store/heartbeats/heartbeat-pings.ts'
import {
  findNextDue,
  type Heartbeat,
  loadPinged,
  lockDueHeartbeats,
  lockHeartbeats,
  lockHeartbeatsAfter,
  lockWatch,
  type PingedMonitor,
  saveHeartbeats,
  saveWatch,
} from '../../store/heartbeats/heartbeats.ts'
import type { Tx } from '../../store/platform/store.ts'
import type { IncomingResult } from '../evaluation/judged-batch.ts'
import { type RecordResults, transactResults } from '../evaluation/results.ts'
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
const UNWATCHED_AFTER_MS = 5 * MINUTE_MS

/**
 * Takes pings, in the order in which they came. When it returns, all of it is durable.
 *
 * @returns what became of each
 */
export async function recordPings(context: Context, pings: readonly IncomingPing[]): Promise<PingOutcome[]> {
  const tokens = [...new Set(pings.map((ping) => ping.token))]
  const outcomes = await transactResults(context, async (tx, record) => {
    const heartbeats = await lockHeartbeats(tx, tokens)
    const monitors = await loadPinged(
      tx,
      heartbeats.map((heartbeat) => heartbeat.monitorKey),
    )
    const round = new Round(heartbeats, monitors)
    const outcomes = pings.map((ping) => round.take(ping))
    await round.write(tx, record)
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
  return transactResults(context, async (tx, record) => {
    const heartbeats = await lockDueHeartbeats(tx, now, limit)
    if (heartbeats.length === 0) return 0
    const monitors = await loadPinged(
      tx,
      heartbeats.map((heartbeat) => heartbeat.monitorKey),
    )
    const round = new Round(heartbeats, monitors)
    for (const heartbeat of heartbeats) round.miss(heartbeat, now)
    await round.write(tx, record)
    return heartbeats.length
  })
}

/** When the next deadline passes, Unix ms; null when nothing is expected. */
export const nextDeadline = ({ store }: Context): Promise<number | null> => findNextDue(store.db)

/** Heartbeats and what happens to them in one transaction. */
class Round {
  readonly #byToken: ReadonlyMap<string, Heartbeat>
  readonly #monitors: ReadonlyMap<number, PingedMonitor>
  readonly #touched = new Map<number, Heartbeat>()
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
    const beat = takePing(heartbeat.state, ping, monitor.settings as HeartbeatSettings)
    const at = this.#advance(heartbeat, beat.state, ping.at)
    heartbeat.pings++
    this.#pings.push({
      monitorKey: heartbeat.monitorKey,
      at,
      kind: ping.kind,
      exitStatus: ping.exitStatus,
      runId: ping.runId,
      durationMs: beat.durationMs,
      body: ping.body,
      bodyBytes: ping.bodyBytes,
      source: ping.source,
    })
    this.#judge(heartbeat, beat, at, true)
    return 'received'
  }

  /** Of a monitor at rest nothing is expected any more. */
  miss(heartbeat: Heartbeat, now: number): void {
    const monitor = this.#monitors.get(heartbeat.monitorKey)
    if (monitor?.status !== 'active') {
      this.#put(heartbeat, disarmed(heartbeat.state))
      return
    }
    const dueAt = heartbeat.state.dueAt ?? now
    const beat = missDeadline(heartbeat.state, monitor.settings as HeartbeatSettings, now)
    this.#judge(heartbeat, beat, this.#advance(heartbeat, beat.state, dueAt), false)
  }

  async write(tx: Tx, record: RecordResults): Promise<void> {
    if (this.#touched.size === 0) return
    await insertPings(tx, this.#pings)
    if (this.#results.length > 0) await record(null, this.#results, this.#policies())
    await saveHeartbeats(tx, [...this.#touched.values()])
    await trimPings(tx, this.#overfull())
  }

  #put(heartbeat: Heartbeat, state: HeartbeatState): void {
    heartbeat.state = state
    this.#touched.set(heartbeat.monitorKey, heartbeat)
  }

  /** No two rows of one heartbeat share a millisecond. @returns when this one is filed */
  #advance(heartbeat: Heartbeat, state: HeartbeatState, wanted: number): number {
    const at = Math.max(wanted, heartbeat.lastAt + 1)
    heartbeat.lastAt = at
    this.#put(heartbeat, state)
    return at
  }

  #judge({ monitorKey }: Heartbeat, { verdict, durationMs }: Beat, at: number, isPing: boolean): void {
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
  #policies(): Map<number, Partial<IngestPolicy>> {
    const policies = new Map<number, Partial<IngestPolicy>>()
    for (const { monitorKey, lastAt, state } of this.#touched.values()) {
      const freshMs = Math.max(0, (state.dueAt ?? lastAt) - lastAt) + UNWATCHED_AFTER_MS
      const settings = this.#monitors.get(monitorKey)?.settings as HeartbeatSettings | undefined
      const rhythm = settings && { intervalSeconds: rhythmSeconds(settings, lastAt) }
      policies.set(monitorKey, { failureThreshold: 1, recoveryThreshold: 1, freshMs, ...rhythm })
    }
    return policies
  }

  #overfull(): number[] {
    const before = new Map<number, number>()
    for (const { monitorKey } of this.#pings) before.set(monitorKey, (before.get(monitorKey) ?? 0) + 1)
    const turns = (pings: number) => Math.floor(pings / TRIM_EVERY)
    return [...before]
      .filter(([key, added]) => {
        const { pings } = this.#touched.get(key)!
        return pings > PINGS_KEPT && turns(pings) > turns(pings - added)
      })
      .map(([key]) => key)
  }
}

/** How often a server writes that it takes pings: more often than another one settles after its start. */
const SEEN_EVERY_MS = 5 * SECOND_MS

/**
 * Writes that pings are taken. When no server took any before this one did, because none ran, the process or the machine
 * stood still or the database was away, the deadlines of lost pings move first: see `afterAbsence`. To be called by a
 * server that has settled: another one at work has written its own time by then, and then no ping was lost.
 *
 * @returns how many deadlines moved
 */
export async function keepWatch(
  context: Context,
  { since, leapMs }: Pick<Continuity, 'since' | 'leapMs'>,
): Promise<number> {
  return context.store.transact(async (tx) => {
    const now = context.now()
    const seenAt = await lockWatch(tx)
    const isAbsence = seenAt < since
    if (!isAbsence && now >= seenAt && now - seenAt < SEEN_EVERY_MS) return 0
    const moved = isAbsence ? await moveDeadlines(tx, { from: seenAt, to: since, leapMs }) : 0
    await saveWatch(tx, now)
    return moved
  })
}

/** Longest time between the earliest moment at which a ping is usual and its deadline: twice the longest grace. */
const LONGEST_WINDOW_MS = 120 * MINUTE_MS

async function moveDeadlines(tx: Tx, absence: Required<Absence>): Promise<number> {
  const { from, to, leapMs } = absence
  const heartbeats = await lockHeartbeatsAfter(tx, from, to + LONGEST_WINDOW_MS + leapMs)
  const monitors = await loadPinged(
    tx,
    heartbeats.map((heartbeat) => heartbeat.monitorKey),
  )
  const moved = heartbeats.flatMap((heartbeat) => {
    const monitor = monitors.get(heartbeat.monitorKey)
    // A job that is down has no ping to lose until it recovers: its silence goes on
    if (!monitor || monitor.runtimeStatus === 'down') return []
    const state = afterAbsence(heartbeat.state, monitor.settings as HeartbeatSettings, absence)
    return state === heartbeat.state ? [] : [{ ...heartbeat, state }]
  })
  await saveHeartbeats(tx, moved)
  return moved.filter(({ state }) => state.armedAt === to).length
}
