/** Progress of a maintenance window: which occurrences began or ended, and which spans must be stored when. */
import { DAY_MS, MINUTE_MS, type UnixMs } from '../platform/time/time.ts'
import type { MaintenanceWindow } from './maintenance.ts'
import { findNextOccurrence, findOpenOccurrence, listOccurrencesBetween, type Occurrence } from './occurrence.ts'

/**
 * Occurrences that begin within this time are stored in advance, so that they take effect with millisecond precision.
 */
export const PLAN_AHEAD_MS = 10 * MINUTE_MS

/** How often changes of group membership are detected while maintenance is in effect. */
const MEMBERSHIP_CHECK_MS = MINUTE_MS

/**
 * An occurrence that began longer ago sends no notification of its start, because users are not notified of past
 * events.
 */
const NOTIFY_WITHIN_MS = 5 * MINUTE_MS

/** Longer maintenance is stored in pieces, so that a query by time finds them near that time. */
export const MAX_SPAN_MS = 7 * DAY_MS

/** Maximum number of times that a cron expression matches within that period. */
const MAX_AHEAD = PLAN_AHEAD_MS / MINUTE_MS

/** For a first occurrence that began longer ago than this, only the part after this limit is stored. */
const MAX_PAST_MS = 366 * DAY_MS

/** Progress of the engine with a window. Unix ms. */
export interface WindowProgress {
  /** Occurrences that begin until then are stored; null when none are. */
  plannedUntil: number | null
  /** The occurrence in effect, as planned. */
  running: Occurrence | null
  /** Whether recipients were notified of its start. */
  isStartNotified: boolean
}

export const NO_PROGRESS: WindowProgress = { plannedUntil: null, running: null, isStartNotified: false }

/** A part of an occurrence that is stored as one span, at most `MAX_SPAN_MS` long. */
export interface Piece extends Occurrence {
  /** No span of this piece is stored yet. */
  isNew: boolean
}

export interface ProgressStep {
  /** Pieces that are in effect, start soon, or ended unnoticed; oldest first. */
  pieces: Piece[]
  /** The occurrence that starts now. */
  started: Occurrence | null
  /** The occurrence that is over. Its end is the planned end, or now if a user ended it early. */
  ended: Occurrence | null
  notifiesStart: boolean
  notifiesEnd: boolean
  after: WindowProgress
  /** Time of the next step; null when nothing is ahead. */
  dueAt: UnixMs | null
}

/**
 * Returns what to do now. Repeating the step changes nothing.
 *
 * @param maxMissed maximum number of missed occurrences in one step; the rest follow in the next step
 */
export function computeProgress(
  window: MaintenanceWindow,
  before: WindowProgress,
  now: number,
  maxMissed: number,
): ProgressStep {
  const isCancelled = window.cancelledAt !== null
  const open = isCancelled ? null : findOpenOccurrence(window, now)
  const missed = isCancelled ? [] : listMissed(window, before, now, maxMissed)
  const hasMore = missed.length > maxMissed
  const caughtUp = missed.slice(0, maxMissed)
  const current = isCancelled ? [] : listCurrent(window, open, now)
  const isContinued = open !== null && before.running !== null && open.startsAt <= before.running.endsAt
  const started = open && !isContinued ? open : null
  const ended =
    before.running && !isContinued ? { ...before.running, endsAt: Math.min(before.running.endsAt, now) } : null
  const notifiesStart = started !== null && now - Math.max(started.startsAt, window.updatedAt) <= NOTIFY_WITHIN_MS
  return {
    pieces: [...caughtUp, ...current].flatMap((occurrence) => splitIntoPieces(occurrence, before, now)),
    started,
    ended,
    notifiesStart,
    notifiesEnd: ended !== null && before.isStartNotified,
    after: {
      plannedUntil: hasMore ? caughtUp.at(-1)!.startsAt : now + PLAN_AHEAD_MS,
      running: toRunning(before.running, open, isContinued),
      isStartNotified: isContinued ? before.isStartNotified : notifiesStart,
    },
    dueAt: isCancelled ? null : hasMore ? now : computeDueAt(window, open, now),
  }
}

/** Occurrences that overlap, or follow each other without a gap, count as one for notifications. */
const toRunning = (running: Occurrence | null, open: Occurrence | null, isContinued: boolean): Occurrence | null =>
  open && { startsAt: isContinued ? running!.startsAt : open.startsAt, endsAt: open.endsAt }

/**
 * Returns occurrences that are over and not stored. For a new window only the first one counts, not its repetitions.
 */
function listMissed(
  window: MaintenanceWindow,
  { plannedUntil }: WindowProgress,
  now: number,
  maxMissed: number,
): Occurrence[] {
  const { startsAt, endsAt } = window
  const begun =
    plannedUntil === null ? [{ startsAt, endsAt }] : listOccurrencesBetween(window, plannedUntil, now, maxMissed + 1)
  return begun.filter((occurrence) => occurrence.endsAt <= now)
}

/** Returns the occurrences that are in effect or start soon. */
function listCurrent(window: MaintenanceWindow, open: Occurrence | null, now: number): Occurrence[] {
  const ahead = listOccurrencesBetween(window, now, now + PLAN_AHEAD_MS, MAX_AHEAD)
  return open ? [open, ...ahead] : ahead
}

function splitIntoPieces({ startsAt, endsAt }: Occurrence, { plannedUntil }: WindowProgress, now: number): Piece[] {
  const pieces: Piece[] = []
  const skipped = Math.max(0, Math.floor((now - MAX_PAST_MS - startsAt) / MAX_SPAN_MS))
  const until = Math.min(endsAt, now + PLAN_AHEAD_MS + 1)
  for (let from = startsAt + skipped * MAX_SPAN_MS; from < until; from += MAX_SPAN_MS) {
    const isNew = plannedUntil === null || from > plannedUntil
    pieces.push({ startsAt: from, endsAt: Math.min(endsAt, from + MAX_SPAN_MS), isNew })
  }
  return pieces
}

function computeDueAt(window: MaintenanceWindow, open: Occurrence | null, now: number): number | null {
  const next = findNextOccurrence(window, now)
  const moments = [
    open?.endsAt,
    open && window.groupIds.length > 0 ? now + MEMBERSHIP_CHECK_MS : null,
    open && computePlanAt(computeNextPieceAt(open, now), now),
    next && computePlanAt(next.startsAt, now),
  ].filter((moment) => typeof moment === 'number')
  return moments.length > 0 ? Math.min(...moments) : null
}

const computeNextPieceAt = ({ startsAt }: Occurrence, now: number): number =>
  startsAt + (Math.floor((now - startsAt) / MAX_SPAN_MS) + 1) * MAX_SPAN_MS

/** An occurrence that starts soon is stored already, so its start is the next event. */
const computePlanAt = (startsAt: number, now: number): number =>
  startsAt <= now + PLAN_AHEAD_MS ? startsAt : startsAt - PLAN_AHEAD_MS
