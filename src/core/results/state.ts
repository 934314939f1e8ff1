/**
 * Derives a status from verdicts. A *region* counts its consecutive checks until it has an opinion. The status of the
 * *monitor* follows from the fresh opinions of all regions.
 */
import type { RuntimeStatus } from '../monitors/monitor.ts'
import { formatCountText } from '../platform/text/plain-text.ts'
import { MINUTE_MS, SECOND_MS, type UnixMs } from '../platform/time/time.ts'
import type { CheckStatus, ErrorType } from './verdict.ts'

export type Opinion = 'up' | 'down' | 'unknown'

/** Consecutive checks of one region. */
export interface RegionCounters {
  opinion: Opinion
  failures: number
  passes: number
  /** Consecutive passing checks that were slower than the threshold. */
  slow: number
}

export const NO_COUNTERS: RegionCounters = Object.freeze({ opinion: 'unknown', failures: 0, passes: 0, slow: 0 })

export interface Thresholds {
  failureThreshold: number
  recoveryThreshold: number
}

/** Number of consecutive slow checks after which a region counts as slow. */
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
  // An unconfirmed failure must not look like a recovery from slowness
  const staysSlow = opinion !== 'down' && before.slow >= SLOW_THRESHOLD
  return { opinion, failures, passes: 0, slow: staysSlow ? before.slow : 0 }
}

/**
 * Returns the counters after a check with trouble on the probe's side. The trouble may have begun before it was
 * noticed, so unconfirmed failures and slowness are withdrawn. A pass is not withdrawn, because trouble of the probe
 * cannot make a target answer. A confirmed opinion stays.
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

/** Maximum wait before a check is repeated for confirmation. */
const RECHECK_MS = 10 * SECOND_MS

/** Returns the delay until a check is repeated for confirmation, whole milliseconds. */
export const computeRepeatDelayMs = (intervalSeconds: number): number =>
  Math.min(RECHECK_MS, Math.round((intervalSeconds * SECOND_MS) / 3))

/**
 * Returns the delay until a check is repeated to confirm a change: a first failure while not down, or a first pass
 * while down.
 *
 * @returns whole milliseconds, or null when no change needs confirmation and the next check on the grid is enough
 */
export function computeRecheckDelayMs(counters: RegionCounters, intervalSeconds: number): number | null {
  return isInDoubt(counters) ? computeRepeatDelayMs(intervalSeconds) : null
}

/** Returns whether a change of the opinion is waiting for confirmation. */
export const isInDoubt = ({ opinion, passes, failures }: RegionCounters): boolean =>
  opinion === 'down' ? passes > 0 : failures > 0

/** Returns whether a check changes nothing: the region was up without doubt or slowness, and stays so. */
export const isRoutinePass = ({ opinion, failures, slow }: RegionCounters, status: CheckStatus): boolean =>
  status === 'up' && opinion === 'up' && failures === 0 && slow === 0

/** Returns how long a check result stays fresh: two intervals plus the timeout, at least 90 s. */
export function computeFreshMs(intervalSeconds: number, timeoutMs: number): number {
  return Math.max(1.5 * MINUTE_MS, 2 * intervalSeconds * SECOND_MS + timeoutMs)
}

/** Last opinion of one region. */
export interface RegionVote {
  region: string
  counters: RegionCounters
  /** Unix ms; afterwards the opinion no longer counts. */
  freshUntil: number
  errorType: ErrorType | null
  errorMessage: string | null
  /** Time since which the region has been up, down or slow, Unix ms; absent or null when unknown. */
  opinionSince?: number | null
  /** End of the last passing check, Unix ms; absent or null when there was none. */
  lastSuccessAt?: number | null
}

/** A silent region contradicts failing regions for this many intervals after its last pass, and at least this long. */
const CONTRADICTION_INTERVALS = 10
const MIN_CONTRADICTION_MS = 30 * MINUTE_MS

