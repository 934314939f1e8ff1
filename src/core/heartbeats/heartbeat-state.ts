/** Applies a ping, or a missed ping, to the state of a heartbeat. Time and facts come in, a decision goes out. */
import { MINUTE_MS, SECOND_MS, type UnixMs } from '../platform/time/time.ts'
import { PASSED, toFailedVerdict, type Verdict } from '../results/verdict.ts'
import { computeDeadlineAfter, EARLY_TOLERANCE_MS, type HeartbeatSettings } from './heartbeat.ts'

/** Kinds of pings. `log` stores a text and changes no state. The database stores the index in this list. */
export const PING_KINDS = ['success', 'start', 'fail', 'log'] as const
export type PingKind = (typeof PING_KINDS)[number]

/**
 * Outcomes of a ping. `paused`: the heartbeat exists, but the ping does not count, because the monitor is paused or
 * counts no pings with its method.
 */
export const PING_OUTCOMES = ['received', 'paused', 'unknown'] as const
export type PingOutcome = (typeof PING_OUTCOMES)[number]

/** Signal that a ping contains. */
export interface Signal {
  kind: PingKind
  /** Exit status if the job sent one, any whole number; null otherwise. */
  exitStatus: number | null
  /** Text of the job in one line; null or absent without one. */
  message?: string | null
  /** Duration that the job measured, ms; null or absent without one. */
  durationMs?: number | null
  /** Names of parameters without a meaning. */
  ignored?: readonly string[]
}

export interface Ping extends Signal {
  at: UnixMs
  /** Id of the run, to distinguish overlapping runs. Pings without an id belong to the same run. */
  runId: string | null
}

/** A run that has started and whose end has not been reported. */
export interface OpenRun {
  id: string | null
  /** Last start ping, Unix ms. The duration of the run counts from here. */
  startedAt: number
  /**
   * First start ping without an end, Unix ms. The deadline for the end counts from here. Null when the end may have
   * been lost.
   */
  since: number | null
}

export interface HeartbeatState {
  /** Time of the newest ping that is not a `log` ping; null before the first. */
  lastPingAt: UnixMs | null
  /** Duration of the last run with a known duration, ms. */
  lastRunMs: number | null
  openRuns: OpenRun[]
  /** Start of the wait that the deadline counts from; null while no ping is expected. */
  armedAt: UnixMs | null
  /** Deadline; null while no ping is expected. */
  dueAt: UnixMs | null
}

export const NO_PINGS: HeartbeatState = Object.freeze({
  lastPingAt: null,
  lastRunMs: null,
  openRuns: [],
  armedAt: null,
  dueAt: null,
})

/** Effect of a ping or a missed deadline. */
export interface HeartbeatStep {
  state: HeartbeatState
  /** Duration of the run that this ping ended, ms; null when the job reported neither a start nor a duration. */
  durationMs: number | null
  /** Verdict on the job; null when the ping decides nothing. */
  verdict: Verdict | null
}

/** Maximum number of overlapping runs of one job. The oldest runs beyond it are dropped. */
export const MAX_OPEN_RUNS = 20

export function applyPing(before: HeartbeatState, ping: Ping, settings: HeartbeatSettings): HeartbeatStep {
  if (ping.kind === 'log') return { state: before, durationMs: null, verdict: null }
  const run = before.openRuns.find(({ id }) => id === ping.runId)
  const others = before.openRuns.filter((other) => other !== run && !isRunExpired(other, settings, ping.at))
  const isStart = ping.kind === 'start'
  const durationMs = isStart ? null : (ping.durationMs ?? (run ? Math.max(0, ping.at - run.startedAt) : null))
  const openRuns = isStart ? addRun(others, run, ping) : others
  return {
    state: {
      lastPingAt: ping.at,
      lastRunMs: durationMs ?? before.lastRunMs,
      openRuns,
      armedAt: ping.at,
      dueAt: computeDeadline(settings, ping.at, openRuns, ping.at),
    },
    durationMs,
    verdict: isStart ? null : toVerdict(ping),
  }
}

function addRun(others: readonly OpenRun[], known: OpenRun | undefined, { runId, at }: Ping): OpenRun[] {
  const run = { id: runId, startedAt: at, since: known?.since ?? at }
  return [...others, run].slice(-MAX_OPEN_RUNS)
}

