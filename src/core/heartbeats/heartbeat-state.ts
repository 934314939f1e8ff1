/** What a ping, or the lack of one, does to a heartbeat. Time and facts come in, a decision goes out. */

import { MINUTE_MS, SECOND_MS } from '../platform/time/time.ts'
import { PASSED, toFailedVerdict, type Verdict } from '../results/verdict.ts'
import { computeDeadlineAfter, EARLY_TOLERANCE_MS, type HeartbeatSettings } from './heartbeat.ts'

/** `log` keeps a text and says nothing. The place in the list is what is stored. */
export const PING_KINDS = ['success', 'start', 'fail', 'log'] as const
export type PingKind = (typeof PING_KINDS)[number]

/** `paused`: the heartbeat exists, but it expects no pings and stores none. */
export const PING_OUTCOMES = ['received', 'paused', 'unknown'] as const
export type PingOutcome = (typeof PING_OUTCOMES)[number]

/** What the address of a ping says. */
export interface Signal {
  kind: PingKind
  /** 0-255, when the job gave one; then `kind` follows from it. */
  exitStatus: number | null
}

export interface Ping extends Signal {
  /** Unix ms. */
  at: number
  /** Tells runs that overlap from each other; null pairs with null. */
  runId: string | null
}

/** A run that began and has not ended as far as known. */
export interface OpenRun {
  id: string | null
  /** The last start: a run's time counts from here. Unix ms. */
  startedAt: number
  /** The first start without an end: what is overdue counts from here, Unix ms. Null when the end may have been lost. */
  since: number | null
}

export interface HeartbeatState {
  /** Of the newest ping that counts, Unix ms; null before the first. */
  lastPingAt: number | null
  /** How long the last run took whose start was told, ms. */
  lastRunMs: number | null
  openRuns: OpenRun[]
  /** When the silence began that the deadline counts from, Unix ms; null while nothing is expected. */
  armedAt: number | null
  /** Unix ms; null while nothing is expected. */
  dueAt: number | null
}

export const NO_PINGS: HeartbeatState = Object.freeze({
  lastPingAt: null,
  lastRunMs: null,
  openRuns: [],
  armedAt: null,
  dueAt: null,
})

/** One step of a heartbeat. */
export interface HeartbeatStep {
  state: HeartbeatState
  /** Of the run that this ping ended, ms. */
  durationMs: number | null
  /** What it says of the job; null when that is nothing. */
  verdict: Verdict | null
}

/** Runs of one job that may overlap; of more the oldest are forgotten. */
export const MAX_OPEN_RUNS = 20

export function applyPing(before: HeartbeatState, ping: Ping, settings: HeartbeatSettings): HeartbeatStep {
  if (ping.kind === 'log') return { state: before, durationMs: null, verdict: null }
  const run = before.openRuns.find(({ id }) => id === ping.runId)
  const others = before.openRuns.filter((other) => other !== run && !isRunExpired(other, settings, ping.at))
  const isStart = ping.kind === 'start'
  const durationMs = isStart || !run ? null : Math.max(0, ping.at - run.startedAt)
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

/** Whether the end of a run that may have been lost would be overdue by now. */
const isRunExpired = ({ since, startedAt }: OpenRun, settings: HeartbeatSettings, now: number): boolean =>
  since === null && computeDeadlineAfter(settings, startedAt, startedAt) <= now

/** A ping must arrive in time, and so must the end of every run that began. */
function computeDeadline(
  settings: HeartbeatSettings,
  armedAt: number,
  openRuns: readonly OpenRun[],
  now: number,
): number {
  const deadlines = openRuns.map((run) => computeEndDeadline(run, settings))
  return Math.min(computeDeadlineAfter(settings, armedAt, now), ...deadlines)
}

/** When the end of a run is overdue, Unix ms. */
const computeEndDeadline = ({ since }: OpenRun, settings: HeartbeatSettings): number =>
  since === null ? Number.POSITIVE_INFINITY : computeDeadlineAfter(settings, since, since)

function toVerdict({ kind, exitStatus }: Ping): Verdict {
  if (kind === 'success') return PASSED
  const detail = exitStatus === null ? 'a failure' : `exit status ${exitStatus}`
  return toFailedVerdict({ cause: 'status_code', message: `the job reported ${detail}` })
}

/** The deadline has passed in silence: one more failed check, and the next ping is expected a period later. */
export function applyMissedDeadline(before: HeartbeatState, settings: HeartbeatSettings, now: number): HeartbeatStep {
  const armedAt = before.armedAt ?? now
  const overdue = before.openRuns.filter((run) => computeEndDeadline(run, settings) <= now)
  // A run that was begun again since is missed once and may still end
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

/** At rest, or just resumed: nothing is expected until the next ping. */
export const clearExpectation = (before: HeartbeatState): HeartbeatState => ({
  ...before,
  openRuns: [],
  armedAt: null,
  dueAt: null,
})

/**
 * Other settings, other deadline. One that would have passed already counts from now instead: nobody could have kept it.
 */
export function rescheduleDeadline(before: HeartbeatState, settings: HeartbeatSettings, now: number): HeartbeatState {
  const { armedAt, openRuns } = before
  if (armedAt === null) return before
  const dueAt = computeDeadline(settings, armedAt, openRuns, armedAt)
  return dueAt > now ? { ...before, dueAt } : expectPingFrom(before, settings, now)
}

/** The next ping is expected as if the last one had come now; runs that began before owe nothing any more. */
const expectPingFrom = (before: HeartbeatState, settings: HeartbeatSettings, now: number): HeartbeatState => ({
  ...before,
  openRuns: [],
  armedAt: now,
  dueAt: computeDeadlineAfter(settings, now, now),
})

/** A time in which pings may have been lost. Unix ms. */
export interface ServiceOutage {
  from: number
  to: number
  /** By how much stored times were moved, or the machine slept, in it; 0 as a rule. Unmoved, pings were expected earlier. */
  leapMs?: number
}

/** A ping this long before its time is not unusual: the one before was late, or the job comes more often than it must. */
const MAX_EARLY_MS = 10 * MINUTE_MS

/**
 * Returns what is expected after an absence of the service. A deadline whose ping may have been lost moves to one period
 * and the grace after the return, because a job without retries pings again only then. A run that was open may have
 * ended unheard, so its end is no longer owed; its duration is still taken when the end comes.
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

/** How long before its time a ping may come, ms. A schedule allows little: it names the time itself. */
function computeEarlyMs(settings: HeartbeatSettings, { leapMs = 0 }: ServiceOutage): number {
  if (settings.schedule !== null) return EARLY_TOLERANCE_MS
  const halfMs = (settings.expectedIntervalSeconds * SECOND_MS) / 2
  return leapMs + Math.max(settings.gracePeriodSeconds * SECOND_MS, Math.min(MAX_EARLY_MS, halfMs))
}
