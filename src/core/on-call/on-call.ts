/**
 * On-call schedules: who is on call at a moment, and all shifts of a period.
 *
 * Rules, as in PagerDuty:
 *
 * - The members of a layer take turns; a layer may be restricted to hours. See `schedule.ts`.
 * - A later layer replaces the earlier layers while one of its members is on call.
 * - An override replaces all layers. If overrides overlap, the one created last applies.
 * - While no layer and no override covers a moment, no user is on call.
 * - Local times follow `core/platform/time/local-time.ts`: a skipped time is reached at the jump of the clock, and the
 *   first hour counts when an hour occurs twice.
 */
import { getLocalClock } from '../platform/time/local-time.ts'
import { DAY_MS } from '../platform/time/time.ts'
import { listTurns, type OnCallLayer } from './schedule.ts'

/** A user is on call for a period, Unix ms; the end is exclusive. */
export interface Shift {
  userId: string
  startsAt: number
  endsAt: number
}

/** The rules of a schedule. */
export interface Rotation {
  /** IANA name of the time zone of all layers. */
  timezone: string
  layers: readonly OnCallLayer[]
  /** In order of creation. */
  overrides: readonly Shift[]
}

/** Returns the user on call at a moment, Unix ms; null when no user is. */
export const findOnCall = (rotation: Rotation, at: number): string | null =>
  listFinalShifts(rotation, at, at + 1)[0]?.userId ?? null

/** Returns the shifts within a period, oldest first. They do not overlap, and are cut at both ends of the period. */
export const listFinalShifts = (rotation: Rotation, from: number, to: number): Shift[] =>
  mergeLevels([
    ...listLayerShifts(rotation, from, to),
    ...rotation.overrides.map((override) => cut([override], from, to)).filter(({ length }) => length > 0),
  ])

/** Returns the shifts of each layer within a period, as if it were the only one. */
export function listLayerShifts(
  { timezone, layers }: Omit<Rotation, 'overrides'>,
  from: number,
  to: number,
): Shift[][] {
  const { toLocal, toMoment } = getLocalClock(timezone)
  // The local time at a moment may be reached again, so the turns of a day more are converted
  const [localFrom, localTo] = [toLocal(from) - DAY_MS, toLocal(to) + DAY_MS]
  return layers.map((layer) => {
    const turns = listTurns(layer, localFrom, localTo)
    const shifts = turns.map(({ userId, startsAt, endsAt }) => ({
      userId,
      startsAt: toMoment(startsAt),
      endsAt: toMoment(endsAt),
    }))
    return cut(mergeShifts(shifts), from, to)
  })
}

/** Removes parts outside of a period, and empty shifts. */
const cut = (shifts: readonly Shift[], from: number, to: number): Shift[] =>
  shifts
    .map(({ userId, startsAt, endsAt }) => ({
      userId,
      startsAt: Math.max(startsAt, from),
      endsAt: Math.min(endsAt, to),
    }))
    .filter(({ startsAt, endsAt }) => startsAt < endsAt)

/**
 * Combines levels into one: at each moment, the last level with a shift applies.
 *
 * @param levels lists of shifts without overlaps, oldest first
 */
function mergeLevels(levels: readonly (readonly Shift[])[]): Shift[] {
  const times = new Set(levels.flatMap((shifts) => shifts.flatMap(({ startsAt, endsAt }) => [startsAt, endsAt])))
  const ordered = [...times].sort((one, other) => one - other)
  const positions = levels.map(() => 0)
  const combined: Shift[] = []
  for (const [index, startsAt] of ordered.slice(0, -1).entries()) {
    const active = levels.findLastIndex((shifts, level) => {
      while (shifts[positions[level]!] && shifts[positions[level]!]!.endsAt <= startsAt) positions[level]! += 1
      return (shifts[positions[level]!]?.startsAt ?? Number.POSITIVE_INFINITY) <= startsAt
    })
    const shift = levels[active]?.[positions[active]!]
    if (shift) combined.push({ userId: shift.userId, startsAt, endsAt: ordered[index + 1]! })
  }
  return mergeShifts(combined)
}

/** Merges adjacent shifts of one user. */
function mergeShifts(shifts: readonly Shift[]): Shift[] {
  const merged: Shift[] = []
  for (const shift of shifts) {
    if (shift.startsAt >= shift.endsAt) continue
    const last = merged.at(-1)
    if (last?.userId === shift.userId && last.endsAt === shift.startsAt) last.endsAt = shift.endsAt
    else merged.push({ ...shift })
  }
  return merged
}

export interface OnCallNow {
  /** Null while no user is on call. `endsAt` is null without a change within `LOOK_AHEAD_DAYS`. */
  current: { userId: string; endsAt: number | null } | null
  /** First shift of another user, or the first shift after a gap; null without one within `LOOK_AHEAD_DAYS`. */
  next: { userId: string; startsAt: number } | null
}

/** A longer period is read only when a shorter one has no change. */
export const LOOK_AHEAD_DAYS = [8, 64, 370] as const

/** Returns the user on call at a moment (Unix ms), until when, and the next shift. */
export function describeOnCall(rotation: Rotation, at: number): OnCallNow {
  let found: OnCallNow = { current: null, next: null }
  for (const days of LOOK_AHEAD_DAYS) {
    const until = at + days * DAY_MS
    const shifts = listFinalShifts(rotation, at, until)
    const current = shifts[0]?.startsAt === at ? shifts.shift()! : null
    found = {
      current: current && { userId: current.userId, endsAt: current.endsAt === until ? null : current.endsAt },
      next: shifts[0] ? { userId: shifts[0].userId, startsAt: shifts[0].startsAt } : null,
    }
    if (found.next) break
  }
  return found
}

export interface CoveredLayer {
  /** Position in the schedule, from 0. */
  layer: number
  /** Positions of the later layers that apply instead. */
  coveredBy: number[]
}

/** Restrictions repeat every week, so two weeks contain every combination of the layers that have begun. */
const PERIOD_MS = 14 * DAY_MS

/**
 * Returns the covered layers from a moment on, Unix ms. Overrides are left out, because they end. A layer without members
 * has no shifts, so it is not covered.
 */
export function listCoveredLayers(rotation: Omit<Rotation, 'overrides'>, now: number): CoveredLayer[] {
  const { timezone, layers } = rotation
  const { toMoment } = getLocalClock(timezone)
  const starts = layers.map(({ startsOn, handoverTime }) => toMoment(Date.parse(`${startsOn}T${handoverTime}Z`)))
  // Which layers apply changes only when a layer begins
  const periods = [now, ...starts.filter((start) => start > now)].map((from) => {
    const shifts = listLayerShifts(rotation, from, from + PERIOD_MS)
    const own = shifts.map((level, layer) => level.map((shift) => ({ ...shift, userId: String(layer) })))
    return { own, applied: mergeLevels(own) }
  })
  return layers.flatMap((_, layer) => {
    const instead = periods.flatMap(({ own, applied }) =>
      applied.filter((shift) => own[layer]!.some((one) => shift.startsAt < one.endsAt && one.startsAt < shift.endsAt)),
    )
    const coveredBy = [...new Set(instead.map(({ userId }) => Number(userId)))].sort((one, other) => one - other)
    return coveredBy.length === 0 || coveredBy.includes(layer) ? [] : [{ layer, coveredBy }]
  })
}
