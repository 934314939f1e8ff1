/** Settings of an on-call schedule, and their errors. */
import Type, { type Static } from 'typebox'
import type { Issue } from '../platform/errors.ts'
import { describeResource, type ProjectResource } from '../platform/fields/resource.ts'
import { Description, Name, Nullable, OneOf, REFERS_TO, Timezone, Uuid } from '../platform/fields/schema.ts'
import { findTimezoneIssues } from '../platform/time/cron.ts'
import { DAY_PATTERN, DAY_WORDS } from '../platform/time/local-time.ts'
import { DAY_MS, MINUTE_MS } from '../platform/time/time.ts'
import { DESCRIPTION_KEY } from '../platform/validation/schema-words.ts'

export const ROTATIONS = ['daily', 'weekly'] as const
export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

const LocalTime = (description?: string) =>
  Type.String({
    pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
    [DESCRIPTION_KEY]: 'a time from 00:00 to 23:59',
    examples: ['09:00'],
    ...(description && { description }),
  })

const Weekday = (description?: string) =>
  Nullable(OneOf(WEEKDAYS), { default: null, ...(description && { description }) })

/**
 * Hours of every day, or a part of every week. The end is exclusive. An end that is not later than the start is on the
 * next day, or in the next week. Both weekdays are null for hours of every day.
 */
export const Restriction = Type.Object({
  from: LocalTime(),
  to: LocalTime('Exclusive; on the next day or in the next week if not later'),
  fromWeekday: Weekday(),
  toWeekday: Weekday(),
})
export type Restriction = Static<typeof Restriction>

/**
 * Layers of an on-call schedule. All times here are local times of the schedule's time zone, see
 * `core/platform/time/local-time.ts`, so every day has 24 hours.
 */
export const OnCallLayer = Type.Object({
  name: Name(80),
  // A member may have several turns
  userIds: Type.Array(Uuid, {
    [REFERS_TO]: 'users',
    maxItems: 50,
    description: 'Members of the organization, in the order of their turns',
  }),
  rotation: OneOf(ROTATIONS),
  shiftLength: Type.Integer({ minimum: 1, maximum: 30, default: 1, description: 'Days or weeks of one turn' }),
  handoverTime: LocalTime('Local time at which the turn changes'),
  handoverWeekday: Weekday('For a weekly rotation; null for a daily one'),
  // In a weekly rotation that begins between two handovers, the first turn is shorter
  startsOn: Type.String({
    pattern: DAY_PATTERN,
    [DESCRIPTION_KEY]: DAY_WORDS,
    description: 'First day of the layer, which begins at the handover time',
    examples: ['2026-01-05'],
  }),
  restrictions: Type.Array(Restriction, {
    maxItems: 14,
    default: [],
    description:
      'Times that the layer covers; empty for all times. Without weekdays, a restriction applies to every day',
  }),
})
export type OnCallLayer = Static<typeof OnCallLayer>

/** A turn, or the part of a turn that the restrictions allow. The end is exclusive. */
interface Turn extends Period {
  userId: string
}

interface Period {
  startsAt: number
  endsAt: number
}

/** Returns the turns that overlap a period, oldest first. */
export function listTurns(layer: OnCallLayer, from: number, to: number): Turn[] {
  const turns = listUnrestrictedTurns(layer, from, to)
  if (layer.restrictions.length === 0) return turns
  const allowed = listRestrictedPeriods(layer.restrictions, from, to)
  return turns.flatMap(({ userId, startsAt, endsAt }) =>
    allowed
      .filter((period) => period.startsAt < endsAt && period.endsAt > startsAt)
      .map((period) => ({
        userId,
        startsAt: Math.max(startsAt, period.startsAt),
        endsAt: Math.min(endsAt, period.endsAt),
      })),
  )
}

function listUnrestrictedTurns(layer: OnCallLayer, from: number, to: number): Turn[] {
  const { userIds } = layer
  if (userIds.length === 0) return []
  const startsAt = Date.parse(layer.startsOn) + parseTime(layer.handoverTime)
  const first = startsAt - countDaysSince(layer.handoverWeekday, startsAt) * DAY_MS
  const lengthMs = layer.shiftLength * (layer.rotation === 'weekly' ? 7 : 1) * DAY_MS
  const turns: Turn[] = []
  for (let turn = Math.max(0, Math.floor((from - first) / lengthMs)); first + turn * lengthMs < to; turn++)
    turns.push({
      userId: userIds[turn % userIds.length]!,
      startsAt: Math.max(startsAt, first + turn * lengthMs),
      endsAt: first + (turn + 1) * lengthMs,
    })
  return turns
}

/** Returns the periods of restrictions that overlap a period, oldest first. They do not overlap each other. */
export const listRestrictedPeriods = (restrictions: readonly Restriction[], from: number, to: number): Period[] =>
  mergePeriods(restrictions.flatMap((restriction) => listAllowedPeriods(restriction, from, to)))

