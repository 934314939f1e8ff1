/**
 * A model that finds the user on call by reading a wall clock every minute. It shares no code with the program. The
 * latest local time that the clock has shown decides, so an hour that occurs twice changes nothing the second time.
 */

import type { Rotation } from '../../../src/core/on-call/on-call.ts'
import type { OnCallLayer, Restriction } from '../../../src/core/on-call/schedule.ts'
import { minutesOf } from '../platform/time/wall-clock.ts'

const DAY = 86_400_000
const WEEK = 7 * DAY
const DAY_NAMES = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

/** Time since Sunday, 00:00. */
const weekTime = (face: number): number => new Date(face).getUTCDay() * DAY + (face % DAY)

const timeOf = (text: string): number => Date.parse(`1970-01-01T${text}:00Z`)

function isAllowed({ from, to, fromWeekday, toWeekday }: Restriction, face: number): boolean {
  const length = fromWeekday === null ? DAY : WEEK
  const place = (weekday: string | null, time: string) =>
    (weekday === null ? 0 : DAY_NAMES.indexOf(weekday) * DAY) + timeOf(time)
  const [start, end] = [place(fromWeekday, from), place(toWeekday, to)]
  const now = weekTime(face) % length
  return start < end ? start <= now && now < end : now >= start || now < end
}

/** Handovers after the start of the layer. */
function handoversOf(layer: OnCallLayer, until: number): number[] {
  const start = Date.parse(`${layer.startsOn}T${layer.handoverTime}:00Z`)
  const found: number[] = []
  for (let face = start + DAY; face <= until; face += DAY)
    if (layer.handoverWeekday === null || DAY_NAMES[new Date(face).getUTCDay()] === layer.handoverWeekday)
      found.push(face)
  return found
}

function userOf(layer: OnCallLayer, handovers: readonly number[], face: number): string | null {
  const { userIds, restrictions, shiftLength } = layer
  if (userIds.length === 0 || face < Date.parse(`${layer.startsOn}T${layer.handoverTime}:00Z`)) return null
  if (restrictions.length > 0 && !restrictions.some((restriction) => isAllowed(restriction, face))) return null
  const passed = handovers.filter((handover) => handover <= face).length
  return userIds[Math.floor(passed / shiftLength) % userIds.length]!
}

interface ModelMinute {
  at: number
  layers: (string | null)[]
  final: string | null
}

/** @param warmUp time before `from` in which the clock is read, longer than it is ever set back */
export function modelMinutes(rotation: Rotation, from: number, to: number, warmUp = DAY): ModelMinute[] {
  const handovers = rotation.layers.map((layer) => handoversOf(layer, to + 2 * DAY))
  let latest = Number.NEGATIVE_INFINITY
  return minutesOf(rotation.timezone, from - warmUp, to).flatMap(({ at, face }) => {
    latest = Math.max(latest, face)
    if (at < from) return []
    const layers = rotation.layers.map((layer, index) => userOf(layer, handovers[index]!, latest))
    const override = rotation.overrides.findLast(({ startsAt, endsAt }) => startsAt <= at && at < endsAt)
    return [{ at, layers, final: override?.userId ?? layers.findLast((user) => user !== null) ?? null }]
  })
}
