/** The stage of the walk that goes over all monitors: results, rollups, and the history of each. */

import { DAY_MS, startOfHour } from '../../core/platform/time/time.ts'
import { computeHorizons, DELETED_RETENTION_MS, type Horizons } from '../../core/retention/retention.ts'
import type { Tx } from '../../store/platform/store.ts'
import {
  closeHours,
  deleteOldest,
  deleteSpansBefore,
  findFirstResult,
  type HistoryTable,
  listNonEmpty,
  listOpenHoursBefore,
  listRetentionMonitors,
  type OpenHours,
  purgeMonitor,
  purgeSettings,
  type RetentionMonitor,
  type RowRange,
} from '../../store/retention/retention-monitors.ts'
import type { RetentionRun } from '../../store/retention/retention-run.ts'
import { updateHourlyRollups } from '../results/roll-up.ts'
import { findOldestRetained } from './retention-space.ts'
import type { RetentionContext, RetentionStage, RowBudget } from './retention-stage.ts'

/** Monitors of one step. */
const PAGE_SIZE = 50

/** To sum up so much of a monitor's results takes about as long as to delete a row. */
const ROLLUP_MS_PER_ROW = DAY_MS / 50

/** What a stretch without a beginning or an end runs from and to, in numbers that both databases hold. */
const UNBOUNDED = Number.MAX_SAFE_INTEGER

/** How the raw results of a walk go. */
interface RawDeletion {
  /** Dropped by the day, those that lie before this; null when each is deleted by itself. */
  droppedBefore: number | null
  /** What was before the horizon when the last walk was made is known to be gone. */
  isByDay: boolean
}

export const pruneMonitors: RetentionStage = async (tx, keeping, run, budget) => {
  const page = await listRetentionMonitors(tx, Number(run.cursor), PAGE_SIZE)
  if (page.last === null) return null
  // Nothing is deleted before it is summed up; and of what was open, only what nobody asks for by the hour any more
  const keys = page.monitors.map(({ key }) => key)
  const open = await listOpenHoursBefore(tx, keys, run.day - DAY_MS)
  for (const hours of open)
    if (budget.left <= 0 || !(await rollUpHours(tx, hours, run.day - DAY_MS, budget))) return run.cursor
  const deletion = await chooseRawDeletion(tx, keeping, run)
  const gone = page.monitors.filter((monitor) => isGone(monitor, run))
  await purgeSettings(
    tx,
    gone.map(({ key }) => key),
  )
  const kept = page.monitors.map(({ key, ...monitor }) => ({ key, before: computeHorizons(monitor, run.day).rollups }))
  budget.take('certificate_spans', await deleteSpansBefore(tx, kept))
  const filled = await listNonEmpty(
    tx,
    page.monitors.flatMap((monitor) => listRowRanges(monitor, run, deletion)),
  )
  for (const range of filled.sort((a, b) => a.monitorKey - b.monitorKey))
    if (!(await pruneRange(tx, range, budget))) return String(range.monitorKey - 1)
  for (const monitor of gone)
    if (monitor.deletedAt! < computeHorizons(monitor, run.day).rollups)
      budget.take('monitors', await purgeMonitor(tx, monitor.key))
  return String(page.last)
}

const isGone = ({ deletedAt }: RetentionMonitor, { day }: RetentionRun): boolean =>
  deletedAt !== null && deletedAt < day - DELETED_RETENTION_MS

async function chooseRawDeletion(tx: Tx, { store }: RetentionContext, { day }: RetentionRun): Promise<RawDeletion> {
  const { isByDay, canDropAll } = store.traits.space
  const oldest = isByDay ? await findOldestRetained(tx, day) : null
  return { isByDay, droppedBefore: oldest !== null && (await canDropAll(tx, oldest)) ? oldest : null }
}

/**
 * What there may be to delete of a monitor. Of one that is gone, the statuses and days that reports of past months are
 * made of stay as long as they would have.
 */
function listRowRanges(monitor: RetentionMonitor, run: RetentionRun, deletion: RawDeletion): RowRange[] {
  const horizons = computeHorizons(monitor, run.day)
  const gone = isGone(monitor, run)
  const forGood = gone && monitor.deletedAt! < horizons.rollups
  const detail = (at: number) => (gone ? UNBOUNDED : at)
  const rollups = forGood ? UNBOUNDED : horizons.rollups
  const befores: Record<HistoryTable, number> = {
    results: detail(horizons.rawResults),
    result_hours: detail(horizons.hours),
    result_days: rollups,
    failure_responses: detail(horizons.rawResults),
    heartbeat_pings: detail(horizons.rollups),
    status_changes: rollups,
    maintenance_spans: rollups,
  }
  const ranges = Object.entries(befores).map(([table, before]) => ({
    monitorKey: monitor.key,
    table: table as HistoryTable,
    from: table === 'results' && !gone ? computeRawFrom(monitor, horizons, run, deletion) : -UNBOUNDED,
    before,
  }))
  return ranges.filter(({ from, before }) => from < before)
}

/** From where on there may be raw results to delete one by one. */
function computeRawFrom(
  monitor: RetentionMonitor,
  { rawResults }: Horizons,
  { previousDay }: RetentionRun,
  deletion: RawDeletion,
): number {
  if (deletion.droppedBefore === rawResults) return rawResults
  const isKnown = deletion.isByDay && monitor.termsSince < previousDay
  return isKnown ? computeHorizons(monitor, previousDay).rawResults : -UNBOUNDED
}

/** False when there is more in it than there is room. */
async function pruneRange(tx: Tx, range: RowRange, budget: RowBudget): Promise<boolean> {
  if (budget.left <= 0) return false
  const { deleted, isEmpty } = await deleteOldest(tx, range, budget.left)
  budget.take(range.table, deleted)
  return isEmpty
}

/** Sums up what is still to be read raw, a day of it at a time. False when there is more, or a result was faster. */
async function rollUpHours(tx: Tx, hours: OpenHours, until: number, budget: RowBudget): Promise<boolean> {
  const first = await findFirstResult(tx, hours, hours.openHour, until)
  const from = first === null ? until : startOfHour(first)
  const to = Math.min(from + DAY_MS, until)
  const { monitorKey, regionKey } = hours
  if (from < to) await updateHourlyRollups(tx, [{ monitorKey, regionKey, from, to }])
  budget.left -= 1 + Math.ceil((to - from) / ROLLUP_MS_PER_ROW)
  return (await closeHours(tx, hours, to)) && to === until
}