/** Returns whether the end of a run would be overdue now, for a run whose end may have been lost. */
const isRunExpired = ({ since, startedAt }: OpenRun, settings: HeartbeatSettings, now: number): boolean =>
  since === null && computeDeadlineAfter(settings, startedAt, startedAt) <= now

/** Returns the deadline: a ping must arrive in time, and so must the end of every started run. */
function computeDeadline(
  settings: HeartbeatSettings,
  armedAt: number,
  openRuns: readonly OpenRun[],
  now: number,
): number {
  const deadlines = openRuns.map((run) => computeEndDeadline(run, settings))
  return Math.min(computeDeadlineAfter(settings, armedAt, now), ...deadlines)
}

/** Returns when the end of a run is overdue, Unix ms. */
const computeEndDeadline = ({ since }: OpenRun, settings: HeartbeatSettings): number =>
  since === null ? Number.POSITIVE_INFINITY : computeDeadlineAfter(settings, since, since)

function toVerdict({ kind, exitStatus, message }: Ping): Verdict {
  if (kind === 'success') return PASSED
  const detail = exitStatus === null ? 'a failure' : `exit status ${exitStatus}`
  return toFailedVerdict({
    cause: 'status_code',
    message: `the job reported ${detail}${message ? `: ${message}` : ''}`,
  })
}

/** Returns a ping as a log, if the monitor counts only pings with POST or PUT and this one only reads. */
export function toCountedPing<P extends Ping & { method?: string }>(ping: P, { methods }: HeartbeatSettings): P {
  if (methods !== 'POST' || ping.kind === 'log' || (ping.method !== 'GET' && ping.method !== 'HEAD')) return ping
  return { ...ping, kind: 'log', exitStatus: null, message: `${ping.method} is not counted; send POST` }
}

/** Records a missed deadline as one more failed check; the next ping is expected one period later. */
export function applyMissedDeadline(before: HeartbeatState, settings: HeartbeatSettings, now: number): HeartbeatStep {
  const armedAt = before.armedAt ?? now
  const overdue = before.openRuns.filter((run) => computeEndDeadline(run, settings) <= now)
  // A run that was started again in the meantime is missed once and may still end
  const openRuns = before.openRuns
    .map((run) => (overdue.includes(run) ? { ...run, since: run.startedAt } : run))
    .filter((run) => computeEndDeadline(run, settings) > now)
  const dueAt = computeDeadline(settings, armedAt, openRuns, now)
  const message = overdue[0] ? describeUnendedRun(overdue[0], settings) : describeMissingPing(settings)
  return {
    state: { ...before, openRuns, dueAt },
    durationMs: null,
    verdict: toFailedVerdict({ cause: 'timeout', message }),
  }
}

const describeUnendedRun = ({ since, startedAt }: OpenRun, settings: HeartbeatSettings): string =>
  `the run that started at ${new Date(since ?? startedAt).toISOString()} has not ended; ${describeExpectation(settings)}`

const describeMissingPing = (settings: HeartbeatSettings): string =>
  `no ping arrived in time; ${describeExpectation(settings)}`

function describeExpectation({
  schedule,
  timezone,
  expectedIntervalSeconds,
  gracePeriodSeconds,
}: HeartbeatSettings): string {
  const interval = schedule === null ? `every ${expectedIntervalSeconds} s` : `at ${schedule} (${timezone ?? 'UTC'})`
  return `expected ${interval} with a grace period of ${gracePeriodSeconds} s`
}

/** Clears the deadline of a paused or just resumed heartbeat. No ping is expected until the next one arrives. */
export const clearExpectation = (before: HeartbeatState): HeartbeatState => ({
  ...before,
  openRuns: [],
  armedAt: null,
  dueAt: null,
})

/**
 * Applies changed settings to the deadline. A deadline that would have passed already counts from now instead, because
 * no job could have met it.
 */
export function rescheduleDeadline(before: HeartbeatState, settings: HeartbeatSettings, now: number): HeartbeatState {
  const { armedAt, openRuns } = before
  if (armedAt === null) return before
  const dueAt = computeDeadline(settings, armedAt, openRuns, armedAt)
  return dueAt > now ? { ...before, dueAt } : expectPingFrom(before, settings, now)
}

/**
 * Returns whether the last ping is in time after the settings changed. A deadline that was counted again from the time
 * of the change proves nothing.
 */
