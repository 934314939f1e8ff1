/** When a window that nobody has planned yet would be open, so that a form can show it. */
import Type, { type Static } from 'typebox'
import { planIssues } from '../../core/maintenance/maintenance.ts'
import { occurrencesBetween, openOccurrence, type Times } from '../../core/maintenance/occurrence.ts'
import { invalid } from '../../core/platform/errors.ts'
import { IsoTime } from '../platform/schemas.ts'
import { fromIso, toIso } from '../platform/times.ts'
import { Cron, Minutes, type Occurrence, Timezone } from './maintenance-json.ts'

export const OccurrencesQuery = Type.Object({
  starts_at: Type.Unsafe<string>({ ...IsoTime, description: 'Of the first occurrence' }),
  ends_at: Type.Unsafe<string>({ ...IsoTime, description: 'Of the first occurrence' }),
  cron: Type.Optional(Cron),
  duration_minutes: Type.Optional(Minutes),
  timezone: Type.Optional(Type.Unsafe<string>({ ...Timezone, default: 'UTC' })),
  until: Type.Optional({ ...IsoTime, description: 'No occurrence begins after this' }),
  limit: Type.Integer({ minimum: 1, maximum: 50, default: 5, description: 'Most occurrences to return' }),
})

/** @throws Problem VALIDATION_ERROR */
export function toTimes(query: Static<typeof OccurrencesQuery>): Times {
  const { cron, duration_minutes: durationMinutes, timezone = 'UTC', until } = query
  if (cron !== undefined && durationMinutes === undefined)
    throw invalid({ field: 'duration_minutes', message: 'is required with cron' })
  const times: Times = {
    startsAt: fromIso(query.starts_at),
    endsAt: fromIso(query.ends_at),
    recurrence:
      cron === undefined
        ? null
        : { cron, durationMinutes: durationMinutes!, timezone, until: until === undefined ? null : fromIso(until) },
  }
  const issues = planIssues({ name: '', description: '', ...times })
  if (issues.length > 0)
    throw invalid(issues.map(({ field, message }) => ({ field: field.replace('recurrence.', ''), message })))
  return times
}

export function comingOf(times: Times, now: number, limit: number): Static<typeof Occurrence>[] {
  const open = openOccurrence(times, now)
  const coming = occurrencesBetween(times, now, Number.POSITIVE_INFINITY, limit)
  return [...(open ? [open] : []), ...coming]
    .slice(0, limit)
    .map(({ startsAt, endsAt }) => ({ starts_at: toIso(startsAt), ends_at: toIso(endsAt) }))
}
