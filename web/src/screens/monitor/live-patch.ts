/** Adds a new result to result pages in the cache. */
import type { Schemas } from '../../api/types.ts'

export type Result = Schemas['CheckResult']

interface HistoryPage {
  history: Schemas['StatusChange'][]
  pagination: Schemas['Pagination']
}

export interface ResultFilter {
  status?: Result['status']
  region?: string
  from?: string
  to?: string
  offset: number
  limit: number
}

export interface ResultPage {
  results: Result[]
  pagination: Schemas['Pagination']
}

const isWanted = (result: Result, { status, region, from, to }: ResultFilter): boolean =>
  (status === undefined || result.status === status) &&
  (region === undefined || result.region === region) &&
  (from === undefined || result.checked_at >= from) &&
  (to === undefined || result.checked_at < to)

/** Returns the page with the result inserted, or the same page if it belongs to another page. */
export function withResult(page: ResultPage, filter: ResultFilter, result: Result): ResultPage {
  if (!isWanted(result, filter) || page.results.some(({ id }) => id === result.id)) return page
  const { pagination } = page
  const counted = { ...pagination, total_count: pagination.total_count + 1 }
  // Later pages stay unchanged: rows that move by one would disturb the user
  if (filter.offset > 0) return { ...page, pagination: counted }
  const results = [...page.results, result].sort((a, b) => (a.checked_at < b.checked_at ? 1 : -1))
  const shown = results.slice(0, filter.limit)
  return { results: shown, pagination: { ...counted, has_more: counted.total_count > shown.length } }
}

/** A change of the runtime status, as an event reports it. */
type StatusData = Pick<Schemas['StatusChange'], 'from_status' | 'to_status' | 'reason' | 'parsed_reason' | 'started_at'>

/**
 * Returns the first page of the history with a new status. Otherwise the status would appear beside the reason of the
 * previous one until the page is read again.
 */
export function withStatus(
  page: HistoryPage,
  { from_status, to_status, reason, parsed_reason, started_at }: StatusData,
): HistoryPage {
  if (page.history.some((entry) => entry.kind === 'runtime' && entry.started_at >= started_at)) return page
  const entry = { id: started_at, kind: 'runtime' as const, to_status, reason, parsed_reason, started_at }
  return { ...page, history: [{ ...entry, ...(from_status !== undefined && { from_status }) }, ...page.history] }
}
