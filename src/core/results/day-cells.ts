/** The last 24 hours of a monitor as text: one character for each five minutes. */
import { MINUTE_MS, type UnixMs } from '../platform/time/time.ts'
import type { StatusSpan } from './uptime.ts'

export const CELL_MS = 5 * MINUTE_MS
/** Number of cells, the current one included. */
export const DAY_CELLS = 288

/** Returns the start of the cell that contains a time. */
export const startOfCell = (at: UnixMs): number => at - (at % CELL_MS)

/** Returns the start of the first cell of a day that ends now. */
export const startOfCells = (now: UnixMs): number => startOfCell(now) - (DAY_CELLS - 1) * CELL_MS

/** Characters of states. A cell has the last of its states in this list. */
export const CELL_STATES = {
  unknown: '-',
  paused: 'P',
  up: 'U',
  maintenance: 'M',
  degraded: 'W',
  down: 'D',
} as const

type CellState = keyof typeof CELL_STATES

const STATES = Object.keys(CELL_STATES) as CellState[]
const UP = STATES.indexOf('up')

/** Letters of response times. The ninth is the typical time, and four letters are a factor of two. */
const LEVELS = 'abcdefghijklmnopqrstuvwxyz'
const TYPICAL_LEVEL = 8
const LEVELS_PER_DOUBLE = 4

/** Returns the letter of a response time. */
function toLevel(ms: number, typicalMs: number): string {
  const level =
    typicalMs > 0 ? TYPICAL_LEVEL + Math.round(LEVELS_PER_DOUBLE * Math.log2(ms / typicalMs)) : TYPICAL_LEVEL
  return LEVELS[Math.min(LEVELS.length - 1, Math.max(0, level))]!
}

/**
 * Returns the median of the cells with a response time; null without any.
 *
 * @param cellsMs NaN for a cell without a passing check
 */
export function computeTypicalMs(cellsMs: Float64Array): number | null {
  // NaN is last
  const sorted = cellsMs.toSorted()
  let count = sorted.length
  while (count > 0 && Number.isNaN(sorted[count - 1]!)) count--
  if (count === 0) return null
  const middle = count >> 1
  return count % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/**
 * Returns the text of a day. A cell in which the monitor was only up has a lower-case letter for its response time, and
 * otherwise the character of its state.
 *
 * @param spans spans of the day, oldest first
 * @param cellsMs average response time of each cell; NaN for a cell without a passing check
 * @param typicalMs see `computeTypicalMs`
 * @param startsAt start of the first cell
 */
export function formatCells(
  spans: readonly StatusSpan[],
  cellsMs: Float64Array,
  typicalMs: number | null,
  startsAt: UnixMs,
): string {
  const worst = new Uint8Array(cellsMs.length)
  for (const { from, to, status, inMaintenance } of spans) {
    if (to <= from) continue
    const state = STATES.indexOf(inMaintenance ? 'maintenance' : status)
    const last = Math.min(worst.length - 1, Math.ceil((to - startsAt) / CELL_MS) - 1)
    for (let cell = Math.max(0, Math.floor((from - startsAt) / CELL_MS)); cell <= last; cell++)
      worst[cell] = Math.max(worst[cell]!, state)
  }
  let text = ''
  for (const [cell, state] of worst.entries()) {
    const ms = cellsMs[cell]!
    const isLetter = state === UP && typicalMs !== null && !Number.isNaN(ms)
    text += isLetter ? toLevel(ms, typicalMs) : CELL_STATES[STATES[state]!]
  }
  return text
}
