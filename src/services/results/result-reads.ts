/**
 * Reads of results: pages of a monitor, single results, and the responses of failed checks.
 *
 * Pages of a monitor's results, newest first. The counts of its hours show which hours a page contains, so no other
 * hour is read.
 */
import { Problem } from '../../core/platform/errors.ts'
import { HOUR_MS, MINUTE_MS, startOfDay, startOfHour, type UnixMs } from '../../core/platform/time/time.ts'
import { REPEAT_RESPONSE_MS } from '../../core/results/failure-response.ts'
import type { Reader } from '../../store/platform/store.ts'
import { findLastResponse, type StoredResponse } from '../../store/results/failure-responses.ts'
import type { HourCount } from '../../store/results/result-blocks.ts'
import { listHourCounts, sumCount } from '../../store/results/result-rows.ts'
import {
  findResult,
  hasPassedBetween,
  listResults,
  parseResultId,
  type ResultFilter,
  type StoredResult,
} from '../../store/results/results.ts'

interface ResultPage {
  results: StoredResult[]
  /** Number of results on all pages. */
  total: number
}

interface PageBounds {
  limit: number
  offset: number
}

/**
 * Reads a page of results.
 *
 * @param since creation time of the monitor
 */
export async function readResultPage(
  db: Reader,
  filter: ResultFilter,
  page: PageBounds,
  since: UnixMs,
): Promise<ResultPage> {
  const from = Math.max(filter.from ?? 0, startOfDay(since))
  const to = filter.to ?? Number.MAX_SAFE_INTEGER
  const parts = await listParts(db, { ...filter, from, to })
  const chosenParts: Part[] = []
  let [total, skipped] = [0, 0]
  for (const part of parts) {
    if (total + part.count <= page.offset) skipped += part.count
    else if (total < page.offset + page.limit) chosenParts.push(part)
    total += part.count
  }
  const results = await readParts(db, filter, chosenParts)
  const start = page.offset - skipped
  return { results: results.slice(start, start + page.limit), total }
}

/** Longest time without a match that is read together with the parts around it. */
const MAX_GAP_MS = 6 * HOUR_MS

/** Reads the matches of parts, newest first. Parts close to each other are read together. */
async function readParts(db: Reader, filter: ResultFilter, parts: readonly Part[]): Promise<StoredResult[]> {
  const runs: { from: number; to: number }[] = []
  for (const { from, to } of parts) {
    const last = runs.at(-1)
    if (last && last.from - to <= MAX_GAP_MS) last.from = from
    else runs.push({ from, to })
  }
  const results: StoredResult[] = []
  for (const run of runs) results.push(...(await listResults(db, { ...filter, ...run })))
  return results
}

type BoundFilter = ResultFilter & { from: number; to: number }

/** A part of the period with results that match the filter. */
interface Part {
  from: number
  /** Exclusive. */
  to: number
  count: number
}

/** Splits the period into its hours, newest first. Hours without a match are left out. */
async function listParts(db: Reader, filter: BoundFilter): Promise<Part[]> {
  const counts = await listHourCounts(db, filter.monitorKey, startOfHour(filter.from), filter.to)
  const hours = new Map<number, number>()
  for (const hour of counts) hours.set(hour.startsAt, (hours.get(hour.startsAt) ?? 0) + countMatches(hour, filter))
  const parts: Part[] = []
  for (const [startsAt, count] of [...hours].filter(([, matches]) => matches > 0).sort(([a], [b]) => b - a)) {
    const from = Math.max(startsAt, filter.from)
    const to = Math.min(startsAt + HOUR_MS, filter.to)
    const isWhole = to - from === HOUR_MS
    parts.push({ from, to, count: isWhole ? count : (await listResults(db, { ...filter, from, to })).length })
  }
  return parts
}

function countMatches(hour: HourCount, { status, regionKey }: ResultFilter): number {
  if (regionKey !== undefined && hour.regionKey !== regionKey) return 0
  return status === undefined ? sumCount(hour) : hour[status]
}

/** @throws Problem RESOURCE_NOT_FOUND when the monitor has no result with this id */
export async function getResult(db: Reader, monitorKey: number, id: string): Promise<StoredResult> {
  const key = parseResultId(id)
  const result = key?.monitorKey === monitorKey ? await findResult(db, key) : null
  if (!result) throw new Problem('RESOURCE_NOT_FOUND', 'This result does not exist for the monitor')
  return result
}

/**
 * Added to the hour, because a probe measures it from the end of a check. A check may be slow and wait in the queue.
 */
const SLACK_MS = 10 * MINUTE_MS

/**
 * Finds the response of a failed check. It is stored with the result, or it is an earlier response that was similar
 * enough not to be stored again. Null when there was no response.
 */
export async function findFailureResponse(db: Reader, result: StoredResult): Promise<StoredResponse | null> {
  const { monitorKey, regionKey, scheduledAt, status, statusCode } = result
  if (status !== 'down' || statusCode === null) return null
  const from = scheduledAt - REPEAT_RESPONSE_MS - SLACK_MS
  const stored = await findLastResponse(db, { monitorKey, regionKey, from, to: scheduledAt })
  if (stored === null || stored.response.statusCode !== statusCode) return null
  const between = { monitorKey, regionKey, from: stored.scheduledAt, to: scheduledAt }
  return (await hasPassedBetween(db, between)) ? null : stored
}
