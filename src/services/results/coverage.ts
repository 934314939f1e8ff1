/** Check coverage: scheduled, executed and missed checks, and their lateness. */

import { DAY_MS, HOUR_MS, SECOND_MS, startOfHour } from '../../core/platform/time/time.ts'
import { computeGridOffsetMs, countSlotsBetween } from '../../core/probes/schedule.ts'
import { LATENESS, mergeEncoded } from '../../core/results/sketch.ts'
import { listReporting, type ReportingRegion } from '../../store/evaluation/check-states.ts'
import type { Reader } from '../../store/platform/store.ts'
import { listCheckingRegions, listRegions } from '../../store/probes/regions.ts'
import { listMeasuresBetween } from '../../store/results/results.ts'
import { findFirstRollup, listLateness } from '../../store/results/rollup-reads.ts'
import { listStatusSpans } from '../../store/results/status-changes.ts'
import { getPeriodMs, type SeriesPeriod } from './response-times.ts'
import { listRawResults, type PeriodParts, splitPeriod } from './roll-up.ts'
import { type MeasuredMonitor, sumSince } from './statistics.ts'

/** Lateness percentiles are within 5 %; null when no check ran. */
export interface Coverage {
  scheduled: number
  executed: number
  missed: number
  inconclusive: number
  latenessMs: { p50: number | null; p95: number | null; p99: number | null }
}

interface CoveredMonitor extends MeasuredMonitor {
  /** Codes of the pinned regions. */
  regions: readonly string[]
}

/** Checks that were due within this time may not be stored yet, ms. */
const IN_FLIGHT_MS = 5 * SECOND_MS

/**
 * Reads the coverage of a period.
 *
 * @param period starts at a full hour, but not before the current grid or its first full hour
 */
export async function readCoverage(
  db: Reader,
  monitor: CoveredMonitor,
  period: SeriesPeriod,
  now: number,
): Promise<Coverage> {
  const from = Math.max(startOfHour(now - getPeriodMs(period)), computeCountedSince(monitor, now))
  const until = Math.max(from, now - monitor.timeoutMs - IN_FLIGHT_MS)
  const parts = splitPeriod(from, now)
  const { onGrid, inconclusive } = await sumSince(db, monitor.key, parts)
  const scheduled = await countSlots(db, monitor, from, until)
  return {
    scheduled: Math.max(scheduled, onGrid),
    executed: onGrid,
    missed: Math.max(0, scheduled - onGrid),
    inconclusive,
    latenessMs: await readLateness(db, monitor.key, parts, onGrid),
  }
}

/**
 * Returns the start of the counted time. For at least a day, raw results can separate the checks of the current grid
 * from earlier checks in the same hour. After that only full hours can be counted.
 */
const computeCountedSince = ({ gridSince }: MeasuredMonitor, now: number): number =>
  now - gridSince < DAY_MS ? gridSince : startOfHour(gridSince + HOUR_MS - 1)

async function readLateness(
  db: Reader,
  monitorKey: number,
  parts: PeriodParts,
  count: number,
): Promise<Coverage['latenessMs']> {
  const lateness = LATENESS.empty()
  const days = await listLateness(db, 'result_days', { monitorKey, from: parts.firstDay, to: parts.end })
  const hours = await listLateness(db, 'result_hours', { monitorKey, from: parts.firstHour, to: parts.firstDay })
  for (const sketch of [...days, ...hours]) mergeEncoded(lateness, sketch)
  for (const result of await listRawResults(db, monitorKey, parts))
    if (result.onGrid) LATENESS.add(lateness, result.latenessMs * 1_000)
  const [p50, p95, p99] = LATENESS.quantiles(lateness, [0.5, 0.95, 0.99], count)
  const toMs = (us: number | null | undefined) => (us === null || us === undefined ? null : us / 1_000)
  return { p50: toMs(p50), p95: toMs(p95), p99: toMs(p99) }
}

/**
 * Counts the grid slots while the monitor was active. A region that left counts up to its last result. A region that
 * joined later counts from its first result.
 */
async function countSlots(db: Reader, monitor: CoveredMonitor, from: number, until: number): Promise<number> {
  const spans = await listStatusSpans(db, { monitorKey: monitor.key, from, to: until }, 'config')
  const active = spans.filter((span) => span.status === 'active')
  const regions = await listRegions(db)
  const present = listCheckingRegions(regions, monitor)
  const parts = await listParts(db, monitor, from)
  const earliest = Math.min(...parts.map(({ begin }) => begin))
  let slots = 0
  for (const { regionKey, lastScheduledAt, begin } of parts) {
    const code = regions.find(({ key }) => key === regionKey)!.code
    const offset = computeGridOffsetMs(monitor.id, code, monitor.intervalSeconds)
    const first = begin === earliest ? from : Math.max(from, begin)
    const last = present.includes(code) ? until : Math.min(until, lastScheduledAt)
    for (const span of active) {
      const end = Math.min(span.endedAt ?? last, last)
      slots += countSlotsBetween(offset, monitor.intervalSeconds, Math.max(span.startedAt, first), end)
    }
  }
  return slots
}

/** Lists the regions that have reported, each with the time of its first report. */
async function listParts(
  db: Reader,
  { key }: CoveredMonitor,
  from: number,
): Promise<(ReportingRegion & { begin: number })[]> {
  const parts: (ReportingRegion & { begin: number })[] = []
  for (const reporting of await listReporting(db, key))
    parts.push({ ...reporting, begin: await findFirstReport(db, key, reporting.regionKey, { ...reporting, from }) })
  return parts
}

/**
 * Finds when a region began to report, with an accuracy of a millisecond while raw results exist, otherwise of an hour
 * or a day.
 *
 * @returns Unix ms; 0 when it was before `from`
 */
async function findFirstReport(
  db: Reader,
  monitorKey: number,
  regionKey: number,
  { from, openHour }: { from: number; openHour: number },
): Promise<number> {
  const day = await findFirstRollup(db, 'result_days', { monitorKey, regionKey }, 0)
  if (day !== null && day + DAY_MS <= from) return 0
  const hour =
    day === null ? openHour : ((await findFirstRollup(db, 'result_hours', { monitorKey, regionKey }, day)) ?? day)
  const results = await listMeasuresBetween(db, monitorKey, hour, hour + HOUR_MS)
  const own = results.filter((result) => result.regionKey === regionKey)
  // Minus 1 ms, so that the slot of the first result counts
  return own.length > 0 ? Math.min(...own.map(({ scheduledAt }) => scheduledAt)) - 1 : hour
}
