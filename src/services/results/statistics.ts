/**
 * Statistics from the history. Each query reads a number of rollups that does not depend on the monitor's age, and the
 * raw results of the open hour.
 */
import { DAY_MS, HOUR_MS, startOfDay, type UnixMs } from '../../core/platform/time/time.ts'
import {
  type AvailabilitySlot,
  choosePulseStep,
  type SlotGrid,
  toGridUntil,
  toSlots,
} from '../../core/results/availability.ts'
import {
  buildDailyStrip,
  computeUptimePercentage,
  type DayCounts,
  type StripDay,
  sumSpans,
} from '../../core/results/uptime.ts'
import { findLastChecks, type LastChecks } from '../../store/evaluation/check-states.ts'
import type { Reader } from '../../store/platform/store.ts'
import { listMeasuresOfMonitors } from '../../store/results/results.ts'
import { listDays, listHourSums, type RollupSums, sumRollups } from '../../store/results/rollup-reads.ts'
import { type FoundIncident, listMonitorIncidents } from '../../store/status-pages/public-incidents.ts'
import { isTimed } from './response-times.ts'
import { listOpenResults, listRawResults, type PeriodParts, splitPeriod, startOfResponseTimes } from './roll-up.ts'
import { type MonitorLifetime, readSpans, readSpansOf, trimBefore } from './uptime.ts'

/** The monitor fields that statistics need. */
export interface MeasuredMonitor {
  key: number
  id: string
  intervalSeconds: number
  timeoutMs: number
  createdAt: UnixMs
  /** Start of the current check grid. */
  gridSince: UnixMs
}

export interface Stats extends LastChecks {
  /** 0-100; null when nothing was measured. */
  uptimePercentage: number | null
  /** Null when no check passed. */
  averageMs: number | null
  totalChecks: number
  failedChecks: number
}

/** @param days length of the period, ending now; counts start at a full hour, the uptime is exact to the millisecond */
export async function readStats(db: Reader, monitor: MeasuredMonitor, days: number, now: number): Promise<Stats> {
  const from = now - days * DAY_MS
  const spans = await readSpans(db, monitor, { from, to: now })
  const sums = await sumSince(db, monitor.key, splitPeriod(startOfResponseTimes(from), now))
  return {
    ...(await findLastChecks(db, monitor.key)),
    uptimePercentage: computeUptimePercentage(sumSpans(spans)),
    averageMs: sums.latencyCount > 0 ? sums.latencySumUs / sums.latencyCount / 1_000 : null,
    totalChecks: sums.up + sums.down + sums.degraded + sums.inconclusive,
    failedChecks: sums.down,
  }
}

/** Sums all results of a period. */
export async function sumSince(db: Reader, monitorKey: number, parts: PeriodParts): Promise<RollupSums> {
  const days = await sumRollups(db, 'result_days', { monitorKey, from: parts.firstDay, to: parts.end })
  const hours = await sumRollups(db, 'result_hours', { monitorKey, from: parts.firstHour, to: parts.firstDay })
  const sums = { ...days }
  for (const name of Object.keys(hours) as (keyof RollupSums)[]) sums[name] += hours[name]
  for (const result of await listRawResults(db, monitorKey, parts)) {
    sums[result.status]++
    if (result.onGrid) sums.onGrid++
    if ((result.status === 'up' || result.status === 'degraded') && result.responseTimeMs !== null) {
      sums.latencyCount++
      sums.latencySumUs += Math.round(result.responseTimeMs * 1_000)
    }
  }
  return sums
}

export const STRIP_DAYS = 30

/** Reads one entry per UTC day of the last 30 days, oldest first. */
export async function readSparkline(db: Reader, monitorKey: number, now: number): Promise<StripDay[]> {
  const first = startOfDay(now) - (STRIP_DAYS - 1) * DAY_MS
  const days = new Map<number, DayCounts>()
  const count = (at: number, successes: number, failures: number) => {
    const startsAt = startOfDay(at)
    const day = days.get(startsAt) ?? { startsAt, successes: 0, failures: 0 }
    days.set(startsAt, { startsAt, successes: day.successes + successes, failures: day.failures + failures })
  }
  for (const day of await listDays(db, monitorKey, first)) count(day.startsAt, day.up + day.degraded, day.down)
  for (const { scheduledAt, status } of await listRawResults(db, monitorKey, splitPeriod(first, now)))
    count(scheduledAt, status === 'up' || status === 'degraded' ? 1 : 0, status === 'down' ? 1 : 0)
  return buildDailyStrip([...days.values()], STRIP_DAYS, now)
}

/** Short histories of monitors for lists: a strip of days, a line of hours, and a pulse of young monitors. */
export const STRIP_HOURS = 24

const PULSE_SLOTS = 30

export interface Strip {
  /** Uptime of the last 30 × 24 hours, 0-100; null when nothing was measured. */
  uptime30d: number | null
  /** UTC days, oldest first, ending today. */
  days: AvailabilitySlot[]
  /** Average of each UTC hour, oldest first, ending with the current hour; null when no check passed. */
  hoursMs: (number | null)[]
  /** The whole life of a monitor that is younger than its strip of days; null for an older monitor. */
  pulse: Pulse | null
}

