/** Occurrences of a maintenance window that is not saved yet, for the preview in a form. */
import Type, { type Static } from 'typebox'
import { findPlanIssues } from '../../core/maintenance/maintenance.ts'
import {
  findOpenOccurrence,
  listOccurrencesBetween,
  Recurrence,
  type WindowTimes,
} from '../../core/maintenance/occurrence.ts'
import { createInvalid } from '../../core/platform/errors.ts'
import { RANGE_ALIASES, requireRange } from '../platform/end-time.ts'
import { IsoTime } from '../platform/schemas.ts'
import { parseIso, toIso } from '../platform/times.ts'

export const Occurrence = Type.Object({ starts_at: IsoTime, ends_at: IsoTime })

const { cron, durationMinutes, timezone } = Recurrence.properties

export const OccurrencesQuery = Type.Object({
  starts_at: Type.Optional({ ...IsoTime, description: 'Start of the first occurrence; required' }),
  ends_at: Type.Optional({ ...IsoTime, description: 'End of the first occurrence; required' }),
  ...RANGE_ALIASES,
  cron: Type.Optional(cron),
  duration_minutes: Type.Optional(durationMinutes),
  timezone: Type.Optional(timezone),
  until: Type.Optional({ ...IsoTime, description: 'Latest start of an occurrence' }),
  limit: Type.Integer({ minimum: 1, maximum: 50, default: 5, description: 'Maximum number of occurrences to return' }),
})

/** @throws Problem VALIDATION_ERROR */
export function toTimes(query: Static<typeof OccurrencesQuery>): WindowTimes {
  const { cron, duration_minutes: durationMinutes, timezone = 'UTC', until } = query
  if (cron !== undefined && durationMinutes === undefined)
    throw createInvalid({ field: 'duration_minutes', message: 'is required with cron' })
  const times: WindowTimes = {
    ...requireRange(query),
    recurrence:
      cron === undefined
        ? null
        : { cron, durationMinutes: durationMinutes!, timezone, until: until === undefined ? null : parseIso(until) },
  }
  const issues = findPlanIssues({ name: '', description: '', ...times })
  if (issues.length > 0)
    throw createInvalid(issues.map(({ field, message }) => ({ field: field.replace('recurrence.', ''), message })))
  return times
}

export function listNextOccurrences(times: WindowTimes, now: number, limit: number): Static<typeof Occurrence>[] {
  const open = findOpenOccurrence(times, now)
  const upcoming = listOccurrencesBetween(times, now, Number.POSITIVE_INFINITY, limit)
  return [...(open ? [open] : []), ...upcoming]
    .slice(0, limit)
    .map(({ startsAt, endsAt }) => ({ starts_at: toIso(startsAt), ends_at: toIso(endsAt) }))
}
