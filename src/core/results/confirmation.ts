/**
 * A change of the status that is not confirmed yet. A region counts failing checks while a monitor is not down, and
 * passing checks while it is down. Until a count reaches its threshold, the status stays as it is.
 */
import type { RuntimeStatus } from '../monitors/monitor.ts'
import type { UnixMs } from '../platform/time/time.ts'
import type { Evidence } from './evidence.ts'
import type { RegionVote, Thresholds } from './state.ts'
import type { ErrorType } from './verdict.ts'

export interface Confirmation {
  /** Direction of the change: to `down`, or back to `up`. */
  direction: 'down' | 'up'
  /** Consecutive checks of the region that is furthest on. */
  count: number
  /** Consecutive checks after which a region changes its opinion. */
  threshold: number
  /** First check of that region's run. */
  since: UnixMs
  /** Codes of all regions that see the change, sorted. */
  regions: string[]
  /** Error of the region that is furthest on; for a recovery, the error that it recovers from. */
  errorType: ErrorType | null
  errorMessage: string | null
}

type Region = RegionVote & Evidence & { lastCheckAt: number }

interface State {
  status: RuntimeStatus
  regions: readonly Region[]
}

interface Settings extends Thresholds {
  type: string
  /** Configured status. */
  status: string
}

/**
 * Finds the change that a monitor's regions are confirming. A failure matters more than a recovery in another region,
 * except while the monitor is down. A heartbeat confirms nothing, because one report of a job is enough.
 *
 * @param state regions that hold no vote have no counters
 * @param now Unix ms; stale regions do not count
 * @returns null when nothing waits for confirmation
 */
export function findConfirmation(
  { status, regions }: State,
  { type, status: configured, failureThreshold, recoveryThreshold }: Settings,
  now: number,
): Confirmation | null {
  if (type === 'HEARTBEAT' || configured !== 'active') return null
  const fresh = regions.filter(({ freshUntil }) => freshUntil > now)
  const failing = fresh.filter(({ counters }) => counters.opinion !== 'down' && counters.failures > 0)
  const recovering = fresh.filter(({ counters }) => counters.opinion === 'down' && counters.passes > 0)
  if (status !== 'down' && failing.length > 0)
    return toConfirmation('down', failing, ({ counters }) => counters.failures, failureThreshold)
  const canRecover = status === 'down' || status === 'degraded'
  if (!canRecover || recovering.length === 0) return null
  return toConfirmation('up', recovering, ({ counters }) => counters.passes, recoveryThreshold)
}

/** @param found at least one region */
function toConfirmation(
  direction: Confirmation['direction'],
  found: readonly Region[],
  countOf: (region: Region) => number,
  threshold: number,
): Confirmation {
  const count = Math.max(...found.map(countOf))
  const furthest = found.filter((region) => countOf(region) === count)
  const { errorType, errorMessage } = furthest.reduce((a, b) => (b.region < a.region ? b : a))
  return {
    direction,
    count,
    threshold,
    since: Math.min(...furthest.map(({ runSince, lastCheckAt }) => runSince ?? lastCheckAt)),
    regions: found.map(({ region }) => region).sort(),
    errorType,
    errorMessage,
  }
}