/**
 * Returns until when a silent region contradicts regions that fail or are slow, Unix ms; null when it does not
 * contradict them. It does if it passed after all of them had begun to fail. Their failures are then no evidence that
 * the region would fail too.
 *
 * @param found regions that fail or are slow
 */
export function findContradictionEnd(
  { counters, lastSuccessAt = null }: RegionVote,
  found: readonly RegionVote[],
  intervalSeconds: number,
): number | null {
  if (found.length === 0 || lastSuccessAt === null) return null
  if (counters.opinion !== 'up' || counters.failures > 0 || isSlowRegion(counters)) return null
  const passedLater = found.every(({ opinionSince = null }) => opinionSince !== null && opinionSince < lastSuccessAt)
  if (!passedLater) return null
  return lastSuccessAt + Math.max(MIN_CONTRADICTION_MS, CONTRADICTION_INTERVALS * intervalSeconds * SECOND_MS)
}

/** Combined opinion of the regions, with the reason for the status history. */
export interface Judgement {
  status: Exclude<RuntimeStatus, 'paused'>
  reason: string
  errorType: ErrorType | null
  errorMessage: string | null
  /** Codes of the regions that are down, or slow for a slow monitor. */
  affectedRegions: string[]
}

/**
 * Combines the opinions of the regions. Down: more than half of the fresh regions are down. Degraded: some are down, or
 * most of the other regions are slow. Without any fresh opinion the status is `unknown`, never down: silence is no
 * evidence. A silent region that contradicts the failing ones counts as a region that is up.
 *
 * @param intervalSeconds check interval; it limits how long a silent region counts
 */
export function judgeMonitor(regions: readonly RegionVote[], now: number, intervalSeconds = 0): Judgement {
  const fresh = regions.filter((region) => region.counters.opinion !== 'unknown' && region.freshUntil > now)
  // Nearly every result, so it creates no further lists
  if (fresh.length > 0 && fresh.every(isClearlyUp)) return createUpJudgement(fresh)
  const listContradicting = (found: readonly RegionVote[]) =>
    regions.filter(
      (region) => region.freshUntil <= now && (findContradictionEnd(region, found, intervalSeconds) ?? 0) > now,
    )
  const down = fresh.filter((region) => region.counters.opinion === 'down')
  const up = fresh.filter((region) => region.counters.opinion === 'up')
  const slowRegions = up.filter((region) => isSlowRegion(region.counters))
  if (fresh.length === 0) return createClearJudgement('unknown', 'no region has a fresh opinion')
  if (down.length > 0) {
    const silent = listContradicting(down)
    const isDown = down.length * 2 > fresh.length + silent.length
    return createFailingJudgement(isDown ? 'down' : 'degraded', down, [...fresh, ...silent])
  }
  const silent = listContradicting(slowRegions)
  if (slowRegions.length * 2 > up.length + silent.length)
    return createFailingJudgement('degraded', slowRegions, [...fresh, ...silent])
  return createUpJudgement(fresh)
}

const isClearlyUp = ({ counters }: RegionVote): boolean => counters.opinion === 'up' && !isSlowRegion(counters)

const createUpJudgement = (fresh: RegionVote[]): Judgement =>
  createClearJudgement(
    'up',
    `up: ${fresh.length} of ${formatCountText(fresh.length, 'region')}, ${describePasses(fresh)}`,
  )

const createClearJudgement = (status: 'up' | 'unknown', reason: string): Judgement => ({
  status,
  reason,
  errorType: null,
  errorMessage: null,
  affectedRegions: [],
})

function createFailingJudgement(status: 'down' | 'degraded', found: RegionVote[], voters: RegionVote[]): Judgement {
  const affected = sortByCode(found)
  const representative = affected.find(matchesOpinion) ?? affected[0]!
  const [errorType, errorMessage] = findRegionCause(representative)
  const others = sortByCode(voters.filter((region) => !affected.includes(region))).map((region) => region.region)
  const othersUp = others.length > 0 ? `; ${others.join(', ')} saw it up` : ''
  const detail = errorMessage ?? errorType ?? 'no detail'
  return {
    status,
    reason: `${status}: ${affected.length} of ${formatCountText(voters.length, 'region')}, \`${detail}\`, ${describeRun(representative)}${othersUp}`,
    errorType,
    errorMessage,
    affectedRegions: affected.map((region) => region.region),
  }
}

