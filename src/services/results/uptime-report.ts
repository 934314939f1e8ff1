/** Uptime report of a period for all monitors of a project. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { DAY_MS, HOUR_MS, SECOND_MS, startOfDay, startOfHour } from '../../core/platform/time/time.ts'
import { type PeriodChoice, type ReportPeriod, toReportPeriod } from '../../core/results/report-period.ts'
import { LATENCY, mergeEncoded } from '../../core/results/sketch.ts'
import {
  addFigures,
  NO_FIGURES,
  type ReportedMonitor,
  type ReportRow,
  toReportRow,
  type UptimeFigures,
} from '../../core/results/uptime-report.ts'
import type { Reader } from '../../store/platform/store.ts'
import {
  countIncidentsByMonitor,
  findFirstCreation,
  listLatenciesByMonitor,
  listReportedMonitors,
  type MonitorLatency,
  type ReportScope,
} from '../../store/results/uptime-report.ts'
import { CachedValues } from '../platform/cached-values.ts'
import type { Context } from '../platform/context.ts'
import { createQueue } from '../platform/queue.ts'
import { type Period, readStretchesOf } from './uptime.ts'

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

/**
 * Number of monitors between two yields to the event loop. They take a few milliseconds, in which the process accepts
 * no results.
 */
const CHUNK = 50

async function buildReport(
  db: Reader,
  { projectId, groupId, tag, timezone }: ReportQuery,
  reportPeriod: ReportPeriod,
): Promise<Report> {
  const { from, to } = reportPeriod
  const scope: ReportScope = { projectId, from, to, ...(groupId && { groupId }), ...(tag && { tag }) }
  const rows: ReportRow[] = []
  for await (const monitors of listReportedMonitors(db, scope))
    for (let begin = 0; begin < monitors.length; begin += CHUNK) {
      rows.push(...(await readRows(db, monitors.slice(begin, begin + CHUNK), reportPeriod)))
      await yieldToEventLoop()
    }
  rows.sort((a, b) => compareByName(a.monitor, b.monitor))
  return { ...reportPeriod, timezone, rows, total: rows.reduce<UptimeFigures>(addFigures, NO_FIGURES) }
}

const compareByName = (a: ReportedMonitor, b: ReportedMonitor): number =>
  a.sortName === b.sortName ? compareText(a.id, b.id) : compareText(a.sortName, b.sortName)

const compareText = (a: string, b: string): number => (a < b ? -1 : 1)

async function readRows(db: Reader, monitors: readonly ReportedMonitor[], { from, to }: Period): Promise<ReportRow[]> {
  const keys = monitors.map(({ key }) => key)
  const incidents = await countIncidentsByMonitor(db, keys, from, to)
  const stretches = await readStretchesOf(db, monitors, { from, to })
  return monitors.map((monitor, index) => toReportRow(monitor, stretches[index]!, incidents.get(monitor.key) ?? 0))
}

/**
 * Response times of passing checks. Covers the whole UTC hours that began in the period and are rolled up; null without
 * such checks.
 */
export interface Latency {
  averageMs: number | null
  /** Within 1 %. */
  p95Ms: number | null
}

/** Number of monitors whose response times are summed at once. Each monitor may have several hundred sketches. */
const LATENCY_CHUNK = 10

/** Reads response times in the order of the monitors. */
export async function readLatencies(
  db: Reader,
  monitors: readonly Pick<ReportedMonitor, 'key'>[],
  { from, to }: Period,
): Promise<Latency[]> {
  const [firstHour, end] = [startOfHour(from + HOUR_MS - 1), startOfHour(to + HOUR_MS - 1)]
  const firstDay = Math.min(end, startOfDay(firstHour + 24 * HOUR_MS - 1))
  const lastDay = Math.max(firstDay, startOfDay(end))
  const latencies: Latency[] = []
  for (let begin = 0; begin < monitors.length; begin += LATENCY_CHUNK) {
    const keys = monitors.slice(begin, begin + LATENCY_CHUNK).map(({ key }) => key)
    const parts = [
      ...(await listLatenciesByMonitor(db, 'result_hours', keys, firstHour, firstDay)),
      ...(await listLatenciesByMonitor(db, 'result_days', keys, firstDay, lastDay)),
      ...(await listLatenciesByMonitor(db, 'result_hours', keys, lastDay, end)),
    ]
    const byMonitor = Map.groupBy(parts, ({ monitorKey }) => monitorKey)
    latencies.push(...keys.map((key) => toLatency(byMonitor.get(key) ?? [])))
    await yieldToEventLoop()
  }
  return latencies
}

/** Reused for every monitor, because a sketch is large. */
const scratch = LATENCY.empty()

function toLatency(parts: readonly MonitorLatency[]): Latency {
  if (parts.length === 0) return { averageMs: null, p95Ms: null }
  scratch.fill(0)
  let [count, sumUs, minUs, maxUs] = [0, 0, Number.POSITIVE_INFINITY, 0]
  for (const part of parts) {
    mergeEncoded(scratch, part.sketch)
    count += part.count
    sumUs += part.sumUs
    minUs = Math.min(minUs, part.minUs)
    maxUs = Math.max(maxUs, part.maxUs)
  }
  const [p95] = LATENCY.quantiles(scratch, [0.95], count)
  // A percentile is an estimate, so it is limited to the exact minimum and maximum
  return { averageMs: sumUs / count / 1_000, p95Ms: Math.min(maxUs, Math.max(minUs, p95 ?? 0)) / 1_000 }
}
