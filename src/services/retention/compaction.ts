/**
 * Compaction: an hourly run that moves all results of closed hours into blocks. Most of them are there already, because
 * the first result of a later hour closes the hour. The run closes the last hours of paused monitors.
 */
import { DAY_MS, HOUR_MS, startOfHour, type UnixMs } from '../../core/platform/time/time.ts'
import type { Tx } from '../../store/platform/store.ts'
import { listFirstRaw, listMonitorKeys, listUncompacted } from '../../store/results/compaction.ts'
import type { HourKey } from '../../store/results/result-blocks.ts'
import { findFirstResult, listOpenHoursBefore, type OpenHours, saveOpenHour } from '../../store/retention/open-hours.ts'
import { closeHours } from '../results/roll-up.ts'
import {
  type RetentionContext,
  type RetentionStage,
  type RetentionStep,
  type RowBudget,
  type RunDefinition,
  runStep,
} from './retention-run.ts'

/** Monitors per step. */
const PAGE_SIZE = 200

/** Raw results older than this are rare and may span any time. They are compacted by monitor and day. */
const RECENT_MS = 6 * HOUR_MS

/** Work of one block, in deleted rows. */
const ROWS_PER_BLOCK = 50

/** An hour is compacted when it ended this long before the run. */
const CLOSED_AFTER_MS = HOUR_MS

/** Position in the run: all monitors up to a key are done, and the next one up to a time. */
interface Cursor {
  monitorKey: number
  at: number
}

const parseCursor = (text: string): Cursor => {
  const [key, at] = text.split('/')
  return { monitorKey: Number(key ?? 0), at: Number(at ?? 0) }
}

const compactMonitors: RetentionStage = async (tx, _context, run, budget) => {
  const end = run.startsAt - CLOSED_AFTER_MS
  const cursor = parseCursor(run.cursor)
  const keys = await listMonitorKeys(tx, cursor.monitorKey, PAGE_SIZE)
  if (keys.length === 0) return null
  if (!(await closeOpenHours(tx, keys, end, budget))) return run.cursor
  const from = (key: number) => (key === keys[0] ? cursor.at : 0)
  const monitors = keys.map((monitorKey) => ({ monitorKey, from: from(monitorKey) }))
  const found = await listFirstRaw(tx, monitors, end)
  const recent = found.filter(({ first }) => first >= end - RECENT_MS)
  await compact(tx, await listUncompacted(tx, toPeriods(recent, end)), budget)
  for (const { monitorKey, first } of found.filter(({ first }) => first < end - RECENT_MS)) {
    const at = await compactHistory(tx, { monitorKey, first, end }, budget)
    if (at !== null) return `${monitorKey - 1}/${at}`
  }
  return String(keys.at(-1))
}

const toPeriods = (found: readonly { monitorKey: number; first: number }[], to: number) =>
  found.map(({ monitorKey, first }) => ({ monitorKey, from: startOfHour(first), to }))

/**
 * Compacts the results of one monitor day by day.
 *
 * @returns the time from which results may remain, when the budget does not suffice; null when all are compacted
 */
async function compactHistory(
  tx: Tx,
  { monitorKey, first, end }: { monitorKey: number; first: number; end: number },
  budget: RowBudget,
): Promise<number | null> {
  for (let next: number | undefined = first; next !== undefined; ) {
    const from = startOfHour(next)
    if (budget.left <= 0) return from
    const to = Math.min(from + DAY_MS, end)
    await compact(tx, await listUncompacted(tx, [{ monitorKey, from, to }]), budget)
    budget.left--
    next = (await listFirstRaw(tx, [{ monitorKey, from: to }], end))[0]?.first
  }
  return null
}

async function compact(tx: Tx, hours: readonly HourKey[], budget: RowBudget): Promise<void> {
  await closeHours(
    tx,
    hours.map(({ startsAt, ...key }) => ({ ...key, from: startsAt, to: startsAt + HOUR_MS })),
  )
  budget.left -= hours.length * ROWS_PER_BLOCK
}

/** Drops the partitions of raw results that are all in blocks. */
const dropCompacted: RetentionStage = async (tx, { store }, run) => {
  await store.traits.space.drop(tx, 'results', run.startsAt - CLOSED_AFTER_MS)
  return null
}

const COMPACTION: RunDefinition = {
  id: 2,
  periodMs: HOUR_MS,
  stages: { monitors: compactMonitors, space: dropCompacted },
}

export const runCompactionStep = (context: RetentionContext, rows?: number): Promise<RetentionStep> =>
  runStep(context, COMPACTION, rows)

/** Time span of results whose rollup takes about as long as the deletion of one row. */
const ROLLUP_MS_PER_ROW = DAY_MS / 50

/**
 * Closes the open hours of monitors that contain results due before a time.
 *
 * @param until start of an hour
 * @returns false when more remain, or when a concurrent result won
 */
export async function closeOpenHours(
  tx: Tx,
  monitorKeys: readonly number[],
  until: UnixMs,
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
