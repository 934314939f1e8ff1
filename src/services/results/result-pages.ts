/** Pages of a monitor's results, newest first. Reads as few days as possible. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { DAY_MS, startOfDay } from '../../core/platform/time/time.ts'
import type { Reader } from '../../store/platform/store.ts'
import { countResults, listResults, type ResultFilter, type StoredResult } from '../../store/results/results.ts'

interface ResultPage {
  results: StoredResult[]
  /** Number of results on all pages. */
  total: number
}

interface PageBounds {
  limit: number
  offset: number
}

/** Days counted before the process yields: 100,000 results of the busiest monitor. */
const WINDOW_DAYS = 7

/** Maximum number of windows. No plan keeps results for longer, so all older results are counted at once. */
const MAX_WINDOWS = 14

/**
 * Reads a page of results. PostgreSQL has one table per day, and querying all of them is far more expensive than
 * reading the needed ones. The newest page is nearly always within the last two days.
 *
 * @param since creation time of the monitor, Unix ms
 */
export async function readResultPage(
  db: Reader,
  filter: ResultFilter,
  page: PageBounds,
  { since, now }: { since: number; now: number },
): Promise<ResultPage> {
  const bounded = { ...filter, from: Math.max(filter.from ?? 0, startOfDay(since)) }
  if (page.offset > 0) return readFarPage(db, bounded, page, now)
  const results = await listNewest(db, bounded, page, now)
  // An incomplete page is the last one
  if (results.length < page.limit) return { results, total: results.length }
  let total = 0
  for await (const { count } of countByWindow(db, bounded, now)) total += count
  return { results, total }
}

type BoundFilter = ResultFilter & { from: number }

async function listNewest(db: Reader, filter: BoundFilter, page: PageBounds, now: number): Promise<StoredResult[]> {
  const near = startOfDay(filter.to ?? now) - DAY_MS
  if (filter.from >= near) return listResults(db, filter, page)
  const newest = await listResults(db, { ...filter, from: near }, page)
  return newest.length === page.limit ? newest : listResults(db, filter, page)
}

/** Skips whole windows by their counts, which are needed for the total anyway. */
async function readFarPage(db: Reader, filter: BoundFilter, page: PageBounds, now: number): Promise<ResultPage> {
  const results: StoredResult[] = []
  let total = 0
  for await (const { window, count } of countByWindow(db, filter, now)) {
    const offset = Math.max(0, page.offset - total)
    const limit = page.limit - results.length
    if (limit > 0 && offset < count) results.push(...(await listResults(db, window, { limit, offset })))
    total += count
  }
  return { results, total }
}

/**
 * Counts results by window, newest first. Yields to the event loop between windows, because SQLite counts on this
 * thread.
 */
async function* countByWindow(db: Reader, filter: BoundFilter, now: number) {
  let { to } = filter
  for (let index = 1; to === undefined || to > filter.from; index++) {
    const begin = startOfDay(Math.min(to ?? now, now)) - (WINDOW_DAYS - 1) * DAY_MS
    const from = index < MAX_WINDOWS ? Math.max(filter.from, begin) : filter.from
    const window: BoundFilter = { ...filter, from, ...(to !== undefined && { to }) }
    yield { window, count: await countResults(db, window) }
    await yieldToEventLoop()
    to = from
  }
}
