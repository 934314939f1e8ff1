/** The two time formats of the API. Inside, every time is Unix milliseconds. */
import Type from 'typebox'
import { createInvalid } from '../../core/platform/errors.ts'
import { findTimezoneIssues } from '../../core/platform/time/cron.ts'
import { DAY_MS, MINUTE_MS } from '../../core/platform/time/time.ts'
import { describe } from '../../core/platform/validation/schema-words.ts'
import { IsoTime, NullableIsoTime } from './schemas.ts'

/** @returns `2026-01-31T12:00:00.000Z` */
export const toIso = (at: number): string => new Date(at).toISOString()

export const toIsoOrNull = (at: number | null): string | null => (at === null ? null : toIso(at))

/** Returns whole Unix seconds, the time format of monitors. */
export const toSeconds = (at: number): number => Math.floor(at / 1000)

/** @param iso already validated by the schema `IsoTime` */
export const parseIso = (iso: string): number => Date.parse(iso)

/** @throws Problem VALIDATION_ERROR unless it is the IANA name of a time zone */
export function requireTimezone(timezone: string): void {
  const issues = findTimezoneIssues(timezone)
  if (issues.length > 0) throw createInvalid(issues)
}

/**
 * @param what noun such as `pause`
 * @param absent effect of a request with neither field
 */
export const toEndFields = (what: string, maxDays: number, absent = 'One of both is required') => ({
  minutes: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: (maxDays * DAY_MS) / MINUTE_MS,
      description: `Length of the ${what}, at most ${maxDays} days`,
    }),
  ),
  until: Type.Optional(
    Type.Unsafe<string | null>({
      ...NullableIsoTime,
      description: `End of the ${what}, instead of \`minutes\`: in the future, at most ${maxDays} days from now. ${absent}`,
      examples: ['2026-01-31T18:00:00.000Z'],
    }),
  ),
})

/** Fields of `toEndFields` in a request. */
export interface EndFields {
  minutes?: number | undefined
  until?: string | null | undefined
}

/**
 * Times in requests, in one shape everywhere. The end of a pause, a silence or a snooze is `minutes` from now or
 * `until` a time. A range is `from` and `to`.
 *
 * @returns the end, Unix ms; null without one
 * @throws Problem VALIDATION_ERROR when both fields are given
 */
export function parseEndTime({ minutes, until }: EndFields, now: number): number | null {
  if (minutes !== undefined && until != null)
    throw createInvalid({ field: 'until', message: 'cannot be combined with minutes' })
  if (minutes !== undefined) return now + minutes * MINUTE_MS
  return until == null ? null : parseIso(until)
}

/** @throws Problem VALIDATION_ERROR unless exactly one of the fields is given */
export function requireEndTime(fields: EndFields, now: number): number {
  const end = parseEndTime(fields, now)
  if (end === null) throw createInvalid({ field: 'minutes', message: 'is required, unless until is given' })
  return end
}

/** Other names of fields in requests, with the fields. */
export const RANGE_NAMES = { from: 'starts_at', to: 'ends_at' } as const

/** The fields with the other names. */
export const RANGE_ALIASES = {
  from: Type.Optional({ ...IsoTime, description: 'Another name of `starts_at`' }),
  to: Type.Optional({ ...IsoTime, description: 'Another name of `ends_at`' }),
}

/** A range in a request, under either name. */
interface RangeFields {
  starts_at?: string | undefined
  ends_at?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

/**
 * @returns Unix ms; a limit that the request does not contain is absent
 * @throws Problem VALIDATION_ERROR when a limit is given under both names
 */
export function parseRange({ starts_at, ends_at, from, to }: RangeFields): { startsAt?: number; endsAt?: number } {
  if (starts_at !== undefined && from !== undefined)
    throw createInvalid({ field: 'from', message: 'cannot be combined with starts_at' })
  if (ends_at !== undefined && to !== undefined)
    throw createInvalid({ field: 'to', message: 'cannot be combined with ends_at' })
  const [start, end] = [starts_at ?? from, ends_at ?? to]
  return {
    ...(start !== undefined && { startsAt: parseIso(start) }),
    ...(end !== undefined && { endsAt: parseIso(end) }),
  }
}

/** @throws Problem VALIDATION_ERROR unless both limits are given */
export function requireRange(fields: RangeFields): { startsAt: number; endsAt: number } {
  const { startsAt, endsAt } = parseRange(fields)
  if (startsAt !== undefined && endsAt !== undefined) return { startsAt, endsAt }
  throw createInvalid([
    ...(startsAt === undefined ? [{ field: 'starts_at', message: `is required: ${describe(IsoTime)}` }] : []),
    ...(endsAt === undefined ? [{ field: 'ends_at', message: `is required: ${describe(IsoTime)}` }] : []),
  ])
}
