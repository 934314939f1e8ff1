/** Uptime report of a period for all monitors of a project. */
import { DAY_MS, HOUR_MS, SECOND_MS, startOfDay } from '../../core/platform/time/time.ts'
import {
  type AvailabilitySlot,
  addTimes,
  createSlotTimes,
  describeSlots,
  type SlotGrid,
  type SlotTimes,
  sumByWeekHour,
  toSlots,
} from '../../core/results/availability.ts'
import {
  addFigures,
  NO_FIGURES,
  type PeriodChoice,
  type ReportedMonitor,
  type ReportPeriod,
  type ReportRow,
  toDayGrid,
  toReportPeriod,
  toReportRow,
  type UptimeFigures,
} from '../../core/results/uptime-report.ts'
import type { Reader } from '../../store/platform/store.ts'
import {
  countIncidentsByMonitor,
  findFirstCreation,
  listLatenciesByMonitor,
  listReportedMonitors,
  type ReportScope,
} from '../../store/results/uptime-report.ts'
import { CachedValues } from '../platform/cached-values.ts'
import type { Context } from '../platform/context.ts'
import { createQueue } from '../platform/limits/large-work.ts'
import { isTimed, type LatencySummary, summarizeLatencies } from './response-times.ts'
import { listOpenResults, startOfResponseTimes } from './roll-up.ts'
import { type Period, readSpansOf } from './uptime.ts'

interface ReportQuery extends PeriodChoice {
  projectId: string
  /** IANA name. */
  timezone: string
  groupId?: string
  tag?: string
}

export interface Report extends ReportPeriod {
  timezone: string
  /** Sorted by name. */
  rows: ReportRow[]
  total: UptimeFigures
  /** Days of all monitors together; empty for a long period. */
  days: AvailabilitySlot[]
  /** Hours of a week for all monitors together, in the time zone, from Monday; empty for a long period. */
  week: AvailabilitySlot[]
}

/** Cache lifetime of a report, so that all its pages come from the same report. */
const CACHE_MS = 15 * SECOND_MS
const MAX_CACHED = 4

/** A report for a large project takes a second. The database serves other requests between the chunks. */
const MAX_CONCURRENT = 2
const MAX_WAITING = 20

export class UptimeReports {
  readonly #context: Pick<Context, 'store' | 'now'>
  readonly #cache: CachedValues<Report>
  readonly #queue = createQueue(MAX_CONCURRENT, MAX_WAITING)

  constructor(context: Pick<Context, 'store' | 'now'>) {
    this.#context = context
    this.#cache = new CachedValues(CACHE_MS, context.now, MAX_CACHED)
  }

  /** @throws Problem VALIDATION_ERROR for an invalid period, SERVICE_UNAVAILABLE */
  async read(query: ReportQuery): Promise<Report> {
    const { projectId, month, period, firstDay, lastDay, timezone, groupId, tag } = query
    const { history } = this.#context.store
    // Part of the name, so that the first monitor of a project appears at once
    const firstDataAt = period === 'all' ? await findFirstData(history, projectId, this.#context.now()) : null
    const name = JSON.stringify([projectId, month, period, firstDay, lastDay, timezone, groupId, tag, firstDataAt])
    return this.#cache.get(name, () => {
      const reportPeriod = toReportPeriod(query, timezone, this.#context.now(), firstDataAt)
      return this.#queue.run(() => buildReport(history, query, reportPeriod))
    })
  }
}

/** Returns the creation of the project's first monitor, or the start of the kept history if that is later. */
async function findFirstData(db: Reader, projectId: string, now: number): Promise<number | null> {
  const { createdAt, rollupDays } = await findFirstCreation(db, projectId)
  if (createdAt === null || rollupDays === null) return createdAt
  return Math.max(createdAt, startOfDay(now) - rollupDays * DAY_MS)
}

/** Monitors of one query. SQLite takes a few milliseconds for it, during which no results are accepted. */
const CHUNK = 50

