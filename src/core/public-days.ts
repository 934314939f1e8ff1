/** The bars of a status page: how each UTC day of a component was, and what to say of it. */
import type { PublicDay } from './public-status.ts'
import { DAY_MS, startOfDay } from './time.ts'
import { NO_TIME, type Stretch, type TimeInStatus, uptimePercentage } from './uptime.ts'

/** Something that happened to a component, by the name that the public knows. */
export interface Happening {
  title: string
  /** Unix ms. */
  startedAt: number
  /** Null while it goes on. */
  resolvedAt: number | null
}

/** Of a day that saw more, the rest is left out. */
const MOST_TITLES = 5

/** When the first day of so many begins, Unix ms; the last one is today. */
export const firstDay = (days: number, now: number): number => startOfDay(now) - (days - 1) * DAY_MS

/**
 * One entry for each day, oldest first.
 *
 * @param stretches of one monitor, oldest first, within these days; where there is none there was no monitor
 * @param happenings in the order in which their titles are to stand
 */
export function daysOf(
  stretches: readonly Stretch[],
  days: number,
  now: number,
  happenings: readonly Happening[] = [],
): PublicDay[] {
  const first = firstDay(days, now)
  const times = timesByDay(stretches, first, days)
  return times.map((time, index) => {
    const day = first + index * DAY_MS
    return {
      day,
      status: statusOfDay(time),
      uptimePercentage: uptimePercentage(time),
      downMs: time.down,
      degradedMs: time.degraded,
      maintenanceMs: time.maintenance,
      incidents: titlesOf(happenings, day, Math.min(day + DAY_MS, now)),
    }
  })
}

function timesByDay(stretches: readonly Stretch[], first: number, days: number): TimeInStatus[] {
  const times = Array.from({ length: days }, () => ({ ...NO_TIME }))
  for (const { from, to, status, inMaintenance } of stretches) {
    const kind = inMaintenance ? 'maintenance' : status
    for (let at = from; at < to; ) {
      const index = Math.floor((at - first) / DAY_MS)
      const end = Math.min(to, first + (index + 1) * DAY_MS)
      times[index]![kind] += end - at
      at = end
    }
  }
  return times
}

/** By the worst that happened; planned work only where nothing else did. */
function statusOfDay({ down, degraded, up, maintenance }: TimeInStatus): PublicDay['status'] {
  if (down > 0) return 'outage'
  if (degraded > 0) return 'degraded'
  if (maintenance > 0) return 'maintenance'
  return up > 0 ? 'operational' : 'no_data'
}

const NONE: string[] = []

function titlesOf(happenings: readonly Happening[], from: number, to: number): string[] {
  if (happenings.length === 0) return NONE
  const titles = new Set<string>()
  for (const { title, startedAt, resolvedAt } of happenings)
    if (startedAt < to && (resolvedAt ?? to) >= from && titles.size < MOST_TITLES) titles.add(title)
  return titles.size === 0 ? NONE : [...titles]
}
