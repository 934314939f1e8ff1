/**
 * From verdicts to a status. A *region* counts its own checks in a row until it has an opinion; the *monitor* is what
 * the fresh opinions say together.
 */
import type { RuntimeStatus } from '../monitors/monitor.ts'
import { MINUTE_MS, SECOND_MS } from '../platform/time/time.ts'
import type { CheckStatus, ErrorType } from './verdict.ts'

export type Opinion = 'up' | 'down' | 'unknown'

/** Checks in a row, as one region counts them. */
export interface RegionCounters {
  opinion: Opinion
  failures: number
  passes: number
  /** Passing checks in a row that were slower than the threshold. */
  slow: number
}

export const NO_COUNTERS: RegionCounters = Object.freeze({ opinion: 'unknown', failures: 0, passes: 0, slow: 0 })

interface Thresholds {
  failureThreshold: number
  recoveryThreshold: number
}

/** Slow checks in a row before a region counts as slow. */
const SLOW_THRESHOLD = 2

export const isSlowRegion = ({ opinion, slow }: RegionCounters): boolean => opinion === 'up' && slow >= SLOW_THRESHOLD

/** Returns the counters of a region after one more check. */
export function updateCounters(before: RegionCounters, status: CheckStatus, thresholds: Thresholds): RegionCounters {
  if (status === 'inconclusive') return applyInconclusive(before)
  return status === 'down' ? applyFailure(before, thresholds) : applyPass(before, status === 'degraded', thresholds)
}

function applyFailure(before: RegionCounters, { failureThreshold }: Thresholds): RegionCounters {
  const failures = before.failures + 1
  const opinion = failures >= failureThreshold ? 'down' : before.opinion
  // A failure that is not confirmed yet must not look like a recovery from slowness
  const staysSlow = opinion !== 'down' && before.slow >= SLOW_THRESHOLD
  return { opinion, failures, passes: 0, slow: staysSlow ? before.slow : 0 }
}

/**
 * Returns the counters after a check that met trouble on the probe's side. The trouble may have begun before it was
 * noticed, so failures and slowness that are not confirmed yet are withdrawn. A pass is not withdrawn: no trouble of the
 * probe makes a target answer. What is confirmed stays.
 */
function applyInconclusive(before: RegionCounters): RegionCounters {
  const failures = before.opinion === 'down' ? before.failures : 0
  const slow = before.slow >= SLOW_THRESHOLD ? before.slow : 0
  return failures === before.failures && slow === before.slow ? before : { ...before, failures, slow }
}

function applyPass(before: RegionCounters, isSlow: boolean, { recoveryThreshold }: Thresholds): RegionCounters {
  const passes = before.passes + 1
  const stillDown = before.opinion === 'down' && passes < recoveryThreshold
  return { opinion: stillDown ? 'down' : 'up', failures: 0, passes, slow: isSlow ? before.slow + 1 : 0 }
}

/** Longest wait before a check is repeated to make sure. */
const RECHECK_MS = 10 * SECOND_MS

/** Returns how soon a check is repeated when its result is not enough, whole milliseconds. */
export const computeRepeatDelayMs = (intervalSeconds: number): number =>
  Math.min(RECHECK_MS, Math.round((intervalSeconds * SECOND_MS) / 3))

/**
 * How soon a check is repeated to make sure of a change: a first failure while not down, a first pass while down.
 *
 * @returns whole milliseconds, or null when nothing is in doubt and the grid will do
 */
export function computeRecheckDelayMs(counters: RegionCounters, intervalSeconds: number): number | null {
  return isInDoubt(counters) ? computeRepeatDelayMs(intervalSeconds) : null
}

/** Whether a change of the opinion waits for its confirmation. */
export const isInDoubt = ({ opinion, passes, failures }: RegionCounters): boolean =>
  opinion === 'down' ? passes > 0 : failures > 0

/** How long one check's word counts: two intervals and the time the check itself may take, at least 90 s. */
export function computeFreshMs(intervalSeconds: number, timeoutMs: number): number {
  return Math.max(1.5 * MINUTE_MS, 2 * intervalSeconds * SECOND_MS + timeoutMs)
}

/** What one region last said. */
export interface RegionVote {
  region: string
  counters: RegionCounters
  /** Unix ms; after this the opinion no longer votes. */
  freshUntil: number
  errorType: ErrorType | null
  errorMessage: string | null
}

/** What the regions say together, and why, in words for the status history. */
export interface Judgement {
  status: Exclude<RuntimeStatus, 'paused'>
  reason: string
  errorType: ErrorType | null
  errorMessage: string | null
  /** Regions that hold the failing opinion. */
  affectedRegions: string[]
}

/**
 * Down: more than half of the fresh regions are down. Degraded: some are, or most of the others are slow. No fresh
 * opinion at all is `unknown`, never down: silence is no evidence.
 */
