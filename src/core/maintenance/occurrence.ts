/** The times at which a maintenance window opens: the first, and those of its cron expression after it. */
import { type CronSchedule, parseCron } from '../platform/time/cron.ts'
import { MINUTE_MS } from '../platform/time/time.ts'

/** Further occurrences after the first: one at every time of the cron expression, each equally long. */
export interface Recurrence {
  /** Five fields. */
  cron: string
  /** Elapsed time, whatever the wall clock does meanwhile. */
  durationMinutes: number
  /** IANA name. */
  timezone: string
  /** No occurrence begins after this, Unix ms; null when there is no end. */
  until: number | null
}

export interface WindowTimes {
  /** Unix ms, of the first occurrence. */
  startsAt: number
  endsAt: number
  recurrence: Recurrence | null
}

/** Unix ms; the end is no longer part of it. */
export interface Occurrence {
  startsAt: number
  endsAt: number
}

/** The one that is open at a moment; of several, the one that ends last. */
export function findOpenOccurrence(window: WindowTimes, at: number): Occurrence | null {
  if (at < window.startsAt) return null
  const { startsAt, endsAt, recurrence } = window
  const first = at < endsAt ? { startsAt, endsAt } : null
  if (!recurrence) return first
  // All are equally long, so of those that have begun the last one ends last
  const latest = getSchedule(recurrence).previousRun(Math.min(at, getLastStart(recurrence)) + 1)
  const again = latest > startsAt ? toOccurrence(latest, recurrence) : null
  if (!again || again.endsAt <= at) return first
  return first && first.endsAt > again.endsAt ? first : again
}

/** The first that begins later than `after`, Unix ms. */
export function findNextOccurrence(window: WindowTimes, after: number): Occurrence | null {
  const { startsAt, endsAt, recurrence } = window
  if (after < startsAt) return { startsAt, endsAt }
  if (!recurrence) return null
  const next = getSchedule(recurrence).nextRun(after)
  return next <= getLastStart(recurrence) ? toOccurrence(next, recurrence) : null
}

/**
 * Those that begin later than `after` and not later than `until`, oldest first.
 *
 * @param limit how many at most
 */
export function listOccurrencesBetween(window: WindowTimes, after: number, until: number, limit: number): Occurrence[] {
  const found: Occurrence[] = []
  let next = findNextOccurrence(window, after)
  while (next && next.startsAt <= until && found.length < limit) {
    found.push(next)
    next = findNextOccurrence(window, next.startsAt)
  }
  return found
}

/**
 * Those that begin earlier than `before` and not earlier than `since`, newest first.
 *
 * @param limit how many at most
 */
export function listOccurrencesBefore(window: WindowTimes, before: number, since: number, limit: number): Occurrence[] {
  const { startsAt, endsAt, recurrence } = window
  const found: Occurrence[] = []
  if (recurrence) {
    const schedule = getSchedule(recurrence)
    let start = schedule.previousRun(Math.min(before, getLastStart(recurrence) + 1))
    for (; start > startsAt && start >= since && found.length < limit; start = schedule.previousRun(start))
      found.push(toOccurrence(start, recurrence))
  }
  if (found.length < limit && startsAt < before && startsAt >= since) found.push({ startsAt, endsAt })
  return found
}

const toOccurrence = (startsAt: number, { durationMinutes }: Recurrence): Occurrence => ({
  startsAt,
  endsAt: startsAt + durationMinutes * MINUTE_MS,
})

const getSchedule = ({ cron, timezone }: Recurrence): CronSchedule => parseCron(cron, timezone)

/** The last moment at which an occurrence may begin: the last that a `Date` can hold when there is no end. */
const getLastStart = ({ until }: Recurrence): number => until ?? 8.64e15 - 1
