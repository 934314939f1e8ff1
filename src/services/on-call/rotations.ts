/** Reads of on-call schedules: who is on call, and the shifts of a period. */
import {
  type CoveredLayer,
  describeOnCall,
  findOnCall,
  LOOK_AHEAD_DAYS,
  listCoveredLayers,
  listFinalShifts,
  listLayerShifts,
  type OnCallNow,
  type Rotation,
  type Shift,
} from '../../core/on-call/on-call.ts'
import type { OnCallSchedule } from '../../core/on-call/schedule.ts'
import { DAY_MS } from '../../core/platform/time/time.ts'
import { listUserNames } from '../../store/accounts/users.ts'
import { listOverrides } from '../../store/on-call/on-call-schedules.ts'
import type { Reader } from '../../store/platform/store.ts'

/** A schedule, as far as it decides who is on call. */
type Rotating = Pick<OnCallSchedule, 'id' | 'timezone' | 'layers'>

/** Loads the rotations of schedules for a period (Unix ms), by schedule. */
async function loadRotations(
  db: Reader,
  schedules: readonly Rotating[],
  from: number,
  to: number,
): Promise<Map<string, Rotation>> {
  const ids = schedules.map(({ id }) => id)
  const overrides = await listOverrides(db, ids, from, to)
  return new Map(
    schedules.map(({ id, timezone, layers }) => [id, { timezone, layers, overrides: overrides.get(id) ?? [] }]),
  )
}

/** Loads the rotation of one schedule for a period, Unix ms. */
export const loadRotation = async (db: Reader, schedule: Rotating, from: number, to: number): Promise<Rotation> =>
  (await loadRotations(db, [schedule], from, to)).get(schedule.id)!

/** Returns the ids of the users on call at a moment (Unix ms), by schedule. */
export async function findOnCallUsers(
  db: Reader,
  schedules: readonly Rotating[],
  at: number,
): Promise<Map<string, string | null>> {
  const rotations = await loadRotations(db, schedules, at, at + 1)
  return new Map([...rotations].map(([id, rotation]) => [id, findOnCall(rotation, at)]))
}

interface OnCallUser {
  id: string
  name: string
}

export interface StaffedSchedule extends OnCallSchedule {
  /** User on call now; null when no user is. */
  onCall: OnCallUser | null
}

/** Adds the users on call now. */
export async function addOnCallUsers(
  db: Reader,
  schedules: readonly OnCallSchedule[],
  now: number,
): Promise<StaffedSchedule[]> {
  const users = await findOnCallUsers(db, schedules, now)
  const names = await listUserNames(db, [...new Set([...users.values()].filter((id) => id !== null))])
  return schedules.map((schedule) => {
    const id = users.get(schedule.id) ?? null
    return { ...schedule, onCall: id === null ? null : { id, name: names.get(id) ?? '' } }
  })
}

/** Returns the user on call at a moment (Unix ms), until when, and the next shift. */
export async function readOnCall(db: Reader, schedule: Rotating, at: number): Promise<OnCallNow> {
  return describeOnCall(await loadRotation(db, schedule, at, at + LOOK_AHEAD_DAYS.at(-1)! * DAY_MS), at)
}

export interface ScheduleShifts {
  final: Shift[]
  /** Shifts of each layer by itself. */
  layers: Shift[][]
  /** Layers that never apply from now on. */
  coveredLayers: CoveredLayer[]
}

/** Returns the shifts of a period (Unix ms), and the layers that never apply. */
export async function readShifts(
  db: Reader,
  schedule: Rotating,
  { from, to }: { from: number; to: number },
  now: number,
): Promise<ScheduleShifts> {
  const rotation = await loadRotation(db, schedule, from, to)
  return {
    final: listFinalShifts(rotation, from, to),
    layers: listLayerShifts(rotation, from, to),
    coveredLayers: listCoveredLayers(rotation, now),
  }
}