async function buildReport(
  db: Reader,
  { projectId, groupId, tag, timezone }: ReportQuery,
  reportPeriod: ReportPeriod,
): Promise<Report> {
  const { from, to } = reportPeriod
  const scope: ReportScope = { projectId, from, to, ...(groupId && { groupId }), ...(tag && { tag }) }
  const rows: ReportRow[] = []
  const grid = toDayGrid(reportPeriod)
  const times = createSlotTimes(grid)
  const hourGrid = { from: grid.from, stepMs: HOUR_MS, count: grid.count * 24 }
  const hourTimes = createSlotTimes(hourGrid)
  const sums = [
    { grid, times },
    { grid: hourGrid, times: hourTimes },
  ] as const
  for await (const monitors of listReportedMonitors(db, scope))
    for (let begin = 0; begin < monitors.length; begin += CHUNK)
      rows.push(...(await readRows(db, monitors.slice(begin, begin + CHUNK), reportPeriod, sums)))
  rows.sort((a, b) => compareByName(a.monitor, b.monitor))
  const total = rows.reduce<UptimeFigures>(addFigures, NO_FIGURES)
  const week = sumByWeekHour(hourTimes, hourGrid, timezone)
  return { ...reportPeriod, timezone, rows, total, days: describeSlots(times, grid), week }
}

const compareByName = (a: ReportedMonitor, b: ReportedMonitor): number =>
  a.sortName === b.sortName ? compareText(a.id, b.id) : compareText(a.sortName, b.sortName)

const compareText = (a: string, b: string): number => (a < b ? -1 : 1)

interface TimeSums {
  grid: SlotGrid
  times: SlotTimes
}

/** @param sums receive the days and the hours of all monitors together */
async function readRows(
  db: Reader,
  monitors: readonly ReportedMonitor[],
  { from, to }: Period,
  sums: readonly [days: TimeSums, hours: TimeSums],
): Promise<ReportRow[]> {
  const keys = monitors.map(({ key }) => key)
  const dayGrid = sums[0].grid
  const incidents = await countIncidentsByMonitor(db, keys, from, to)
  const spans = await readSpansOf(db, monitors, { from, to })
  return monitors.map((monitor, index) => {
    const own = dayGrid.count > 0 ? spans[index]! : []
    for (const { grid, times } of sums) addTimes(own, grid, times)
    const days = toSlots(own, dayGrid).map(({ status }) => status)
    return toReportRow(monitor, spans[index]!, incidents.get(monitor.key) ?? 0, days)
  })
}

/** Number of monitors whose response times are summed at once. Each monitor may have several hundred sketches. */
const LATENCY_CHUNK = 10

/**
 * Reads the response times of passing checks, in the order of the monitors. Covers the UTC hours that began in the
 * period; null without such checks.
 */
export async function readLatencies(
  db: Reader,
  monitors: readonly Pick<ReportedMonitor, 'key'>[],
  { from, to }: Period,
): Promise<(LatencySummary | null)[]> {
  const [firstHour, end] = [startOfResponseTimes(from), startOfResponseTimes(to)]
  const firstDay = Math.min(end, startOfDay(firstHour + 24 * HOUR_MS - 1))
  const lastDay = Math.max(firstDay, startOfDay(end))
  const latencies: (LatencySummary | null)[] = []
  for (let begin = 0; begin < monitors.length; begin += LATENCY_CHUNK) {
    const keys = monitors.slice(begin, begin + LATENCY_CHUNK).map(({ key }) => key)
    const parts = [
      ...(await listLatenciesByMonitor(db, 'result_hours', keys, { from: firstHour, to: firstDay })),
      ...(await listLatenciesByMonitor(db, 'result_days', keys, { from: firstDay, to: lastDay })),
      ...(await listLatenciesByMonitor(db, 'result_hours', keys, { from: lastDay, to: end })),
    ]
    const byMonitor = Map.groupBy(parts, ({ monitorKey }) => monitorKey)
    const open = (await listOpenResults(db, keys, firstHour, end)).filter(isTimed)
    const openByMonitor = Map.groupBy(open, ({ monitorKey }) => monitorKey)
    latencies.push(
      ...keys.map((key) =>
        byMonitor.has(key) || openByMonitor.has(key)
          ? summarizeLatencies(byMonitor.get(key) ?? [], openByMonitor.get(key) ?? [])
          : null,
      ),
    )
  }
  return latencies
}
