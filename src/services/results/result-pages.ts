/** A page of the results of a monitor, newest first, from as few days of the history as it takes. */
import { setImmediate as turn } from 'node:timers/promises'
import { DAY_MS, startOfDay } from '../../core/platform/time/time.ts'
import type { Reader } from '../../store/platform/store.ts'
import { countResults, listResults, type ResultFilter, type StoredResult } from '../../store/results/results.ts'

interface ResultPage {
  results: StoredResult[]
  /** How many there are on all pages. */
  total: number
}

interface PageBounds {
  limit: number
  offset: number
}

/** Days that are counted before other requests get their turn: 100,000 results of the busiest monitor. */
const WINDOW_DAYS = 7

/** Beyond it no plan keeps results, so what is older is counted in one go. */
const MAX_WINDOWS = 14

/**
 * PostgreSQL keeps a day of results in a table of its own, and to ask for all of them costs far more than to read what is
 * wanted: the newest page is nearly always within the last two days.
 *
 * @param since when the monitor came to be, Unix ms
 */
export async function readResultPage(
  db: Reader,
  filter: ResultFilter,
  page: PageBounds,
  { since, now }: { since: number; now: number },
): Promise<ResultPage> {
  const asked = { ...filter, from: Math.max(filter.from ?? 0, startOfDay(since)) }
  if (page.offset > 0) return readFarPage(db, asked, page, now)
  const results = await listNewest(db, asked, page, now)
  // A page that is not full is the last one
  if (results.length < page.limit) return { results, total: results.length }
  let total = 0
  for await (const { count } of countByWindow(db, asked, now)) total += count
  return { results, total }
}

type BoundFilter = ResultFilter & { from: number }

async function listNewest(db: Reader, filter: BoundFilter, page: PageBounds, now: number): Promise<StoredResult[]> {
  const near = startOfDay(filter.to ?? now) - DAY_MS
  if (filter.from >= near) return listResults(db, filter, page)
  const newest = await listResults(db, { ...filter, from: near }, page)
  return newest.length === page.limit ? newest : listResults(db, filter, page)
}

/** Skips whole windows by their counts, which the total needs anyway. */
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

/** Newest first. Other requests get their turn between the windows: SQLite counts on this thread. */
async function* countByWindow(db: Reader, filter: BoundFilter, now: number) {
  let { to } = filter
  for (let index = 1; to === undefined || to > filter.from; index++) {
    const begin = startOfDay(Math.min(to ?? now, now)) - (WINDOW_DAYS - 1) * DAY_MS
    const from = index < MAX_WINDOWS ? Math.max(filter.from, begin) : filter.from
    const window: BoundFilter = { ...filter, from, ...(to !== undefined && { to }) }
    yield { window, count: await countResults(db, window) }
    await turn()
    to = from
  }
}
