/**
 * Rollups of results. The open hour is read from raw results. When a result of a later hour arrives, the earlier hours
 * are rolled up from their raw results in the same transaction. With many monitors this happens up to half an hour
 * later (`core/results/rollup.ts`).
 *
 * A rollup therefore always equals its raw results, and a late result is included by rolling up the hour again.
 */
import { DAY_MS, HOUR_MS, startOfDay, startOfHour, type UnixMs } from '../../core/platform/time/time.ts'
import { addResult, createRollup, encodeRollup, mergeRollup, type Rollup } from '../../core/results/rollup.ts'
import { findOpenHours } from '../../store/evaluation/check-states.ts'
import { listOpenHours } from '../../store/overview.ts'
import type { Reader, Tx } from '../../store/platform/store.ts'
import { compactHours, listOpenMeasures } from '../../store/results/compaction.ts'
import { listMeasuresBetween, type MeasuredResult, type ResultRange } from '../../store/results/results.ts'
import { listHoursOfRanges, type StoredRollup, saveRollups } from '../../store/results/rollups.ts'

/** Hours that are closed without a pause. They take about 10 ms. */
const PART_HOURS = 50

/**
 * Closes hours: moves their raw results into blocks, and computes the rollups of the hours and of their days again.
 *
 * @param ranges whole hours; an hour without results creates no row
 * @throws ConflictError when another transaction closed one of the hours
 */
export async function closeHours(tx: Tx, ranges: readonly ResultRange[]): Promise<void> {
  for (let from = 0; from < ranges.length; from += PART_HOURS)
    await closePart(tx, ranges.slice(from, from + PART_HOURS))
}

async function closePart(tx: Tx, ranges: readonly ResultRange[]): Promise<void> {
  const hours = (await compactHours(tx, ranges)).map(({ results, ...key }) => {
    const rollup = createRollup()
    for (const result of results) addResult(rollup, result)
    return { ...key, ...encodeRollup(rollup) }
  })
  await saveRollups(tx, 'result_hours', hours)
  await updateDailyRollups(tx, hours)
}

/** Computes the rollups of days. A day is the sum of its closed hours. */
async function updateDailyRollups(tx: Tx, hours: readonly StoredRollup[]): Promise<void> {
  const days = new Map<string, ResultRange>()
  for (const { monitorKey, regionKey, startsAt } of hours) {
    const from = startOfDay(startsAt)
    days.set(`${monitorKey}/${regionKey}/${from}`, { monitorKey, regionKey, from, to: from + DAY_MS })
  }
  const sums = new RollupBuilder()
  for (const hour of await listHoursOfRanges(tx, [...days.values()]))
    mergeRollup(sums.getOrCreate(hour.monitorKey, hour.regionKey, startOfDay(hour.startsAt)), hour)
  await saveRollups(tx, 'result_days', sums.encode())
}

/** Builds rollups by monitor, region and start. */
class RollupBuilder {
  readonly #sums = new Map<string, { monitorKey: number; regionKey: number; startsAt: number; rollup: Rollup }>()

  getOrCreate(monitorKey: number, regionKey: number, startsAt: number): Rollup {
    const name = `${monitorKey}/${regionKey}/${startsAt}`
    const sum = this.#sums.get(name) ?? { monitorKey, regionKey, startsAt, rollup: createRollup() }
    this.#sums.set(name, sum)
    return sum.rollup
  }

  encode(): StoredRollup[] {
    return Array.from(this.#sums.values(), ({ rollup, ...key }) => ({ ...key, ...encodeRollup(rollup) }))
  }
}

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
 * @param from start of the period
 */
export const startOfResponseTimes = (from: UnixMs): number => startOfHour(from + HOUR_MS - 1)

export const splitPeriod = (from: UnixMs, now: number): PeriodParts => ({
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
