/** How a window is carried out: what has begun, what is over, what has to be written down by when. */

import { DAY_MS, MINUTE_MS } from '../platform/time/time.ts'
import type { MaintenanceWindow } from './maintenance.ts'
import { findNextOccurrence, findOpenOccurrence, listOccurrencesBetween, type Occurrence } from './occurrence.ts'

/** What begins within this time is written down ahead, so that it is in effect to the millisecond. */
export const PLAN_AHEAD_MS = 10 * MINUTE_MS

/** How often it is looked who has come into a group, or left it, while maintenance is in effect. */
const MEMBERSHIP_CHECK_MS = MINUTE_MS

/** People are not told of a beginning that is longer ago: nobody is told of the past. */
const NOTIFY_WITHIN_MS = 5 * MINUTE_MS

/** Maintenance that lasts longer is kept in pieces, so that what touches a moment is found near it. */
export const MAX_SPAN_MS = 7 * DAY_MS

/** No cron expression comes more often within that time. */
const MAX_AHEAD = PLAN_AHEAD_MS / MINUTE_MS

/** A first occurrence that began longer ago than this is written down from here. */
const MAX_PAST_MS = 366 * DAY_MS

/** How far the engine has come with a window. Unix ms. */
export interface WindowProgress {
  /** What begins by then has been written down; null when nothing has. */
  plannedUntil: number | null
  /** What is in effect, as it was planned. */
  running: Occurrence | null
  /** Whether people were told that it began. */
  isStartNotified: boolean
}

export const NO_PROGRESS: WindowProgress = { plannedUntil: null, running: null, isStartNotified: false }

/** A part of an occurrence that is kept as one, at most `MAX_SPAN_MS` long. */
export interface Piece extends Occurrence {
  /** Nobody has written down anything of it yet. */
  isNew: boolean
}

export interface ProgressStep {
  /** What is in effect, or about to be, or was and nobody saw it; oldest first. */
  pieces: Piece[]
  /** Begins just now. */
  started: Occurrence | null
  /** Is over; ends when it did, or now when somebody ended it early. */
  ended: Occurrence | null
  notifiesStart: boolean
  notifiesEnd: boolean
  after: WindowProgress
  /** When to look again, Unix ms; null when nothing is to come. */
  dueAt: number | null
}

/**
 * What there is to do now. To do it twice changes nothing.
 *
 * @param most how many missed occurrences to catch up with at once; the others come with the next step
 */
export function computeProgress(
  window: MaintenanceWindow,
  before: WindowProgress,
  now: number,
  most: number,
): ProgressStep {
  const isCancelled = window.cancelledAt !== null
  const open = isCancelled ? null : findOpenOccurrence(window, now)
  const missed = isCancelled ? [] : listMissed(window, before, now, most)
  const hasMore = missed.length > most
  const caughtUp = missed.slice(0, most)
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

/** Occurrences that overlap, or follow on each other without a gap, are one to those who are told. */
const toRunning = (running: Occurrence | null, open: Occurrence | null, isContinued: boolean): Occurrence | null =>
  open && { startsAt: isContinued ? running!.startsAt : open.startsAt, endsAt: open.endsAt }

/** Occurrences that are over and were not written down. Of a new window the first counts, those that followed it do not. */
function listMissed(
  window: MaintenanceWindow,
  { plannedUntil }: WindowProgress,
  now: number,
  most: number,
): Occurrence[] {
  const { startsAt, endsAt } = window
  const begun =
    plannedUntil === null ? [{ startsAt, endsAt }] : listOccurrencesBetween(window, plannedUntil, now, most + 1)
  return begun.filter((occurrence) => occurrence.endsAt <= now)
}

/** In effect, or about to be. */
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

/** What begins soon is written down already, so it is its beginning that comes next. */
const computePlanAt = (startsAt: number, now: number): number =>
  startsAt <= now + PLAN_AHEAD_MS ? startsAt : startsAt - PLAN_AHEAD_MS
