/** The bars of a status page: status and incidents of a component on each UTC day. */

import { DAY_MS, startOfDay } from '../platform/time/time.ts'
import { computeAvailability, type StatusSpan, type TimeInStatus } from '../results/uptime.ts'
import type { PublicDay } from './public-status.ts'

/** An incident of a component, with its public title. */
interface DayIncident {
  title: string
  /** Unix ms. */
  startedAt: number
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
 * @param stretches of one monitor, oldest first, within these days. In a gap, the monitor did not exist
 * @param incidents in the order in which their titles are shown
 */
export function toPublicDays(
  stretches: readonly StatusSpan[],
  days: number,
  now: number,
  incidents: readonly DayIncident[] = [],
): PublicDay[] {
  const first = getFirstDay(days, now)
  const { up, degraded, down, maintenance } = sumTimesByDay(stretches, first, days)
  const titles = listTitlesByDay(incidents, first, days)
  return Array.from({ length: days }, (_, index) => ({
    day: first + index * DAY_MS,
    status: getDayStatus(up[index]!, degraded[index]!, down[index]!, maintenance[index]!),
    uptimePercentage: computeAvailability(up[index]! + degraded[index]!, down[index]!),
    downMs: down[index]!,
    degradedMs: degraded[index]!,
    maintenanceMs: maintenance[index]!,
    incidents: titles.get(index) ?? NO_TITLES,
  }))
}

/**
 * Returns the milliseconds per status and day. Each status has one array of numbers, because a page has thousands of
 * days.
 */
function sumTimesByDay(
  stretches: readonly StatusSpan[],
  first: number,
  days: number,
): Record<keyof TimeInStatus, number[]> {
  const row = (): number[] => Array<number>(days).fill(0)
  const times = { up: row(), degraded: row(), down: row(), paused: row(), unknown: row(), maintenance: row() }
  for (const { from, to, status, inMaintenance } of stretches) {
    const kind = times[inMaintenance ? 'maintenance' : status]
    for (let at = from; at < to; ) {
      const index = Math.floor((at - first) / DAY_MS)
      const end = Math.min(to, first + (index + 1) * DAY_MS)
      kind[index]! += end - at
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
