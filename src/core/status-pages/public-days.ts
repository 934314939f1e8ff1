/** The bars of a status page: status and incidents of a component on each UTC day. */
import { DAY_MS, startOfDay, type UnixMs } from '../platform/time/time.ts'
import { computeAvailability, type StatusSpan } from '../results/uptime.ts'
import type { PublicDay } from './public-status.ts'

/** An incident of a component, with its public title. */
interface DayIncident {
  title: string
  startedAt: UnixMs
  /** Null while it lasts. */
  resolvedAt: number | null
}

/** Maximum number of titles per day; further ones are omitted. */
const MAX_TITLES = 5

/** Returns the start of the first of the given number of days, Unix ms; the last day is today. */
export const getFirstDay = (days: number, now: number): number => startOfDay(now) - (days - 1) * DAY_MS

/**
 * Returns one entry for each day, oldest first.
 *
 * @param spans of one monitor, oldest first, within these days. In a gap, the monitor did not exist
 * @param incidents in the order in which their titles are shown
 */
export function toPublicDays(
  spans: readonly StatusSpan[],
  days: number,
  now: number,
  incidents: readonly DayIncident[] = [],
): PublicDay[] {
  const first = getFirstDay(days, now)
  const times = sumTimesByDay(spans, first, days)
  const titles = listTitlesByDay(incidents, first, days)
  const found: PublicDay[] = []
  for (let index = 0; index < days; index++)
    found.push(toPublicDay(times, index, first, titles.get(index) ?? NO_TITLES))
  return found
}

/** @param times as returned by `sumTimesByDay` */
function toPublicDay(times: Float64Array, index: number, first: number, incidents: string[]): PublicDay {
  const day = first + index * DAY_MS
  const at = index * KINDS
  const up = times[at + UP]!
  const degradedMs = times[at + DEGRADED]!
  const downMs = times[at + DOWN]!
  const maintenanceMs = times[at + MAINTENANCE]!
  const status = getDayStatus(up, degradedMs, downMs, maintenanceMs)
  // Constants take no memory, and nearly all days are like this one
  if (status === 'operational')
    return { day, status, uptimePercentage: 100, downMs: 0, degradedMs: 0, maintenanceMs: 0, incidents }
  const uptimePercentage = computeAvailability(up + degradedMs, downMs)
  return { day, status, uptimePercentage, downMs, degradedMs, maintenanceMs, incidents }
}

/** Positions of the shown kinds of time in a day. */
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

/** Returns milliseconds by day and kind, in one array, because a page has thousands of days. */
function sumTimesByDay(spans: readonly StatusSpan[], first: number, days: number): Float64Array {
  const times = new Float64Array(days * KINDS)
  for (const { from, to, status, inMaintenance } of spans) {
    const kind = inMaintenance ? MAINTENANCE : KIND_BY_STATUS[status]
    if (kind === undefined) continue
    for (let index = Math.floor((from - first) / DAY_MS), at = from; at < to; index++) {
      const end = Math.min(to, first + (index + 1) * DAY_MS)
      times[index * KINDS + kind]! += end - at
      at = end
    }
  }
  return times
}

/** Returns the worst status of the day; `maintenance` only when there was no failure. */
function getDayStatus(up: number, degraded: number, down: number, maintenance: number): PublicDay['status'] {
  if (down > 0) return 'outage'
  if (degraded > 0) return 'degraded'
  if (maintenance > 0) return 'maintenance'
  return up > 0 ? 'operational' : 'no_data'
}

const NO_TITLES: string[] = []

function listTitlesByDay(incidents: readonly DayIncident[], first: number, days: number): Map<number, string[]> {
  const titles = new Map<number, string[]>()
  const dayOf = (at: number): number => Math.floor((at - first) / DAY_MS)
  for (const { title, startedAt, resolvedAt } of incidents) {
    const last = resolvedAt === null ? days - 1 : Math.min(days - 1, dayOf(resolvedAt))
    for (let index = Math.max(0, dayOf(startedAt)); index <= last; index++) {
      const known = titles.get(index)
      if (!known) titles.set(index, [title])
      else if (known.length < MAX_TITLES && !known.includes(title)) known.push(title)
    }
  }
  return titles
}
