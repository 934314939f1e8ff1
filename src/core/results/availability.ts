/** Availability in equal slots of time: the bars of monitors, lists and status pages. */
import { getLocalClock } from '../platform/time/local-time.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, type UnixMs } from '../platform/time/time.ts'
import { computeAvailability, type StatusSpan } from './uptime.ts'

/** Equal slots of time, oldest first. */
export interface SlotGrid {
  from: UnixMs
  stepMs: number
  count: number
}

/** Time and incidents of one slot. */
export interface AvailabilitySlot<Incident = string> {
  startsAt: UnixMs
  status: 'operational' | 'degraded' | 'outage' | 'maintenance' | 'no_data'
  /** 0-100; null when nothing was measured. */
  uptimePercentage: number | null
  downMs: number
  degradedMs: number
  maintenanceMs: number
  /** Incidents that lasted during a part of the slot. */
  incidents: Incident[]
}

/** An incident and its entry in each of its slots. */
interface SlotIncident<Incident> {
  entry: Incident
  startedAt: UnixMs
  /** Null while it lasts. */
  resolvedAt: number | null
}

/** Returns the grid whose last slot contains the given time. */
export const toGridUntil = (stepMs: number, count: number, now: number): SlotGrid => ({
  from: Math.floor(now / stepMs) * stepMs - (count - 1) * stepMs,
  stepMs,
  count,
})

/** Widths of a bar by age of the monitor: a young monitor has few days, but many minutes. */
export const SLOT_STEPS_MS = [MINUTE_MS, 5 * MINUTE_MS, HOUR_MS, 3 * HOUR_MS, DAY_MS] as const

/** Returns the narrowest step whose bars show the whole life of the monitor; at most a day. */
export const choosePulseStep = (ageMs: number, count: number): number =>
  SLOT_STEPS_MS.find((stepMs) => ageMs < (count - 1) * stepMs) ?? DAY_MS

/**
 * Returns one entry for each slot, oldest first.
 *
 * @param spans of one monitor, oldest first, within the grid. In a gap, the monitor did not exist
 * @param incidents in the order in which they are shown
 */
export function toSlots<Incident = string>(
  spans: readonly StatusSpan[],
  grid: SlotGrid,
  incidents: readonly SlotIncident<Incident>[] = [],
): AvailabilitySlot<Incident>[] {
  return describeSlots(addTimes(spans, grid, createSlotTimes(grid)), grid, incidents)
}

/** Milliseconds by slot and kind of time, in one array, because a page has thousands of days. */
export type SlotTimes = Float64Array

export const createSlotTimes = ({ count }: SlotGrid): SlotTimes => new Float64Array(count * KINDS)

/** Returns the slots of summed times, which may belong to several monitors. */
export function describeSlots<Incident = string>(
  times: SlotTimes,
  grid: SlotGrid,
  incidents: readonly SlotIncident<Incident>[] = [],
): AvailabilitySlot<Incident>[] {
  const entries = listEntriesBySlot(incidents, grid)
  const found: AvailabilitySlot<Incident>[] = []
  for (let index = 0; index < grid.count; index++)
    found.push(toSlot(times, index, grid, entries.get(index) ?? (NO_ENTRIES as Incident[])))
  return found
}

function toSlot<Incident>(
  times: SlotTimes,
  index: number,
  { from, stepMs }: SlotGrid,
  incidents: Incident[],
): AvailabilitySlot<Incident> {
  const startsAt = from + index * stepMs
  const at = index * KINDS
  const up = times[at + UP]!
  const degradedMs = times[at + DEGRADED]!
  const downMs = times[at + DOWN]!
  const maintenanceMs = times[at + MAINTENANCE]!
  const status = getWorstStatus(up, degradedMs, downMs, maintenanceMs)
  // Constants take no memory, and nearly all slots are like this one
  if (status === 'operational')
    return { startsAt, status, uptimePercentage: 100, downMs: 0, degradedMs: 0, maintenanceMs: 0, incidents }
  const uptimePercentage = computeAvailability(up + degradedMs, downMs)
  return { startsAt, status, uptimePercentage, downMs, degradedMs, maintenanceMs, incidents }
}

/** Positions of the shown kinds of time in a slot. */
const UP = 0
const DEGRADED = 1
const DOWN = 2
const MAINTENANCE = 3
const KINDS = 4

/** Kinds of time by status; other statuses are not shown. */
const KIND_BY_STATUS: Readonly<Partial<Record<StatusSpan['status'], number>>> = {
  up: UP,
  degraded: DEGRADED,
  down: DOWN,
}

/** Adds the times of spans within the grid. */
export function addTimes(spans: readonly StatusSpan[], { from: first, stepMs }: SlotGrid, times: SlotTimes): SlotTimes {
  for (const { from, to, status, inMaintenance } of spans) {
    const kind = inMaintenance ? MAINTENANCE : KIND_BY_STATUS[status]
    if (kind === undefined) continue
    for (let index = Math.floor((from - first) / stepMs), at = from; at < to; index++) {
      const end = Math.min(to, first + (index + 1) * stepMs)
      times[index * KINDS + kind]! += end - at
      at = end
    }
  }
  return times
}

/** Returns the worst status of the slot; `maintenance` only when there was no failure. */
function getWorstStatus(up: number, degraded: number, down: number, maintenance: number): AvailabilitySlot['status'] {
  if (down > 0) return 'outage'
  if (degraded > 0) return 'degraded'
  if (maintenance > 0) return 'maintenance'
  return up > 0 ? 'operational' : 'no_data'
}

/** Maximum number of incidents per slot; further ones are omitted. */
const MAX_ENTRIES = 5

const NO_ENTRIES: never[] = []

function listEntriesBySlot<Incident>(
  incidents: readonly SlotIncident<Incident>[],
  { from, stepMs, count }: SlotGrid,
): Map<number, Incident[]> {
  const entries = new Map<number, Incident[]>()
  const slotOf = (at: number): number => Math.floor((at - from) / stepMs)
  for (const { entry, startedAt, resolvedAt } of incidents) {
    const last = resolvedAt === null ? count - 1 : Math.min(count - 1, slotOf(resolvedAt))
    for (let index = Math.max(0, slotOf(startedAt)); index <= last; index++) {
      const known = entries.get(index)
      if (!known) entries.set(index, [entry])
      else if (known.length < MAX_ENTRIES && !known.includes(entry)) known.push(entry)
    }
  }
  return entries
}

/** A week of hours, beginning with Monday, 5 January 1970, as a local time. */
const WEEK: SlotGrid = { from: 4 * DAY_MS, stepMs: HOUR_MS, count: 7 * 24 }

/** Returns the place of a local time in a week of hours. */
export const toHourOfWeek = (local: number): number => Math.floor((local - WEEK.from) / HOUR_MS) % WEEK.count

/**
 * Sums hours by weekday and hour. An hour belongs to the local hour in which it starts.
 *
 * @param grid of hours
 * @returns the slots of `WEEK`; none without hours
 */
export function sumByWeekHour(times: SlotTimes, { from, count }: SlotGrid, timezone: string): AvailabilitySlot[] {
  if (count === 0) return []
  const { toLocal } = getLocalClock(timezone)
  const sums = createSlotTimes(WEEK)
  for (let hour = 0; hour < count; hour++) {
    const place = toHourOfWeek(toLocal(from + hour * HOUR_MS))
    for (let kind = 0; kind < KINDS; kind++) sums[place * KINDS + kind]! += times[hour * KINDS + kind]!
  }
  return describeSlots(sums, WEEK)
}
