/**
 * Flapping: a monitor changes its status again and again. Recipients receive one notification and not one for each
 * change. The incident stays open until the status has been stable for a while.
 */
import type { RuntimeStatus } from '../monitors/monitor.ts'
import { formatDurationText, formatIsoTime, SECOND_MS, type UnixMs } from '../platform/time/time.ts'
import type { StatusChange } from '../results/state.ts'
import type { FlappingFacts } from './event-facts.ts'

/** Number of changes between up and down, within this many intervals, that counts as flapping. */
const FLAP_CHANGES = 5
const WITHIN_INTERVALS = 15

/** Intervals without a change after which a monitor is stable again. */
const STABLE_INTERVALS = 5

/** Unix ms. */
export interface Flapping {
  since: number
  /** End of flapping, unless the status changes again. */
  stableAt: number
  /** Check interval that the times are computed from. */
  intervalMs: number
}

/** The statuses that count for flapping. */
type FlapSide = 'up' | 'down'

export interface FlapState {
  /** Recent changes between up and down, oldest first; Unix ms. */
  recent: readonly number[]
  /** The last status of up and down, even if the monitor is degraded now; null when unknown. */
  side: FlapSide | null
  /** Null while the monitor is not flapping. */
  flapping: Flapping | null
}

export const NOT_FLAPPING: FlapState = Object.freeze({ recent: Object.freeze([]), side: null, flapping: null })

/** A change of the status. */
interface FlapChange extends Pick<StatusChange, 'from' | 'to' | 'at'> {
  /**
   * Whether planned maintenance caused the change. Such a change does not count as flapping, but delays the end of
   * flapping.
   */
  isPlanned: boolean
}

/** Returns how far back changes count, ms. */
export const computeFlapWindowMs = (intervalMs: number): number => WITHIN_INTERVALS * intervalMs

const MEASURED: readonly string[] = ['up', 'down', 'degraded']

/** Returns whether checks found the change. All other changes are caused by silence or by users. */
export const isMeasured = ({ from, to }: Pick<StatusChange, 'from' | 'to'>): boolean =>
  from !== to && MEASURED.includes(from) && MEASURED.includes(to)

const isSide = (status: RuntimeStatus): status is FlapSide => status === 'up' || status === 'down'

/** Returns the side (up or down) before a change. A degraded monitor keeps the side that it had before. */
const findSideBefore = (side: FlapSide | null, from: RuntimeStatus): FlapSide | null => (isSide(from) ? from : side)

/** Returns the side after a change; null after silence or a pause. */
function findSideAfter(side: FlapSide | null, change: Pick<StatusChange, 'from' | 'to'>): FlapSide | null {
  if (isSide(change.to)) return change.to
  return isMeasured(change) ? findSideBefore(side, change.from) : null
}

/** Returns whether a change leads to the other side: from up to down or back, possibly through degraded. */
function isFlap(side: FlapSide | null, { from, to }: Pick<StatusChange, 'from' | 'to'>): boolean {
  const before = findSideBefore(side, from)
  return isMeasured({ from, to }) && isSide(to) && before !== null && before !== to
}

/**
 * Derives the flapping state of a monitor from its history.
 *
 * @param changes in chronological order, including the last one before `after`, if any
 * @param after changes up to this moment no longer count
 */
export function deriveFlaps(changes: readonly FlapChange[], after: UnixMs): Omit<FlapState, 'flapping'> {
  let recent: number[] = []
  let side: FlapSide | null = null
  for (const change of changes) {
    if (isFlap(side, change) && !change.isPlanned && change.at > after) recent.push(change.at)
    // A pause restarts the count
    if (change.to === 'paused') recent = []
    side = findSideAfter(side, change)
  }
  return { recent, side }
}

/**
 * Applies one more change.
 *
 * @param change not earlier than the last one
 * @param intervalMs check interval of the monitor
 */
export function updateFlaps(before: FlapState, change: FlapChange, intervalMs: number): FlapState {
  const { from, to, at } = change
  if (from === to) return before
  const side = findSideAfter(before.side, change)
  if (!isMeasured(change))
    return { ...before, side, flapping: from === 'unknown' ? extendFlapping(before.flapping, at) : before.flapping }
  const { recent: known, flapping } = expireFlapping(before, at)
  const counts = isFlap(before.side, change) && !change.isPlanned
  const recent = counts ? [...known.filter((time) => time > at - computeFlapWindowMs(intervalMs)), at] : known
  const isFlapping = flapping !== null || (counts && recent.length >= FLAP_CHANGES)
  return {
    recent,
    side,
    flapping: isFlapping
      ? { since: flapping?.since ?? at, stableAt: at + STABLE_INTERVALS * intervalMs, intervalMs }
      : null,
  }
}

/** Delays the end of flapping after a silence, because time without results is not stable time. */
const extendFlapping = (flapping: Flapping | null, at: number): Flapping | null =>
  flapping && { ...flapping, stableAt: at + STABLE_INTERVALS * flapping.intervalMs }

/** Returns the state at a later moment, Unix ms. */
export const expireFlapping = (state: FlapState, at: number): FlapState =>
  state.flapping && state.flapping.stableAt <= at ? { ...state, flapping: null } : state

/** Returns the time of the last change before the monitor became stable, Unix ms. */
export const computeLastChangeAt = ({ stableAt, intervalMs }: Flapping): number =>
  stableAt - STABLE_INTERVALS * intervalMs

/**
 * Returns `flapping: 5 changes between up and down within 4 min`, or only `flapping` when most changes were long ago or
 * planned.
 */
export function describeFlapping({ recent }: FlapState): string {
  if (recent.length < FLAP_CHANGES) return 'flapping'
  const lasted = (recent.at(-1)! - recent[0]!) / SECOND_MS
  return `flapping: ${recent.length} changes between up and down within ${formatDurationText(lasted)}`
}

/** Returns the facts of an event at the beginning of flapping. */
export function toFlappingFacts({ recent }: FlapState, { since }: Flapping, status: RuntimeStatus): FlappingFacts {
  const span = recent.length < FLAP_CHANGES ? null : Math.round((recent.at(-1)! - recent[0]!) / SECOND_MS)
  return {
    status,
    started_at: formatIsoTime(since),
    ...(span !== null && { changes: recent.length, within_seconds: span }),
  }
}

/** Returns the facts of an event at the end of flapping. */
export const toStableFacts = (flapping: Flapping, status: RuntimeStatus): FlappingFacts => ({
  status,
  started_at: formatIsoTime(flapping.since),
  stable_since: formatIsoTime(computeLastChangeAt(flapping)),
})

/** Returns the message for the beginning of flapping. */
export const formatFlappingMessage = (state: FlapState, { intervalMs }: Flapping, status: RuntimeStatus): string =>
  `The monitor is ${describeFlapping(state)}. It is currently ${status}. The incident stays open, and further changes are ` +
  `not sent until the status has been stable for ${formatStableTime(intervalMs)}.`

const FLAPPING_SENTENCE = 'The monitor is flapping'

/** Returns the part of a message that reports flapping; empty when there is none. */
export const extractFlappingPart = (message: string): string => {
  const begin = message.indexOf(FLAPPING_SENTENCE)
  return begin < 0 ? '' : message.slice(begin)
}

/** Returns `no longer flapping: up for 5 min`. */
export const describeStable = (status: string, { intervalMs }: Flapping): string =>
  `no longer flapping: ${status} for ${formatStableTime(intervalMs)}`

const formatStableTime = (intervalMs: number): string => formatDurationText((STABLE_INTERVALS * intervalMs) / SECOND_MS)
