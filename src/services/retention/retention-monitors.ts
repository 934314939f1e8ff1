/** Retention stage for monitors: results, rollups and history. */
import { DAY_MS } from '../../core/platform/time/time.ts'
import { computeHorizons, DELETED_RETENTION_MS, type Horizons } from '../../core/retention/retention.ts'
import type { Reader, Tx } from '../../store/platform/store.ts'
import {
  deleteOldest,
  deleteSpansBefore,
  type HistoryTable,
  listNonEmpty,
  listRetentionMonitors,
  purgeMonitor,
  purgeSettings,
  type RetentionMonitor,
  type RowRange,
} from '../../store/retention/retention-monitors.ts'
import { findLongestRawResultDays, type RetentionRun } from '../../store/retention/retention-run.ts'
import { closeOpenHours } from './compaction.ts'
import type { RetentionContext, RetentionStage, RowBudget } from './retention-run.ts'

/** Monitors per step. */
const PAGE_SIZE = 50

/** Represents an open start or end of a range, within the integer range of both databases. */
const UNBOUNDED = Number.MAX_SAFE_INTEGER

/** How a run deletes blocks of results. */
interface BlockDeletion {
  /** Days before this are dropped as a whole; null when rows are deleted one by one. */
  droppedBefore: number | null
  /** Whether blocks before the horizon of the previous run are known to be gone. */
  isByDay: boolean
}

export const pruneMonitors: RetentionStage = async (tx, context, run, budget) => {
  const page = await listRetentionMonitors(tx, Number(run.cursor), PAGE_SIZE)
  if (page.last === null) return null
  // Results are rolled up before they are deleted
  const keys = page.monitors.map(({ key }) => key)
  if (!(await closeOpenHours(tx, keys, run.startsAt - DAY_MS, budget))) return run.cursor
  const deletion = await chooseBlockDeletion(tx, context, run)
  const gone = page.monitors.filter((monitor) => isGone(monitor, run))
  await purgeSettings(
    tx,
    gone.map(({ key }) => key),
  )
  const kept = page.monitors.map(({ key, ...monitor }) => ({
    key,
    before: computeHorizons(monitor, run.startsAt).rollups,
  }))
  budget.take('certificate_spans', await deleteSpansBefore(tx, kept))
  const filled = await listNonEmpty(
    tx,
    page.monitors.flatMap((monitor) => listRowRanges(monitor, run, deletion)),
  )
  for (const range of filled.sort((a, b) => a.monitorKey - b.monitorKey))
    if (!(await pruneRange(tx, range, budget))) return String(range.monitorKey - 1)
  for (const monitor of gone)
    if (monitor.deletedAt! < computeHorizons(monitor, run.startsAt).rollups)
      budget.take('monitors', await purgeMonitor(tx, monitor.key))
  return String(page.last)
}

const isGone = ({ deletedAt }: RetentionMonitor, { startsAt }: RetentionRun): boolean =>
  deletedAt !== null && deletedAt < startsAt - DELETED_RETENTION_MS

async function chooseBlockDeletion(
  tx: Tx,
  { store }: RetentionContext,
  { startsAt }: RetentionRun,
): Promise<BlockDeletion> {
  const { isByDay, canDropAll } = store.traits.space
  const oldest = isByDay ? await findOldestRetained(tx, startsAt) : null
  return { isByDay, droppedBefore: oldest !== null && (await canDropAll(tx, oldest)) ? oldest : null }
}

/**
 * Lists the row ranges to delete for a monitor. For a deleted monitor, statuses and days are kept for their normal
 * time, because reports of past months use them.
 */
function listRowRanges(monitor: RetentionMonitor, run: RetentionRun, deletion: BlockDeletion): RowRange[] {
  const horizons = computeHorizons(monitor, run.startsAt)
  const gone = isGone(monitor, run)
  const isExpired = gone && monitor.deletedAt! < horizons.rollups
  const detail = (at: number) => (gone ? UNBOUNDED : at)
  const rollups = isExpired ? UNBOUNDED : horizons.rollups
  const cutoffs: Record<HistoryTable, number> = {
    results: detail(horizons.rawResults),
    result_blocks: detail(horizons.rawResults),
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
    from: table === 'result_blocks' && !gone ? computeBlocksFrom(monitor, horizons, run, deletion) : -UNBOUNDED,
    before,
  }))
  return ranges.filter(({ from, before }) => from < before)
}

/** Returns the time from which blocks may have to be deleted one by one. */
function computeBlocksFrom(
  monitor: RetentionMonitor,
  { rawResults }: Horizons,
  { previousStart }: RetentionRun,
  deletion: BlockDeletion,
): number {
  if (deletion.droppedBefore === rawResults) return rawResults
  const isKnown = deletion.isByDay && monitor.termsSince < previousStart
  return isKnown ? computeHorizons(monitor, previousStart).rawResults : -UNBOUNDED
}

/** Deletes a range. Returns false when the budget does not suffice for all rows. */
async function pruneRange(tx: Tx, range: RowRange, budget: RowBudget): Promise<boolean> {
  if (budget.left <= 0) return false
  const { deleted, isEmpty } = await deleteOldest(tx, range, budget.left)
  budget.take(range.table, deleted)
  return isEmpty
}

/** Returns the first ms of raw results that any organization keeps; null when none keeps results. */
async function findOldestRetained(db: Reader, day: number): Promise<number | null> {
  const days = await findLongestRawResultDays(db, day - DELETED_RETENTION_MS)
  return days === null ? null : day - days * DAY_MS
}

export const releaseSpace: RetentionStage = async (tx, { store }, run, budget) => {
  const { drop, releaseBytes } = store.traits.space
  const before = run.cursor === '' ? await findOldestRetained(tx, run.startsAt) : null
  if (before !== null) budget.take('days of results', await drop(tx, 'result_blocks', before))
  const bytes = await releaseBytes(tx)
  if (bytes === 0) return null
  budget.take('bytes of the file', bytes)
  return 'dropped'
}
