/** What a ping, or the lack of one, does to a heartbeat. Time and facts come in, a decision goes out. */

import { MINUTE_MS, SECOND_MS } from '../platform/time/time.ts'
import { failed, PASSED, type Verdict } from '../results/verdict.ts'
import { deadlineAfter, EARLY_MS, type HeartbeatSettings } from './heartbeat.ts'

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

export const UNHEARD: HeartbeatState = Object.freeze({
  lastPingAt: null,
  lastRunMs: null,
  openRuns: [],
  armedAt: null,
  dueAt: null,
})

/** One step of a heartbeat. */
export interface Beat {
  state: HeartbeatState
  /** Of the run that this ping ended, ms. */
  durationMs: number | null
  /** What it says of the job; null when that is nothing. */
  verdict: Verdict | null
}

/** Runs of one job that may overlap; of more the oldest are forgotten. */
export const MOST_OPEN_RUNS = 20

export function takePing(before: HeartbeatState, ping: Ping, settings: HeartbeatSettings): Beat {
  if (ping.kind === 'log') return { state: before, durationMs: null, verdict: null }
  const run = before.openRuns.find(({ id }) => id === ping.runId)
  const others = before.openRuns.filter((other) => other !== run && !isForgotten(other, settings, ping.at))
  const isStart = ping.kind === 'start'
  const durationMs = isStart || !run ? null : Math.max(0, ping.at - run.startedAt)
  const openRuns = isStart ? withRun(others, run, ping) : others
  return {
    state: {
      lastPingAt: ping.at,
      lastRunMs: durationMs ?? before.lastRunMs,
      openRuns,
      armedAt: ping.at,
      dueAt: earliestDeadline(settings, ping.at, openRuns, ping.at),
    },
    durationMs,
    verdict: isStart ? null : verdictOf(ping),
  }
}

function withRun(others: readonly OpenRun[], known: OpenRun | undefined, { runId, at }: Ping): OpenRun[] {
  const run = { id: runId, startedAt: at, since: known?.since ?? at }
  return [...others, run].slice(-MOST_OPEN_RUNS)
}

/** Whether the end of a run that may have been lost would be overdue by now. */
const isForgotten = ({ since, startedAt }: OpenRun, settings: HeartbeatSettings, now: number): boolean =>
  since === null && deadlineAfter(settings, startedAt, startedAt) <= now

/** A ping must arrive in time, and so must the end of every run that began. */
function earliestDeadline(
  settings: HeartbeatSettings,
  armedAt: number,
  openRuns: readonly OpenRun[],
  now: number,
): number {
  const deadlines = openRuns.map((run) => endDeadline(run, settings))
  return Math.min(deadlineAfter(settings, armedAt, now), ...deadlines)
}

/** When the end of a run is overdue, Unix ms. */
const endDeadline = ({ since }: OpenRun, settings: HeartbeatSettings): number =>
  since === null ? Number.POSITIVE_INFINITY : deadlineAfter(settings, since, since)

function verdictOf({ kind, exitStatus }: Ping): Verdict {
  if (kind === 'success') return PASSED
  const said = exitStatus === null ? 'a failure' : `exit status ${exitStatus}`
  return failed({ cause: 'status_code', message: `the job reported ${said}` })
}

/** The deadline has passed in silence: one more failed check, and the next ping is expected a period later. */
export function missDeadline(before: HeartbeatState, settings: HeartbeatSettings, now: number): Beat {
  const armedAt = before.armedAt ?? now
  const overdue = before.openRuns.filter((run) => endDeadline(run, settings) <= now)
  // A run that was begun again since is missed once and may still end
  const openRuns = before.openRuns
    .map((run) => (overdue.includes(run) ? { ...run, since: run.startedAt } : run))
    .filter((run) => endDeadline(run, settings) > now)
  const dueAt = earliestDeadline(settings, armedAt, openRuns, now)
  const message = overdue[0] ? neverEnded(overdue[0], settings) : silent(settings)
  return {
    state: { ...before, openRuns, dueAt },
    durationMs: null,
    verdict: failed({ cause: 'timeout', message }),
  }
}

const neverEnded = ({ since, startedAt }: OpenRun, settings: HeartbeatSettings): string =>
  `the run that began at ${new Date(since ?? startedAt).toISOString()} has not ended; ${expectation(settings)}`

const silent = (settings: HeartbeatSettings): string => `no ping came in time; ${expectation(settings)}`

function expectation({ schedule, timezone, expectedIntervalSeconds, gracePeriodSeconds }: HeartbeatSettings): string {
  const rhythm = schedule === null ? `every ${expectedIntervalSeconds} s` : `at ${schedule} (${timezone ?? 'UTC'})`
  return `expected ${rhythm} with ${gracePeriodSeconds} s of grace`
}

/** At rest, or just resumed: nothing is expected until the next ping. */
export const disarmed = (before: HeartbeatState): HeartbeatState => ({
  ...before,
  openRuns: [],
  armedAt: null,
  dueAt: null,
})

/**
 * Other settings, other deadline. One that would have passed already counts from now instead: nobody could have kept it.
 */
export function rearmed(before: HeartbeatState, settings: HeartbeatSettings, now: number): HeartbeatState {
  const { armedAt, openRuns } = before
  if (armedAt === null) return before
  const dueAt = earliestDeadline(settings, armedAt, openRuns, armedAt)
  return dueAt > now ? { ...before, dueAt } : expectedFrom(before, settings, now)
}

/** The next ping is expected as if the last one had come now; runs that began before owe nothing any more. */
const expectedFrom = (before: HeartbeatState, settings: HeartbeatSettings, now: number): HeartbeatState => ({
  ...before,
  openRuns: [],
  armedAt: now,
  dueAt: deadlineAfter(settings, now, now),
})

/** A time in which pings may have been lost. Unix ms. */
export interface Absence {
  from: number
  to: number
  /** By how much stored times were moved, or the machine slept, in it; 0 as a rule. Unmoved, pings were expected earlier. */
  leapMs?: number
}

/** A ping this long before its time is not unusual: the one before was late, or the job comes more often than it must. */
const USUALLY_EARLY_MS = 10 * MINUTE_MS

/**
 * Returns what is expected after an absence of the service. A deadline whose ping may have been lost moves to one period
 * and the grace after the return, because a job without retries pings again only then. A run that was open may have
 * ended unheard, so its end is no longer owed; its duration is still taken when the end comes.
 */
export function afterAbsence(before: HeartbeatState, settings: HeartbeatSettings, absence: Absence): HeartbeatState {
  const { armedAt, dueAt } = before
  const { from, to } = absence
  if (armedAt === null || dueAt === null || dueAt <= from || armedAt >= to) return before
  const openRuns = before.openRuns.map((run) => (run.startedAt < to ? { ...run, since: null } : run))
  const owed = Math.max(dueAt, earliestDeadline(settings, armedAt, openRuns, armedAt))
  const earliestPing = owed - settings.gracePeriodSeconds * SECOND_MS - usuallyEarlyMs(settings, absence)
  return { ...(earliestPing <= to ? expectedFrom(before, settings, to) : { ...before, dueAt: owed }), openRuns }
}

/** How long before its time a ping may come, ms. A schedule allows little: it names the time itself. */
function usuallyEarlyMs(settings: HeartbeatSettings, { leapMs = 0 }: Absence): number {
  if (settings.schedule !== null) return EARLY_MS
  const halfMs = (settings.expectedIntervalSeconds * SECOND_MS) / 2
  return leapMs + Math.max(settings.gracePeriodSeconds * SECOND_MS, Math.min(USUALLY_EARLY_MS, halfMs))
}
