/** A page of the results of a monitor, newest first, from as few days of the history as it takes. */
import { DAY_MS, startOfDay } from '../core/time.ts'
import { countResults, listResults, type ResultFilter, type StoredResult } from '../store/results.ts'
import type { Reader } from '../store/store.ts'

export interface ResultPage {
  results: StoredResult[]
  /** How many there are on all pages. */
  total: number
}

interface Window {
  limit: number
  offset: number
}

/**
 * PostgreSQL keeps a day of results in a table of its own, and to ask for all of them costs far more than to read what is
 * wanted: the newest page is nearly always within the last two days.
 *
 * @param since when the monitor came to be, Unix ms
 */
export async function readResultPage(
  db: Reader,
  filter: ResultFilter,
  page: Window,
  { since, now }: { since: number; now: number },
): Promise<ResultPage> {
  const asked = { ...filter, from: Math.max(filter.from ?? 0, startOfDay(since)) }
  const results = await listNewest(db, asked, page, now)
  // A page that is not full is the last one
  const isLast = results.length < page.limit && (results.length > 0 || page.offset === 0)
  return { results, total: isLast ? page.offset + results.length : await countResults(db, asked) }
}

async function listNewest(
  db: Reader,
  filter: ResultFilter & { from: number },
  page: Window,
  now: number,
): Promise<StoredResult[]> {
  const near = startOfDay(filter.to ?? now) - DAY_MS
  if (page.offset > 0 || filter.from >= near) return listResults(db, filter, page)
  const newest = await listResults(db, { ...filter, from: near }, page)
  return newest.length === page.limit ? newest : listResults(db, filter, page)
}
