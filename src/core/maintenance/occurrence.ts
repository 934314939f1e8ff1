/** Occurrences of a maintenance window: the first, and one at each time of the cron expression after it. */
import Type, { type Static } from 'typebox'
import { Nullable, Time, Timezone } from '../platform/fields/schema.ts'
import { type CronSchedule, MAX_CRON_LENGTH, parseCron } from '../platform/time/cron.ts'
import { MINUTE_MS, type UnixMs } from '../platform/time/time.ts'

/** Maximum duration of one occurrence: a week. */
export const MAX_OCCURRENCE_MINUTES = 7 * 24 * 60

/** Occurrences after the first: one at every time of the cron expression, all of equal length. */
export const Recurrence = Type.Object({
  cron: Type.String({
    minLength: 1,
    maxLength: MAX_CRON_LENGTH,
    description: 'Five fields: minute, hour, day of month, month, day of week',
    examples: ['0 2 * * 0'],
  }),
  durationMinutes: Type.Integer({
    minimum: 1,
    maximum: MAX_OCCURRENCE_MINUTES,
    description: 'Duration of each further occurrence, regardless of daylight saving changes',
  }),
  timezone: Timezone({ default: 'UTC' }),
  until: Nullable(Time({ description: 'Latest start of an occurrence' }), { default: null }),
})
export type Recurrence = Static<typeof Recurrence>

export interface WindowTimes {
  /** Start of the first occurrence. */
  startsAt: UnixMs
  endsAt: number
  recurrence: Recurrence | null
}

/** Unix ms; the end is exclusive. */
export interface Occurrence {
  startsAt: number
  endsAt: number
}

/** Returns the occurrence that is open at a moment; if there are several, the one that ends last. */
export function findOpenOccurrence(window: WindowTimes, at: number): Occurrence | null {
  if (at < window.startsAt) return null
  const { startsAt, endsAt, recurrence } = window
  const first = at < endsAt ? { startsAt, endsAt } : null
  if (!recurrence) return first
  // All occurrences after the first are equally long, so the latest start has the latest end
  const latest = getSchedule(recurrence).previousRun(Math.min(at, getLastStart(recurrence)) + 1)
  const again = latest > startsAt ? toOccurrence(latest, recurrence) : null
  if (!again || again.endsAt <= at) return first
  return first && first.endsAt > again.endsAt ? first : again
}

/** Returns the first occurrence that begins later than `after`, Unix ms. */
export function findNextOccurrence(window: WindowTimes, after: number): Occurrence | null {
  const { startsAt, endsAt, recurrence } = window
  if (after < startsAt) return { startsAt, endsAt }
  if (!recurrence) return null
  const next = getSchedule(recurrence).nextRun(after)
  return next <= getLastStart(recurrence) ? toOccurrence(next, recurrence) : null
}

/**
 * Returns the occurrences that begin later than `after` and not later than `until`, oldest first.
 *
 * @param limit maximum number
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
 * Returns the occurrences that begin earlier than `before` and not earlier than `since`, newest first.
 *
 * @param limit maximum number
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

/**
 * Returns the last moment at which an occurrence may begin. Without an end this is the last moment that a `Date` can
 * hold.
 */
const getLastStart = ({ until }: Recurrence): number => until ?? 8.64e15 - 1
