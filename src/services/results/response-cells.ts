/**
 * Average response times of five minutes, in memory. Rollups have no parts of hours, and the results of a day are too
 * many to read for each picture.
 *
 * An open hour is read from its raw results, and later only its newest results. A closed hour is read once from its
 * block, and again when its rollup has another number of results. Until then its cells have the average of the hour.
 */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { BoundedMap } from '../../core/platform/maps.ts'
import { HOUR_MS, startOfHour, type UnixMs } from '../../core/platform/time/time.ts'
import { CELL_MS, DAY_CELLS, startOfCell, startOfCells } from '../../core/results/day-cells.ts'
import type { Reader } from '../../store/platform/store.ts'
import { listBlockMeasures } from '../../store/results/result-blocks.ts'
import type { MeasuredResult } from '../../store/results/results.ts'
import { listHourSums } from '../../store/results/rollup-reads.ts'
import { isTimed } from './response-times.ts'
import { listOpenResults } from './roll-up.ts'

/** Monitors in memory: 4 KB each. */
const MAX_MONITORS = 10_000

/** Blocks that one picture reads: less than half a second, in turns of a few milliseconds. */
const MAX_BLOCKS = 1_500

export interface BlockBudget {
  blocks: number
}

export const createBlockBudget = (): BlockBudget => ({ blocks: MAX_BLOCKS })

/** Hours in memory: a day, and the rest of its first hour. */
const HOURS = 25
const CELLS_PER_HOUR = HOUR_MS / CELL_MS
const SLOTS = HOURS * CELLS_PER_HOUR

/** Number of results of an hour whose block was not read. */
const UNREAD = -1

/** The cells of one monitor, in a ring of hours. */
interface MonitorCells {
  sumsUs: Float64Array
  counts: Uint32Array
  /** Start of the hour in each place of the ring. */
  hours: Float64Array
  /** Number of passing checks in the rollup of each hour when its block was read. */
  rolled: Int32Array
  /** Start of the cell up to which raw results were read. */
  readTo: number
  /** Cell in which the rollups were compared. */
  comparedAt: number
  /** Number of blocks to be read, by the start of their hour. */
  unread: Map<number, number>
}

const createCells = (): MonitorCells => ({
  sumsUs: new Float64Array(SLOTS),
  counts: new Uint32Array(SLOTS),
  hours: new Float64Array(HOURS),
  rolled: new Int32Array(HOURS).fill(UNREAD),
  readTo: 0,
  comparedAt: 0,
  unread: new Map(),
})

const toSlot = (at: UnixMs): number => Math.floor(at / CELL_MS) % SLOTS
const toHour = (at: UnixMs): number => Math.floor(at / HOUR_MS) % HOURS

export class ResponseCells {
  readonly #monitors = new BoundedMap<number, MonitorCells>(MAX_MONITORS)