function listAllowedPeriods(restriction: Restriction, from: number, to: number): Period[] {
  const { fromWeekday, toWeekday } = restriction
  const every = fromWeekday === null ? DAY_MS : 7 * DAY_MS
  // The start of the first period that may still be open
  const day = from - (from % DAY_MS) - every
  const first = day + countDaysUntil(fromWeekday, day) * DAY_MS
  const startTime = parseTime(restriction.from)
  const lengthMs = countDaysUntil(toWeekday, first) * DAY_MS + parseTime(restriction.to) - startTime
  const periods: Period[] = []
  for (let startsAt = first + startTime; startsAt < to; startsAt += every)
    periods.push({ startsAt, endsAt: startsAt + (lengthMs > 0 ? lengthMs : lengthMs + every) })
  return periods
}

function mergePeriods(periods: readonly Period[]): Period[] {
  const merged: Period[] = []
  for (const period of periods.toSorted((one, other) => one.startsAt - other.startsAt)) {
    const last = merged.at(-1)
    if (last && period.startsAt <= last.endsAt) last.endsAt = Math.max(last.endsAt, period.endsAt)
    else merged.push({ ...period })
  }
  return merged
}

/** Milliseconds from midnight to `HH:MM`. */
function parseTime(text: string): number {
  const [hours, minutes] = text.split(':').map(Number) as [number, number]
  return (hours * 60 + minutes) * MINUTE_MS
}

/** Number of days from the last such weekday to a day; 0 for null. */
const countDaysSince = (weekday: (typeof WEEKDAYS)[number] | null, at: number): number =>
  (7 - countDaysUntil(weekday, at)) % 7

/** Number of days from a day to the next such weekday, 0 to 6; 0 for null. */
function countDaysUntil(weekday: (typeof WEEKDAYS)[number] | null, at: number): number {
  if (weekday === null) return 0
  // The first day of Unix time was a Thursday
  const own = (Math.floor(at / DAY_MS) + WEEKDAYS.indexOf('thursday')) % 7
  return (WEEKDAYS.indexOf(weekday) - own + 7) % 7
}

export const SCHEDULE = describeResource(
  'on_call_schedule',
  Type.Object({
    name: Name(80, { examples: ['Platform'] }),
    description: Description(),
    timezone: Timezone({ description: 'IANA time zone of all times of the schedule' }),
    layers: Type.Array(OnCallLayer, {
      maxItems: 10,
      description: 'A later layer replaces the earlier layers while it covers a moment',
    }),
  }),
)
export type OnCallPlan = Static<typeof SCHEDULE.schema>

export type OnCallSchedule = OnCallPlan &
  ProjectResource & {
    /** Whether the schedule has a calendar feed. */
    hasFeed: boolean
  }

/** Maximum number of schedules of a project, and of overrides of a schedule that have not ended. */
export const MAX_SCHEDULES = 200
export const MAX_OVERRIDES = 200

/** Returns the errors of a plan, except for users that do not belong to the organization. */
export function findPlanIssues({ timezone, layers }: OnCallPlan): Issue[] {
  return [
    ...findTimezoneIssues(timezone),
    ...layers.flatMap((layer, index) => findLayerIssues(layer, `layers.${index}`)),
  ]
}

function findLayerIssues({ rotation, handoverWeekday, startsOn, restrictions }: OnCallLayer, path: string): Issue[] {
  const issues: Issue[] = []
  if (rotation === 'weekly' && handoverWeekday === null)
    issues.push({ field: `${path}.handover_weekday`, message: 'is required for a weekly rotation' })
  if (rotation === 'daily' && handoverWeekday !== null)
    issues.push({ field: `${path}.handover_weekday`, message: 'must be null for a daily rotation' })
  if (!isDay(startsOn)) issues.push({ field: `${path}.starts_on`, message: 'is not a day of the calendar' })
  const restrictionIssues = findRestrictionIssues(restrictions)
  return [...issues, ...restrictionIssues.map(({ field, message }) => ({ field: `${path}.${field}`, message }))]
}

/** Returns the errors of restrictions. */
export const findRestrictionIssues = (restrictions: readonly Restriction[]): Issue[] =>
  restrictions.flatMap(({ fromWeekday, toWeekday }, index) => {
    if ((fromWeekday === null) === (toWeekday === null)) return []
    const field = `restrictions.${index}.${fromWeekday === null ? 'from_weekday' : 'to_weekday'}`
    return [{ field, message: 'is required: a restriction has two weekdays or none' }]
  })

/** @param text in the format of `DAY_PATTERN`, which admits February 30 */
const isDay = (text: string): boolean => {
  const at = Date.parse(text)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

/** Returns the layers without a user. The other members take turns in the same order. */
export const removeFromLayers = (layers: readonly OnCallLayer[], userId: string): OnCallLayer[] =>
  layers.map((layer) => ({ ...layer, userIds: layer.userIds.filter((id) => id !== userId) }))
