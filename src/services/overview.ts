/** A project at a glance: how its monitors are, how they were, and what is wrong. */
import { setImmediate as turn } from 'node:timers/promises'
import type { Incident } from '../core/incident.ts'
import { DAY_MS, HOUR_MS, SECOND_MS, startOfHour } from '../core/time.ts'
import { NO_TIME, type TimeInStatus, timeInStatus, uptimePercentage } from '../core/uptime.ts'
import { listMaintenanceSpans } from '../store/maintenance-spans.ts'
import {
  countOpenIncidents,
  countRuntimeStatuses,
  type Latencies,
  listLatestIncidents,
  listMonitorKeys,
  listOpenHours,
  sumLatencies,
  sumStatusTimes,
} from '../store/overview.ts'
import { listMeasuresOfRanges } from '../store/results.ts'
import type { Reader } from '../store/store.ts'
import { listSpansOf } from '../store/uptime-spans.ts'
import type { Context } from './context.ts'

/** What is added up over all monitors of the project. */
export interface Figures {
  /** 0-100; null when nothing was measured. */
  uptime24h: number | null
  uptime30d: number | null
  /** Of passing checks; null when there was none. */
  averageMs24h: number | null
}

export interface Overview extends Figures {
  byStatus: Map<string, number>
  openIncidents: number
  /** Newest first. */
  latestIncidents: Incident[]
}

/** For so long the figures are taken as they are: they move slowly, and a dashboard asks often. */
const KEPT_MS = 15 * SECOND_MS
const MOST_KEPT = 1_000

const LATEST_INCIDENTS = 5

export class Overviews {
  readonly #context: Pick<Context, 'store' | 'now'>
  readonly #kept = new Map<string, { until: number; figures: Promise<Figures> }>()

  constructor(context: Pick<Context, 'store' | 'now'>) {
    this.#context = context
  }

  async read(projectId: string): Promise<Overview> {
    const { db } = this.#context.store
    return {
      ...(await this.#figures(projectId)),
      byStatus: await countRuntimeStatuses(db, projectId),
      openIncidents: await countOpenIncidents(db, projectId),
      latestIncidents: await listLatestIncidents(db, projectId, LATEST_INCIDENTS),
    }
  }

  /** Worked out once, however many ask at a time. */
  #figures(projectId: string): Promise<Figures> {
    const now = this.#context.now()
    const known = this.#kept.get(projectId)
    if (known && now < known.until) return known.figures
    const figures = readFigures(this.#context.store.db, projectId, now)
    this.#kept.delete(projectId)
    this.#forgetOld(now)
    this.#kept.set(projectId, { until: now + KEPT_MS, figures })
    figures.catch(() => this.#kept.delete(projectId))
    return figures
  }

  /** The oldest come first. */
  #forgetOld(now: number): void {
    for (const [projectId, { until }] of this.#kept) {
      if (until > now && this.#kept.size < MOST_KEPT) return
      this.#kept.delete(projectId)
    }
  }
}

/** Monitors that are added up before others have their turn: a few milliseconds of a process that also takes results. */
const CHUNK = 100

/** A project of more monitors counts finished hours alone: the checks of the present hour are not added up yet. */
const MOST_RAW = 500

async function readFigures(db: Reader, projectId: string, now: number): Promise<Figures> {
  const keys = await listMonitorKeys(db, projectId)
  const times = { day: { ...NO_TIME }, month: { ...NO_TIME } }
  const latencies: Latencies = { count: 0, sumUs: 0 }
  for (let from = 0; from < keys.length; from += CHUNK) {
    const some = keys.slice(from, from + CHUNK)
    await addTimes(times, db, some, now)
    addUp(latencies, await sumLatencies(db, some, startOfHour(now - DAY_MS)))
    if (keys.length <= MOST_RAW) addUp(latencies, await sumPresentHour(db, some, now))
    await turn()
  }
  return {
    uptime24h: uptimePercentage(times.day),
    uptime30d: uptimePercentage(times.month),
    averageMs24h: latencies.count > 0 ? latencies.sumUs / latencies.count / 1_000 : null,
  }
}

/** Measured time alone. */
interface Times {
  /** Of the last 24 hours. */
  day: TimeInStatus
  /** Of the last 30 days. */
  month: TimeInStatus
}

/**
 * Most monitors were never in maintenance, and the database adds up their time without sending a span. Of the others
 * the spans are read, and cut as everywhere else.
 */
async function addTimes({ day, month }: Times, db: Reader, keys: readonly number[], now: number): Promise<void> {
  const [monthAgo, dayAgo] = [now - 30 * DAY_MS, now - DAY_MS]
  const maintenance = await listMaintenanceSpans(db, keys, monthAgo, now)
  const plain = keys.filter((key) => !maintenance.has(key))
  for (const { status, long, short } of await sumStatusTimes(db, plain, [monthAgo, dayAgo], now)) {
    add(month, status, long)
    add(day, status, short)
  }
  const others = [...maintenance.keys()].map((monitorKey) => ({ monitorKey, from: monthAgo, to: now }))
  for (const [key, spans] of await listSpansOf(db, others)) {
    addAll(month, timeInStatus(spans, monthAgo, now, maintenance.get(key)))
    addAll(day, timeInStatus(spans, dayAgo, now, maintenance.get(key)))
  }
}

const MEASURED = ['up', 'degraded', 'down'] as const

function add(time: TimeInStatus, status: string, length: number): void {
  for (const measured of MEASURED) if (status === measured) time[measured] += length
}

function addAll(time: TimeInStatus, more: TimeInStatus): void {
  for (const measured of MEASURED) time[measured] += more[measured]
}

function addUp(sum: Latencies, { count, sumUs }: Latencies): void {
  sum.count += count
  sum.sumUs += sumUs
}

async function sumPresentHour(db: Reader, keys: readonly number[], now: number): Promise<Latencies> {
  const hours = await listOpenHours(db, keys)
  const earliest = startOfHour(now - DAY_MS)
  const to = now + HOUR_MS // the clock of a probe may be a little ahead
  const ranges = hours.map(({ openHour, ...place }) => ({ ...place, from: Math.max(openHour, earliest), to }))
  const sum: Latencies = { count: 0, sumUs: 0 }
  for (const { status, responseTimeMs } of await listMeasuresOfRanges(db, ranges))
    if ((status === 'up' || status === 'degraded') && responseTimeMs !== null)
      addUp(sum, { count: 1, sumUs: Math.round(responseTimeMs * 1_000) })
  return sum
}
