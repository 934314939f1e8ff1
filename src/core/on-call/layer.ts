/**
 * Layers of an on-call schedule. All times here are local times of the schedule's time zone, see
 * `core/platform/time/local-time.ts`, so every day has 24 hours.
 */
import { DAY_MS, MINUTE_MS } from '../platform/time/time.ts'

export const ROTATIONS = ['daily', 'weekly'] as const
export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
type Weekday = (typeof WEEKDAYS)[number]

/**
 * Hours of every day, or a part of every week. The end is exclusive. An end that is not later than the start is on the
 * next day, or in the next week.
 */
export interface Restriction {
  /** `HH:MM` */
  from: string
  to: string
  /** Both are null for hours of every day. */
  fromWeekday: Weekday | null
  toWeekday: Weekday | null
}

export interface OnCallLayer {
  name: string
  /** Order of the turns. Without users the layer covers nothing. */
  userIds: readonly string[]
  rotation: (typeof ROTATIONS)[number]
  /** Days or weeks of one turn. */
  shiftLength: number
  /** `HH:MM` */
  handoverTime: string
  /** Null for a daily rotation. */
  handoverWeekday: Weekday | null
  /**
   * `YYYY-MM-DD`: the layer begins on this day at the handover time. In a weekly rotation that begins between two
   * handovers, the first turn is shorter.
   */
  startsOn: string
  /** The layer covers only these times; all times when empty. */
  restrictions: readonly Restriction[]
}

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
const countDaysSince = (weekday: Weekday | null, at: number): number => (7 - countDaysUntil(weekday, at)) % 7

/** Number of days from a day to the next such weekday, 0 to 6; 0 for null. */
function countDaysUntil(weekday: Weekday | null, at: number): number {
  if (weekday === null) return 0
  // The first day of Unix time was a Thursday
  const own = (Math.floor(at / DAY_MS) + WEEKDAYS.indexOf('thursday')) % 7
  return (WEEKDAYS.indexOf(weekday) - own + 7) % 7
}
