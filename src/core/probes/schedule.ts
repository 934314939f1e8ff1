/** When checks are due. */

import { SECOND_MS } from '../platform/time/time.ts'
import { computeRecheckDelayMs, computeRepeatDelayMs, type RegionCounters } from '../results/state.ts'
import { computeStableHash } from './shares.ts'

/**
 * Where on its interval a monitor lies in one region: a stable hash, so that equal intervals do not all fire at once
 * and a restart keeps every monitor's place.
 *
 * @returns ms, 0 to the interval (exclusive)
 */
export function computeGridOffsetMs(monitorId: string, region: string, intervalSeconds: number): number {
  return computeStableHash(`${monitorId}/${region}`) % (intervalSeconds * SECOND_MS)
}

/**
 * When the next check is due. Times lie on a fixed grid, so one slow check does not push the others.
 *
 * @param offsetMs 0 to the interval, see `computeGridOffsetMs`
 * @param now Unix ms
 * @returns Unix ms, always later than `now`
 */
export function computeNextDueAt(offsetMs: number, intervalSeconds: number, now: number): number {
  const intervalMs = intervalSeconds * SECOND_MS
  const slots = Math.floor((now - offsetMs) / intervalMs) + 1
  return offsetMs + slots * intervalMs
}

/** How many checks the grid holds in (from, to]. */
export function countSlotsBetween(offsetMs: number, intervalSeconds: number, from: number, to: number): number {
  const intervalMs = intervalSeconds * SECOND_MS
  return Math.max(0, Math.floor((to - offsetMs) / intervalMs) - Math.floor((from - offsetMs) / intervalMs))
}

/**
 * Returns when a monitor is checked again after a check that ended at `endedAt`: on its next slot, or sooner when a repeat
 * is wanted. A slot that comes before the repeat serves as the repeat, so no slot is lost and none runs twice.
 *
 * @param repeatAfterMs null when the slot is soon enough
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

/** Most repeats of inconclusive checks that one probe makes in a second, so that its trouble does not add load. */
const RETRIES_PER_SECOND = 100

/**
 * Returns how soon a check is repeated that was inconclusive. Its target was not judged, so the first repeat comes as soon
 * as that of a failure. The delay doubles with every repeat, so that long trouble costs little.
 *
 * @param run inconclusive checks in a row, at least 1
 * @param affected monitors of this probe whose last check was inconclusive
 * @returns whole milliseconds; may be longer than the interval, and then the slot comes first
 */
export const computeRetryDelayMs = (intervalSeconds: number, run: number, affected: number): number =>
  Math.max(
    computeRepeatDelayMs(intervalSeconds) * 2 ** (run - 1),
    Math.ceil((affected * SECOND_MS) / RETRIES_PER_SECOND),
  )

/**
 * Returns when a monitor has to be checked at the latest: one interval after its last conclusive check, or sooner when
 * that check left something in doubt.
 *
 * @param checkedAt end of that check, Unix ms; 0 when there was none
 * @returns Unix ms
 */
export const computeOverdueFrom = (intervalSeconds: number, counters: RegionCounters, checkedAt: number): number =>
  checkedAt + (computeRecheckDelayMs(counters, intervalSeconds) ?? intervalSeconds * SECOND_MS)

/** A monitor whose check is overdue because no probe could check it in time. */
export interface OverdueMonitor {
  host: string
  /** Down, or with a failure that is not confirmed. */
  isFailing: boolean
  /** How long it has been overdue, in intervals. */
  lateness: number
  /** Until its next slot, or another check that is planned already, ms. */
  dueInMs: number
}

/** When an overdue monitor is checked, ms from now. */
interface CatchUpSlot {
  /** Its place in the list of overdue monitors. */
  index: number
  afterMs: number
}

/** Overdue monitors are caught up within this, as long as that takes at most `MAX_PER_SECOND`. */
const CATCH_UP_MS = 10 * SECOND_MS

/** Bounds of the rate at which one probe catches up, beside the checks that are on the grid. */
const MIN_PER_SECOND = 100
const MAX_PER_SECOND = 500

/** Most checks in a second at one host while catching up. */
const MAX_PER_HOST_SECOND = 20

/** A check that comes so soon after a monitor's turn serves as its turn. */
const CATCH_UP_WITHIN_MS = 5 * SECOND_MS

/**
 * Plans the checks of overdue monitors after a pause: failing ones first, then by how much of its interval each is
 * late. The rate is bounded for the probe and for each host, so that catching up is no burst.
 *
 * Every monitor is checked within 15 s (`CATCH_UP_MS` and `CATCH_UP_WITHIN_MS`) while at most 5,000 are overdue, at most 200 of
 * them at one host. More take longer, but none longer than until its slot: 100,000 at an interval of 300 s take 2.5 minutes.
 *
 * @returns turns in the order of time; a monitor without a turn is served by the check that is planned already
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

/** More monitors than one probe can hold. */
const MAX_MONITORS = 2 ** 24

/** Lateness in steps of a thousandth of an interval; from a thousand intervals on it makes no difference. */
const MAX_STEPS = 1_000_000

/** Sorts numbers instead of objects, because a million monitors may be overdue and the probe stands still meanwhile. */
function* iterateByUrgency(overdue: readonly OverdueMonitor[]): Generator<number> {
  const keys = Float64Array.from(overdue, ({ isFailing, lateness }, index) => {
    const steps = Math.min(MAX_STEPS, Math.max(0, Math.round(lateness * 1_000)))
    return ((isFailing ? 0 : MAX_STEPS) + MAX_STEPS - steps) * MAX_MONITORS + index
  })
  for (const key of keys.sort()) yield key % MAX_MONITORS
}
