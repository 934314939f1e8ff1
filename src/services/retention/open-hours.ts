/** Closes the hours that were open when the last result of a monitor arrived. */
import { DAY_MS, startOfHour } from '../../core/platform/time/time.ts'
import type { Tx } from '../../store/platform/store.ts'
import { findFirstResult, listOpenHoursBefore, type OpenHours, saveOpenHour } from '../../store/retention/open-hours.ts'
import { closeHours } from '../results/roll-up.ts'
import type { RowBudget } from './retention-stage.ts'

/** Time span of results whose rollup takes about as long as the deletion of one row. */
const ROLLUP_MS_PER_ROW = DAY_MS / 50

/**
 * Closes the open hours of monitors that contain results due before a time.
 *
 * @param until start of an hour, Unix ms
 * @returns false when more remain, or when a concurrent result won
 */
export async function closeOpenHours(
  tx: Tx,
  monitorKeys: readonly number[],
  until: number,
  budget: RowBudget,
): Promise<boolean> {
  for (const hours of await listOpenHoursBefore(tx, monitorKeys, until))
    if (budget.left <= 0 || !(await rollUpHours(tx, hours, until, budget))) return false
  return true
}

/** Rolls up open hours, at most one day. Returns false when more remain, or when a concurrent result won. */
async function rollUpHours(tx: Tx, hours: OpenHours, until: number, budget: RowBudget): Promise<boolean> {
  const first = await findFirstResult(tx, hours, hours.openHour, until)
  const from = first === null ? until : startOfHour(first)
  const to = Math.min(from + DAY_MS, until)
  const { monitorKey, regionKey } = hours
  if (from < to) await closeHours(tx, [{ monitorKey, regionKey, from, to }])
  budget.left -= 1 + Math.ceil((to - from) / ROLLUP_MS_PER_ROW)
  return (await saveOpenHour(tx, hours, to)) && to === until
}
