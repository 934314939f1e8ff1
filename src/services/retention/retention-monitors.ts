/** Retention stage for monitors: results, rollups and history. */

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

/** Monitors per step. */
const PAGE_SIZE = 50

/** Time span of results whose rollup takes about as long as the deletion of one row. */
const ROLLUP_MS_PER_ROW = DAY_MS / 50

/** Represents an open start or end of a range, within the integer range of both databases. */
const UNBOUNDED = Number.MAX_SAFE_INTEGER

/** How a run deletes raw results. */
interface RawDeletion {
  /** Days before this are dropped as a whole; null when rows are deleted one by one. */
  droppedBefore: number | null
  /** Whether results before the horizon of the previous run are known to be gone. */
  isByDay: boolean
}

export const pruneMonitors: RetentionStage = async (tx, context, run, budget) => {
  const page = await listRetentionMonitors(tx, Number(run.cursor), PAGE_SIZE)
  if (page.last === null) return null
  // Results are rolled up before they are deleted. Open hours are closed only when hourly data is no longer requested
  // for them
  const keys = page.monitors.map(({ key }) => key)
  const open = await listOpenHoursBefore(tx, keys, run.day - DAY_MS)
  for (const hours of open)
    if (budget.left <= 0 || !(await rollUpHours(tx, hours, run.day - DAY_MS, budget))) return run.cursor
  const deletion = await chooseRawDeletion(tx, context, run)
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
 * Lists the row ranges to delete for a monitor. For a deleted monitor, statuses and days are kept for their normal
 * time, because reports of past months use them.
 */
function listRowRanges(monitor: RetentionMonitor, run: RetentionRun, deletion: RawDeletion): RowRange[] {
  const horizons = computeHorizons(monitor, run.day)
  const gone = isGone(monitor, run)
  const isExpired = gone && monitor.deletedAt! < horizons.rollups
  const detail = (at: number) => (gone ? UNBOUNDED : at)
  const rollups = isExpired ? UNBOUNDED : horizons.rollups
  const cutoffs: Record<HistoryTable, number> = {
    results: detail(horizons.rawResults),
    result_hours: detail(horizons.hours),
    result_days: rollups,
    failure_responses: detail(horizons.rawResults),
    heartbeat_pings: detail(horizons.rollups),
    status_changes: rollups,
    maintenance_spans: rollups,
  }
  const ranges = Object.entries(cutoffs).map(([table, before]) => ({
    monitorKey: monitor.key,
    table: table as HistoryTable,
    from: table === 'results' && !gone ? computeRawFrom(monitor, horizons, run, deletion) : -UNBOUNDED,
    before,
  }))
  return ranges.filter(({ from, before }) => from < before)
}

/** Returns the time from which raw results may have to be deleted one by one. */
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

/** Deletes a range. Returns false when the budget does not suffice for all rows. */
async function pruneRange(tx: Tx, range: RowRange, budget: RowBudget): Promise<boolean> {
  if (budget.left <= 0) return false
  const { deleted, isEmpty } = await deleteOldest(tx, range, budget.left)
  budget.take(range.table, deleted)
  return isEmpty
}

/** Rolls up open hours, at most one day. Returns false when more remain, or when a concurrent result won. */
async function rollUpHours(tx: Tx, hours: OpenHours, until: number, budget: RowBudget): Promise<boolean> {
  const first = await findFirstResult(tx, hours, hours.openHour, until)
  const from = first === null ? until : startOfHour(first)
  const to = Math.min(from + DAY_MS, until)
  const { monitorKey, regionKey } = hours
  if (from < to) await updateHourlyRollups(tx, [{ monitorKey, regionKey, from, to }])
  budget.left -= 1 + Math.ceil((to - from) / ROLLUP_MS_PER_ROW)
  return (await closeHours(tx, hours, to)) && to === until
}