export function judgeMonitor(regions: readonly RegionVote[], now: number): Judgement {
  const fresh = regions.filter((region) => region.counters.opinion !== 'unknown' && region.freshUntil > now)
  const down = fresh.filter((region) => region.counters.opinion === 'down')
  const standing = fresh.filter((region) => region.counters.opinion === 'up')
  const slowRegions = standing.filter((region) => isSlowRegion(region.counters))
  if (fresh.length === 0) return createClearJudgement('unknown', 'no region has a fresh opinion')
  if (down.length * 2 > fresh.length) return createFailingJudgement('down', down, fresh)
  if (down.length > 0) return createFailingJudgement('degraded', down, fresh)
  if (slowRegions.length * 2 > standing.length) return createFailingJudgement('degraded', slowRegions, fresh)
  return createClearJudgement(
    'up',
    `up: ${fresh.length} of ${formatCount(fresh.length, 'region')}, ${describePasses(fresh)}`,
  )
}

const createClearJudgement = (status: 'up' | 'unknown', reason: string): Judgement => ({
  status,
  reason,
  errorType: null,
  errorMessage: null,
  affectedRegions: [],
})

function createFailingJudgement(status: 'down' | 'degraded', found: RegionVote[], fresh: RegionVote[]): Judgement {
  const affected = sortByCode(found)
  const representative = affected.find(matchesOpinion) ?? affected[0]!
  const [errorType, errorMessage] = findRegionCause(representative)
  const others = sortByCode(fresh.filter((region) => !affected.includes(region))).map((region) => region.region)
  const othersUp = others.length > 0 ? `; ${others.join(', ')} saw it up` : ''
  const detail = errorMessage ?? errorType ?? 'no detail'
  return {
    status,
    reason: `${status}: ${affected.length} of ${formatCount(fresh.length, 'region')}, \`${detail}\`, ${describeRun(representative)}${othersUp}`,
    errorType,
    errorMessage,
    affectedRegions: affected.map((region) => region.region),
  }
}

/** The words are the same whichever was heard first. */
const sortByCode = (regions: RegionVote[]): RegionVote[] => regions.toSorted((a, b) => (a.region < b.region ? -1 : 1))

/** Whether the region's last check shows what its opinion says: not a pass while down, not a failure while slow. */
const matchesOpinion = ({ counters }: RegionVote): boolean =>
  counters.opinion === 'down' ? counters.passes === 0 : counters.failures === 0

/** A slow region whose last check failed has that failure's words, which are not the reason why it counts as slow. */
const findRegionCause = (region: RegionVote): [ErrorType | null, string | null] => {
  if (region.counters.opinion === 'down') return [region.errorType, region.errorMessage]
  return ['slow_response', matchesOpinion(region) ? region.errorMessage : null]
}

const describeRun = (region: RegionVote): string => {
  const { opinion, failures, slow } = region.counters
  if (opinion === 'down' && !matchesOpinion(region)) return 'a recovery not yet confirmed'
  return `${formatCount(opinion === 'down' ? failures : slow, 'check')} in a row`
}

const describePasses = (regions: RegionVote[]): string => {
  const fewest = Math.min(...regions.map((region) => region.counters.passes))
  return fewest > 0 ? `${formatCount(fewest, 'check')} in a row` : 'a failure not yet confirmed'
}

const formatCount = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** One stretch of time with one status, as the history keeps it. */
export interface StatusChange {
  from: RuntimeStatus
  to: RuntimeStatus
  /** Since when there is evidence of it, Unix ms. */
  at: number
  /** When the check that confirmed it was over, Unix ms; absent where that is the same. */
  confirmedAt?: number
  reason: string
}

/** Where a monitor stands before a result arrives. */
export interface CurrentStatus {
  status: RuntimeStatus
  /** When that began, Unix ms; a change is never written before it. */
  since: number
}

/**
 * Returns the changes that a judgement made at `at` brings. When every opinion had gone stale before `at`, the gap is
 * written too: time without checks is `unknown`, whatever came before and after.
 *
 * @param lastFreshUntil the latest `freshUntil` over all regions before this result; null when there was none
 * @param since when the evidence of the judgement begins, Unix ms
 */
export function deriveStatusChanges(
  before: CurrentStatus,
  judged: Judgement,
  at: number,
  lastFreshUntil: number | null,
  since = at,
): StatusChange[] {
  const changes: StatusChange[] = []
  let standing = before
  const move = (to: RuntimeStatus, wanted: number, reason: string) => {
    if (to === standing.status) return
    const change = { from: standing.status, to, at: Math.max(wanted, standing.since), confirmedAt: at, reason }
    changes.push(change)
    standing = { status: to, since: change.at }
  }
  const gap = lastFreshUntil !== null && lastFreshUntil < at && before.status !== 'unknown'
  if (gap) move('unknown', lastFreshUntil, 'unknown: no result arrived in time')
  move(judged.status, since, judged.reason)
  return changes
}