export const isInTime = ({ lastPingAt, armedAt, dueAt }: HeartbeatState, now: number): boolean =>
  lastPingAt !== null && armedAt === lastPingAt && dueAt !== null && dueAt > now

/** Expects the next ping as if the last one had arrived now; earlier runs no longer need an end. */
const expectPingFrom = (before: HeartbeatState, settings: HeartbeatSettings, now: number): HeartbeatState => ({
  ...before,
  openRuns: [],
  armedAt: now,
  dueAt: computeDeadlineAfter(settings, now, now),
})

/**
 * Time for which a heartbeat result stays fresh after its deadline. This is far longer than the background job needs to
 * detect a missed deadline, so the status is `unknown` only while no server was running.
 */
const FRESH_AFTER_DEADLINE_MS = 5 * MINUTE_MS

/**
 * Returns until when the last result of a heartbeat stays fresh, Unix ms.
 *
 * @param resultAt time of that result
 */
export const computeFreshUntil = ({ dueAt }: HeartbeatState, resultAt: UnixMs): number =>
  Math.max(resultAt, dueAt ?? resultAt) + FRESH_AFTER_DEADLINE_MS

/** A period in which pings may have been lost. Unix ms. */
export interface ServiceOutage {
  from: number
  to: number
  /**
   * Clock change or machine sleep during the outage by which the stored times were moved, ms; usually 0. Before the
   * move, pings were expected earlier.
   */
  leapMs?: number
}

/**
 * Maximum time by which an early ping is normal: the previous ping was late, or the job runs more often than required.
 */
const MAX_EARLY_MS = 10 * MINUTE_MS

/**
 * Returns the state after an outage of the service. A deadline whose ping may have been lost moves to one period plus
 * the grace period after the return. A job without retries sends its next ping only then.
 *
 * A run that was open may have ended during the outage, so its end is no longer required. Its duration is still
 * recorded when the end arrives.
 */
export function extendAfterOutage(
  before: HeartbeatState,
  settings: HeartbeatSettings,
  outage: ServiceOutage,
): HeartbeatState {
  const { armedAt, dueAt } = before
  const { from, to } = outage
  if (armedAt === null || dueAt === null || dueAt <= from || armedAt >= to) return before
  const openRuns = before.openRuns.map((run) => (run.startedAt < to ? { ...run, since: null } : run))
  const deadline = Math.max(dueAt, computeDeadline(settings, armedAt, openRuns, armedAt))
  const earliestPing = deadline - settings.gracePeriodSeconds * SECOND_MS - computeEarlyMs(settings, outage)
  return { ...(earliestPing <= to ? expectPingFrom(before, settings, to) : { ...before, dueAt: deadline }), openRuns }
}

/**
 * Returns the state with the deadline that maintenance leaves. A ping that was expected in maintenance gets one period
 * plus the grace period from its end. A run that was open in it may have been ended by the work, so its end is no longer
 * required.
 *
 * @param periods maintenance that has begun, oldest first, without overlaps
 */
export function extendAfterMaintenance(
  before: HeartbeatState,
  settings: HeartbeatSettings,
  periods: readonly { startsAt: number; endsAt: number }[],
): HeartbeatState {
  const { armedAt } = before
  if (armedAt === null || before.dueAt === null) return before
  const isCut = ({ startedAt }: OpenRun): boolean => periods.some(({ endsAt }) => startedAt < endsAt)
  const openRuns = before.openRuns.map((run) => (isCut(run) ? { ...run, since: null } : run))
  const graceMs = settings.gracePeriodSeconds * SECOND_MS
  let dueAt = computeDeadline(settings, armedAt, openRuns, armedAt)
  for (const { startsAt, endsAt } of periods)
    if (armedAt < endsAt && dueAt >= startsAt && dueAt - graceMs < endsAt)
      dueAt = computeDeadlineAfter(settings, endsAt, endsAt)
  return { ...before, openRuns, dueAt }
}

/**
 * Returns how early a ping may arrive, ms. For a schedule the time is short, because a schedule states the exact time.
 */
function computeEarlyMs(settings: HeartbeatSettings, { leapMs = 0 }: ServiceOutage): number {
  if (settings.schedule !== null) return EARLY_TOLERANCE_MS
  const halfMs = (settings.expectedIntervalSeconds * SECOND_MS) / 2
  return leapMs + Math.max(settings.gracePeriodSeconds * SECOND_MS, Math.min(MAX_EARLY_MS, halfMs))
}