/** The order makes the text independent of the order of arrival. */
const sortByCode = (regions: RegionVote[]): RegionVote[] => regions.toSorted((a, b) => (a.region < b.region ? -1 : 1))

/** Returns whether the region's last check matches its opinion: not a pass while down, not a failure while slow. */
const matchesOpinion = ({ counters }: RegionVote): boolean =>
  counters.opinion === 'down' ? counters.passes === 0 : counters.failures === 0

/**
 * Returns the judgement of a monitor whose status is `before`. A monitor does not become down because regions fall
 * silent while the last check of every failing region passed: it may be recovering.
 */
export function omitDoubtfulAlarm(before: RuntimeStatus, judged: Judgement, regions: readonly RegionVote[]): Judgement {
  if (before === 'down' || judged.status !== 'down') return judged
  const isCertain = regions.some((region) => judged.affectedRegions.includes(region.region) && matchesOpinion(region))
  return isCertain ? judged : { ...judged, status: 'degraded', reason: judged.reason.replace('down', 'degraded') }
}

/**
 * Returns the error of a region. If the last check of a slow region failed, its error message is not the reason why the
 * region counts as slow.
 */
const findRegionCause = (region: RegionVote): [ErrorType | null, string | null] => {
  if (region.counters.opinion === 'down') return [region.errorType, region.errorMessage]
  return ['slow_response', matchesOpinion(region) ? region.errorMessage : null]
}

const describeRun = (region: RegionVote): string => {
  const { opinion, failures, slow } = region.counters
  if (opinion === 'down' && !matchesOpinion(region)) return 'a recovery not yet confirmed'
  return `${formatCountText(opinion === 'down' ? failures : slow, 'check')} in a row`
}

const describePasses = (regions: RegionVote[]): string => {
  const fewest = regions.reduce((least, { counters }) => Math.min(least, counters.passes), Infinity)
  return fewest > 0 ? `${formatCountText(fewest, 'check')} in a row` : 'a failure not yet confirmed'
}

/** A change of the status in the status history. */
export interface StatusChange {
  from: RuntimeStatus
  to: RuntimeStatus
  /** Start of the evidence for the new status. */
  at: UnixMs
  /** End of the check that confirmed it, Unix ms; absent when equal to `at`. */
  confirmedAt?: number
  reason: string
}

/** Status of a monitor before a result arrives. */
export interface CurrentStatus {
  status: RuntimeStatus
  /** Start of the status, Unix ms; no later change is dated before it. */
  since: number
}

/** Times of a judgement. */
interface JudgementTimes {
  at: UnixMs
  /** Start of the evidence. */
  since: UnixMs
  /**
   * The latest `freshUntil` of all regions before the result, Unix ms; null when no region had reported, or when the check
   * was due before it.
   */
  silentSince: number | null
}

/**
 * Returns the status changes that follow from a judgement. When every opinion was stale before it, the changes include
 * the gap: time without checks is `unknown`, whatever the status was before and after.
 */
export function deriveStatusChanges(
  before: CurrentStatus,
  judged: Judgement,
  { at, since, silentSince }: JudgementTimes,
): StatusChange[] {
  const changes: StatusChange[] = []
  let current = before
  const move = (to: RuntimeStatus, earliest: number, reason: string) => {
    if (to === current.status) return
    const change = { from: current.status, to, at: Math.max(earliest, current.since), confirmedAt: at, reason }
    changes.push(change)
    current = { status: to, since: change.at }
  }
  const gap = silentSince !== null && silentSince < at && before.status !== 'unknown'
  if (gap) move('unknown', silentSince, 'unknown: no result arrived in time')
  move(judged.status, since, judged.reason)
  return changes
}
