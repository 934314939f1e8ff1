/** Figures of a report, for one monitor and for all together. */
import type { MonitorType } from '../monitors/monitor.ts'
import { addTimes, NO_TIME, type Stretch, summarizeOutages, sumStretches, type TimeInStatus } from './uptime.ts'

/** A monitor in a report, deleted or not. */
export interface ReportedMonitor {
  key: number
  id: string
  name: string
  /** Name in its sortable form. */
  sortName: string
  type: MonitorType
  /** Group of the monitor, or its last group before deletion; null when it has none. */
  group: { id: string; name: string } | null
  createdAt: number
  deletedAt: number | null
}

/** Time per status, and the number of failures in it. */
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
}

export const toReportRow = (monitor: ReportedMonitor, stretches: readonly Stretch[], incidents: number): ReportRow => {
  const { count, longestMs } = summarizeOutages(stretches)
  return { monitor, time: sumStretches(stretches), outages: count, longestOutageMs: longestMs, incidents }
}

export const NO_FIGURES: UptimeFigures = { time: NO_TIME, outages: 0, longestOutageMs: 0, incidents: 0 }

/** Every monitor counts with its time, so a monitor that existed twice as long has twice the weight. */
export const addFigures = (a: UptimeFigures, b: UptimeFigures): UptimeFigures => ({
  time: addTimes(a.time, b.time),
  outages: a.outages + b.outages,
  longestOutageMs: Math.max(a.longestOutageMs, b.longestOutageMs),
  incidents: a.incidents + b.incidents,
})
