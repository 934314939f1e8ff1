/** What a report says of one monitor, and of all of them together. */
import type { MonitorType } from '../monitors/monitor.ts'
import { addTimes, NO_TIME, type Stretch, summarizeOutages, sumStretches, type TimeInStatus } from './uptime.ts'

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
export interface UptimeFigures {
  time: TimeInStatus
  /** See `summarizeOutages`. */
  outages: number
  longestOutageMs: number
  /** That began in the period. */
  incidents: number
}

export interface ReportRow extends UptimeFigures {
  monitor: ReportedMonitor
}

export const toReportRow = (monitor: ReportedMonitor, stretches: readonly Stretch[], incidents: number): ReportRow => {
  const { count, longestMs } = summarizeOutages(stretches)
  return { monitor, time: sumStretches(stretches), outages: count, longestOutageMs: longestMs, incidents }
}

export const NO_FIGURES: UptimeFigures = { time: NO_TIME, outages: 0, longestOutageMs: 0, incidents: 0 }

/** Every monitor's time counts, so a monitor that lived twice as long weighs twice as much. */
export const addFigures = (a: UptimeFigures, b: UptimeFigures): UptimeFigures => ({
  time: addTimes(a.time, b.time),
  outages: a.outages + b.outages,
  longestOutageMs: Math.max(a.longestOutageMs, b.longestOutageMs),
  incidents: a.incidents + b.incidents,
})
