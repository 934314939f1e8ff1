/** Figures of an uptime report, for one monitor and for all monitors together. */
import type { MonitorType } from '../monitors/monitor.ts'
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
}

export const toReportRow = (
  monitor: ReportedMonitor,
  stretches: readonly StatusSpan[],
  incidents: number,
): ReportRow => {
  const { count, longestMs } = summarizeOutages(stretches)
  return { monitor, time: sumSpans(stretches), outages: count, longestOutageMs: longestMs, incidents }
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
