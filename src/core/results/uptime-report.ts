/** Figures of an uptime report, for one monitor and for all monitors together. */
import type { MonitorType } from '../monitors/monitor.ts'
import { createInvalid } from '../platform/errors.ts'
import { getLastFullMonth, toDays, toMonth } from '../platform/time/local-time.ts'
import { DAY_MS, startOfDay } from '../platform/time/time.ts'
import type { AvailabilitySlot, SlotGrid } from './availability.ts'
import { addTimes, NO_TIME, type StatusSpan, summarizeOutages, sumSpans, type TimeInStatus } from './uptime.ts'

/** A monitor in a report, deleted or not. */
export interface ReportedMonitor {
  key: number
  id: string
  name: string
  /** Name in the form that is used for sorting. */
  sortName: string
  type: MonitorType
  /** Group of the monitor, or its last group before deletion; null when it has none. */
  group: { id: string; name: string } | null
  createdAt: number
  deletedAt: number | null
}

/** Time per status, and the outages and incidents in that time. */
export interface UptimeFigures {
  time: TimeInStatus
  /** See `summarizeOutages`. */
  outages: number
  longestOutageMs: number
  /** Incidents that began in the period. */
  incidents: number
}

export interface ReportRow extends UptimeFigures {
  monitor: ReportedMonitor
  /** Status of each UTC day; empty for a long period. */
  days: AvailabilitySlot['status'][]
}

/** Longest period with bars. */
const MAX_DAYS = 367

/** Returns the UTC days of a period; none for a longer period. */
export function toDayGrid({ from, to }: Pick<ReportPeriod, 'from' | 'to'>): SlotGrid {
  const first = startOfDay(from)
  const count = Math.ceil((to - first) / DAY_MS)
  return { from: first, stepMs: DAY_MS, count: count > MAX_DAYS ? 0 : count }
}

export function toReportRow(
  monitor: ReportedMonitor,
  spans: readonly StatusSpan[],
  incidents: number,
  days: ReportRow['days'],
): ReportRow {
  const { count, longestMs } = summarizeOutages(spans)
  return { monitor, time: sumSpans(spans), outages: count, longestOutageMs: longestMs, incidents, days }
}

export const NO_FIGURES: UptimeFigures = { time: NO_TIME, outages: 0, longestOutageMs: 0, incidents: 0 }

/**
 * Adds the figures of two monitors. Every monitor is weighted by its time, so a monitor that existed twice as long has
 * twice the weight.
 */
export const addFigures = (a: UptimeFigures, b: UptimeFigures): UptimeFigures => ({
  time: addTimes(a.time, b.time),
  outages: a.outages + b.outages,
  longestOutageMs: Math.max(a.longestOutageMs, b.longestOutageMs),
  incidents: a.incidents + b.incidents,
})

/** Periods that end now; `all` begins with the first monitor whose history is kept. */
export const RUNNING_PERIODS = ['7d', '30d', '90d', 'all'] as const
type RunningPeriod = (typeof RUNNING_PERIODS)[number]

/** At most one of a month, a running period, and two days. Without any, the last complete month. */
export interface PeriodChoice {
  /** `2026-10` */
  month?: string
  period?: RunningPeriod
  /** First and last day, `2026-10-01`. */
  firstDay?: string
  lastDay?: string
}

export interface ReportPeriod {
  kind: 'month' | 'range' | RunningPeriod
  /** Name in files: `2026-10`, `30d`, `2026-10-01-to-2026-10-15`. */
  name: string
  /** Unix ms, `to` exclusive and not in the future. */
  from: number
  to: number
  /** Whether the period is over, so that its report does not change. */
  isComplete: boolean
}

const RUNNING_DAYS = { '7d': 7, '30d': 30, '90d': 90 }

/**
 * @param timezone IANA name, for months and days
 * @param firstDataAt Unix ms, when the first kept history begins; null when there is none
 * @throws Problem VALIDATION_ERROR for conflicting, reversed or future values
 */
export function toReportPeriod(
  choice: PeriodChoice,
  timezone: string,
  now: number,
  firstDataAt: number | null,
): ReportPeriod {
  refuseConflict(choice)
  const { month, period, firstDay, lastDay } = choice
  if (period === 'all') return { kind: period, name: period, from: firstDataAt ?? now, to: now, isComplete: false }
  if (period)
    return { kind: period, name: period, from: now - RUNNING_DAYS[period] * DAY_MS, to: now, isComplete: false }
  if (firstDay !== undefined && lastDay !== undefined) return toRange(firstDay, lastDay, timezone, now)
  const { name, from, to } = month === undefined ? getLastFullMonth(now, timezone) : toMonth(month, timezone)
  if (from >= now) throw createInvalid({ field: 'month', message: 'must not be in the future' })
  return { kind: 'month', name, from, to: Math.min(to, now), isComplete: to <= now }
}

function refuseConflict({ month, period, firstDay, lastDay }: PeriodChoice): void {
  const isRange = firstDay !== undefined || lastDay !== undefined
  if (period && month !== undefined) throw createInvalid({ field: 'period', message: 'must not be sent with month' })
  if (isRange && (period || month !== undefined))
    throw createInvalid({
      field: firstDay === undefined ? 'to' : 'from',
      message: `must not be sent with ${period ? 'period' : 'month'}`,
    })
  if (!isRange) return
  if (firstDay === undefined) throw createInvalid({ field: 'from', message: 'is required with to' })
  if (lastDay === undefined) throw createInvalid({ field: 'to', message: 'is required with from' })
}

function toRange(firstDay: string, lastDay: string, timezone: string, now: number): ReportPeriod {
  refuseNoDay('from', firstDay)
  refuseNoDay('to', lastDay)
  if (lastDay < firstDay) throw createInvalid({ field: 'to', message: 'must not be before from' })
  const { from, to } = toDays(firstDay, lastDay, timezone)
  if (from >= now) throw createInvalid({ field: 'from', message: 'must not be in the future' })
  const name = `${firstDay}-to-${lastDay}`
  return { kind: 'range', name, from, to: Math.min(to, now), isComplete: to <= now }
}

function refuseNoDay(field: string, day: string): void {
  const at = Date.parse(`${day}T00:00:00Z`)
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, day.length) !== day)
    throw createInvalid({ field, message: `${day} is not a day of the calendar` })
}
