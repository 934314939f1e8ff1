/** Schedules checks. */
import { SECOND_MS, type UnixMs } from '../platform/time/time.ts'
import { computeRecheckDelayMs, computeRepeatDelayMs, type RegionCounters } from '../results/state.ts'
import { computeStableHash } from './shares.ts'

/** Offsets are multiples of this time, so that one wake-up of a probe starts several checks. Divides a second. */
const GRID_STEP_MS = 10

/**
 * Returns the offset of a monitor on its interval in one region. It is a stable hash, so that equal intervals do not
 * all fire at once and a restart keeps the offset.
 *
 * @returns ms, 0 to the interval (exclusive)
 */
export function computeGridOffsetMs(monitorId: string, region: string, intervalSeconds: number): number {
  const offsetMs = computeExactOffsetMs(monitorId, region, intervalSeconds)
  return offsetMs - (offsetMs % GRID_STEP_MS)
}

/** The offset before rounding. */
const computeExactOffsetMs = (monitorId: string, region: string, intervalSeconds: number): number =>
  computeStableHash(`${monitorId}/${region}`) % (intervalSeconds * SECOND_MS)

/** Whether a due time is on the grid of a monitor, or on the grid of a probe that does not round offsets. */
export function isOnGrid(monitorId: string, region: string, intervalSeconds: number, dueAt: number): boolean {
  const exactMs = computeExactOffsetMs(monitorId, region, intervalSeconds)
  const offsetMs = dueAt % (intervalSeconds * SECOND_MS)
  return offsetMs === exactMs || offsetMs === exactMs - (exactMs % GRID_STEP_MS)
}

/**
 * Returns when the next check is due. Due times lie on a fixed grid, so one slow check does not delay other checks.
 *
 * @param offsetMs 0 to the interval, see `computeGridOffsetMs`
 * @returns Unix ms, always later than `now`
 */
export function computeNextDueAt(offsetMs: number, intervalSeconds: number, now: UnixMs): number {
  const intervalMs = intervalSeconds * SECOND_MS
  const slots = Math.floor((now - offsetMs) / intervalMs) + 1
  return offsetMs + slots * intervalMs
}

/** Returns the number of due times on the grid in (from, to]. */
export function countSlotsBetween(offsetMs: number, intervalSeconds: number, from: number, to: number): number {
  const intervalMs = intervalSeconds * SECOND_MS
  return Math.max(0, Math.floor((to - offsetMs) / intervalMs) - Math.floor((from - offsetMs) / intervalMs))
}

/**
 * Returns the next check of a monitor after a check that ended at `endedAt`: its next slot, or an earlier repeat. A
 * slot before the repeat replaces the repeat, so no slot is lost and none runs twice.
 *
 * @param repeatAfterMs null when no repeat is needed
 * @returns Unix ms, always later than `endedAt`
 */
export function computeRecheckAt(
  offsetMs: number,
  intervalSeconds: number,
  repeatAfterMs: number | null,
  endedAt: number,
): number {
  const slot = computeNextDueAt(offsetMs, intervalSeconds, endedAt)
  return repeatAfterMs === null ? slot : Math.min(slot, endedAt + repeatAfterMs)
}

/** Maximum number of repeated inconclusive checks per second and probe, so that trouble of the probe adds no load. */
const RETRIES_PER_SECOND = 100

/**
 * Returns the delay until an inconclusive check is repeated. Its target was not judged, so the first repeat follows as
 * soon as after a failure. The delay doubles with every repeat, so that long trouble causes little load.
 *
 * @param run consecutive inconclusive checks, at least 1
 * @param affected monitors of this probe whose last check was inconclusive
 * @returns whole milliseconds. May be longer than the interval, and then the slot comes first
 */
export const computeRetryDelayMs = (intervalSeconds: number, run: number, affected: number): number =>
  Math.max(
    computeRepeatDelayMs(intervalSeconds) * 2 ** (run - 1),
    Math.ceil((affected * SECOND_MS) / RETRIES_PER_SECOND),
  )

