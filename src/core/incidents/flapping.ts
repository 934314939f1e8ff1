/**
 * A monitor that changes its status again and again. People hear of it once, and then not of each change: its incident
 * stays open until it has been steady for a while.
 */

import type { RuntimeStatus } from '../monitors/monitor.ts'
import { SECOND_MS } from '../platform/time/time.ts'
import { formatDurationText } from '../platform/time/time-text.ts'
import type { StatusChange } from '../results/state.ts'

/** This many changes between up and down, within this many intervals, are too many. */
const FLAP_CHANGES = 5
const WITHIN_INTERVALS = 15

/** Without a change for this many intervals it is steady again. */
const STABLE_INTERVALS = 5

/** Unix ms. */
export interface Flapping {
  since: number
  /** When it is over, unless the status changes again. */
  stableAt: number
  /** What the times are reckoned by. */
  intervalMs: number
}

/** The statuses that count for flapping. */
type FlapSide = 'up' | 'down'

export interface FlapState {
  /** When it changed between up and down lately, oldest first; Unix ms. */
  recent: readonly number[]
  /** The latest of up and down, also while the monitor is degraded since; null when that is not known. */
  side: FlapSide | null
  /** Null while it is not. */
  flapping: Flapping | null
}

export const NOT_FLAPPING: FlapState = Object.freeze({ recent: Object.freeze([]), side: null, flapping: null })

/** A change of the status. */
interface FlapChange extends Pick<StatusChange, 'from' | 'to' | 'at'> {
  /** Planned work brings it about: it is no flapping, but puts off the end of it. */
  isPlanned: boolean
}

/** How far back changes count. */
export const computeFlapWindowMs = (intervalMs: number): number => WITHIN_INTERVALS * intervalMs

const MEASURED: readonly string[] = ['up', 'down', 'degraded']

/** A change that checks found, and not what silence or people made of it. */
export const isMeasured = ({ from, to }: Pick<StatusChange, 'from' | 'to'>): boolean =>
  from !== to && MEASURED.includes(from) && MEASURED.includes(to)

const isSide = (status: RuntimeStatus): status is FlapSide => status === 'up' || status === 'down'

/** Returns the side that a change leaves. A degraded monitor keeps the side that it had before. */
const findSideBefore = (side: FlapSide | null, from: RuntimeStatus): FlapSide | null => (isSide(from) ? from : side)

/** @returns the side it is on after a change; after silence or a pause nothing is known of before */
function findSideAfter(side: FlapSide | null, change: Pick<StatusChange, 'from' | 'to'>): FlapSide | null {
  if (isSide(change.to)) return change.to
  return isMeasured(change) ? findSideBefore(side, change.from) : null
}

/** Whether a change ends on the other side: from up to down or back, whether or not it was degraded on the way. */
function isFlap(side: FlapSide | null, { from, to }: Pick<StatusChange, 'from' | 'to'>): boolean {
  const before = findSideBefore(side, from)
  return isMeasured({ from, to }) && isSide(to) && before !== null && before !== to
}

/**
 * Derives the flapping state of a monitor from its history.
 *
 * @param changes in order; the one before `after` is among them, where there was one
 * @param after changes up to this moment do not count any more, Unix ms
 */
export function deriveFlaps(changes: readonly FlapChange[], after: number): Omit<FlapState, 'flapping'> {
  let recent: number[] = []
  let side: FlapSide | null = null
  for (const change of changes) {
    if (isFlap(side, change) && !change.isPlanned && change.at > after) recent.push(change.at)
    // A pause starts the count again
    if (change.to === 'paused') recent = []
    side = findSideAfter(side, change)
  }
  return { recent, side }
}

/**
 * One more change.
 *
 * @param change not before the last one
 * @param intervalMs how often the monitor is checked
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

/** Time without results is not stable time: what ends it puts off the end of flapping like a change. */
const extendFlapping = (flapping: Flapping | null, at: number): Flapping | null =>
  flapping && { ...flapping, stableAt: at + STABLE_INTERVALS * flapping.intervalMs }

/** The same at a later moment, Unix ms. */
export const expireFlapping = (state: FlapState, at: number): FlapState =>
  state.flapping && state.flapping.stableAt <= at ? { ...state, flapping: null } : state

/** When a monitor last changed before it was steady again. */
export const computeLastChangeAt = ({ stableAt, intervalMs }: Flapping): number =>
  stableAt - STABLE_INTERVALS * intervalMs

/** `flapping: 5 changes between up and down within 4 min`; just `flapping` where most of them were a while ago, or planned. */
export function describeFlapping({ recent }: FlapState): string {
  if (recent.length < FLAP_CHANGES) return 'flapping'
  const lasted = (recent.at(-1)! - recent[0]!) / SECOND_MS
  return `flapping: ${recent.length} changes between up and down within ${formatDurationText(lasted)}`
}

/** The message at its beginning. */
export const formatFlappingMessage = (state: FlapState, { intervalMs }: Flapping, status: RuntimeStatus): string =>
  `The monitor is ${describeFlapping(state)}. It is currently ${status}. The incident stays open, and further changes are ` +
  `not sent until the status has been stable for ${formatStableTime(intervalMs)}.`

const FLAPPING_SENTENCE = 'The monitor is flapping'

/** The part of an entry that says that the monitor is flapping; empty where it does not. */
export const extractFlappingPart = (message: string): string => {
  const begin = message.indexOf(FLAPPING_SENTENCE)
  return begin < 0 ? '' : message.slice(begin)
}

/** `no longer flapping: up for 5 min` */
export const describeStable = (status: string, { intervalMs }: Flapping): string =>
  `no longer flapping: ${status} for ${formatStableTime(intervalMs)}`

const formatStableTime = (intervalMs: number): string => formatDurationText((STABLE_INTERVALS * intervalMs) / SECOND_MS)
