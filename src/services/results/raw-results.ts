/** Results that no rollup tells of yet, or that one tells of only together with others. */
import { DAY_MS, HOUR_MS, startOfDay, startOfHour } from '../../core/platform/time/time.ts'
import { findOpenHours } from '../../store/evaluation/check-states.ts'
import type { Reader } from '../../store/platform/store.ts'
import { listMeasuresBetween, type MeasuredResult } from '../../store/results/results.ts'

/**
 * How a stretch of time is put together, so that its parts tell of it once: the rest of the first hour raw, the rest of
 * the first day by hours, whole days, and what is not rolled up yet raw again.
 */
export interface PeriodParts {
  from: number
  firstHour: number
  firstDay: number
  /** Exclusive; the clock of a probe may be a little ahead. */
  end: number
}

/** @param from Unix ms */
export const splitPeriod = (from: number, now: number): PeriodParts => ({
  from,
  firstHour: startOfHour(from + HOUR_MS - 1),
  firstDay: startOfDay(from + DAY_MS - 1),
  end: now + DAY_MS,
})

/** The raw parts. */
export async function listRawResults(db: Reader, monitorKey: number, parts: PeriodParts): Promise<MeasuredResult[]> {
  const { from, firstHour, end } = parts
  const openHours = await findOpenHours(db, monitorKey)
  if (openHours.size === 0) return []
  const isOpen = (result: MeasuredResult) => result.scheduledAt >= (openHours.get(result.regionKey) ?? 0)
  const open = await listMeasuresBetween(db, monitorKey, Math.max(from, Math.min(...openHours.values())), end)
  const edge = firstHour > from ? await listMeasuresBetween(db, monitorKey, from, firstHour) : []
  return [...edge.filter((result) => !isOpen(result)), ...open.filter(isOpen)]
}
