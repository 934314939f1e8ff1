/** What a report says of one monitor, and of all of them together. */
import type { MonitorType } from '../monitors/monitor.ts'
import { addUp, NO_TIME, outagesOf, type Stretch, sumOfTimes, type TimeInStatus } from './uptime.ts'

/** What is known of a monitor, whether it is still there or not. */
export interface ReportedMonitor {
  key: number
  id: string
  name: string
  /** The name as it is sorted by. */
  sortName: string
  type: MonitorType
  /** That it is in, or was in when it was deleted; null when there is none. */
  group: { id: string; name: string } | null
  createdAt: number
  deletedAt: number | null
}

/** Time, and what went wrong in it. */
export interface Balance {
  time: TimeInStatus
  /** See `outagesOf`. */
  outages: number
  longestOutageMs: number
  /** That began in the period. */
  incidents: number
}

export interface ReportRow extends Balance {
  monitor: ReportedMonitor
}

export const rowOf = (monitor: ReportedMonitor, stretches: readonly Stretch[], incidents: number): ReportRow => {
  const { count, longestMs } = outagesOf(stretches)
  return { monitor, time: addUp(stretches), outages: count, longestOutageMs: longestMs, incidents }
}

export const NOTHING: Balance = { time: NO_TIME, outages: 0, longestOutageMs: 0, incidents: 0 }

/** Every monitor's time counts, so a monitor that lived twice as long weighs twice as much. */
export const together = (a: Balance, b: Balance): Balance => ({
  time: sumOfTimes(a.time, b.time),
  outages: a.outages + b.outages,
  longestOutageMs: Math.max(a.longestOutageMs, b.longestOutageMs),
  incidents: a.incidents + b.incidents,
})
