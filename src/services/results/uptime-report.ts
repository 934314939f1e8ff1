/** The uptime of all monitors of a project over a month. */
import { setImmediate as turn } from 'node:timers/promises'
import { invalid } from '../../core/platform/errors.ts'
import { lastFullMonth, monthOf } from '../../core/platform/time/month.ts'
import { HOUR_MS, SECOND_MS, startOfDay, startOfHour } from '../../core/platform/time/time.ts'
import { LATENCY, mergeEncoded } from '../../core/results/sketch.ts'
import {
  type Balance,
  NOTHING,
  type ReportedMonitor,
  type ReportRow,
  rowOf,
  together,
} from '../../core/results/uptime-report.ts'
import type { Reader } from '../../store/platform/store.ts'
import {
  countIncidentsOf,
  listLatenciesOf,
  listReported,
  type MonitorLatency,
  type ReportScope,
} from '../../store/results/uptime-report.ts'
import type { Context } from '../platform/context.ts'
import { KeptValues } from '../platform/kept-values.ts'
import { createQueue } from '../platform/queue.ts'
import { type Period, readStretchesOf } from './uptime.ts'

interface ReportQuery {
  projectId: string
  /** `2026-10`; absent: the last one that is over. */
  month?: string
  /** IANA name. */
  timezone: string
  groupId?: string
  tag?: string
}

export interface Report extends Period {
  month: string
  timezone: string
  /** Whether the month is over. Otherwise `to` is the present. */
  isComplete: boolean
  /** By name. */
  rows: ReportRow[]
  total: Balance
}

/** For so long a report is taken as it is, so that one who turns its pages sees pages of one report. */
const KEPT_MS = 15 * SECOND_MS
const MOST_KEPT = 4

/** Large projects are a second of work; the database serves others between their parts. */
const AT_ONCE = 2
const MOST_WAITING = 20

export class UptimeReports {
  readonly #context: Pick<Context, 'store' | 'now'>
  readonly #kept: KeptValues<Report>
  readonly #queue = createQueue(AT_ONCE, MOST_WAITING)

  constructor(context: Pick<Context, 'store' | 'now'>) {
    this.#context = context
    this.#kept = new KeptValues(KEPT_MS, context.now, MOST_KEPT)
  }

  /** @throws Problem VALIDATION_ERROR for a month to come, SERVICE_UNAVAILABLE */
  read(query: ReportQuery): Promise<Report> {
    const name = JSON.stringify([query.projectId, query.month, query.timezone, query.groupId, query.tag])
    return this.#kept.get(name, () => {
      const frame = frameOf(query, this.#context.now())
      return this.#queue.run(() => makeReport(this.#context.store.history, query, frame))
    })
  }
}

type Frame = Omit<Report, 'rows' | 'total'>

function frameOf({ month: name, timezone }: ReportQuery, now: number): Frame {
  const month = name === undefined ? lastFullMonth(now, timezone) : monthOf(name, timezone)
  if (month.from >= now) throw invalid({ field: 'month', message: 'must not lie in the future' })
  return { month: month.name, timezone, from: month.from, to: Math.min(month.to, now), isComplete: month.to <= now }
}

/** Monitors that are added up before others have their turn: a few milliseconds of a process that also takes results. */
const CHUNK = 50

async function makeReport(db: Reader, { projectId, groupId, tag }: ReportQuery, frame: Frame): Promise<Report> {
  const { from, to } = frame
  const scope: ReportScope = { projectId, from, to, ...(groupId && { groupId }), ...(tag && { tag }) }
  const rows: ReportRow[] = []
  for await (const monitors of listReported(db, scope))
    for (let begin = 0; begin < monitors.length; begin += CHUNK) {
      rows.push(...(await readRows(db, monitors.slice(begin, begin + CHUNK), frame)))
      await turn()
    }
  rows.sort((a, b) => byName(a.monitor, b.monitor))
  return { ...frame, rows, total: rows.reduce<Balance>(together, NOTHING) }
}

const byName = (a: ReportedMonitor, b: ReportedMonitor): number =>
  a.sortName === b.sortName ? compared(a.id, b.id) : compared(a.sortName, b.sortName)

const compared = (a: string, b: string): number => (a < b ? -1 : 1)

async function readRows(db: Reader, monitors: readonly ReportedMonitor[], { from, to }: Period): Promise<ReportRow[]> {
  const keys = monitors.map(({ key }) => key)
  const incidents = await countIncidentsOf(db, keys, from, to)
  const stretches = await readStretchesOf(db, monitors, { from, to })
  return monitors.map((monitor, index) => rowOf(monitor, stretches[index]!, incidents.get(monitor.key) ?? 0))
}

/** Response times of passing checks in whole UTC hours that began in the period and are summed up; null without any. */
export interface Latency {
  averageMs: number | null
  /** Within 1 %. */
  p95Ms: number | null
}

/** Monitors whose response times are added up in one go: each may be some hundred sketches. */
const LATENCY_CHUNK = 10

/** In the order of the monitors. */
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
      ...(await listLatenciesOf(db, 'result_hours', keys, firstHour, firstDay)),
      ...(await listLatenciesOf(db, 'result_days', keys, firstDay, lastDay)),
      ...(await listLatenciesOf(db, 'result_hours', keys, lastDay, end)),
    ]
    const byMonitor = Map.groupBy(parts, ({ monitorKey }) => monitorKey)
    latencies.push(...keys.map((key) => latencyOf(byMonitor.get(key) ?? [])))
    await turn()
  }
  return latencies
}

/** Every monitor is added up in the same place: a sketch is large. */
const scratch = LATENCY.empty()

function latencyOf(parts: readonly MonitorLatency[]): Latency {
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
  // A percentile is an estimate, the extremes are not: it never lies outside of them
  return { averageMs: sumUs / count / 1_000, p95Ms: Math.min(maxUs, Math.max(minUs, p95 ?? 0)) / 1_000 }
}