/**
 * Returns the latest time for the next check of a monitor. It is one interval after the last conclusive check, or
 * earlier when that check needs confirmation.
 *
 * @param checkedAt end of that check, Unix ms; 0 when there was none
 * @returns Unix ms
 */
export const computeOverdueFrom = (intervalSeconds: number, counters: RegionCounters, checkedAt: number): number =>
  checkedAt + (computeRecheckDelayMs(counters, intervalSeconds) ?? intervalSeconds * SECOND_MS)

/** A monitor with an overdue check, because no probe could check it in time. */
export interface OverdueMonitor {
  host: string
  /** Down, or with an unconfirmed failure. */
  isFailing: boolean
  /** Delay of the check, in intervals. */
  lateness: number
  /** Time until its next slot, or until another planned check, ms. */
  dueInMs: number
}

/** Planned check of an overdue monitor, ms from now. */
interface CatchUpSlot {
  /** Index in the list of overdue monitors. */
  index: number
  afterMs: number
}

/** Overdue monitors are checked within this time, as long as `MAX_PER_SECOND` allows. */
const CATCH_UP_MS = 10 * SECOND_MS

/** Limits of the rate of overdue checks of one probe, in addition to checks on the grid. */
const MIN_PER_SECOND = 100
const MAX_PER_SECOND = 500

/** Maximum number of overdue checks per second at one host. */
const MAX_PER_HOST_SECOND = 20

/** A check on the grid this soon after the planned time replaces it. */
const CATCH_UP_WITHIN_MS = 5 * SECOND_MS

/**
 * Plans the checks of overdue monitors after a pause: failing monitors first, then by lateness relative to the
 * interval. The rate is limited for the probe and for each host, so that no burst occurs.
 *
 * Every monitor is checked within 15 s (`CATCH_UP_MS` and `CATCH_UP_WITHIN_MS`) while at most 5,000 are overdue, at
 * most 200 of them at one host. More monitors take longer, but never longer than until their slots: 100,000 at an
 * interval of 300 s take 2.5 minutes.
 *
 * @returns planned checks in chronological order; a monitor without one is covered by a check that is planned already
 */
export function planCatchUp(overdue: readonly OverdueMonitor[]): CatchUpSlot[] {
  const perSecond = Math.max(MIN_PER_SECOND, (overdue.length * SECOND_MS) / CATCH_UP_MS)
  const gapMs = SECOND_MS / Math.min(MAX_PER_SECOND, perSecond)
  const catchUpSlots: CatchUpSlot[] = []
  const hostFreeMs = new Map<string, number>()
  let freeMs = 0
  for (const index of iterateByUrgency(overdue)) {
    const { host, dueInMs } = overdue[index]!
    const turnMs = Math.max(freeMs, hostFreeMs.get(host) ?? 0)
    if (dueInMs <= turnMs + CATCH_UP_WITHIN_MS) continue
    catchUpSlots.push({ index, afterMs: turnMs })
    hostFreeMs.set(host, turnMs + SECOND_MS / MAX_PER_HOST_SECOND)
    freeMs += gapMs
  }
  return catchUpSlots.sort((a, b) => a.afterMs - b.afterMs)
}

/** More monitors than one probe can have. */
const MAX_MONITORS = 2 ** 24

/** Maximum lateness, in thousandths of an interval; beyond a thousand intervals it makes no difference. */
const MAX_STEPS = 1_000_000

/** Sorts numbers instead of objects, because a million monitors may be overdue and sorting blocks the probe. */
function* iterateByUrgency(overdue: readonly OverdueMonitor[]): Generator<number> {
  const keys = Float64Array.from(overdue, ({ isFailing, lateness }, index) => {
    const steps = Math.min(MAX_STEPS, Math.max(0, Math.round(lateness * 1_000)))
    return ((isFailing ? 0 : MAX_STEPS) + MAX_STEPS - steps) * MAX_MONITORS + index
  })
  for (const key of keys.sort()) yield key % MAX_MONITORS
}
