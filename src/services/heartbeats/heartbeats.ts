/**
 * Pings and missed deadlines of jobs. Both become results. Status, history, incidents and statistics therefore follow
 * in the same transaction, as for checks.
 */
import type { HeartbeatSettings } from '../../core/heartbeats/heartbeat.ts'
import {
  clearExpectation,
  computeFreshUntil,
  extendAfterOutage,
  isInTime,
  type PingOutcome,
  rescheduleDeadline,
  type ServiceOutage,
} from '../../core/heartbeats/heartbeat-state.ts'
import type { AppliedChange, AppliedUpdate } from '../../core/monitors/monitor-change.ts'
import type { Continuity } from '../../core/platform/time/continuity.ts'
import { MINUTE_MS, SECOND_MS, startOfHour } from '../../core/platform/time/time.ts'
import { saveFreshness } from '../../store/evaluation/check-states.ts'
import { hasSucceededLast } from '../../store/heartbeats/heartbeat-pings.ts'
import {
  findNextDeadlineAt,
  type Heartbeat,
  insertHeartbeats,
  loadPingedMonitors,
  lockDueHeartbeats,
  lockHeartbeats,
  lockHeartbeatsAfter,
  lockHeartbeatsOf,
  lockIntake,
  type PingedMonitor,
  saveHeartbeats,
  saveIntake,
} from '../../store/heartbeats/heartbeats.ts'
import type { Reader, Tx } from '../../store/platform/store.ts'
import { recordLockedResults, runResultTransaction } from '../evaluation/record-results.ts'
import { extendExpectedPings } from '../maintenance/expected-pings.ts'
import type { Context } from '../platform/context.ts'
import type { BaseWork } from '../platform/work.ts'
import type { Coverage } from '../results/coverage.ts'
import { getPeriodMs, type SeriesPeriod } from '../results/response-times.ts'
import { splitPeriod } from '../results/roll-up.ts'
import { type MeasuredMonitor, sumSince } from '../results/statistics.ts'
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
 */
async function recordInTime(
  work: BaseWork,
  { heartbeats, monitors }: { heartbeats: readonly Heartbeat[]; monitors: ReadonlyMap<number, PingedMonitor> },
): Promise<void> {
  const batch = new PingBatch(heartbeats, monitors)
  for (const heartbeat of heartbeats) batch.recordInTime(heartbeat, work.at)
  await batch.write(work.tx, (_, results, policies) => recordLockedResults(work, results, policies))
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

/** Creates the heartbeats of new monitors. */
export async function createHeartbeats(tx: Tx, created: readonly AppliedChange[]): Promise<void> {
  const jobs = created.filter(({ after }) => after.type === 'HEARTBEAT')
  await insertHeartbeats(
    tx,
    jobs.map(({ key, after }) => ({ monitorKey: key, token: after.target })),
  )
}

/**
 * Clears the deadlines of paused or resumed monitors. When settings change, it moves deadlines, and with them the time
 * until which the last result stays fresh.
 */
export async function syncHeartbeats(tx: Tx, updates: readonly AppliedUpdate[], { at }: { at: number }): Promise<void> {
  const affected = new Map(updates.filter(hasDeadlineChange).map((update) => [update.key, update]))
  const heartbeats = await lockHeartbeatsOf(tx, [...affected.keys()])
  const changed = heartbeats.map((heartbeat) => {
    const { transition, after } = affected.get(heartbeat.monitorKey)!
    const state = transition
      ? clearExpectation(heartbeat.state)
      : rescheduleDeadline(heartbeat.state, after.settings as HeartbeatSettings, at)
    return { ...heartbeat, state }
  })
  await saveHeartbeats(tx, changed)
  const expected = changed.filter(({ state }) => state.dueAt !== null)
  await saveFreshness(
    tx,
    expected.map(({ monitorKey, lastAt, state }) => ({ monitorKey, freshUntil: computeFreshUntil(state, lastAt) })),
    at,
  )
}

const hasDeadlineChange = ({ before, after, transition }: AppliedUpdate): boolean =>
  after.type === 'HEARTBEAT' &&
  (transition !== null || JSON.stringify(before.settings) !== JSON.stringify(after.settings))

/**
 * Ends the outage of monitors whose job missed deadlines of the former schedule only. By the new schedule, the last
 * successful ping is in time. Call it after the configuration is saved.
 */
export async function reviewHeartbeats(tx: Tx, updates: readonly AppliedUpdate[], work: BaseWork): Promise<void> {
  const keys = updates.filter((update) => hasDeadlineChange(update) && !update.transition).map(({ key }) => key)
  const heartbeats = (await lockHeartbeatsOf(tx, keys)).filter(({ state }) => isInTime(state, work.at))
  const monitors = await loadPingedMonitors(
    tx,
    heartbeats.map(({ monitorKey }) => monitorKey),
  )
  const recovered = []
  for (const heartbeat of heartbeats) {
    const isDown = monitors.get(heartbeat.monitorKey)?.runtimeStatus === 'down'
    if (isDown && (await hasSucceededLast(tx, heartbeat.monitorKey))) recovered.push(heartbeat)
  }
  if (recovered.length > 0) await recordInTime(work, { heartbeats: recovered, monitors })
}

/**
 * Counts expected pings as checks. A received ping of any kind is an executed check, and a passed deadline is a missed
 * check. Pings have no scheduled time, so no ping is late.
 *
 * @param period starts at the full hour
 */
export async function readPingCoverage(
  db: Reader,
  monitor: Pick<MeasuredMonitor, 'key'>,
  period: SeriesPeriod,
  now: number,
): Promise<Coverage> {
  const sums = await sumSince(db, monitor.key, splitPeriod(startOfHour(now - getPeriodMs(period)), now))
  const scheduled = sums.up + sums.down + sums.degraded + sums.inconclusive
  return {
    scheduled,
    executed: sums.onGrid,
    missed: scheduled - sums.onGrid,
    inconclusive: sums.inconclusive,
    latenessMs: { p50: null, p95: null, p99: null },
  }
}
