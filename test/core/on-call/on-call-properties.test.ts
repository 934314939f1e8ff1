/** Random schedules around clock changes, compared with a model that reads a wall clock every minute. */
import assert from 'node:assert/strict'
import {
  describeOnCall,
  findOnCall,
  listFinalShifts,
  listLayerShifts,
  type Rotation,
  type Shift,
} from '../../../src/core/on-call/on-call.ts'
import { type OnCallLayer, type Restriction, ROTATIONS, WEEKDAYS } from '../../../src/core/on-call/schedule.ts'
import type { Dice } from '../../services/evaluation/model/histories.ts'
import { property } from '../properties.ts'
import { modelMinutes } from './model.ts'

const MINUTE = 60_000
const DAY = 1_440 * MINUTE

/** Both nights of each zone. Nuuk jumps from 23:00 to the next day, Lord Howe moves its clock by half an hour. */
const NIGHTS: [zone: string, day: string][] = [
  ['Europe/Berlin', '2026-03-29'],
  ['Europe/Berlin', '2026-10-25'],
  ['America/New_York', '2026-03-08'],
  ['America/New_York', '2026-11-01'],
  ['Australia/Lord_Howe', '2026-04-05'],
  ['Australia/Lord_Howe', '2026-10-04'],
  ['America/Nuuk', '2026-03-29'],
  ['America/Nuuk', '2026-10-25'],
]

const pad = (value: number): string => String(value).padStart(2, '0')
/** Most times are near the clock changes. */
const drawTime = (dice: Dice): string =>
  `${pad(dice.happens(0.7) ? dice.one([22, 23, 0, 1, 2, 3]) : dice.between(0, 23))}:${dice.one(['00', '15', '30', '45'])}`

function drawRestriction(dice: Dice): Restriction {
  const isWeekly = dice.happens(0.5)
  const weekday = () => (isWeekly ? dice.one(WEEKDAYS) : null)
  return { from: drawTime(dice), to: drawTime(dice), fromWeekday: weekday(), toWeekday: weekday() }
}

function drawLayer(dice: Dice, day: number): OnCallLayer {
  const rotation = dice.one(ROTATIONS)
  return {
    name: 'Layer',
    userIds: Array.from({ length: dice.between(0, 4) }, () => dice.one(['alice', 'bob', 'charlie', 'dora'])),
    rotation,
    shiftLength: dice.between(1, 3),
    handoverTime: drawTime(dice),
    handoverWeekday: rotation === 'weekly' ? dice.one(WEEKDAYS) : null,
    startsOn: new Date(day - dice.between(-1, 40) * DAY).toISOString().slice(0, 10),
    restrictions: Array.from({ length: dice.happens(0.5) ? 0 : dice.between(1, 2) }, () => drawRestriction(dice)),
  }
}

function drawOverride(dice: Dice, day: number): Shift {
  const startsAt = day + dice.between(-2 * 1_440, 2 * 1_440) * MINUTE
  return { userId: dice.one(['erin', 'frank']), startsAt, endsAt: startsAt + dice.between(1, 1_440) * MINUTE }
}

/** Each minute with its user. */
function spread(shifts: readonly Shift[], minutes: readonly { at: number }[]): (string | null)[] {
  return minutes.map(({ at }) => {
    const found = shifts.filter(({ startsAt, endsAt }) => startsAt <= at && at < endsAt)
    assert.ok(found.length <= 1, 'shifts overlap')
    return found[0]?.userId ?? null
  })
}

property('every minute has the user that the rules give, around clock changes in four zones', 40, (dice) => {
  const [timezone, night] = dice.one(NIGHTS)
  const day = Date.parse(night)
  const rotation: Rotation = {
    timezone,
    layers: Array.from({ length: dice.between(1, 3) }, () => drawLayer(dice, day)),
    overrides: Array.from({ length: dice.between(0, 3) }, () => drawOverride(dice, day)),
  }
  const [from, to] = [day - DAY, day + 2 * DAY]
  const minutes = modelMinutes(rotation, from, to)
  const shifts = listFinalShifts(rotation, from, to)
  const shown = JSON.stringify(rotation)
  assert.deepEqual(
    spread(shifts, minutes),
    minutes.map(({ final }) => final),
    shown,
  )
  for (const [index, layer] of listLayerShifts(rotation, from, to).entries())
    assert.deepEqual(
      spread(layer, minutes),
      minutes.map(({ layers }) => layers[index]),
      shown,
    )
  for (const { at, final } of minutes.filter((_, index) => index % 7 === 0 || dice.happens(0.01)))
    assert.equal(findOnCall(rotation, at), final, `${new Date(at).toISOString()} ${shown}`)
  checkNow(rotation, shifts, from + dice.between(0, 1_440) * MINUTE, to)
})

/** The end of the current shift and the next shift agree with the list. */
function checkNow(rotation: Rotation, shifts: readonly Shift[], at: number, to: number): void {
  const { current, next } = describeOnCall(rotation, at)
  const shift = shifts.find(({ startsAt, endsAt }) => startsAt <= at && at < endsAt)
  assert.equal(current?.userId, shift?.userId)
  if (shift && shift.endsAt < to) assert.equal(current?.endsAt, shift.endsAt)
  const later = shifts.find(({ startsAt }) => startsAt > at)
  if (later) assert.deepEqual(next, { userId: later.userId, startsAt: later.startsAt })
}
