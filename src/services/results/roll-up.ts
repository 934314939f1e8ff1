/**
 * Rollups of results. The open hour is read from raw results. When a result of a later hour arrives, the earlier hours
 * are rolled up from their raw results in the same transaction. With many monitors this happens up to half an hour
 * later (`core/results/open-hour.ts`).
 *
 * A rollup therefore always equals its raw results, and a late result is included by rolling up the hour again.
 */

import { DAY_MS, startOfDay } from '../../core/platform/time/time.ts'
import { addResult, createRollup, encodeRollup, mergeRollup, type Rollup } from '../../core/results/rollup.ts'
import type { Tx } from '../../store/platform/store.ts'
import { compactHours } from '../../store/results/compaction.ts'
import type { ResultRange } from '../../store/results/results.ts'
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
