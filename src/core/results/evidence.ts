/**
 * Computes the start of a region's opinion and the start of a monitor's status. Both count from the first check that
 * showed them, not from the check that confirmed them.
 *
 * A target fails and recovers at any moment between two checks. The first failing and the first passing check are late
 * by half an interval on average. Both errors cancel out in the length of an outage if both ends are taken at the same
 * point of a check: its start.
 *
 * A failure counts from the start of the check, whether the target refuses at once or hangs until the timeout. A pass
 * counts from its answer, minus the response time of the pass that confirmed it. For a target that is always slow this
 * is the start of the first pass. For a target that hung and answers a waiting check on recovery, it is the moment of
 * the recovery.
 */
import type { UnixMs } from '../platform/time/time.ts'
import {
  type CurrentStatus,
  findContradictionEnd,
  isSlowRegion,
  type Judgement,
  judgeMonitor,
  type RegionCounters,
  type RegionVote,
} from './state.ts'

/** Start times of one region, Unix ms. */
export interface Evidence {
  /** Time since which the region has been up, down or slow; null when unknown. */
  opinionSince: number | null
  /** Time since which unconfirmed checks contradict this opinion; null when no check does, or when unknown. */
  runSince: number | null
}

/** State of a region before a check. */
interface PreviousChecks extends Evidence {
  lastSuccessAt: number | null
  lastFailureAt: number | null
}

/** Times of a check. */
interface CheckTimes {
  isFailure: boolean
  /** Time of the failure, if the check failed: the start of a check, the end of a heartbeat. */
  failedAt: number
  startedAt: number
  endedAt: number
}

type RegionView = 'up' | 'down' | 'slow' | 'unknown'

const getRegionView = (counters: RegionCounters): RegionView => (isSlowRegion(counters) ? 'slow' : counters.opinion)

/**
 * @param before state before the check
 * @param validCounters counters that still counted when the check started
 * @param after counters after the check
 */
export function updateEvidence(
  before: PreviousChecks,
  validCounters: RegionCounters,
  after: RegionCounters,
  check: CheckTimes,
): Evidence {
  const isSame = getRegionView(validCounters) === getRegionView(after)
  const known = after.opinion === 'unknown' ? null : before.opinionSince
  if (check.isFailure) {
    const since = findFirstFailure(before, validCounters, check)
    if (after.opinion === 'down' && isContinued(before, validCounters))
      return { opinionSince: before.opinionSince, runSince: null }
    if (!isSame) return { opinionSince: since, runSince: null }
    return { opinionSince: known, runSince: after.opinion === 'down' ? null : since }
  }
  if (after.opinion === 'down') return { opinionSince: known, runSince: findFirstPass(before, validCounters, check) }
  const runSince = after.slow === 1 ? check.startedAt : null
  return { opinionSince: isSame ? known : computeUpSince(before, validCounters, after, check), runSince }
}

/**
 * Returns whether the failures of a region continue after a silence. Its run of failures is then as old as before,
 * so a region that passed during that run still contradicts it.
 */
const isContinued = ({ opinionSince }: Evidence, { opinion, failures }: RegionCounters): boolean =>
  opinion === 'unknown' && failures > 0 && opinionSince !== null

/**
 * Returns the start of the first consecutive failure, but no time before the last pass: checks of one target may
 * overlap.
 */
function findFirstFailure(
  { runSince, lastSuccessAt }: PreviousChecks,
  validCounters: RegionCounters,
  { failedAt }: CheckTimes,
): number {
  if (validCounters.failures === 0 || runSince === null) return failedAt
  return Math.min(Math.max(runSince, lastSuccessAt ?? 0), failedAt)
}

/** Returns the end of the first consecutive pass, but no time before the last failure. */
function findFirstPass(
  { runSince, lastFailureAt }: PreviousChecks,
  validCounters: RegionCounters,
  { endedAt }: CheckTimes,
): number {
  if (validCounters.passes === 0 || runSince === null) return endedAt
  return Math.min(Math.max(runSince, lastFailureAt ?? 0), endedAt)
}

function computeUpSince(
  before: PreviousChecks,
  validCounters: RegionCounters,
  after: RegionCounters,
  check: CheckTimes,
): number {
  if (validCounters.opinion === 'unknown') return check.endedAt
  if (validCounters.opinion === 'down') {
    const answeredAt = findFirstPass(before, validCounters, check)
    // A single pass cannot be compared with another one
    if (after.passes < 2) return answeredAt
    const began = Math.max(answeredAt - (check.endedAt - check.startedAt), before.lastFailureAt ?? 0)
    return Math.min(began, check.endedAt)
  }
  return isSlowRegion(after) ? Math.min(before.runSince ?? check.startedAt, check.startedAt) : check.startedAt
}

/** State of a monitor from which a judgement follows; see `judgeMonitor`. */
interface JudgedState extends Pick<CurrentStatus, 'since'> {
  regions: readonly (RegionVote & Pick<Evidence, 'opinionSince'>)[]
  intervalSeconds: number
}

/**
 * Returns the time since which the regions together show the current status. It is the latest moment at which a region
 * changed and before which the regions showed another status.
 *
 * A region that fell silent or left may have had another opinion before. The status is therefore never dated before
 * the moment at which that region stopped counting.
 *
 * @param state the regions after the change, and the start of the previous status
 * @param asOf time of the judgement
 * @returns Unix ms; null when there is no evidence
 */
export function computeStatusSince(
  { since: before, regions, intervalSeconds }: JudgedState,
  { status, affectedRegions }: Judgement,
  asOf: UnixMs,
): number | null {
  const isFresh = ({ freshUntil }: RegionVote) => freshUntil > asOf
  const affected = regions.filter(({ region }) => affectedRegions.includes(region))
  const ends = regions
    .filter((region) => !isFresh(region))
    .map((region) => Math.max(region.freshUntil, findContradictionEnd(region, affected, intervalSeconds) ?? 0))
  const silentSince = Math.max(0, ...ends.filter((until) => until <= asOf))
  const changeTimes = regions
    .filter(isFresh)
    .flatMap(({ opinionSince }) => (opinionSince === null ? [] : [opinionSince]))
  for (const changedAt of changeTimes.sort((a, b) => b - a)) {
    const earlier = regions.map((region) =>
      isFresh(region) && hasChangedBy(region, changedAt) ? { ...region, counters: toOpposite(region) } : region,
    )
    if (judgeMonitor(earlier, asOf, intervalSeconds).status !== status) return Math.max(changedAt, silentSince)
  }
  return silentSince > before ? silentSince : null
}

const hasChangedBy = ({ opinionSince }: Pick<Evidence, 'opinionSince'>, changedAt: number): boolean =>
  opinionSince !== null && opinionSince >= changedAt

/** Returns the counters that a region had before its change. */
const toOpposite = ({ counters }: RegionVote): RegionCounters => ({
  ...counters,
  opinion: getRegionView(counters) === 'up' ? 'down' : 'up',
  slow: 0,
})
