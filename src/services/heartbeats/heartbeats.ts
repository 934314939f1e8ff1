/**
 * Pings and missed deadlines of jobs. Both become results. Status, history, incidents and statistics therefore follow
 * in the same transaction, as for checks.
 */

import type { HeartbeatSettings } from '../../core/heartbeats/heartbeat.ts'
import { extendAfterOutage, type PingOutcome, type ServiceOutage } from '../../core/heartbeats/heartbeat-state.ts'
import type { Continuity } from '../../core/platform/time/continuity.ts'
import { MINUTE_MS, SECOND_MS } from '../../core/platform/time/time.ts'
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
import { type RecordContext, recordLockedResults, runResultTransaction } from '../evaluation/record-results.ts'
import { extendExpectedPings } from '../maintenance/expected-pings.ts'
import type { Context } from '../platform/context.ts'
import { type IncomingPing, PingBatch } from './ping-batch.ts'

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
 * Records missed deadlines: one failed check for each expected ping. Pings that were expected in maintenance have time
 * after its end. Safe with several servers: each skips locked
 * heartbeats and moves the deadlines of its heartbeats into the future.
 *
 * @param now when the caller decided to count missed deadlines, Unix ms; the process may stall after that
 * @returns the number of heartbeats whose deadline has passed
 */
export async function recordOverdue(context: Context, limit: number, now = context.now()): Promise<number> {
  return runResultTransaction(context, async (tx, record) => {
    const heartbeats = await lockDueHeartbeats(tx, now, limit)
    if (heartbeats.length === 0) return 0
    const monitors = await loadPingedMonitors(
      tx,
      heartbeats.map((heartbeat) => heartbeat.monitorKey),
    )
    const missed = await extendExpectedPings(tx, heartbeats, monitors, now)
    const batch = new PingBatch(missed, monitors)
    for (const heartbeat of missed) batch.recordMissed(heartbeat, now)
    await batch.write(tx, record)
    return heartbeats.length
  })
}

/**
 * Records a passed check for heartbeats that were down because of a missed ping, and are in time by changed settings.
 *
 * @param changed heartbeats with changed deadlines, locked by the transaction, and their monitors by key
 * @param now Unix ms
 */
export async function recordInTime(
  tx: Tx,
  context: RecordContext,
  { heartbeats, monitors }: { heartbeats: readonly Heartbeat[]; monitors: ReadonlyMap<number, PingedMonitor> },
  now: number,
): Promise<void> {
  const batch = new PingBatch(heartbeats, monitors)
  for (const heartbeat of heartbeats) batch.recordInTime(heartbeat, now)
  await batch.write(tx, (_, results, policies = new Map()) => recordLockedResults(tx, context, results, policies))
}

/** Returns the next deadline, Unix ms; null when no ping is expected. */
export const findNextDeadline = ({ store }: Context): Promise<number | null> => findNextDeadlineAt(store.db)

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