  /**
   * Reads the averages of the last 24 hours, in the order of the monitors.
   *
   * @param monitorKeys about 50
   * @param budget blocks that may be read; the read blocks are subtracted
   * @returns ms by cell, oldest first; NaN for a cell without a passing check
   */
  async read(db: Reader, monitorKeys: readonly number[], now: UnixMs, budget: BlockBudget): Promise<Float64Array[]> {
    const cells = new Map(monitorKeys.map((key) => [key, this.#monitors.get(key) ?? createCells()]))
    for (const [key, monitor] of cells) this.#monitors.set(key, monitor)
    await readOpenHours(db, cells, now)
    await compareRollups(db, cells, now)
    await readBlocks(db, cells, budget)
    return [...cells.values()].map((monitor) => listAverages(monitor, now))
  }
}

/** Reads raw results before rollups are compared, because an hour may be closed in between. */
async function readOpenHours(db: Reader, cells: ReadonlyMap<number, MonitorCells>, now: UnixMs): Promise<void> {
  const first = startOfCells(now)
  // Results arrive late by less than a cell
  const from = Math.max(startOfHour(first), Math.min(...[...cells.values()].map(({ readTo }) => readTo)) - CELL_MS)
  const results = await listOpenResults(db, [...cells.keys()], from, now + CELL_MS)
  const byMonitor = Map.groupBy(results, ({ monitorKey }) => monitorKey)
  for (const [key, monitor] of cells) {
    startHours(monitor, now)
    monitor.readTo = startOfCell(now)
    for (const [at, sum] of sumByCell(byMonitor.get(key) ?? [])) {
      const slot = toSlot(at)
      // The results of a region may be in a block already, and are then not among the raw results
      if (monitor.hours[toHour(at)] !== startOfHour(at) || sum.count < monitor.counts[slot]!) continue
      if (monitor.rolled[toHour(at)] === UNREAD) setCell(monitor, slot, sum)
    }
  }
}

/** Clears the places of hours that are over, for the hours that follow them. */
function startHours(monitor: MonitorCells, now: UnixMs): void {
  // The clock of a probe may be slightly ahead
  for (let hour = startOfHour(startOfCells(now)); hour <= now + CELL_MS; hour += HOUR_MS) {
    const place = toHour(hour)
    if (monitor.hours[place] === hour) continue
    monitor.hours[place] = hour
    monitor.rolled[place] = UNREAD
    monitor.counts.fill(0, toSlot(hour), toSlot(hour) + CELLS_PER_HOUR)
  }
}

/** Finds the closed hours whose blocks are to be read. */
async function compareRollups(db: Reader, cells: ReadonlyMap<number, MonitorCells>, now: UnixMs): Promise<void> {
  const current = startOfCell(now)
  const due = [...cells].filter(([, { comparedAt }]) => comparedAt !== current)
  const sums = await listHourSums(
    db,
    due.map(([key]) => key),
    startOfHour(startOfCells(now)),
  )
  const byMonitor = Map.groupBy(sums, ({ monitorKey }) => monitorKey)
  for (const [key, monitor] of due) {
    monitor.comparedAt = current
    for (const [hour, rows] of Map.groupBy(byMonitor.get(key) ?? [], ({ startsAt }) => startsAt)) {
      const count = rows.reduce((sum, row) => sum + Number(row.count), 0)
      const sumUs = rows.reduce((sum, row) => sum + Number(row.sumUs), 0)
      const place = toHour(hour)
      if (monitor.hours[place] !== hour || monitor.rolled[place] === count) continue
      monitor.rolled[place] = count
      if (count === 0) continue
      monitor.unread.set(hour, rows.length)
      if (!hasCells(monitor, hour))
        for (let cell = 0; cell < CELLS_PER_HOUR; cell++) setCell(monitor, toSlot(hour) + cell, { count, sumUs })
    }
  }
}

const hasCells = ({ counts }: MonitorCells, hour: UnixMs): boolean =>
  counts.subarray(toSlot(hour), toSlot(hour) + CELLS_PER_HOUR).some((count) => count > 0)

/** Reads the closed hours that are new or changed. A monitor waits for the next picture if the budget is used up. */
async function readBlocks(db: Reader, cells: ReadonlyMap<number, MonitorCells>, budget: BlockBudget): Promise<void> {
  for (const [monitorKey, monitor] of cells) {
    const unread = [...monitor.unread].filter(([hour]) => monitor.hours[toHour(hour)] === hour)
    const blocks = Math.min(
      unread.reduce((sum, [, count]) => sum + count, 0),
      MAX_BLOCKS,
    )
    if (blocks === 0 || blocks > budget.blocks) continue
    budget.blocks -= blocks
    monitor.unread.clear()
    for (const range of joinHours(unread.map(([hour]) => hour))) {
      const results = await listBlockMeasures(db, { monitorKey, ...range })
      for (let { from } = range; from < range.to; from += HOUR_MS)
        monitor.counts.fill(0, toSlot(from), toSlot(from) + CELLS_PER_HOUR)
      for (const [at, sum] of sumByCell(results)) setCell(monitor, toSlot(at), sum)
      await yieldToEventLoop()
    }
  }
}

/** Joins hours that follow each other. The hours between them were read already, and are not read again. */
function joinHours(hours: readonly UnixMs[]): { from: UnixMs; to: UnixMs }[] {
  const ranges: { from: UnixMs; to: UnixMs }[] = []
  for (const from of hours.toSorted((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last?.to === from) last.to += HOUR_MS
    else ranges.push({ from, to: from + HOUR_MS })
  }
  return ranges
}

interface CellSum {
  count: number
  sumUs: number
}

function setCell(monitor: MonitorCells, slot: number, { count, sumUs }: CellSum): void {
  monitor.counts[slot] = count
  monitor.sumsUs[slot] = sumUs
}

/** Sums the response times of passing checks, by the start of the cell. */
function sumByCell(results: readonly MeasuredResult[]): Map<number, CellSum> {
  const sums = new Map<number, CellSum>()
  for (const result of results.filter(isTimed)) {
    const at = startOfCell(result.scheduledAt)
    const { count, sumUs } = sums.get(at) ?? { count: 0, sumUs: 0 }
    sums.set(at, { count: count + 1, sumUs: sumUs + Math.round(result.responseTimeMs * 1_000) })
  }
  return sums
}

function listAverages({ sumsUs, counts }: MonitorCells, now: UnixMs): Float64Array {
  const averages = new Float64Array(DAY_CELLS)
  let slot = toSlot(startOfCells(now))
  for (let cell = 0; cell < DAY_CELLS; cell++) {
    averages[cell] = counts[slot]! > 0 ? sumsUs[slot]! / counts[slot]! / 1_000 : Number.NaN
    slot = (slot + 1) % SLOTS
  }
  return averages
}
