/**
 * Rolling up. What is open is read raw; once a result of a later hour arrives, or up to half an hour later where there are
 * many monitors (`core/results/open-hour.ts`), the hours before are summed up from their raw results, in the same transaction. A
 * rollup is therefore never more than what the results say, and rolling the same hour again (a late result) mends it.
 */

import { DAY_MS, startOfDay, startOfHour } from '../../core/platform/time/time.ts'
import { addResult, createRollup, encodeRollup, mergeRollup, type Rollup } from '../../core/results/rollup.ts'
import type { Tx } from '../../store/platform/store.ts'
import { listMeasuresOfRanges, type ResultRange } from '../../store/results/results.ts'
import { listHoursOfRanges, type StoredRollup, saveRollups } from '../../store/results/rollups.ts'

/** @param ranges whole hours to sum up; an hour without results makes no row */
export async function updateHourlyRollups(tx: Tx, ranges: readonly ResultRange[]): Promise<void> {
  if (ranges.length === 0) return
  const sums = new RollupBuilder()
  for (const result of await listMeasuresOfRanges(tx, ranges)) {
    const sum = sums.getOrCreate(result.monitorKey, result.regionKey, startOfHour(result.scheduledAt))
    addResult(sum, result)
  }
  const hours = sums.encode()
  await saveRollups(tx, 'result_hours', hours)
  await updateDailyRollups(tx, hours)
}

/** A day is the sum of its hours that are closed. */
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

/** Rollups in the making, by monitor, region and start. */
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
