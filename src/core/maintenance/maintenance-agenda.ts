/** How a window is carried out: what has begun, what is over, what has to be written down by when. */

import { DAY_MS, MINUTE_MS } from '../platform/time/time.ts'
import type { MaintenanceWindow } from './maintenance.ts'
import { nextOccurrence, type Occurrence, occurrencesBetween, openOccurrence } from './occurrence.ts'

/** What begins within this time is written down ahead, so that it is in effect to the millisecond. */
export const PLAN_AHEAD_MS = 10 * MINUTE_MS

/** How often it is looked who has come into a group, or left it, while maintenance is in effect. */
const LOOK_AGAIN_MS = MINUTE_MS

/** People are not told of a beginning that is longer ago: nobody is told of the past. */
const TOLD_WITHIN_MS = 5 * MINUTE_MS

/** Maintenance that lasts longer is kept in pieces, so that what touches a moment is found near it. */
export const LONGEST_SPAN_MS = 7 * DAY_MS

/** No cron expression comes more often within that time. */
const MOST_AHEAD = PLAN_AHEAD_MS / MINUTE_MS

/** A first occurrence that began longer ago than this is written down from here. */
const LONGEST_PAST_MS = 366 * DAY_MS

/** How far the engine has come with a window. Unix ms. */
export interface Agenda {
  /** What begins by then has been written down; null when nothing has. */
  plannedUntil: number | null
  /** What is in effect, as it was planned. */
  running: Occurrence | null
  /** Whether people were told that it began. */
  isTold: boolean
}

export const NEW_AGENDA: Agenda = { plannedUntil: null, running: null, isTold: false }

/** A part of an occurrence that is kept as one, at most `LONGEST_SPAN_MS` long. */
export interface Piece extends Occurrence {
  /** Nobody has written down anything of it yet. */
  isNew: boolean
}

export interface AgendaStep {
  /** What is in effect, or about to be, or was and nobody saw it; oldest first. */
  pieces: Piece[]
  /** Begins just now. */
  started: Occurrence | null
  /** Is over; ends when it did, or now when somebody ended it early. */
  ended: Occurrence | null
  tellsStart: boolean
  tellsEnd: boolean
  after: Agenda
  /** When to look again, Unix ms; null when nothing is to come. */
  dueAt: number | null
}

/**
 * What there is to do now. To do it twice changes nothing.
 *
 * @param most how many missed occurrences to catch up with at once; the others come with the next step
 */
export function stepAgenda(window: MaintenanceWindow, before: Agenda, now: number, most: number): AgendaStep {
  const isOff = window.cancelledAt !== null
  const open = isOff ? null : openOccurrence(window, now)
  const missed = isOff ? [] : missedBy(window, before, now, most)
  const isBehind = missed.length > most
  const caughtUp = missed.slice(0, most)
  const current = isOff ? [] : currentOf(window, open, now)
  const goesOn = open !== null && before.running !== null && open.startsAt <= before.running.endsAt
  const started = open && !goesOn ? open : null
  const ended = before.running && !goesOn ? { ...before.running, endsAt: Math.min(before.running.endsAt, now) } : null
  const tellsStart = started !== null && now - Math.max(started.startsAt, window.updatedAt) <= TOLD_WITHIN_MS
  return {
    pieces: [...caughtUp, ...current].flatMap((occurrence) => piecesOf(occurrence, before, now)),
    started,
    ended,
    tellsStart,
    tellsEnd: ended !== null && before.isTold,
    after: {
      plannedUntil: isBehind ? caughtUp.at(-1)!.startsAt : now + PLAN_AHEAD_MS,
      running: runningOf(before.running, open, goesOn),
      isTold: goesOn ? before.isTold : tellsStart,
    },
    dueAt: isOff ? null : isBehind ? now : dueAfter(window, open, now),
  }
}

/** Occurrences that overlap, or follow on each other without a gap, are one to those who are told. */
const runningOf = (running: Occurrence | null, open: Occurrence | null, goesOn: boolean): Occurrence | null =>
  open && { startsAt: goesOn ? running!.startsAt : open.startsAt, endsAt: open.endsAt }

/** Occurrences that are over and were not written down. Of a new window the first counts, those that followed it do not. */
function missedBy(window: MaintenanceWindow, { plannedUntil }: Agenda, now: number, most: number): Occurrence[] {
  const { startsAt, endsAt } = window
  const begun = plannedUntil === null ? [{ startsAt, endsAt }] : occurrencesBetween(window, plannedUntil, now, most + 1)
  return begun.filter((occurrence) => occurrence.endsAt <= now)
}

/** In effect, or about to be. */
function currentOf(window: MaintenanceWindow, open: Occurrence | null, now: number): Occurrence[] {
  const ahead = occurrencesBetween(window, now, now + PLAN_AHEAD_MS, MOST_AHEAD)
  return open ? [open, ...ahead] : ahead
}

function piecesOf({ startsAt, endsAt }: Occurrence, { plannedUntil }: Agenda, now: number): Piece[] {
  const pieces: Piece[] = []
  const skipped = Math.max(0, Math.floor((now - LONGEST_PAST_MS - startsAt) / LONGEST_SPAN_MS))
  const until = Math.min(endsAt, now + PLAN_AHEAD_MS + 1)
  for (let from = startsAt + skipped * LONGEST_SPAN_MS; from < until; from += LONGEST_SPAN_MS) {
    const isNew = plannedUntil === null || from > plannedUntil
    pieces.push({ startsAt: from, endsAt: Math.min(endsAt, from + LONGEST_SPAN_MS), isNew })
  }
  return pieces
}

function dueAfter(window: MaintenanceWindow, open: Occurrence | null, now: number): number | null {
  const next = nextOccurrence(window, now)
  const moments = [
    open?.endsAt,
    open && window.groupIds.length > 0 ? now + LOOK_AGAIN_MS : null,
    open && aheadOf(nextPieceOf(open, now), now),
    next && aheadOf(next.startsAt, now),
  ].filter((moment) => typeof moment === 'number')
  return moments.length > 0 ? Math.min(...moments) : null
}

const nextPieceOf = ({ startsAt }: Occurrence, now: number): number =>
  startsAt + (Math.floor((now - startsAt) / LONGEST_SPAN_MS) + 1) * LONGEST_SPAN_MS

/** What begins soon is written down already, so it is its beginning that comes next. */
const aheadOf = (startsAt: number, now: number): number =>
  startsAt <= now + PLAN_AHEAD_MS ? startsAt : startsAt - PLAN_AHEAD_MS
