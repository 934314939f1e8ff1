/** Raw results of the times that rollups do not cover completely. */
import { DAY_MS, HOUR_MS, startOfDay, startOfHour } from '../../core/platform/time/time.ts'
import { findOpenHours } from '../../store/evaluation/check-states.ts'
import { listOpenHours } from '../../store/overview.ts'
import type { Reader } from '../../store/platform/store.ts'
import { listOpenMeasures } from '../../store/results/compaction.ts'
import { listMeasuresBetween, type MeasuredResult } from '../../store/results/results.ts'

/**
 * Boundaries that split a period into parts, so that each result counts once. The rest of the first hour is read from
 * raw results, the rest of the first day from hours, and later days as a whole. Results without a rollup are read raw
 * as well.
 */
export interface PeriodParts {
  from: number
  firstHour: number
  firstDay: number
  /** Exclusive; the clock of a probe may be slightly ahead. */
  end: number
}

/**
 * Returns the start of the response times of a period: the first UTC hour that begins in it. Every average of a period
 * begins there, because rollups have no parts of hours. So equal periods have equal averages.
 *
 * @param from start of the period, Unix ms
 */
export const startOfResponseTimes = (from: number): number => startOfHour(from + HOUR_MS - 1)

/** @param from Unix ms */
export const splitPeriod = (from: number, now: number): PeriodParts => ({
  from,
  firstHour: startOfResponseTimes(from),
  firstDay: startOfDay(from + DAY_MS - 1),
  end: now + DAY_MS,
})

/** Lists the raw results of a period. */
export async function listRawResults(db: Reader, monitorKey: number, parts: PeriodParts): Promise<MeasuredResult[]> {
  const { from, firstHour, end } = parts
  const openHours = await findOpenHours(db, monitorKey)
  if (openHours.size === 0) return []
  const isOpen = (result: MeasuredResult) => result.scheduledAt >= (openHours.get(result.regionKey) ?? 0)
  const open = await listMeasuresBetween(db, monitorKey, Math.max(from, Math.min(...openHours.values())), end)
  const edge = firstHour > from ? await listMeasuresBetween(db, monitorKey, from, firstHour) : []
  return [...edge.filter((result) => !isOpen(result)), ...open.filter(isOpen)]
}

/** Lists the results of many monitors in [from, to) that are not rolled up yet, in no order. */
export async function listOpenResults(
  db: Reader,
  monitorKeys: readonly number[],
  from: number,
  to: number,
): Promise<MeasuredResult[]> {
  const open = await listOpenHours(db, monitorKeys)
  const ranges = open.map(({ openHour, ...place }) => ({ ...place, from: Math.max(openHour, from), to }))
  return listOpenMeasures(
    db,
    ranges.filter((range) => range.from < to),
  )
}
