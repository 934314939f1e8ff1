/** Overview of a project: current statuses, uptime and incidents. */

import type { Incident } from '../core/incidents/incident.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../core/platform/time/time.ts'
import { computeTimeInStatus, computeUptimePercentage, NO_TIME, type TimeInStatus } from '../core/results/uptime.ts'
import { listMaintenanceSpans } from '../store/maintenance/maintenance-spans.ts'
import { listMonitorKeys } from '../store/monitors/monitor-refs.ts'
import {
  countOpenIncidents,
  countRuntimeStatuses,
  type Latencies,
  listLatestIncidents,
  type MeasuredTime,
  sumLatencies,
  sumMeasuredTimes,
} from '../store/overview.ts'
import type { Reader } from '../store/platform/store.ts'
import { listSpansByMonitor } from '../store/results/uptime-report.ts'
import { CachedValues } from './platform/cached-values.ts'
import type { Context } from './platform/context.ts'
import { isTimed } from './results/response-times.ts'
import { listOpenResults, startOfResponseTimes } from './results/roll-up.ts'

interface Overview {
  /** 0-100; null when nothing was measured. */
  uptime24h: number | null
  uptime30d: number | null
  /** Average response time of passing checks; null without any. */
  averageMs24h: number | null
  byStatus: Map<string, number>
  openIncidents: number
  /** Newest first. */
  latestIncidents: Incident[]
}

/**
 * Cache lifetime of sums over many monitors or results. They change slowly, and dashboards request them often. The
 * uptime of a smaller project is not cached: it must not contradict the uptime in the rows below it.
 */
const CACHE_MS = 15 * SECOND_MS

/** Cache lifetime of finished hours in large projects. Only one hour in 24 changes at a time. */
const HOURS_CACHE_MS = 5 * MINUTE_MS

const LATEST_INCIDENTS = 5

export class OverviewReader {
  readonly #context: Pick<Context, 'store' | 'now' | 'elapsed'>
  readonly #times: CachedValues<Times>
  readonly #averages: CachedValues<Latencies>
  readonly #hours: CachedValues<Latencies>

  constructor(context: Pick<Context, 'store' | 'now' | 'elapsed'>) {
    this.#context = context
    this.#times = new CachedValues(CACHE_MS, context.elapsed)
    this.#averages = new CachedValues(CACHE_MS, context.elapsed)
    this.#hours = new CachedValues(HOURS_CACHE_MS, context.elapsed)
  }

  async read(projectId: string): Promise<Overview> {
    const { db, history } = this.#context.store
    const keys = await listMonitorKeys(db, projectId)
    const sumTimes = () => readTimes(history, keys, this.#context.now())
    const { day, month } = keys.length > CHUNK ? await this.#times.get(projectId, sumTimes) : await sumTimes()
    const latencies = await this.#averages.get(projectId, () => this.#readLatencies(projectId, keys))
    return {
      uptime24h: computeUptimePercentage(day),
      uptime30d: computeUptimePercentage(month),
      averageMs24h: latencies.count > 0 ? latencies.sumUs / latencies.count / 1_000 : null,
      byStatus: await countRuntimeStatuses(db, projectId),
      openIncidents: await countOpenIncidents(db, projectId),
      latestIncidents: await listLatestIncidents(db, projectId, LATEST_INCIDENTS),
    }
  }

  async #readLatencies(projectId: string, keys: readonly number[]): Promise<Latencies> {
    const { history } = this.#context.store
    const now = this.#context.now()
    return keys.length > MAX_RAW
      ? await this.#hours.get(projectId, () => readHours(history, keys, now))
      : addLatencies(await readHours(history, keys, now), await sumCurrentHour(history, keys, now))
  }
}

/** Monitors of one query. SQLite takes a few milliseconds for it, during which no results are accepted. */
const CHUNK = 500

/** Larger projects count only finished hours; checks of the current hour are not included. */
const MAX_RAW = 500

/** Runs `add` in chunks. */
async function runInChunks(keys: readonly number[], add: (chunk: readonly number[]) => Promise<void>): Promise<void> {
  for (let from = 0; from < keys.length; from += CHUNK) await add(keys.slice(from, from + CHUNK))
}

async function readTimes(db: Reader, keys: readonly number[], now: number): Promise<Times> {
  const times = { day: { ...NO_TIME }, month: { ...NO_TIME } }
  await runInChunks(keys, (chunk) => addTimes(times, db, chunk, now))
  return times
}

async function readHours(db: Reader, keys: readonly number[], now: number): Promise<Latencies> {
  let sum: Latencies = { count: 0, sumUs: 0 }
  await runInChunks(keys, async (chunk) => {
    sum = addLatencies(sum, await sumLatencies(db, chunk, startOfResponseTimes(now - DAY_MS)))
  })
  return sum
}

/** Measured time. */
interface Times {
  /** Last 24 hours. */
  day: TimeInStatus
  /** Last 30 days. */
  month: TimeInStatus
}

/**
 * Adds the times of monitors. Most were never in maintenance, and the database sums their time without returning spans.
 * Spans are read only for the rest, and split as in other reports.
 */
async function addTimes({ day, month }: Times, db: Reader, keys: readonly number[], now: number): Promise<void> {
  const [monthAgo, dayAgo] = [now - 30 * DAY_MS, now - DAY_MS]
  const maintenance = await listMaintenanceSpans(db, keys, monthAgo, now)
  const plain = keys.filter((key) => !maintenance.has(key))
  addAll(month, await sumMeasuredTimes(db, plain, monthAgo, now))
  addAll(day, await sumMeasuredTimes(db, plain, dayAgo, now))
  for (const [key, spans] of await listSpansByMonitor(db, [...maintenance.keys()], { from: monthAgo, to: now })) {
    addAll(month, computeTimeInStatus(spans, monthAgo, now, maintenance.get(key)))
    addAll(day, computeTimeInStatus(spans, dayAgo, now, maintenance.get(key)))
  }
}

const MEASURED = ['up', 'degraded', 'down'] as const

function addAll(time: TimeInStatus, more: MeasuredTime): void {
  for (const measured of MEASURED) time[measured] += more[measured]
}

const addLatencies = (a: Latencies, b: Latencies): Latencies => ({ count: a.count + b.count, sumUs: a.sumUs + b.sumUs })

async function sumCurrentHour(db: Reader, keys: readonly number[], now: number): Promise<Latencies> {
  const to = now + HOUR_MS // the clock of a probe may be slightly ahead
  const timed = (await listOpenResults(db, keys, startOfResponseTimes(now - DAY_MS), to)).filter(isTimed)
  return timed.reduce<Latencies>(
    (sum, { responseTimeMs }) => addLatencies(sum, { count: 1, sumUs: Math.round(responseTimeMs * 1_000) }),
    { count: 0, sumUs: 0 },
  )
}
