/** What a ping, or the lack of one, does to a heartbeat. Time and facts come in, a decision goes out. */
import { deadlineAfter, type HeartbeatSettings } from './heartbeat.ts'
import { failed, PASSED, type Verdict } from './verdict.ts'

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

/** A run whose end was not heard of yet. */
export interface OpenRun {
  id: string | null
  /** The last start: a run's time counts from here. Unix ms. */
  startedAt: number
  /** The first start that was never answered: what is overdue counts from here. Unix ms. */
  since: number
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
  const others = before.openRuns.filter((other) => other !== run)
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

/** The job must be heard of in time, and so must the end of every run that it began. */
function earliestDeadline(
  settings: HeartbeatSettings,
  armedAt: number,
  openRuns: readonly OpenRun[],
  now: number,
): number {
  const deadlines = openRuns.map(({ since }) => deadlineAfter(settings, since, since))
  return Math.min(deadlineAfter(settings, armedAt, now), ...deadlines)
}

function verdictOf({ kind, exitStatus }: Ping): Verdict {
  if (kind === 'success') return PASSED
  const said = exitStatus === null ? 'a failure' : `exit status ${exitStatus}`
  return failed({ cause: 'status_code', message: `the job reported ${said}` })
}

/** The deadline has passed in silence: one more failed check, and the next ping is expected a period later. */
export function missDeadline(before: HeartbeatState, settings: HeartbeatSettings, now: number): Beat {
  const armedAt = before.armedAt ?? now
  const overdue = before.openRuns.filter(({ since }) => deadlineAfter(settings, since, since) <= now)
  // A run that was begun again since is missed once and may still end
  const openRuns = before.openRuns
    .map((run) => (overdue.includes(run) ? { ...run, since: run.startedAt } : run))
    .filter(({ since }) => deadlineAfter(settings, since, since) > now)
  const dueAt = earliestDeadline(settings, armedAt, openRuns, now)
  const message = overdue[0] ? neverEnded(overdue[0], settings) : silent(settings)
  return {
    state: { ...before, openRuns, dueAt },
    durationMs: null,
    verdict: failed({ cause: 'timeout', message }),
  }
}

const neverEnded = ({ since }: OpenRun, settings: HeartbeatSettings): string =>
  `the run that began at ${new Date(since).toISOString()} has not ended; ${expectation(settings)}`

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
export const expectedFrom = (before: HeartbeatState, settings: HeartbeatSettings, now: number): HeartbeatState => ({
  ...before,
  openRuns: [],
  armedAt: now,
  dueAt: deadlineAfter(settings, now, now),
})

/**
 * Longest time without anybody listening that costs no ping: jobs try again for so long, or longer.
 * Beyond it a ping that came meanwhile is lost, and the job will not be heard of before its next turn.
 */
export const SHORT_ABSENCE_MS = 60_000

/**
 * What a deadline is after nobody listened from `from` to `to`. Where the ping was expected in that time it may have
 * come and been lost, so the job gets one period more: our absence is no evidence against it.
 */
export function afterAbsence(
  before: HeartbeatState,
  settings: HeartbeatSettings,
  { from, to }: { from: number; to: number },
): HeartbeatState {
  if (before.dueAt === null) return before
  const expectedAt = before.dueAt - settings.gracePeriodSeconds * 1_000
  return expectedAt <= to && before.dueAt > from ? expectedFrom(before, settings, to) : before
}
