/** The picture of a project: the last 24 hours of each monitor, open incidents, and who is on call. */
import type { Incident } from '../core/incidents/incident.ts'
import { DAY_MS, SECOND_MS, type UnixMs } from '../core/platform/time/time.ts'
import { computeTypicalMs, formatCells, startOfCells } from '../core/results/day-cells.ts'
import { addTimes, computeUptimePercentage, NO_TIME, sumSpans, type TimeInStatus } from '../core/results/uptime.ts'
import { findProjectOwner } from '../store/accounts/projects.ts'
import { listUnresolved } from '../store/incidents/incident-reads.ts'
import { listMonitorLifetimes, listMonitorSummaries } from '../store/monitors/dashboard-monitors.ts'
import { listProjectSchedules } from '../store/on-call/on-call-schedules.ts'
import { addOnCallUsers, type StaffedSchedule } from './on-call/rotations.ts'
import { CachedValues } from './platform/cached-values.ts'
import type { Context } from './platform/context.ts'
import { createQueue } from './platform/limits/large-work.ts'
import { OrganizationQueues } from './platform/limits/organization-queues.ts'
import { type BlockBudget, createBlockBudget, ResponseCells } from './results/response-cells.ts'
import { readSpansOf } from './results/uptime.ts'

/** Maximum number of monitors in a picture. A screen has no more rows. */
export const MAX_ROWS = 2_000

/** Maximum number of incidents in a picture. */
export const MAX_NAMED = 50

/** Monitors of one query, as in reports. */
const CHUNK = 50

/** Every screen shows the same picture for this time. */
const CACHE_MS = 5 * SECOND_MS
const MAX_CACHED = 50

/** A picture of 2,000 monitors takes a second. The database serves other requests between the chunks. */
const MAX_CONCURRENT = 1
const MAX_WAITING = 20

interface LoomRow {
  id: string
  name: string
  /** Uptime of the last 24 hours, 0-100; null when nothing was measured. */
  uptime: number | null
  /** Median of the cells; null without a response time. */
  typicalMs: number | null
  /** See `formatCells`. */
  cells: string
}

export interface Loom {
  readAt: UnixMs
  /** Start of the first cell. */
  startsAt: UnixMs
  /** By name. */
  rows: LoomRow[]
  hasMore: boolean
  /** Uptime of all rows together. */
  uptime: number | null
  /** The most urgent ones. */
  incidents: Incident[]
  unresolved: number
  schedules: StaffedSchedule[]
}

export class LoomReader {
  readonly #context: Pick<Context, 'store' | 'now'>
  readonly #cache: CachedValues<Loom>
  readonly #organizations = new OrganizationQueues()
  readonly #queue = createQueue(MAX_CONCURRENT, MAX_WAITING)
  readonly #cells = new ResponseCells()

  constructor(context: Pick<Context, 'store' | 'now' | 'elapsed'>) {
    this.#context = context
    this.#cache = new CachedValues(CACHE_MS, context.elapsed, MAX_CACHED)
  }

  /** @throws Problem SERVICE_UNAVAILABLE, RATE_LIMIT_EXCEEDED */
  read(projectId: string): Promise<Loom> {
    return this.#cache.get(projectId, () => this.#loadInTurn(projectId))
  }

  /** Loads one picture of an organization at a time, so that its projects do not fill the queue. */
  async #loadInTurn(projectId: string): Promise<Loom> {
    const organizationId = (await findProjectOwner(this.#context.store.db, projectId)) ?? projectId
    const { granted, release } = this.#organizations.acquire(organizationId, 'heavy')
    try {
      await granted
      return await this.#queue.run(() => this.#load(projectId))
    } finally {
      release()
    }
  }

  async #load(projectId: string): Promise<Loom> {
    const { db } = this.#context.store
    const now = this.#context.now()
    const monitors = await listMonitorSummaries(db, projectId, MAX_ROWS + 1)
    const rows: LoomRow[] = []
    const budget = createBlockBudget()
    let time = NO_TIME
    for (let start = 0; start < Math.min(monitors.length, MAX_ROWS); start += CHUNK) {
      const chunk = monitors.slice(start, Math.min(start + CHUNK, MAX_ROWS))
      for (const { row, lastDay } of await this.#readRows(projectId, chunk, now, budget)) {
        rows.push(row)
        time = addTimes(time, lastDay)
      }
    }
    const { incidents, open, acknowledged } = await listUnresolved(db, projectId, MAX_NAMED, new Set())
    const schedules = await addOnCallUsers(db, await listProjectSchedules(db, projectId), now)
    return {
      readAt: now,
      startsAt: startOfCells(now),
      rows,
      hasMore: monitors.length > MAX_ROWS,
      uptime: computeUptimePercentage(time),
      incidents,
      unresolved: open + acknowledged,
      schedules,
    }
  }

  async #readRows(
    projectId: string,
    monitors: readonly Pick<LoomRow, 'id' | 'name'>[],
    now: UnixMs,
    budget: BlockBudget,
  ): Promise<{ row: LoomRow; lastDay: TimeInStatus }[]> {
    const { db, history } = this.#context.store
    const ids = monitors.map(({ id }) => id)
    const lifetimes = await listMonitorLifetimes(db, projectId, ids)
    const [from, startsAt] = [now - DAY_MS, startOfCells(now)]
    const names = new Map(monitors.map(({ id, name }) => [id, name]))
    const days = await readSpansOf(history, lifetimes, { from, to: now })
    const keys = lifetimes.map(({ key }) => key)
    const responses = await this.#cells.read(history, keys, now, budget)
    return lifetimes.map(({ id }, index) => {
      const [spans, cellsMs] = [days[index]!, responses[index]!]
      const lastDay = sumSpans(spans)
      const typicalMs = computeTypicalMs(cellsMs)
      const row: LoomRow = {
        id,
        name: names.get(id)!,
        uptime: computeUptimePercentage(lastDay),
        typicalMs,
        cells: formatCells(spans, cellsMs, typicalMs, startsAt),
      }
      return { row, lastDay }
    })
  }
}