interface Pulse {
  stepMs: number
  slots: AvailabilitySlot[]
  /** Average of each slot; null when the hours suffice, because the slots are not shorter. */
  slotsMs: (number | null)[] | null
}

/** Reads strips in the order of the monitors. Intended for about 100 monitors. The number of queries is at most seven. */
export async function readStrips(db: Reader, monitors: readonly MonitorLifetime[], now: number): Promise<Strip[]> {
  const histories = await readSpansOf(db, monitors, { from: now - STRIP_DAYS * DAY_MS, to: now })
  const hours = toGridUntil(HOUR_MS, STRIP_HOURS, now)
  const grids = monitors.map(({ createdAt }) =>
    toGridUntil(choosePulseStep(now - createdAt, PULSE_SLOTS), PULSE_SLOTS, now),
  )
  const isYoung = ({ createdAt }: MonitorLifetime) => choosePulseStep(now - createdAt, PULSE_SLOTS) < HOUR_MS
  const latencies = await listLatencySums(db, monitors, isYoung, hours)
  return histories.map((spans, index) => {
    const grid = grids[index]!
    const measured = latencies.get(monitors[index]!.key) ?? []
    const cut = (first: SlotGrid) => toSlots(trimBefore(spans, first.from), first)
    return {
      uptime30d: computeUptimePercentage(sumSpans(spans)),
      days: cut(toGridUntil(DAY_MS, STRIP_DAYS, now)),
      hoursMs: averageBySlot(measured, hours),
      pulse: grid.stepMs === DAY_MS ? null : toPulse(cut(grid), measured, grid),
    }
  })
}

const toPulse = (slots: AvailabilitySlot[], measured: readonly LatencySum[], grid: SlotGrid): Pulse => ({
  stepMs: grid.stepMs,
  slots,
  slotsMs: grid.stepMs < HOUR_MS ? averageBySlot(measured, grid) : null,
})

interface LatencySum {
  /** Ahead of the current time when the clock of a probe is. */
  at: UnixMs
  count: number
  sumUs: number
}

/**
 * Lists sums of response times by monitor key. Finished hours come from rollups, the open hour from raw results. An hour
 * is too long for young monitors, whose results are all raw.
 */
async function listLatencySums(
  db: Reader,
  monitors: readonly MonitorLifetime[],
  isYoung: (monitor: MonitorLifetime) => boolean,
  { from }: SlotGrid,
): Promise<Map<number, LatencySum[]>> {
  const [young, grown] = [monitors.filter(isYoung), monitors.filter((monitor) => !isYoung(monitor))]
  const keys = grown.map(({ key }) => key)
  const hours = (await listHourSums(db, keys, from)).map(({ startsAt, ...sums }) => ({ ...sums, at: startsAt }))
  const results = [
    ...(await listOpenResults(db, keys, from, Number.MAX_SAFE_INTEGER)),
    ...(await listMeasuresOfMonitors(
      db,
      young.map(({ key, createdAt }) => ({ monitorKey: key, from: createdAt, to: Number.MAX_SAFE_INTEGER })),
    )),
  ]
  const checks = results.filter(isTimed).map(({ monitorKey, scheduledAt, responseTimeMs }) => ({
    monitorKey,
    at: scheduledAt,
    count: 1,
    sumUs: Math.round(responseTimeMs * 1_000),
  }))
  return Map.groupBy([...hours, ...checks], ({ monitorKey }) => monitorKey)
}

function averageBySlot(measured: readonly LatencySum[], { from, stepMs, count }: SlotGrid): (number | null)[] {
  const slots = Array.from({ length: count }, () => ({ count: 0, sumUs: 0 }))
  for (const { at, count, sumUs } of measured) {
    const slot = slots[Math.floor((at - from) / stepMs)]
    if (!slot) continue
    slot.count += count
    slot.sumUs += sumUs
  }
  return slots.map(({ count, sumUs }) => (count > 0 ? sumUs / count / 1_000 : null))
}

/** An incident in the slots of a monitor. */
export type NamedIncident = Pick<FoundIncident, 'id' | 'title'>

/** Reads the availability of a monitor, with at most its 50 newest incidents. */
export async function readAvailability(
  { db, history }: { db: Reader; history: Reader },
  monitor: MonitorLifetime,
  grid: SlotGrid,
  now: number,
): Promise<AvailabilitySlot<NamedIncident>[]> {
  const period = { from: grid.from, to: Math.min(now, grid.from + grid.count * grid.stepMs) }
  if (period.to <= period.from) return toSlots<NamedIncident>([], grid)
  const spans = await readSpans(history, monitor, period)
  const incidents = await listMonitorIncidents(db, [monitor.key], period)
  const entries = incidents
    .toSorted((a, b) => a.startedAt - b.startedAt)
    .map(({ id, title, startedAt, resolvedAt }) => ({ entry: { id, title }, startedAt, resolvedAt: resolvedAt ?? now }))
  return toSlots(spans, grid, entries)
}
