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

export interface Times {
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
export function openOccurrence(window: Times, at: number): Occurrence | null {
  if (at < window.startsAt) return null
  const { startsAt, endsAt, recurrence } = window
  const first = at < endsAt ? { startsAt, endsAt } : null
  if (!recurrence) return first
  // All are equally long, so of those that have begun the last one ends last
  const latest = scheduleOf(recurrence).previousRun(Math.min(at, lastStart(recurrence)) + 1)
  const again = latest > startsAt ? repeated(latest, recurrence) : null
  if (!again || again.endsAt <= at) return first
  return first && first.endsAt > again.endsAt ? first : again
}

/** The first that begins later than `after`, Unix ms. */
export function nextOccurrence(window: Times, after: number): Occurrence | null {
  const { startsAt, endsAt, recurrence } = window
  if (after < startsAt) return { startsAt, endsAt }
  if (!recurrence) return null
  const next = scheduleOf(recurrence).nextRun(after)
  return next <= lastStart(recurrence) ? repeated(next, recurrence) : null
}

/**
 * Those that begin later than `after` and not later than `until`, oldest first.
 *
 * @param limit how many at most
 */
export function occurrencesBetween(window: Times, after: number, until: number, limit: number): Occurrence[] {
  const found: Occurrence[] = []
  let next = nextOccurrence(window, after)
  while (next && next.startsAt <= until && found.length < limit) {
    found.push(next)
    next = nextOccurrence(window, next.startsAt)
  }
  return found
}

/**
 * Those that begin earlier than `before` and not earlier than `since`, newest first.
 *
 * @param limit how many at most
 */
export function occurrencesBefore(window: Times, before: number, since: number, limit: number): Occurrence[] {
  const { startsAt, endsAt, recurrence } = window
  const found: Occurrence[] = []
  if (recurrence) {
    const schedule = scheduleOf(recurrence)
    let start = schedule.previousRun(Math.min(before, lastStart(recurrence) + 1))
    for (; start > startsAt && start >= since && found.length < limit; start = schedule.previousRun(start))
      found.push(repeated(start, recurrence))
  }
  if (found.length < limit && startsAt < before && startsAt >= since) found.push({ startsAt, endsAt })
  return found
}

const repeated = (startsAt: number, { durationMinutes }: Recurrence): Occurrence => ({
  startsAt,
  endsAt: startsAt + durationMinutes * MINUTE_MS,
})

const scheduleOf = ({ cron, timezone }: Recurrence): CronSchedule => parseCron(cron, timezone)

/** The last moment at which an occurrence may begin: the last that a `Date` can hold when there is no end. */
const lastStart = ({ until }: Recurrence): number => until ?? 8.64e15 - 1
